"""The composition root: the only place that builds things and knows them all."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import structlog

import games
from bot import metrics
from bot.client import QuintetBot, point_at
from bot.club.people import notice
from bot.cogs.announcer import Announcer
from bot.cogs.challenge import ChallengeCog
from bot.cogs.challenge_cards import InvitationCog
from bot.cogs.context import Context
from bot.cogs.games import OverviewCog
from bot.cogs.leavers import LeaverCog
from bot.cogs.menu import MenuCog
from bot.cogs.moderation import ModerationCog
from bot.cogs.moves import MoveCog
from bot.cogs.new_match import GameCog
from bot.cogs.owner_guild import add_owner_cogs
from bot.cogs.profile import ProfileCog
from bot.cogs.replay import ReplayCog
from bot.cogs.rules import RulesCog
from bot.cogs.setup import AdminCog
from bot.match.ai_turns import AiTurns, Thinkers
from bot.match.deadlines import Deadlines, nothing
from bot.match.drafts import Drafts
from bot.match.ports import Alone, Claims, Clock, system_clock
from bot.match.service import MatchService
from bot.match.uptime import BEAT_SECONDS, Uptime
from bot.process.health import HeartbeatWriter
from bot.process.heartbeat import WELL
from bot.process.lease_keeper import always_may_answer
from bot.process.pace import Pace
from bot.process.stopping import Stop
from bot.process.subsystems import Subsystem, Subsystems, Work
from bot.process.supervision import run_with_heartbeat
from bot.settings import Settings
from bot.store import backups
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.bot_state import SqlBotState
from bot.store.claims import SqlClaims
from bot.store.clock import MEASURE_SECONDS as CLOCK_SECONDS
from bot.store.clock import DatabaseClock
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.old_boards import SqlOldBoards
from bot.store.people import SqlPeople
from bot.store.servers import SqlServers
from bot.store.signs import SqlSigns
from bot.ui.components.cooldown import Cooldown
from bot.ui.components.router import Router
from bot.ui.connection import command_sync
from bot.ui.connection.errors import log_in, stay_connected
from bot.ui.connection.gateway import connect_by
from bot.ui.delivery.board_messages import BoardMessages
from bot.ui.delivery.notices import Notices
from bot.ui.delivery.old_boards import OldBoards
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.publisher import Publisher
from bot.ui.delivery.workers import Workers

_log = structlog.get_logger(__name__)
COMMANDS_NOTE = "commands"
RESYNC_SECONDS = 30
MEASURE_SECONDS = 30
SYNC_SECONDS = 60
LONGEST_SYNC_PAUSE = 600
"""Discord that refuses the commands is asked again, less and less often."""
DATABASE_SECONDS = 60
SETTLE_SECONDS = 120
RESYNC_PATIENCE = 900
COPY_SECONDS = 3600
"""After so long, a round of these subsystems is stuck."""
COLLECT_AFTER = (50_000, 20, 20)
"""Garbage is looked for among new objects when there are so many; every 20th time among older ones too."""


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
    deadlines: Deadlines
    claims: Claims
    notices: Notices
    uptime: Uptime
    subsystems: Subsystems = field(default_factory=Subsystems)
    synchronize: Work = nothing
    has_started: bool = False
    is_awake: bool = False

    def __post_init__(self) -> None:
        self.commands = self.subsystems.add("commands", 2 * SYNC_SECONDS)
        self.clocks = self.subsystems.add("clocks", DATABASE_SECONDS)
        self.settling = self.subsystems.add("deadlines", SETTLE_SECONDS)
        self.thinking = self.subsystems.add("AI", DATABASE_SECONDS)
        self.publishing = self.subsystems.add("publishing", RESYNC_PATIENCE)
        self.deadlines.watch, self.turns.watch = self.settling.round, self.thinking.round

    async def start(self) -> None:
        """Log in and stay until closed. Raises CannotStart."""
        assert self.settings.token is not None  # noqa: S101 - `run` sees to it
        self.has_started = True
        await stay_connected(self.client, self.settings.token.get_secret_value())

    async def beat(self) -> None:
        """Write a row: the proof that the database takes one."""
        await self.notes.write(self.settings.health_file.stem, str(self.context.service.clock()))

    async def close(self, stop: Stop) -> None:
        """Take nothing new, let end what was taken, post what was stored, log out, let go of everything."""
        in_progress, publisher = self.client.in_progress, self.context.publisher
        in_progress.close()
        await stop.wait_for("background work", self._end_background(), 0.15)
        await stop.wait_for("interactions", in_progress.finish(), 0.55, lambda: in_progress.names)
        await stop.wait_for("boards", publisher.close(), 0.75, lambda: publisher.in_progress)
        await stop.wait_for("AI processes", self.turns.close(), 0.8)
        if self.has_started:
            await stop.wait_for("the connection to Discord", self.client.close(), 0.9)
        self.workers.close()
        await stop.wait_for("the database", self.database.close(), 0.95)

    async def _end_background(self) -> None:
        """End what happens by itself: clocks, AI turns, and posting again what could not be posted."""
        await asyncio.gather(self.subsystems.stop(), self.turns.stop())

    async def ready(self) -> None:
        """The gateway is ready: let everything begin that happens by itself, each without waiting for the others."""
        if self.is_awake:  # a reconnection: the rest has gone on all the time
            await self.context.publisher.resync()
            return
        self.is_awake = True
        start, claims = self.subsystems.start, Subsystem("claims", DATABASE_SECONDS)
        start("commands", self.commands.run_until_done(self._sync_commands, LONGEST_SYNC_PAUSE))
        start("claims", claims.run_until_done(self.claims.release_all))
        start("clocks", _after(claims, lambda: self.clocks.repeat(BEAT_SECONDS, self.uptime.beat)))
        # Downtime is credited before anything else looks at a clock or notes down that the bot is alive.
        start("deadlines", _after(self.clocks, lambda: self.settling.keep_running(self.deadlines.run)))
        start("AI", _after(self.clocks, lambda: self.thinking.keep_running(self.turns.run)))
        start("publishing", _after(claims, lambda: self.publishing.repeat(RESYNC_SECONDS, self._resync)))
        measuring = Subsystem("measuring", DATABASE_SECONDS)
        start("measuring", measuring.repeat(MEASURE_SECONDS, self._measure))
        clock = Subsystem("the database's clock", DATABASE_SECONDS)
        start("clock", clock.repeat(CLOCK_SECONDS, self.synchronize))
        start("warm up", self._warm_up())
        start("awake", self._say_awake())

    async def _say_awake(self) -> None:
        for subsystem in (self.commands, self.clocks, self.settling, self.thinking):
            await subsystem.has_begun.wait()
        _log.info("awake")

    def start_copies(self) -> None:
        """Make the nightly copies, which need no Discord."""
        file, keep = self.settings.sqlite_file, self.settings.keep_backups
        if file is not None and keep:
            copies = self.subsystems.add("backups", COPY_SECONDS)
            work = partial(backups.every_night, file, self.settings.backup_folder, keep, watch=copies.round)
            self.subsystems.start("backups", copies.keep_running(work))

    def states(self) -> Mapping[str, str]:
        """How each subsystem is."""
        down = ", ".join(map(str, self.client.shards_down()))
        lost = f"not connected: shards {down}" if down else "not connected"
        return {"gateway": WELL if self.client.connected() else lost, **self.subsystems.states()}

    async def _warm_up(self) -> None:
        """Draw the first position of every game, while nobody waits for it."""
        for game in games.every():
            state = game.rules.start(game.info.min_seats, game.info.check_options({}))
            await self.context.painter.warm([game.presenter.table(game.rules.view(state, None), None)])

    async def _sync_commands(self) -> None:
        """Of several processes that start together, the first one tells Discord what the commands are."""
        note = f"{COMMANDS_NOTE}-{self.client.application_id}"
        async with asyncio.timeout(SYNC_SECONDS), self.database.alone(COMMANDS_NOTE):
            known = await self.notes.read(note)
            now_known = await command_sync.sync(self.client, known or "")
            if now_known != known:
                await self.notes.write(note, now_known)

    async def _resync(self) -> None:
        """Post what could not be posted before."""
        posted, failed = await self.context.publisher.resync()
        await self.notices.resync()
        if posted:
            _log.info("boards posted again", matches=posted)
        if failed:
            _log.warning("boards not posted", matches=failed)

    async def _measure(self) -> None:
        metrics.live_matches(await self.context.lists.count_live())


async def build(settings: Settings) -> App:
    """Everything, connected, over a database that is up to date."""
    database = Database(settings.database_url)
    clock, synchronize = await _clock(database)
    app = await _assemble(settings, database, clock)
    app.synchronize = synchronize
    return app


async def _assemble(settings: Settings, database: Database, clock: Clock) -> App:
    """Everything, connected; nothing is read or written yet."""
    point_at(settings.api, settings.cdn)
    workers = Workers(settings.render_threads)
    router = Router()
    people = SqlPeople(database)
    store = SqlMatches(database)
    service = MatchService(store, clock, absent=people.away_until, notice=partial(notice, people))
    claims = Alone() if database.is_sqlite else SqlClaims(database, settings.process_name, clock)
    client = _client(settings, router, people)
    painter = MatchPictures(workers)
    old_boards = OldBoards(client, SqlOldBoards(database), service.clock)
    boards = BoardMessages(client, service, store, people, painter, old_boards)
    poster = Poster(client, store, people, boards)
    publisher = Publisher(service, store, people, poster, boards, claims)
    thinkers = Thinkers(settings.ai_processes)
    turns = AiTurns(service, store, thinkers, claims)
    deadlines = Deadlines(service, store, turns.stand_in, publisher.remind, claims)
    service.listeners += [publisher.changed, turns.changed, deadlines.changed]
    context = Context(
        service, store, store, store, Drafts(store), store, people, publisher, painter, router, client.pipeline
    )
    notices = Notices(client, service, store, people, SqlAudit(database), poster)
    uptime = _uptime(service, deadlines, client, database)
    app = App(
        settings, database, workers, client, context, SqlBotState(database), turns, deadlines, claims, notices, uptime
    )
    await _add_cogs(client, context, thinkers, notices)
    client.blocks = blocks = SqlBlocks(database)
    servers = SqlServers(database)
    announcer = Announcer(client, app.notes, servers, people)
    await add_owner_cogs(context, client, app.notes, servers, blocks, announcer, settings.owner_guild)
    client.pipeline.explanations.jump = context.jump
    client.when_ready.append(app.ready)
    client.when_message.append(boards.message_in)
    places = publisher.places
    client.when_message_deleted.append(places.message_deleted)
    client.when_thread_deleted += [places.thread_deleted, places.channel_deleted]  # a forum's post is both
    client.when_channel_deleted.append(places.channel_deleted)
    client.when_joined.append(places.back_in)
    return app


def _uptime(service: MatchService, deadlines: Deadlines, client: QuintetBot, database: Database) -> Uptime:
    """What gives clocks the time back in which moves could not be taken, asked before anything is decided on them."""
    uptime = Uptime(SqlSigns(database), service.clock, client.shards_connected)
    service.catch_up = uptime.catch_up_for
    deadlines.first, deadlines.shards = uptime.catch_up, client.shards_connected
    client.stopwatch.clock, deadlines.move_arrived = service.clock, client.stopwatch.move_arrived
    return uptime


async def run(settings: Settings, stop: Stop, may_answer: Callable[[], bool] = always_may_answer) -> int:
    """Run the bot until it is told to stop; returns the exit code. Raises CannotStart.

    While `may_answer` says no, another process may have taken the shards over, and answers in its place.
    """
    app = await build(settings)
    app.client.may_answer = may_answer
    _collect_seldom()
    app.start_copies()
    heart = HeartbeatWriter(settings.health_file, app.client.connected, app.beat, settings.gateway_patience, app.states)
    return await run_with_heartbeat(app.start(), heart, partial(app.close, stop), stop)


async def sync_commands(settings: Settings) -> int:
    """Tell Discord what the commands are; returns how many. The database is not touched. Raises CannotStart."""
    assert settings.token is not None  # noqa: S101 - the caller has looked
    app = await _assemble(settings, Database(settings.database_url), system_clock)
    async with log_in(app.client, settings.token.get_secret_value()):
        await command_sync.sync(app.client, None)
        count = len(app.client.tree.get_commands())
    app.workers.close()
    return count


async def _after(first: Subsystem, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work as soon as a round of the first subsystem has succeeded."""
    await first.has_begun.wait()
    await work()


