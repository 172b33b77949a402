"""A bot in this process, its sandbox in another: tests see what is stored, and when nothing is being done any more.

Matches are brought about behind Discord's back, so that only what a test is about takes its way through Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Row, select
from structlog.testing import capture_logs

from bot.admin.launch import prepare
from bot.app import App, build
from bot.match.challenges import Person
from bot.match.guild_shards import Shards
from bot.match.model import Match, Place, UserId
from bot.process.stopping import Stop
from bot.settings import Settings, sqlite_url
from bot.store import schema
from bot.store.blocks import SqlBlocks
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.ui.components import items
from sandbox.client import QUICK, Member, Message, Sandbox
from tests.e2e.database import new_database_setting
from tests.e2e.places import Server, new_server

HOME = "Quintet Lounge"
"""The server with the commands of the bot's host."""
BUSY = ("discord.py: on_", "CommandTree-invoker", "post-", "tournament-")
"""How the names of the tasks begin that handle an event or post a match."""
IDLE_SECONDS = START_SECONDS = 60


Who = Literal["player", "manager", "host"]
MakeSpot = Callable[[str], Awaitable["Spot"]]


@dataclass(frozen=True)
class Spot:
    """A channel of its own: somebody acts there, with a message that only they see and one that everybody sees."""

    stage: Stage
    server: Server
    channel: int
    ana: Member
    ben: Member
    own: Message
    public: Message

    @property
    def place(self) -> Place:
        """Where matches are begun."""
        return Place(self.server.id, self.channel)

    @property
    def host(self) -> Person:
        """Who acts."""
        return person(self.ana)

    @property
    def guest(self) -> Person:
        """Whom they play."""
        return person(self.ben)

    async def mine(self) -> Message:
        """The message that only they see: a new one where it went away with a move."""
        if self.own.id in await self.see_messages():
            return self.own
        return (await self.ana.settle(await self.ana.command("games", channel=self.channel))).message

    async def see_messages(self) -> dict[int, Message]:
        """All messages that whoever acts sees in the channel."""
        return {one.id: one for one in await self.ana.messages(self.channel, limit=1000)}


@dataclass(frozen=True)
class Stage:
    """The sandbox, the bot, and what the bot logs."""

    sandbox: Sandbox
    app: App
    log: list[MutableMapping[str, Any]]

    @property
    def blocks(self) -> SqlBlocks:
        """Who is blocked."""
        return SqlBlocks(self.app.database)

    @property
    def personal_blocks(self) -> SqlPersonalBlocks:
        """Whom people have blocked."""
        return SqlPersonalBlocks(self.app.database)

    async def spot(self, server: Server, name: str) -> Spot:
        """A new channel with two new people; whoever acts may manage the server if it is their own."""
        channel = await server.channel(name)
        ana, ben = [await self.sandbox.add_person(f"{who} {name}", guild=server.name) for who in ("Ana", "Ben")]
        own = (await ana.settle(await ana.command("games", channel=channel))).message
        shown = self.app.client.get_partial_messageable(channel, guild_id=server.id)
        posted = await shown.send(view=items.layout(items.text("Everybody sees this.")))
        public = next(one for one in await ana.messages(channel) if one.id == posted.id)
        return Spot(self, server, channel, ana, ben, own, public)

    async def own_server(self, name: str) -> Spot:
        """A server of its own, whose owner acts."""
        server = await new_server(self.sandbox)
        made = await self.spot(server, name)
        own = (await server.owner.settle(await server.owner.command("games", channel=made.channel))).message
        return Spot(self, server, made.channel, server.owner, made.ben, own, made.public)

    async def host_channel(self, name: str) -> Spot:
        """A channel of the server with the commands of the bot's host, who acts."""
        guild, mira = self.app.settings.owner_guild or 0, self.sandbox.member("Mira")
        made = await self.spot(Server(self.sandbox, HOME, guild, mira, 0, 0), name)
        own = (await mira.settle(await mira.command("games", channel=made.channel))).message
        return Spot(self, made.server, made.channel, mira, made.ben, own, made.public)

    async def spot_makers(self) -> dict[Who, MakeSpot]:
        """What makes a spot where a player, a manager or the host acts."""
        return {
            "player": partial(self.spot, await new_server(self.sandbox)),
            "manager": self.own_server,
            "host": self.host_channel,
        }

    async def idle(self) -> None:
        """Return when no interaction is being handled and no match posted."""
        async with asyncio.timeout(IDLE_SECONDS):
            while busy := [task for task in asyncio.all_tasks() if task.get_name().startswith(BUSY)]:
                await asyncio.wait(busy)

    async def announce(self, match: Match) -> Match:
        """Show a match that was made behind Discord's back."""
        await self.app.context.service.announce(match)
        return match

    async def read_stored(self) -> Stored:
        """What is stored by now."""
        match, seat, looking, out = schema.match.c, schema.seat.c, schema.seek.c, schema.exclusion.c
        hosts = select(
            match.id, match.host, match.revision, match.posted_revision, match.stage, match.ply, match.channel
        )
        async with self.app.database.read() as connection:
            return Stored(
                {row.id: row for row in await connection.execute(hosts)},
                [(row[0], row[1]) for row in await connection.execute(select(seat.match, seat.user_id))],
                {row.user_id: row for row in await connection.execute(select(schema.user_settings))},
                {row.guild: row for row in await connection.execute(select(schema.guild_settings))},
                [row[0] for row in await connection.execute(select(schema.audit.c.user_id))],
                [row[0] for row in await connection.execute(select(schema.block.c.blocked_id))]
                + [row[0] for row in await connection.execute(select(schema.personal_block.c.blocked_id))]
                + [row[0] for row in await connection.execute(select(out.guild).where(out.ended_at.is_(None)))],
                {row.id: row for row in await connection.execute(select(schema.tournament))},
                [row[0] for row in await connection.execute(select(looking.user_id).where(looking.stage == "open"))],
                {row.id: row for row in await connection.execute(select(schema.report))},
                [row[0] for row in await connection.execute(select(schema.match_note.c.user_id))],
            )


