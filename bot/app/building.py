"""Build the parts of a running bot, each one once, and connect them."""

from __future__ import annotations

from functools import partial

from bot.app.background import Background
from bot.app.cogs import add_cogs
from bot.app.lifecycle import App
from bot.client import QuintetBot, point_at
from bot.club.digests import Digests
from bot.club.events.rounds import Rounds
from bot.club.events.service import TournamentService
from bot.club.matchmaking import Matchmaking
from bot.club.open_tables import OpenTables
from bot.club.people import notice
from bot.club.personal_blocks import refuse_blocked
from bot.cogs.announcer import Announcer
from bot.cogs.context import Context
from bot.cogs.owner_guild import add_owner_cogs
from bot.match.ai_turns import AiTurns
from bot.match.deadlines import Deadlines, nothing
from bot.match.drafts import Drafts
from bot.match.pondering import Ponderer, is_core_idle, never
from bot.match.ports import Alone, Clock, system_clock
from bot.match.reviewer import Reviewer
from bot.match.service import MatchService
from bot.match.thinkers import Thinkers
from bot.match.uptime import Uptime
from bot.process.pace import Pace
from bot.process.subsystems import Work
from bot.settings import Settings
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.bot_state import SqlBotState
from bot.store.claims import SqlClaims
from bot.store.clock import DatabaseClock
from bot.store.digests import SqlDigests
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.match_notes import SqlMatchNotes
from bot.store.matches import SqlMatches
from bot.store.old_boards import SqlOldBoards
from bot.store.open_tables import SqlOpenTables
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.store.reports import SqlReports
from bot.store.reviews import SqlReviews
from bot.store.seeks import SqlSeeks
from bot.store.servers import SqlServers
from bot.store.signs import SqlSigns
from bot.store.tournaments import SqlTournaments
from bot.store.turn_lists import SqlTurnLists
from bot.ui.components.cooldown import Cooldown
from bot.ui.components.pipeline import Pipeline
from bot.ui.components.router import Router
from bot.ui.components.workers import Workers
from bot.ui.connection.gateway import connect_by
from bot.ui.delivery.board_messages import BoardMessages
from bot.ui.delivery.carriers import Carriers
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.digests import DigestMessages
from bot.ui.delivery.notices import Notices
from bot.ui.delivery.old_boards import OldBoards
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.places import Places
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.publisher import Publisher
from bot.ui.delivery.rating_roles import RatingRoles
from bot.ui.delivery.report_posts import ReportPosts
from bot.ui.delivery.seek_posts import SeekPosts
from bot.ui.delivery.tournament_cards import TournamentCards
from bot.ui.delivery.tournament_events import TournamentEvents
from bot.ui.delivery.turn_lists import TurnLists


async def build(settings: Settings) -> App:
    """Build the whole bot over a database that is up to date."""
    database = Database(settings.database_url)
    clock, synchronize = await _clock(database)
    return await assemble(settings, database, clock, synchronize)


async def assemble(settings: Settings, database: Database, clock: Clock, synchronize: Work = nothing) -> App:
    """Build and connect all parts; nothing is read or written yet."""
    point_at(settings.api, settings.cdn)
    workers = Workers(settings.render_threads)
    router = Router()
    people, personal_blocks = SqlPeople(database), SqlPersonalBlocks(database)
    store = SqlMatches(database)
    service = MatchService(
        store, clock, absent=people.days_off_until, notice=partial(notice, people, clock), refuse_meeting=refuse_blocked
    )
    claims = Alone() if database.is_sqlite else SqlClaims(database, settings.process_name, clock)
    client = _client(settings, router, people)
    painter = MatchPictures(workers)
    pings = Pings(client, people, personal_blocks, store, service.clock)
    channels = Channels(client, Carriers())
    old_boards = OldBoards(client, SqlOldBoards(database), service.clock)
    boards = BoardMessages(channels, service, store, people, painter, old_boards, pings)
    poster = Poster(channels, store, people, boards, painter, pings)
    publisher = Publisher(service, store, store.places, people, poster, boards, claims)
    thinkers = Thinkers(settings.ai_processes, log=store)
    ponderer = Ponderer(thinkers, is_core_idle if settings.ponder else never)
    turns = AiTurns(service, store.due_matches, thinkers, claims, ponderer)
    deadlines = Deadlines(service, store.due_matches, turns.stand_in, publisher.remind, claims)
    service.listeners += [publisher.notice_change, turns.notice_change, deadlines.notice_change]
    context = Context(
        service,
        store,
        store.lists,
        store,
        Drafts(store.drafts),
        store,
        people,
        publisher,
        painter,
        router,
        client.pipeline,
        pings,
        personal_blocks,
        SqlExclusions(database),
        SqlReports(database),
        SqlMatchNotes(database),
        Reviewer(thinkers, store, SqlReviews(database)),
    )
    notices = Notices(channels, service, store, people, SqlAudit(database), poster, pings)
    uptime, notes = _uptime(service, deadlines, client, database), SqlBotState(database)
    turn_lists = TurnLists(client, store.lists, store, people, SqlTurnLists(database), clock)
    roles = RatingRoles(client, people)
    cards = _cards(database, store, service, client, people, painter, pings)
    rounds = Rounds(cards.service)
    service.listeners += [rounds.notice_change, turn_lists.notice_change, roles.notice_change]
    seeks = _seeks(database, store, service, client, people, pings)
    digests = _digests(database, store, people, pings, service)
    background = Background(
        database, client, context, notes, turns, deadlines, claims, notices, uptime, rounds, cards, digests, seeks,
        turn_lists, roles, ReportPosts(client, context.reports, people, pings), synchronize=synchronize,
    )  # fmt: skip
    await add_cogs(client, context, thinkers, notices, settings, background, _tables(database, store, service, people))
    await _serve_owner(client, context, notes, people, database, settings)
    _follow_requests(client.pipeline, context, channels.carriers)
    client.when_ready.append(background.start)
    _follow_events(client, boards, publisher.places, turn_lists)
    return App(settings, database, workers, client, context, notes, turns, background)