def _client(settings: Settings, router: Router, people: SqlPeople) -> QuintetBot:
    """The connection to Discord, by way of proxies where they are set."""
    client = QuintetBot(router, people, Cooldown(settings.actions_per_second), settings.shard_ids, settings.shard_count)
    if settings.gateway is not None:
        connect_by(client, settings.gateway)
    if settings.requests_per_second is not None:
        Pace(settings.requests_per_second).add_to(client.trace)
    return client


async def _clock(database: Database) -> tuple[Clock, Work]:
    """The clock that deadlines go by, the database's where processes share one; and what keeps it right."""
    if database.is_sqlite:
        return system_clock, nothing
    clock = DatabaseClock(database)
    await clock.measure()
    return clock, clock.measure


def _collect_seldom() -> None:
    """What is there by now stays: looking through it for garbage again and again takes time from every move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def _add_cogs(client: QuintetBot, context: Context, thinkers: Thinkers, notices: Notices) -> None:
    def bot_id() -> int:
        return client.user.id if client.user is not None else 0

    for game in games.every():
        client.tree.add_command(GameCog(context, game, bot_id).command)
    moderation = ModerationCog(context, notices)
    for cog in (
        AdminCog(context),
        InvitationCog(context),
        MoveCog(context),
        OverviewCog(context),
        ReplayCog(context),
        RulesCog(context),
        moderation,
        MenuCog(context, thinkers, moderation),
        ChallengeCog(context),
        ProfileCog(context),
    ):
        await client.add_cog(cog)
        for menu in cog.context_menus():
            client.tree.add_command(menu)
    await client.add_cog(LeaverCog(context, client))
