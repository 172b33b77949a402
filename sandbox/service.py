"""Everything that makes up one running sandbox."""

from __future__ import annotations

from sandbox import seed
from sandbox.clock import Clock
from sandbox.commands import Commands
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.old_edits import OldEdits
from sandbox.ratelimit import RateLimits
from sandbox.settings import Settings
from sandbox.strict import inspector


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
        self.limits = RateLimits()
        self.inspector = inspector(settings.openapi)
        self.world.listen(self.inspector.event)
        self.gateway = Gateway(self.world, settings)
