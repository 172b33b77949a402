"""Tables that wait for players, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.exclusions import excluded_on, is_any_excluded, must_not_be_excluded
from bot.club.open_tables import Choose
from bot.club.personal_blocks import find_blocks_with
from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.limits import Limit
from bot.match.model import Match, MatchId, MatchSide, Side, Stage, UserId
from bot.match.sides import guilds_of, seen_from
from bot.store import schema
from bot.store.absences import read_absent
from bot.store.engine import Database
from bot.store.exclusions import read_excluded, read_exclusions
from bot.store.limits import check_limit
from bot.store.locks import lock_people, searches_to_lock
from bot.store.matches import SqlMatches, with_new_code
from bot.store.matches_with_seats import read_matches
from bot.store.open_servers import read_open_servers
from bot.store.personal_blocks import read_blocked_pairs
from bot.store.schema_seeks import table_call

_MATCH = schema.match.c


class SqlOpenTables:
    """The open tables in a database."""

    def __init__(self, database: Database, matches: SqlMatches) -> None:
        self._db = database
        self._matches = matches

    async def find_or_open(self, table: Match, choose: Choose, limit: Limit, now: Instant) -> Match:
        return await with_new_code(lambda code: self._find_or_open(table, code, choose, limit, now))

    async def _find_or_open(self, table: Match, code: str, choose: Choose, limit: Limit, now: Instant) -> Match:
        found, user = table, table.host

        async def open_unless_found(connection: AsyncConnection) -> bool:
            nonlocal found
            # One search per server at a time: if two people search at once, the second finds the table of the first.
            await lock_people(connection, searches_to_lock(table.place.guild or 0, user, across=table.open_across))
            waiting = await _read_waiting(connection, table)
            chosen = choose(waiting, await _read_unwelcome(connection, table, waiting, now))
            if chosen is not None:
                found = chosen
                return False
            await check_limit(connection, limit, table)
            found = await self._matches.insert(connection, table, code, ())
            await connection.execute(insert(table_call).values(match=found.id, side=Side.HOME.value))
            return True

        if await self._db.attempt(open_unless_found):
            self._matches.note_added(found)
        return found

    async def find_uncalled(self) -> Sequence[Match]:
        async with self._db.read() as connection:
            rows = await connection.execute(select(table_call).order_by(*table_call.c).limit(100))
            uncalled = [MatchSide(MatchId(row.match), Side(row.side)) for row in rows]
            tables = {table.id: table for table in await read_matches(connection, [one.match for one in uncalled])}
        return [seen_from(tables[one.match], one.side) for one in uncalled if one.match in tables]

    async def note_called(self, shown: MatchSide) -> None:
        is_called = (table_call.c.match == shown.match, table_call.c.side == shown.side)
        async with outside_request(), self._db.write() as connection:
            await connection.execute(delete(table_call).where(*is_called))


async def _read_unwelcome(
    connection: AsyncConnection, table: Match, waiting: Sequence[Match], now: Instant
) -> frozenset[UserId]:
    """Return the people at the tables who are excluded, away, or in a block with the host of this table."""
    others = {user for match in waiting for user in match.people} - {table.host}
    excluded = await read_excluded(connection, guilds_of(table), others)
    blocked = find_blocks_with(table.host, await read_blocked_pairs(connection, {table.host, *others}))
    return blocked | (others & excluded.keys()) | await read_absent(connection, others, now)


async def _read_waiting(connection: AsyncConnection, table: Match) -> list[Match]:
    """Return the open tables that this one's host may join: of the server, and of others if it is open to them.

    Left out are those on whose other server one of their people, or this host, is excluded. Raises NotAllowed if
    the host is excluded on their own.
    """
    guild, is_met = table.place.guild or 0, _MATCH.guild == table.place.guild
    servers: Collection[int] = ()
    if table.open_across:
        servers = await read_open_servers(connection, guild)
        is_met = or_(is_met, _is_open_to(guild, servers))
    is_open = (_MATCH.stage == Stage.INVITED.value, _MATCH.open, ~_MATCH.private, ~_MATCH.external)
    ids = select(_MATCH.id).where(is_met, *is_open, _MATCH.damage.is_(None))
    found = await read_matches(connection, list((await connection.execute(ids)).scalars()))
    users = {table.host, *(user for one in found for user in one.people)}
    excluded = await read_exclusions(connection, {guild, *servers}, users)
    must_not_be_excluded(table.host, excluded_on(guild, excluded))
    return [one for one in found if not is_any_excluded({table.host, *one.people}, guilds_of(one) - {guild}, excluded)]


def _is_open_to(guild: int, servers: Collection[int]) -> ColumnElement[bool]:
    """Return the condition that people of a server may join a table of one of these others."""
    has_room = or_(_MATCH.guest_guild.is_(None), _MATCH.guest_guild == guild)
    return and_(_MATCH.open_across, _MATCH.guild.in_(servers), has_room)
