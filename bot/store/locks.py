"""Locks on people and servers, for checks that must hold until the write.

Two transactions that count what a person has, and then add to it, must not run at the same time. SQLite allows only
one writing transaction. On PostgreSQL a lock on each person is taken, which ends with the transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import UserId
from bot.store.schema import seek

_ACROSS: Final = UserId(0)
"""Locked by searches across servers, so that of two on different servers the second finds the first."""


async def lock_people(connection: AsyncConnection, users: Iterable[UserId]) -> None:
    """Lock these people for the transaction, in a fixed order, to avoid deadlocks."""
    if connection.dialect.name == "postgresql":
        for user in sorted(set(users)):
            await connection.execute(select(func.pg_advisory_xact_lock(user)))


def searches_to_lock(guild: int, user: UserId, *, across: bool) -> list[UserId]:
    """Return what a search locks, so that of two at the same time the second finds the first."""
    return [UserId(guild), user, *([_ACROSS] if across else [])]


async def lock_server(connection: AsyncConnection, guild: int) -> None:
    """Lock this server for the transaction; no person has its id."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(guild)))


async def lock_searches(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    """Lock these searches for the transaction, in a fixed order, to avoid deadlocks."""
    await connection.execute(select(seek.c.id).where(*which).order_by(seek.c.id).with_for_update())