@dataclass(frozen=True)
class Share:
    """What is stored about one spot: its matches, who acts there, its server, and the acts of moderators."""

    matches: dict[int, Row[*tuple[Any, ...]]]
    person: Row[*tuple[Any, ...]] | None
    guild_settings: object
    acts: int
    blocks: int
    tournaments: dict[int, Row[*tuple[Any, ...]]]
    seeks: int
    reports: int
    notes: int

    @property
    def changes(self) -> int:
        """How many changes its matches and tournaments have seen, and how much else there is."""
        rows = [*self.matches.values(), *self.tournaments.values()]
        seen = sum(1 + int(row.revision) for row in rows)
        return seen + self.acts + self.blocks + self.seeks + self.reports + self.notes

    @property
    def settings(self) -> object:
        """What the person has set, apart from who and when."""
        row = self.person
        return row and {key: value for key, value in row._mapping.items() if key not in {"user_id", "days_off_until"}}  # noqa: SLF001 - SQLAlchemy's name for it

    def facts(self) -> object:
        """What somebody can have asked for; where and how far matches are shown is none of it."""
        told = {number: (row.revision, row.stage, row.ply) for number, row in self.matches.items()}
        events = {number: row.revision for number, row in self.tournaments.items()}
        counts = (self.acts, self.blocks, self.seeks, self.reports, self.notes)
        return told, self.person, self.guild_settings, counts, events


@dataclass(frozen=True)
class Stored:
    """The rows that people's acts change."""

    matches: dict[int, Row[*tuple[Any, ...]]]
    seats: list[tuple[int, int | None]]
    persons: dict[int, Row[*tuple[Any, ...]]]
    all_guild_settings: dict[int, object]
    audits: list[int]
    blocked: list[int]
    tournaments: dict[int, Row[*tuple[Any, ...]]]
    looking: list[int]
    reports: dict[int, Row[*tuple[Any, ...]]]
    noting: list[int]

    def of(self, spot: Spot) -> Share:
        """What concerns one spot."""
        seated = {match for match, user in self.seats if user == spot.ana.id}
        mine = {key: row for key, row in self.matches.items() if key in seated or row.channel == spot.channel}
        user, guild_settings = spot.ana.id, spot.server.id
        blocks = self.blocked.count(spot.ben.id) + self.blocked.count(spot.server.id)
        seeks = self.looking.count(spot.ana.id) + self.looking.count(spot.ben.id)
        events = {key: row for key, row in self.tournaments.items() if row.channel == spot.channel}
        settings = self.all_guild_settings.get(guild_settings)
        acts = self.audits.count(user)
        told = [row for row in self.reports.values() if {row.user_id, row.answered_by} & {spot.ana.id, spot.ben.id}]
        reports = sum(1 + (row.answer is not None) for row in told)
        notes = self.noting.count(spot.ana.id)
        return Share(mine, self.persons.get(user), settings, acts, blocks, events, seeks, reports, notes)


def person(member: Member) -> Person:
    """The person at the table."""
    return Person(UserId(member.id), member.name)


@asynccontextmanager
async def log_in(sandbox: Sandbox, folder: Path) -> AsyncIterator[Stage]:
    """A bot that has logged in to the sandbox."""
    named = await new_database_setting()
    home = next(int(one["id"]) for one in (await sandbox.world())["guilds"] if one["name"] == HOME)
    settings = Settings(
        _env_file=None,
        api=sandbox.api,
        cdn=sandbox.cdn,
        token=sandbox.token,
        data=folder,
        database_url=named.get("DATABASE_URL") or sqlite_url(folder / "quintet.db"),
        actions_per_second=1000,
        owner_guild=home,
        welcome=False,
    )
    await prepare(settings)
    app = await build(settings)
    # So much happens at once that a beat may be missed: what a clock is given for that, nobody has asked for.
    app.background.uptime.connected = lambda: Shards(1, frozenset())
    running = asyncio.create_task(app.start())
    mira = sandbox.member("Mira")
    async with asyncio.timeout(START_SECONDS):
        while not running.done():
            listed = {one["name"] for one in await mira.commands()}
            if app.client.is_ready() and listed >= {"games", "owner"}:
                break
            await asyncio.sleep(0.05)
    with capture_logs() as log:  # to write out what is expected to fail takes longer than to try it
        yield Stage(sandbox, app, log)
    stop = Stop(30, exit_now=lambda _code: None)
    stop.begin("the tests are over")
    await app.close(stop)
    stop.finish()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


@asynccontextmanager
async def open_stage(folder: Path) -> AsyncIterator[Stage]:
    """The same in a sandbox of its own."""
    async with Sandbox.spawn(QUICK) as sandbox, log_in(sandbox, folder) as stage:
        yield stage
