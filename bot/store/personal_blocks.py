"""Personal blocks, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.personal_blocks import PersonalBlock
from bot.match.limits import BlockedPairs
from bot.match.model import UserId
from bot.store import schema
from bot.store.engine import Database
from bot.store.locks import lock_people
from bot.store.rows import columns, fields
from bot.store.upsert import put

_BLOCK = schema.personal_block.c
_COLUMNS = {"user": "user_id", "blocked": "blocked_id", "name": "blocked_name"}


class SqlPersonalBlocks:
    """The blocks in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def blocks_of(self, user: UserId) -> Sequence[PersonalBlock]:
        query = select(schema.personal_block).where(_BLOCK.user_id == user)
        query = query.order_by(_BLOCK.at.desc(), _BLOCK.blocked_id)
        async with self._db.read() as connection:
            return [PersonalBlock(**fields(row, _COLUMNS)) for row in (await connection.execute(query)).mappings()]

    async def add_block(self, block: PersonalBlock, most: int) -> bool:
        others = select(func.count()).where(_BLOCK.user_id == block.user, _BLOCK.blocked_id != block.blocked)

        async def add(connection: AsyncConnection) -> bool:
            # A challenge or join at the same moment is either stored before this, or refused after it.
            await lock_people(connection, [block.user, block.blocked])
            if (await connection.execute(others)).scalar_one() >= most:
                return False
            await put(connection, schema.personal_block, columns(asdict(block), _COLUMNS))
            return True

        return await self._db.attempt(add)

    async def remove_block(self, user: UserId, blocked: UserId) -> bool:
        gone = delete(schema.personal_block).where(_BLOCK.user_id == user, _BLOCK.blocked_id == blocked)
        return await self._db.changes(gone)

    async def find_blocked_pairs(self, users: Collection[UserId]) -> BlockedPairs:
        async with self._db.read() as connection:
            return await read_blocked_pairs(connection, users)


async def read_blocked_pairs(connection: AsyncConnection, users: Collection[UserId]) -> BlockedPairs:
    """Return the pairs of these people of whom one has blocked the other."""
    query = select(_BLOCK.user_id, _BLOCK.blocked_id).where(_BLOCK.user_id.in_(users), _BLOCK.blocked_id.in_(users))
    return frozenset((UserId(row[0]), UserId(row[1])) for row in await connection.execute(query))
