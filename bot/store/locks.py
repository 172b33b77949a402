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
"""Locked by searches across servers: of two on different servers, too, the second finds the first."""


async def lock_people(connection: AsyncConnection, users: Iterable[UserId]) -> None:
    """Wait until no other transaction has locked one of these people; in order, so that none waits in a circle."""
    if connection.dialect.name == "postgresql":
        for user in sorted(set(users)):
            await connection.execute(select(func.pg_advisory_xact_lock(user)))


def searches_to_lock(guild: int, user: UserId, *, across: bool) -> list[UserId]:
    """What somebody locks who looks for opponents: of two who look at once, the second finds the first."""
    return [UserId(guild), user, *([_ACROSS] if across else [])]


async def lock_server(connection: AsyncConnection, guild: int) -> None:
    """Wait until no other transaction has locked this server, whose id no person has."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(guild)))


async def lock_searches(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    """Wait until no other transaction has locked one of these searches; in order, so that none waits in a circle."""
    await connection.execute(select(seek.c.id).where(*which).order_by(seek.c.id).with_for_update())
