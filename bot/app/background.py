"""The work that a running bot does by itself once the gateway is ready. No part waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import structlog

import games
from bot import metrics
from bot.client import QuintetBot
from bot.club.digests import Digests
from bot.club.events.rounds import Rounds
from bot.cogs.context import Context
from bot.match.ai_turns import AiTurns
from bot.match.deadlines import Deadlines, nothing
from bot.match.ports import Claims
from bot.match.uptime import BEAT_SECONDS, Uptime
from bot.process.subsystems import Subsystem, Subsystems, Work
from bot.settings import Settings
from bot.store import backups
from bot.store.bot_state import SqlBotState
from bot.store.clock import MEASURE_SECONDS as CLOCK_SECONDS
from bot.store.engine import Database
from bot.ui.connection import command_sync
from bot.ui.connection.shard_silence import ASK_SECONDS
from bot.ui.delivery.notices import Notices
from bot.ui.delivery.rating_roles import RatingRoles
from bot.ui.delivery.report_posts import ReportPosts
from bot.ui.delivery.seek_posts import SeekPosts
from bot.ui.delivery.tournament_cards import TournamentCards
from bot.ui.delivery.turn_lists import TurnLists
from render.demo import examples

_log = structlog.get_logger(__name__)
COMMANDS_NOTE = "commands"
RESYNC_SECONDS = 30
MEASURE_SECONDS = 30
SYNC_SECONDS = 60
DIGEST_SECONDS = 20
TURN_LIST_SECONDS = 5
"""The pause before a server's turn list is edited; all changes meanwhile become one edit."""
LONGEST_SYNC_PAUSE = 600
"""The longest pause before commands that Discord refused are sent again."""
DATABASE_SECONDS = 60
SETTLE_SECONDS = 120
RESYNC_PATIENCE = 900
COPY_SECONDS = 3600
"""Seconds after which a round of the backup subsystem counts as stuck."""


@dataclass
class Background:
    """All background work of the bot."""

    database: Database
    client: QuintetBot
    context: Context
    notes: SqlBotState
    turns: AiTurns
    deadlines: Deadlines
    claims: Claims
    notices: Notices
    uptime: Uptime
    rounds: Rounds
    tournament_cards: TournamentCards
    digests: Digests
    seeks: SeekPosts
    turn_lists: TurnLists
    rating_roles: RatingRoles
    reports: ReportPosts
    synchronize: Work = nothing
    """Keeps the clock correct that several processes share."""
    subsystems: Subsystems = field(default_factory=Subsystems)
    is_awake: bool = False

    def __post_init__(self) -> None:
        self.commands = self.subsystems.add("commands", 2 * SYNC_SECONDS)
        self.clocks = self.subsystems.add("clocks", DATABASE_SECONDS)
        self.settling = self.subsystems.add("deadlines", SETTLE_SECONDS)
        self.thinking = self.subsystems.add("AI", DATABASE_SECONDS)
        self.publishing = self.subsystems.add("publishing", RESYNC_PATIENCE)
        self.tournaments = self.subsystems.add("tournaments", SETTLE_SECONDS)
        self.writing = self.subsystems.add("digests", SETTLE_SECONDS)
        self.pairing = self.subsystems.add("seeks", SETTLE_SECONDS)
        self.listing = self.subsystems.add("lists of turns", SETTLE_SECONDS)
        self.deadlines.watch, self.turns.watch = self.settling.round, self.thinking.round
        self.rounds.watch = self.tournaments.round

    async def start(self) -> None:
        """Start everything, once the gateway is ready (again)."""
        if self.is_awake:  # a reconnection: everything else has kept running
            await self.context.publisher.resync()
            return
        self.is_awake = True
        start, claims = self.subsystems.start, Subsystem("claims", DATABASE_SECONDS)
        signs = Subsystem("signs of life", DATABASE_SECONDS)
        start("signs of life", signs.repeat(ASK_SECONDS, self.client.ask_for_signs))
        start("commands", self.commands.run_until_done(self._sync_commands, LONGEST_SYNC_PAUSE))
        start("claims", claims.run_until_done(self.claims.release_all))
        start("clocks", _after(claims, lambda: self.clocks.repeat(BEAT_SECONDS, self.uptime.beat)))
        # Credit downtime before anything else reads a clock or records that the bot is alive.
        start("deadlines", _after(self.clocks, lambda: self.settling.keep_running(self.deadlines.run)))
        start("AI", _after(self.clocks, lambda: self.thinking.keep_running(self.turns.run)))
        start("tournaments", _after(self.clocks, lambda: self.tournaments.keep_running(self.rounds.run)))
        start("publishing", _after(claims, lambda: self.publishing.repeat(RESYNC_SECONDS, self._resync)))
        start("digests", _after(self.clocks, lambda: self.writing.repeat(DIGEST_SECONDS, self._write_digests)))
        start("seeks", _after(self.clocks, lambda: self.pairing.repeat(DIGEST_SECONDS, self.seeks.catch_up)))
        start(
            "lists of turns",
            _after(claims, lambda: self.listing.repeat(TURN_LIST_SECONDS, self.turn_lists.update)),
        )
        measuring = Subsystem("measuring", DATABASE_SECONDS)
        start("measuring", measuring.repeat(MEASURE_SECONDS, self._measure))
        clock = Subsystem("the database's clock", DATABASE_SECONDS)
        start("clock", clock.repeat(CLOCK_SECONDS, self.synchronize))
        start("warm up", self._warm_up())
        start("awake", self._say_awake())

    def start_copies(self, settings: Settings) -> None:
        """Start the nightly backups, which need no connection to Discord."""
        file, keep = settings.sqlite_file, settings.keep_backups
        if file is not None and keep:
            copies = self.subsystems.add("backups", COPY_SECONDS)
            work = partial(backups.every_night, file, settings.backup_folder, keep, watch=copies.round)
            self.subsystems.start("backups", copies.keep_running(work))

    async def stop(self) -> None:
        """Stop all background work."""
        await asyncio.gather(self.subsystems.stop(), self.turns.stop())

    async def _say_awake(self) -> None:
        for subsystem in (self.commands, self.clocks, self.settling, self.thinking):
            await subsystem.has_begun.wait()
        _log.info("awake")

    async def _warm_up(self) -> None:
        """Draw positions of every game while nobody is waiting for them."""
        for game in games.every():
            await self.context.painter.warm(examples(game))

    async def _sync_commands(self) -> None:
        """Register the commands with Discord; of several processes that start together, the first one does."""
        note = f"{COMMANDS_NOTE}-{self.client.application_id}"
        async with asyncio.timeout(SYNC_SECONDS), self.database.alone(COMMANDS_NOTE):
            known = await self.notes.read(note)
            now_known = await command_sync.sync(self.client, known or "")
            if now_known != known:
                await self.notes.write(note, now_known)

    async def _resync(self) -> None:
        """Post boards that could not be posted before."""
        posted, failed = await self.context.publisher.resync()
        await self.notices.resync()
        await self.reports.resync()
        await self.tournament_cards.resync()
        if posted:
            _log.info("boards posted again", matches=posted)
        if failed:
            _log.warning("boards not posted", matches=failed)

    async def _write_digests(self) -> None:
        """Send the digests that are due, letting moves go first after each."""
        sent = await self.digests.send_due()
        if sent:
            _log.info("digests sent", people=sent)

    async def _measure(self) -> None:
        metrics.live_matches(await self.context.lists.count_live())


async def _after(first: Subsystem, work: Callable[[], Awaitable[None]]) -> None:
    """Return work that starts once a round of the first subsystem has succeeded."""
    await first.has_begun.wait()
    await work()
