"""Matches by the place they are shown in, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, literal, or_, select

from bot.match.clock import Instant
from bot.match.model import Match, MatchId, MatchSide, Side
from bot.match.sides import seen_from
from bot.match.work_claims import WORK_OF_SIDE
from bot.store import schema
from bot.store.claims import is_unclaimed
from bot.store.match_lists import RUNNING
from bot.store.match_reader import MatchReader
from bot.store.matches_with_seats import MATCHES_WITH_SEATS

_MATCH, _MESSAGE = schema.match.c, schema.match_message.c
_SHOWN = (
    select(_MATCH.id, _MESSAGE.side)
    .join(schema.match_message, _MESSAGE.match == _MATCH.id)
    .where(_MATCH.stage.in_(RUNNING))
)
"""Selects running matches with the place where each side is shown."""
_IS_HOME = _MESSAGE.side == Side.HOME.value
_IS_GUEST = _MESSAGE.side == Side.GUEST.value


class SqlMatchPlaces:
    """Places of matches in a database."""

    def __init__(self, reader: MatchReader) -> None:
        self._reader = reader
        self._db = reader.database

    async def by_board(self, message: int) -> Match | None:
        query = select(_MESSAGE.match, _MESSAGE.side).where(_MESSAGE.board_message == message).limit(1)
        found = await self._find(query)
        if not found:
            return None
        match = await self._reader.one(MATCHES_WITH_SEATS.where(_MATCH.id == found[0].match))
        return None if match is None else seen_from(match, found[0].side)

    async def find_played_in(self, channel: int) -> Sequence[MatchSide]:
        begun_here = or_(_IS_HOME & (_MATCH.channel == channel), _IS_GUEST & (_MATCH.guest_channel == channel))
        return await self._find(_SHOWN.where(begun_here).order_by(_MATCH.id))

    async def find_shown_in(self, thread: int) -> Sequence[MatchSide]:
        return await self._find(_SHOWN.where(_MESSAGE.thread == thread).order_by(_MATCH.id))

    async def find_lost_in(self, guild: int) -> Sequence[MatchSide]:
        is_here = or_(_IS_HOME & (_MATCH.guild == guild), _IS_GUEST & (_MATCH.guest_guild == guild))
        return await self._find(_SHOWN.where(is_here, _MESSAGE.post_refused))

    async def find_lost_at(self, channel: int) -> Sequence[MatchSide]:
        shown = select(_MATCH.id, _MESSAGE.side).join(schema.match_message, _MESSAGE.match == _MATCH.id)
        return await self._find(shown.where(_MESSAGE.thread == channel, _MATCH.external, _MESSAGE.post_refused))

    async def find_unposted(
        self, now: Instant, after: MatchId, side: Side = Side.HOME, limit: int = 50
    ) -> Sequence[MatchSide]:
        posted = _MATCH.posted_revision if side is Side.HOME else _MATCH.guest_posted_revision
        behind = select(_MATCH.id, literal(side.value)).where(
            posted < _MATCH.revision, _MATCH.id > after, is_unclaimed(WORK_OF_SIDE[side], now)
        )
        return await self._find(behind.order_by(_MATCH.id).limit(limit))

    async def _find(self, query: Select[Any]) -> list[MatchSide]:
        async with self._db.read() as connection:
            return [MatchSide(MatchId(row[0]), Side(row[1])) for row in await connection.execute(query)]
