"""The composition root: the only place that builds things and knows them all."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

import structlog

import games
from bot.client import QuintetBot, point_at
from bot.cogs.games import GameCog
from bot.cogs.invitations import InvitationCog
from bot.cogs.lobby import Lobby
from bot.cogs.menu import MenuCog
from bot.cogs.moves import MoveCog
from bot.match.model import MatchId
from bot.match.service import MatchService
from bot.settings import Settings
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.notes import SqlNotes
from bot.ui.painter import Painter
from bot.ui.publisher import Publisher
from bot.ui.router import Router
from bot.ui.workers import Workers

_log = structlog.get_logger(__name__)
COMMANDS_NOTE = "commands"


@dataclass
class App:
    """One running bot."""

    settings: Settings
    database: Database
    workers: Workers
    client: QuintetBot
    lobby: Lobby
    notes: SqlNotes

    async def start(self) -> None:
        """Log in and stay until closed. Raises what discord.py raises for a wrong token."""
        assert self.settings.token is not None  # noqa: S101 - `run` sees to it
        await self.client.start(self.settings.token.get_secret_value())

    async def close(self) -> None:
        """Log out and let go of everything."""
        await self.lobby.publisher.close()
        await self.client.close()
        self.workers.close()
        await self.database.close()

    async def ready(self) -> None:
        """Bring commands and boards up to date."""
        known = await self.notes.read(COMMANDS_NOTE)
        digest = await self.client.sync_commands(known)
        if digest != known:
            await self.notes.keep(COMMANDS_NOTE, digest)
        behind = await self.lobby.publisher.resync()
        if behind:
            _log.info("boards posted again", matches=behind)


async def build(settings: Settings) -> App:
    """Everything, connected; the database is brought up to date."""
    point_at(settings.api, settings.cdn)
    database = Database(settings.database_url)
    copy = await migrate(database)
    if copy is not None:
        _log.info("database migrated", backup=copy)
    workers = Workers(settings.render_threads)
    router = Router()
    service = MatchService(SqlMatches(database))
    client = QuintetBot(router, settings.shard_ids, settings.shard_count)
    painter = Painter(workers)
    publisher = Publisher(client, service, painter)
    service.listeners.append(publisher.changed)
    lobby = Lobby(service, publisher, painter, router)
    app = App(settings, database, workers, client, lobby, SqlNotes(database))
    await _add_cogs(client, lobby)
    client.jump = lambda match: lobby.jump(MatchId(match))
    client.when_ready.append(app.ready)
    client.when_message_deleted.append(publisher.message_deleted)
    return app


async def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; returns the exit code."""
    app = await build(settings)
    try:
        await app.start()
    except asyncio.CancelledError:
        with contextlib.suppress(asyncio.CancelledError):
            _log.info("stopping")
        raise
    finally:
        await app.close()
    return 0


async def _add_cogs(client: QuintetBot, lobby: Lobby) -> None:
    def bot_id() -> int:
        return client.user.id if client.user is not None else 0

    for game in games.every():
        cog = GameCog(lobby, game, bot_id)
        client.tree.add_command(cog.command)
    for other in (InvitationCog(lobby), MoveCog(lobby), MenuCog(lobby)):
        await client.add_cog(other)
