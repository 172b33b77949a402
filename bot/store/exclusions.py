"""Members and servers that are excluded from a server's matches, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import CompoundSelect, RowMapping, insert, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.exclusions import Excluded, Exclusion, ExclusionsByServer
from bot.match.clock import Instant
from bot.match.model import UserId
from bot.store import schema
from bot.store.audit import FORGOTTEN
from bot.store.engine import Database
from bot.store.locks import lock_people
from bot.store.rows import columns, fields

_E = schema.exclusion.c
_COLUMNS = {
    "excluded": "excluded_id",
    "name": "excluded_name",
    "moderator": "excluded_by",
    "ended": "ended_at",
    "match": "match_code",
}


class SqlExclusions:
    """The exclusions in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, exclusion: Exclusion) -> bool:
        async def add(connection: AsyncConnection) -> bool:
            # A start or join at the same moment is either stored before this, or refused after it.
            await lock_people(connection, [UserId(exclusion.excluded)])
            if await read_excluded(connection, [exclusion.guild], [exclusion.excluded]):
                return False
            await connection.execute(insert(schema.exclusion).values(columns(asdict(exclusion), _COLUMNS)))
            return True

        return await self._db.attempt(add)

    async def end(self, guild: int, excluded: int, moderator: UserId, now: Instant) -> Exclusion | None:
        present = update(schema.exclusion).where(_E.guild == guild, _E.excluded_id == excluded, _E.ended_at.is_(None))
        ended = present.values(ended_at=now, ended_by=moderator).returning(schema.exclusion)
        found: Exclusion | None = None

        async def end(connection: AsyncConnection) -> bool:
            nonlocal found
            row = (await connection.execute(ended)).mappings().first()
            found = None if row is None else _read(row)
            return found is not None

        await self._db.attempt(end)
        return found

    async def on_server(self, guild: int, limit: int) -> Sequence[Exclusion]:
        query = select(schema.exclusion).where(_E.guild == guild)
        query = query.order_by(_E.ended_at.is_not(None), _E.at.desc(), _E.id.desc()).limit(limit)
        async with self._db.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [_read(row) for row in rows]


def _read(row: RowMapping) -> Exclusion:
    return Exclusion(**fields({key: row[key] for key in row if key != "id"}, _COLUMNS))


async def read_excluded(connection: AsyncConnection, guilds: Collection[int], whom: Collection[int]) -> Excluded:
    """Return which of these people and servers are excluded on one of the servers, and why."""
    return {one: reason for (_, one), reason in (await read_exclusions(connection, guilds, whom)).items()}


async def read_exclusions(
    connection: AsyncConnection, guilds: Collection[int], whom: Collection[int]
) -> ExclusionsByServer:
    """Return for each server which of these people and servers it excludes, and why."""
    query = select(_E.guild, _E.excluded_id, _E.reason)
    query = query.where(_E.guild.in_(guilds), _E.excluded_id.in_(whom), _E.ended_at.is_(None))
    return {(row.guild, row.excluded_id): row.reason for row in await connection.execute(query)}


def servers_apart_from(guild: int) -> CompoundSelect[int]:
    """Select the servers that this one has excluded, and those that have excluded it."""
    theirs = select(_E.guild).where(_E.excluded_id == guild, _E.ended_at.is_(None))
    return union_all(select(_E.excluded_id).where(_E.guild == guild, _E.ended_at.is_(None)), theirs)


async def forget_in_exclusions(connection: AsyncConnection, user: UserId, stand_in: str) -> None:
    """Remove a person's name, though they stay excluded, and their id from exclusions they made as a moderator."""
    table = schema.exclusion
    await connection.execute(update(table).where(_E.excluded_id == user).values(excluded_name=stand_in))
    await connection.execute(update(table).where(_E.excluded_by == user).values(excluded_by=FORGOTTEN))
    await connection.execute(update(table).where(_E.ended_by == user).values(ended_by=FORGOTTEN))
