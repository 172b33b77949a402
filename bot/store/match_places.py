"""Matches by the place they are shown in, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select

from bot.match.clock import Instant
from bot.match.model import Match, MatchId
from bot.store import schema
from bot.store.claims import is_unclaimed
from bot.store.match_lists import RUNNING
from bot.store.match_reader import MatchReader
from bot.store.matches_with_seats import MATCHES_WITH_SEATS

_MATCH, _MESSAGE = schema.match.c, schema.match_message.c
_SHOWN = select(_MATCH.id).join(schema.match_message, _MESSAGE.match == _MATCH.id).where(_MATCH.stage.in_(RUNNING))
"""Running matches with where they are shown."""


class SqlMatchPlaces:
    """Places of matches in a database."""

    def __init__(self, reader: MatchReader) -> None:
        self._reader = reader
        self._db = reader.database

    async def by_board(self, message: int) -> Match | None:
        query = select(_MESSAGE.match).where(_MESSAGE.board_message == message).limit(1)
        return await self._reader.one(MATCHES_WITH_SEATS.where(_MATCH.id == query.scalar_subquery()))

    async def find_played_in(self, channel: int) -> Sequence[MatchId]:
        query = select(_MATCH.id).where(_MATCH.channel == channel, _MATCH.stage.in_(RUNNING))
        return await self._ids(query.order_by(_MATCH.id))

    async def find_shown_in(self, thread: int) -> Sequence[MatchId]:
        return await self._ids(_SHOWN.where(_MESSAGE.thread == thread).order_by(_MATCH.id))

    async def find_lost_in(self, guild: int) -> Sequence[MatchId]:
        return await self._ids(_SHOWN.where(_MATCH.guild == guild, _MESSAGE.post_refused))

    async def find_lost_at(self, channel: int) -> Sequence[MatchId]:
        shown = select(_MATCH.id).join(schema.match_message, _MESSAGE.match == _MATCH.id)
        return await self._ids(shown.where(_MESSAGE.thread == channel, _MATCH.external, _MESSAGE.post_refused))

    async def find_unposted(self, now: Instant, after: MatchId, limit: int = 50) -> Sequence[MatchId]:
        behind = select(_MATCH.id).where(
            _MATCH.posted_revision < _MATCH.revision, _MATCH.id > after, is_unclaimed("post", now)
        )
        return await self._ids(behind.order_by(_MATCH.id).limit(limit))

    async def _ids(self, query: Select[Any]) -> list[MatchId]:
        async with self._db.read() as connection:
            return [MatchId(row) for row in (await connection.execute(query)).scalars()]
