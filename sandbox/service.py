"""All parts of one running sandbox."""

from __future__ import annotations

from sandbox.gateway.gateway import Gateway
from sandbox.interactions.commands import Commands
from sandbox.interactions.interactions import Interactions
from sandbox.settings import Settings
from sandbox.strict.checks import inspector
from sandbox.strict.faults import Faults
from sandbox.strict.old_edits import OldEdits
from sandbox.strict.ratelimit import RateLimits
from sandbox.world import seed
from sandbox.world.clock import Clock


class Service:
    """The parts of one sandbox, wired together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.clock = Clock()
        self.world = seed.world(self.clock, bot_name=settings.bot_name)
        self.commands = Commands(self.world)
        self.interactions = Interactions(self.world)
        self.edits = OldEdits(self.world)
        self.faults = Faults()
        self.limits = RateLimits(self.clock.now)
        self.inspector = inspector(settings.openapi)
        self.world.listen(self.inspector.event)
        self.gateway = Gateway(self.world, settings)
