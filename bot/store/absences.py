"""Days off, in SQL."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.clock import Instant
from bot.match.model import UserId
from bot.store import schema

_USER = schema.user_settings.c


async def read_absent(connection: AsyncConnection, users: Collection[UserId], now: Instant) -> frozenset[UserId]:
    """Return which of these people are on days off."""
    query = select(_USER.user_id).where(_USER.user_id.in_(users), _USER.days_off_until > now)
    return frozenset(UserId(user) for user in (await connection.execute(query)).scalars())
