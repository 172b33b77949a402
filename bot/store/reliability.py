"""How reliable people are, computed from the matches that have ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.reliability import MOST_COUNTED, Reliability, reliability
from bot.match.model import Stage, UserId
from bot.store import schema
from bot.store.matches_with_seats import read_matches
from bot.store.sql_store import SqlStore

_MATCH, _SEAT = schema.match.c, schema.seat.c


async def read_reliability(connection: AsyncConnection, user: UserId) -> Reliability:
    """Return the person's reliability from their newest matches, including those in which an AI took their seat."""
    seated = select(_SEAT.match).where(_SEAT.user_id == user)
    replaced = select(_SEAT.match).where(_SEAT.former_user_id == user)
    theirs = union(seated, replaced).subquery()
    query = (
        select(_MATCH.id)
        .join(theirs, theirs.c.match == _MATCH.id)
        .where(_MATCH.stage.in_((Stage.OVER.value, Stage.ABORTED.value)), _MATCH.started_at.is_not(None))
        .order_by(_MATCH.id.desc())
        .limit(MOST_COUNTED)
    )
    ids = (await connection.execute(query)).scalars().all()
    return reliability(user, await read_matches(connection, ids))


class SqlReliability(SqlStore):
    """People's reliability, read from a database."""

    async def reliability(self, users: Collection[UserId]) -> Mapping[UserId, Reliability]:
        async with self._db.read() as connection:
            return {user: await read_reliability(connection, user) for user in users}

    async def have_played(self, users: Collection[UserId], game: str) -> frozenset[UserId]:
        query = (
            select(_SEAT.user_id)
            .join(schema.match, _MATCH.id == _SEAT.match)
            .where(_SEAT.user_id.in_(users), _MATCH.game == game, _MATCH.started_at.is_not(None))
            .distinct()
        )
        async with self._db.read() as connection:
            return frozenset(UserId(user) for user in (await connection.execute(query)).scalars())
