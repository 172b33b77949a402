"""Matches that need attention without a request, in SQL: a deadline is due, or an AI is to move."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, select, update

from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.guild_shards import ALL, Shards
from bot.match.model import Match, MatchId, Stage
from bot.store import schema
from bot.store.claims import is_unclaimed
from bot.store.match_reader import MatchReader
from bot.store.matches_with_seats import MATCHES_WITH_SEATS
from bot.store.signs import is_served

_MATCH, _SEAT = schema.match.c, schema.seat.c


class SqlDueMatches:
    """Matches with something due, in a database."""

    def __init__(self, reader: MatchReader) -> None:
        self._reader = reader
        self._db = reader.database

    async def due(
        self, now: Instant, limit: int = 50, besides: Collection[MatchId] = (), shards: Shards = ALL
    ) -> Sequence[Match]:
        waking = select(_MATCH.id).where(_MATCH.next_check_at <= now, *_free(now, besides, shards))
        first = waking.order_by(_MATCH.next_check_at).limit(limit).subquery()
        found = await self._reader.many(MATCHES_WITH_SEATS.join(first, first.c.id == _MATCH.id))
        return sorted(found, key=lambda m: m.wake or 0)

    async def next_wake(self, now: Instant, besides: Collection[MatchId] = (), shards: Shards = ALL) -> Instant | None:
        waking = select(_MATCH.next_check_at).where(_MATCH.next_check_at.is_not(None), *_free(now, besides, shards))
        async with self._db.read() as connection:
            earliest: Instant | None = (
                await connection.execute(waking.order_by(_MATCH.next_check_at).limit(1))
            ).scalar()
        return earliest

    async def postpone(self, match: Match, now: Instant, until: Instant) -> None:
        unchanged = (_MATCH.id == match.id, _MATCH.revision == match.revision)
        async with outside_request(), self._db.write() as connection:
            statement = update(schema.match).where(*unchanged, _MATCH.next_check_at <= now)
            await connection.execute(statement.values(next_check_at=until))

    async def waiting_for_ai(self, now: Instant, limit: int = 50) -> Sequence[Match]:
        waiting = (
            select(_SEAT.match)
            .join(schema.match, _MATCH.id == _SEAT.match)
            .where(_SEAT.to_act, _SEAT.ai.is_not(None), _MATCH.stage == Stage.LIVE.value, _MATCH.damage.is_(None))
            .where(is_unclaimed("ai", now))
            .limit(limit)
            .subquery()
        )
        return await self._reader.many(MATCHES_WITH_SEATS.where(_MATCH.id.in_(select(waiting.c.match))))

    async def set_aside(self, match: MatchId, reason: str) -> None:
        await self._reader.set_aside(match, reason)


def _free(now: Instant, besides: Collection[MatchId], shards: Shards) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a match is on one of these shards and its deadline is unclaimed."""
    return is_unclaimed("due", now), is_served(shards), *((_MATCH.id.not_in(besides),) if besides else ())
