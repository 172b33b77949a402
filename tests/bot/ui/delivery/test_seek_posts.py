"""Whom the posts of searches ping: the server's role, at most once in a while, whichever process posts them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.club.matchmaking import Matchmaking
from bot.club.open_tables import OpenTables
from bot.club.seeks import ROLE_PING_PAUSE, Seek
from bot.match.challenges import Person
from bot.match.clock import MINUTE, read_time
from bot.match.model import Match, Place
from bot.store.engine import Database
from bot.store.open_tables import SqlOpenTables
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.seek_posts import SeekPosts
from tests.bot.club.pairing import NO_ROLES, matchmaking_of
from tests.bot.table import ANA, BEN, EVE, Club
from tests.bot.ui.views import text

SERVER, CHANNEL, ROLE = 10, 21, 900
HERE = Place(SERVER, CHANNEL)


@dataclass
class Sent:
    """A message: its id, its text, and the roles that it pings."""

    id: int
    text: str
    roles: list[int]
    channel: int


@dataclass
class Channel:
    """Takes messages; of two with one nonce it knows the second for the first."""

    sent: dict[str, Sent] = field(default_factory=dict)
    asked: list[tuple[str, list[int]]] = field(default_factory=list)
    number: int = CHANNEL
    error: Exception | None = None

    async def send(self, *, view: discord.ui.LayoutView, allowed_mentions: discord.AllowedMentions, nonce: str) -> Sent:
        if self.error is not None:
            raise self.error
        named = allowed_mentions.roles
        assert not allowed_mentions.everyone
        assert not allowed_mentions.users
        roles = [one.id for one in named] if not isinstance(named, bool) else []
        self.asked.append((nonce, roles))
        await asyncio.sleep(0)
        return self.sent.setdefault(nonce, Sent(len(self.sent) + 1, text(view), roles, self.number))


@dataclass
class Role:
    """A role that everybody may mention."""

    id: int = ROLE
    mentionable: bool = True
    mention: str = f"<@&{ROLE}>"

    def is_default(self) -> bool:
        return False


@dataclass
class Guild:
    """A server with a channel for searches, in which the bot may mention nobody."""

    role: Role | None = field(default_factory=Role)
    me: None = None

    def get_role(self, number: int) -> Role | None:
        return self.role if number == ROLE else None

    def get_channel(self, number: int) -> Guild | None:
        return self if number == CHANNEL else None

    get_channel_or_thread = get_channel

    def permissions_for(self, _member: None) -> discord.Permissions:
        return discord.Permissions.none()


@dataclass
class Client:
    """Knows one server, or none where another process has its shard."""

    channel: Channel
    guild: Guild | None

    def get_guild(self, _number: int) -> Guild | None:
        return self.guild

    def get_partial_messageable(self, number: int, **_: object) -> Channel:
        self.channel.number = number
        return self.channel


@dataclass
class Stage:
    """A server that shows searches in a channel and has a role for them; one `posts` for each process."""

    club: Club
    channel: Channel
    guild: Guild
    posts: list[SeekPosts]

    @property
    def matchmaking(self) -> Matchmaking:
        return self.posts[0].matchmaking

    async def look(self, person: Person, **changes: object) -> None:
        """Somebody begins to wait: each for a time of their own, so that they don't find each other."""
        seek = Seek(person, HERE, ("choccer",), read_time(f"{person.user % 7 + 1}d"))
        placed = await self.matchmaking.search(replace(seek, **changes), NO_ROLES)  # type: ignore[arg-type]
        assert isinstance(placed, Seek)

    async def open_table(self, person: Person, *, is_killed: bool = False) -> Match:
        """Somebody opens a table for three, and whoever is called to it has been, unless the process is killed."""
        seek = Seek(person, HERE, ("cyberzul",), read_time("3d"), seats=3)
        store = SqlOpenTables(self.club.database, self.club.store)
        tables = OpenTables(store, self.club.service, self.matchmaking.guilds)
        table = await tables.take_seat(seek, NO_ROLES, lambda _channel: True)
        if not is_killed:
            self.posts[0].notice_table(table)
            await self.posts[0].close()
        return table

    async def post(self) -> list[Sent]:
        """What the channel has after each process has looked at the same time."""
        await asyncio.gather(*(one.catch_up() for one in self.posts))
        return list(self.channel.sent.values())


def posts_of(club: Club, database: Database, client: Client) -> SeekPosts:
    matchmaking, people = matchmaking_of(club, database), SqlPeople(database)
    discord_client = cast("discord.Client", client)
    pings = Pings(discord_client, people, SqlPersonalBlocks(database), club.store, club.clock)
    tables = SqlOpenTables(database, club.store)
    return SeekPosts(discord_client, matchmaking, matchmaking.store, tables, people, pings)


@pytest.fixture
async def stage(club: Club, databases: list[Database]) -> Stage:
    """Of two processes, the second one's shards do not have the server."""
    channel, guild = Channel(), Guild()
    clients = [Client(channel, guild), Client(channel, None)]
    posts = [posts_of(club, database, client) for database, client in zip(databases, clients, strict=False)]
    await SqlPeople(club.database).change_guild_settings(
        SERVER, lambda now: replace(now, seek_channel=CHANNEL, seek_role=ROLE)
    )
    return Stage(club, channel, guild, posts)