def _digests(database: Database, store: SqlMatches, people: SqlPeople, pings: Pings, service: MatchService) -> Digests:
    """Build the sender of digests."""
    due = SqlDigests(database, people.forget_preferences)
    send, step_aside = DigestMessages(pings, store).send, service.precedence.step_aside
    return Digests(due, people.preferences, store.of_user, send, service.clock, step_aside)


def _tables(database: Database, store: SqlMatches, service: MatchService, people: SqlPeople) -> OpenTables:
    """Build the service of open tables for more than two."""
    return OpenTables(SqlOpenTables(database, store), service, people)


def _seeks(
    database: Database, store: SqlMatches, service: MatchService, client: QuintetBot, people: SqlPeople, pings: Pings
) -> SeekPosts:
    """Build matchmaking, and what shows seeks."""
    seeks = SqlSeeks(database, store)
    posts = SeekPosts(client, Matchmaking(seeks, service, people), seeks, SqlOpenTables(database, store), people, pings)
    posts.matchmaking.changed = posts.notice_change
    return posts


def _cards(
    database: Database,
    store: SqlMatches,
    matches: MatchService,
    client: QuintetBot,
    people: SqlPeople,
    painter: MatchPictures,
    pings: Pings,
) -> TournamentCards:
    """Build tournaments, and what shows them: cards and scheduled events."""
    service = TournamentService(SqlTournaments(database, store), matches, people)
    events = TournamentEvents(client, service.store, matches.clock)
    cards = TournamentCards(client, service, people, painter, pings, events)
    service.listeners.append(cards.notice_change)
    return cards


def _uptime(service: MatchService, deadlines: Deadlines, client: QuintetBot, database: Database) -> Uptime:
    """Build the crediting of downtime, which runs before any decision about clocks."""
    uptime = Uptime(SqlSigns(database), service.clock, client.shards_connected, client.seconds_silent)
    service.catch_up = uptime.catch_up_for
    deadlines.first, deadlines.shards = uptime.catch_up, uptime.shards_heard
    deadlines.last_heard, uptime.ask_for_signs = uptime.last_heard, client.ask_for_signs
    client.stopwatch.clock, deadlines.move_arrived = service.clock, client.stopwatch.move_arrived
    return uptime


async def _serve_owner(
    client: QuintetBot, context: Context, notes: SqlBotState, people: SqlPeople, database: Database, settings: Settings
) -> None:
    """Add the owner's commands, and the blocks that the client checks."""
    client.blocks = blocks = SqlBlocks(database)
    servers = SqlServers(database)
    announcer = Announcer(client, notes, servers, people)
    await add_owner_cogs(context, client, notes, servers, blocks, announcer, settings.owner_guild)


def _follow_requests(pipeline: Pipeline, context: Context, carriers: Carriers) -> None:
    """Connect the request pipeline with notifications, and with matches shown where the bot is not."""
    pipeline.before_requests.append(carriers.add)
    pipeline.after_requests += [context.pings.note_use, context.publisher.places.note_use]
    pipeline.explanations.jump = context.jump


def _follow_events(client: QuintetBot, boards: BoardMessages, places: Places, turn_lists: TurnLists) -> None:
    """Connect Discord's events about messages, threads, channels and servers with their listeners."""
    client.when_message.append(boards.message_in)
    client.when_message_deleted += [places.message_deleted, turn_lists.message_deleted]
    client.when_thread_deleted.append(places.thread_deleted)
    client.when_channel_deleted.append(places.channel_deleted)
    client.when_joined.append(places.guild_joined)


def _client(settings: Settings, router: Router, people: SqlPeople) -> QuintetBot:
    """Build the connection to Discord, through proxies if they are set."""
    client = QuintetBot(router, people, Cooldown(settings.actions_per_second), settings.shard_ids, settings.shard_count)
    people.discord_language = client.language_of
    if settings.gateway is not None:
        connect_by(client, settings.gateway)
    if settings.requests_per_second is not None:
        Pace(settings.requests_per_second).add_to(client.trace)
    return client


async def _clock(database: Database) -> tuple[Clock, Work]:
    """Return the clock for deadlines (the database's if processes share one), and what keeps it correct."""
    if database.is_sqlite:
        return system_clock, nothing
    clock = DatabaseClock(database)
    await clock.measure()
    return clock, clock.measure
