"""Everything that makes up one running sandbox."""

from __future__ import annotations

from sandbox import seed
from sandbox.clock import Clock
from sandbox.commands import Commands
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.old_edits import OldEdits
from sandbox.settings import Settings


class Service:
    """The parts of one sandbox, wired together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.clock = Clock()
        self.world = seed.world(self.clock, bot_name=settings.bot_name)
        self.commands = Commands(self.world)
        self.interactions = Interactions(self.world)
        self.edits = OldEdits(self.world)
        self.gateway = Gateway(self.world, settings)
