"""Tables that wait for players, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.open_tables import Choose
from bot.club.personal_blocks import find_blocks_with
from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.limits import Limit
from bot.match.model import Match, MatchId, Stage, UserId
from bot.match.sides import guilds_of
from bot.store import schema
from bot.store.absences import read_absent
from bot.store.engine import Database
from bot.store.exclusions import read_excluded
from bot.store.limits import check_limit
from bot.store.locks import lock_people
from bot.store.matches import SqlMatches, with_new_code
from bot.store.matches_with_seats import read_matches
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
            # One search of a server at a time: of two who look at once, the second finds the table of the first.
            await lock_people(connection, [UserId(table.place.guild or 0), user])
            waiting = await _read_waiting(connection, table.place.guild)
            chosen = choose(waiting, await _read_unwelcome(connection, table, waiting, now))
            if chosen is not None:
                found = chosen
                return False
            await check_limit(connection, limit, table)
            found = await self._matches.insert(connection, table, code, ())
            await connection.execute(insert(table_call).values(match=found.id))
            return True

        if await self._db.attempt(open_unless_found):
            self._matches.note_added(found)
        return found

    async def find_uncalled(self) -> Sequence[Match]:
        async with self._db.read() as connection:
            uncalled = list((await connection.execute(select(table_call.c.match).limit(100))).scalars())
            return sorted(await read_matches(connection, uncalled), key=lambda table: table.id)

    async def note_called(self, table: MatchId) -> None:
        async with outside_request(), self._db.write() as connection:
            await connection.execute(delete(table_call).where(table_call.c.match == table))


async def _read_unwelcome(
    connection: AsyncConnection, table: Match, waiting: Sequence[Match], now: Instant
) -> frozenset[UserId]:
    """Those at the tables who are excluded or away, or between whom and the host of this table there is a block."""
    others = {user for match in waiting for user in match.people} - {table.host}
    excluded = await read_excluded(connection, guilds_of(table), others)
    blocked = find_blocks_with(table.host, await read_blocked_pairs(connection, {table.host, *others}))
    return blocked | (others & excluded.keys()) | await read_absent(connection, others, now)


async def _read_waiting(connection: AsyncConnection, guild: int | None) -> list[Match]:
    """The open tables of a server that everybody may join."""
    is_open = (_MATCH.stage == Stage.INVITED.value, _MATCH.open, ~_MATCH.private, ~_MATCH.external)
    ids = select(_MATCH.id).where(_MATCH.guild == guild, *is_open, _MATCH.damage.is_(None))
    return await read_matches(connection, list((await connection.execute(ids)).scalars()))