async def test_a_search_that_waits_pings_the_role_and_nobody_else(stage: Stage) -> None:
    await stage.look(ANA)
    (post,) = await stage.post()
    assert post.roles == [ROLE]
    assert f"<@&{ROLE}>, who plays?" in post.text


async def test_of_two_searches_shortly_after_each_other_one_pings(stage: Stage) -> None:
    await stage.look(ANA)
    await stage.post()
    stage.club.clock.pass_by(ROLE_PING_PAUSE - MINUTE)
    await stage.look(BEN)
    assert [post.roles for post in await stage.post()] == [[ROLE], []]
    assert "who plays" not in list(stage.channel.sent.values())[1].text
    stage.club.clock.pass_by(MINUTE)
    await stage.look(EVE)
    assert [post.roles for post in await stage.post()] == [[ROLE], [], [ROLE]]


async def test_of_searches_posted_at_once_by_all_processes_one_pings_whoever_is_faster(stage: Stage) -> None:
    for person in (ANA, BEN, EVE):
        await stage.look(person)
    assert sorted(post.roles for post in await stage.post()) == [[], [], [ROLE]]
    asked: dict[str, set[tuple[int, ...]]] = {}
    for nonce, roles in stage.channel.asked:
        asked.setdefault(nonce, set()).add(tuple(roles))
    assert all(len(roles) == 1 for roles in asked.values()), "two processes post the same"


async def test_who_is_killed_between_claim_and_post_pings_after_all(stage: Stage) -> None:
    await stage.look(ANA)
    (seek,) = await stage.matchmaking.store.find_unposted()
    settings = await stage.matchmaking.guilds.guild_settings(SERVER)
    assert await stage.matchmaking.role_for_seek(seek, settings) == ROLE
    assert [post.roles for post in await stage.post()] == [[ROLE]]


async def test_the_role_is_left_alone_where_it_is_gone_or_may_not_be_mentioned(stage: Stage) -> None:
    stage.posts = stage.posts[:1]
    await stage.look(ANA)
    stage.guild.role = None
    assert [post.roles for post in await stage.post()] == [[]]
    stage.guild.role = Role(mentionable=False)
    await stage.look(BEN)
    assert [post.roles for post in await stage.post()] == [[], []]
    stage.guild.role = Role()
    await stage.look(EVE)
    assert [post.roles for post in await stage.post()] == [[], [], [ROLE]], "nothing of it counted as a ping"


async def test_a_table_and_a_search_ping_once_between_them(stage: Stage) -> None:
    await stage.open_table(ANA)
    await stage.look(BEN)
    posts = await stage.post()
    assert [post.roles for post in posts] == [[ROLE], []]
    assert f"<@&{ROLE}>, <@{ANA.user}> has opened table" in posts[0].text


async def test_a_call_to_a_table_that_did_not_get_through_is_made_again_and_once(stage: Stage) -> None:
    stage.channel.error = OSError("away")
    with capture_logs() as logs:
        await stage.open_table(ANA)
    assert [(one["event"], one["log_level"]) for one in logs] == [("nobody called to table", "warning")]
    stage.channel.error = None
    assert [post.roles for post in await stage.post()] == [[ROLE]]
    asked = len(stage.channel.asked)
    await stage.post()
    assert len(stage.channel.asked) == asked, "nobody is called a second time"


async def test_who_is_killed_after_opening_a_table_calls_to_it_after_all(stage: Stage) -> None:
    await stage.open_table(ANA, is_killed=True)
    assert [post.roles for post in await stage.post()] == [[ROLE]]


async def test_nobody_is_called_to_a_table_that_is_full_or_closed_by_then(stage: Stage) -> None:
    table = await stage.open_table(ANA, is_killed=True)
    await stage.club.service.take_out(table.id, ANA.user)
    assert await stage.post() == []
    await stage.open_table(BEN)
    assert [post.roles for post in await stage.post()] == [[ROLE]], "the first one did not count as a ping"


async def test_a_channel_that_takes_no_call_to_a_table_is_not_asked_again(stage: Stage) -> None:
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=403, reason="Forbidden"))
    stage.channel.error = discord.Forbidden(response, "Missing Permissions")
    with capture_logs() as logs:
        await stage.open_table(ANA)
        await stage.post()
    assert [one["event"] for one in logs] == ["nobody called to table"]


async def test_a_search_is_shown_where_it_can_be_answered(stage: Stage) -> None:
    people, games_on = SqlPeople(stage.club.database), CHANNEL + 1
    await people.change_guild_settings(SERVER, lambda now: replace(now, channels=(games_on,)))
    await stage.look(ANA, place=Place(SERVER, games_on))
    (post,) = await stage.post()
    assert (post.channel, post.roles) == (games_on, [ROLE])
    waiting = await stage.matchmaking.search_of(ANA.user, SERVER)
    assert waiting is not None
    _, match = await stage.matchmaking.answer(waiting.id, BEN, Place(SERVER, post.channel), NO_ROLES)
    assert set(match.people) == {ANA.user, BEN.user}


async def test_no_role_hears_of_a_search_that_can_no_longer_be_answered_where_it_is_shown(stage: Stage) -> None:
    await stage.look(ANA)
    people = SqlPeople(stage.club.database)
    await people.change_guild_settings(SERVER, lambda now: replace(now, channels=(CHANNEL + 1,)))
    assert [post.roles for post in await stage.post()] == [[]]
