"""Members whom servers have excluded from their matches, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.exclusions import Excluded, Exclusion
from bot.match.clock import Instant
from bot.match.model import UserId
from bot.store import schema
from bot.store.audit import FORGOTTEN
from bot.store.engine import Database
from bot.store.locks import lock_people
from bot.store.rows import columns, fields

_E = schema.exclusion.c
_COLUMNS = {"user": "user_id", "name": "user_name", "moderator": "excluded_by", "ended": "ended_at"}


class SqlExclusions:
    """The exclusions in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, exclusion: Exclusion) -> bool:
        async def add(connection: AsyncConnection) -> bool:
            # Whoever is about to start or join a match has been stored before, or is refused after.
            await lock_people(connection, [exclusion.user])
            if await read_excluded(connection, [exclusion.guild], [exclusion.user]):
                return False
            await connection.execute(insert(schema.exclusion).values(columns(asdict(exclusion), _COLUMNS)))
            return True

        return await self._db.attempt(add)

    async def end(self, guild: int, user: UserId, moderator: UserId, now: Instant) -> bool:
        present = update(schema.exclusion).where(_E.guild == guild, _E.user_id == user, _E.ended_at.is_(None))
        return await self._db.changes(present.values(ended_at=now, ended_by=moderator))

    async def on_server(self, guild: int, limit: int) -> Sequence[Exclusion]:
        query = select(schema.exclusion).where(_E.guild == guild)
        query = query.order_by(_E.ended_at.is_not(None), _E.at.desc(), _E.id.desc()).limit(limit)
        async with self._db.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [Exclusion(**fields({key: row[key] for key in row if key != "id"}, _COLUMNS)) for row in rows]


async def read_excluded(connection: AsyncConnection, guilds: Collection[int], users: Collection[UserId]) -> Excluded:
    """Those of these people who are excluded on one of the servers, and why."""
    return {user: reason for (_, user), reason in (await read_exclusions(connection, guilds, users)).items()}


async def read_exclusions(
    connection: AsyncConnection, guilds: Collection[int], users: Collection[UserId]
) -> Mapping[tuple[int, UserId], str]:
    """On which of the servers which of these people are excluded, and why."""
    query = select(_E.guild, _E.user_id, _E.reason)
    query = query.where(_E.guild.in_(guilds), _E.user_id.in_(users), _E.ended_at.is_(None))
    return {(row.guild, UserId(row.user_id)): row.reason for row in await connection.execute(query)}


async def forget_in_exclusions(connection: AsyncConnection, user: UserId, stand_in: str) -> None:
    """Take out the name of a person, who stays excluded, and what they have decided as a moderator."""
    table = schema.exclusion
    await connection.execute(update(table).where(_E.user_id == user).values(user_name=stand_in))
    await connection.execute(update(table).where(_E.excluded_by == user).values(excluded_by=FORGOTTEN))
    await connection.execute(update(table).where(_E.ended_by == user).values(ended_by=FORGOTTEN))
