"""One running bot: how it starts, reports that it is alive, and stops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.background import Background
from bot.client import QuintetBot
from bot.cogs.context import Context
from bot.match.ai_turns import AiTurns
from bot.process.heartbeat import WELL
from bot.process.stopping import Stop
from bot.settings import Settings
from bot.store.bot_state import SqlBotState
from bot.store.engine import Database
from bot.ui.components.workers import Workers
from bot.ui.connection.errors import stay_connected


@dataclass
class App:
    """One running bot."""

    settings: Settings
    database: Database
    workers: Workers
    client: QuintetBot
    context: Context
    notes: SqlBotState
    turns: AiTurns
    background: Background
    has_started: bool = False

    async def start(self) -> None:
        """Log in and run until closed. Raises CannotStart."""
        assert self.settings.token is not None  # noqa: S101 - `run` sees to it
        self.has_started = True
        await stay_connected(self.client, self.settings.token.get_secret_value())

    async def beat(self) -> None:
        """Write a row, to prove that the database accepts writes."""
        await self.notes.write(self.settings.health_file.stem, str(self.context.service.clock()))

    def states(self) -> Mapping[str, str]:
        """Return the state of each subsystem."""
        down = ", ".join(map(str, self.client.shards_down()))
        lost = f"not connected: shards {down}" if down else "not connected"
        return {"gateway": WELL if self.client.is_connected() else lost, **self.background.subsystems.states()}

    async def close(self, stop: Stop) -> None:
        """Shut down: accept nothing new, finish and post what was accepted, log out, release everything."""
        in_progress, publisher = self.client.in_progress, self.context.publisher
        in_progress.close()
        await stop.wait_for("background work", self.background.stop(), 0.15)
        await stop.wait_for("reviews", self.context.reviewer.close(), 0.17)
        await stop.wait_for("interactions", in_progress.finish(), 0.55, lambda: in_progress.names)
        await stop.wait_for("tournaments", self.background.tournament_cards.close(), 0.65)
        await stop.wait_for("boards", publisher.close(), 0.75, lambda: publisher.in_progress)
        await stop.wait_for("searches", self.background.seeks.close(), 0.76)
        await stop.wait_for("lists of turns", self.background.turn_lists.close(), 0.765)
        await stop.wait_for("roles by rating", self.background.rating_roles.close(), 0.767)
        await stop.wait_for("direct messages", self.context.pings.close(), 0.77)
        await stop.wait_for("AI processes", self.turns.close(), 0.8)
        await stop.wait_for("refusals", in_progress.end(), 0.85, lambda: in_progress.names)
        if self.has_started:
            await stop.wait_for("the connection to Discord", self.client.close(), 0.9)
        self.workers.close()
        await stop.wait_for("the database", self.database.close(), 0.95)
