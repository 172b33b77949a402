"""Lists of matches, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, bindparam, case, false, func, select, text

from bot.match.clock import Instant
from bot.match.model import Match, MatchId, Stage, UserId
from bot.match.sides import seen_in
from bot.store import schema
from bot.store.cache import Cache
from bot.store.match_people import played_by
from bot.store.match_reader import MOST_REMEMBERED, MatchReader
from bot.store.matches_with_seats import MATCHES_WITH_SEATS

_MATCH, _SEAT, _MESSAGE = schema.match.c, schema.seat.c, schema.match_message.c
IS_LIVE = text("match.stage = 'live'")
"""Written as literal text, so that both databases use the partial index of live matches."""
RUNNING = (Stage.LIVE.value, Stage.PAUSED.value)
_OF_PLAYER = (
    _MATCH.id.in_(select(_SEAT.match).where(_SEAT.user_id == bindparam("user"))),
    IS_LIVE,
    _MATCH.damage.is_(None),
)
_LIVE_OF = MATCHES_WITH_SEATS.where(*_OF_PLAYER)
_LIVE_IDS_OF = select(_MATCH.id).where(*_OF_PLAYER)
_IN_THREAD = MATCHES_WITH_SEATS.where(
    _MATCH.id
    == select(_MATCH.id)
    .join(schema.match_message, _MESSAGE.match == _MATCH.id)
    .where(_MESSAGE.thread == bindparam("channel"), _MATCH.stage.in_(RUNNING))
    .outerjoin(schema.seat, and_(_SEAT.match == _MATCH.id, _SEAT.user_id == bindparam("user")))
    .order_by(case((_SEAT.to_act, 2), (_SEAT.seat.is_not(None), 1), else_=0).desc(), _MATCH.id.desc())
    .limit(1)
    .scalar_subquery()
)


class SqlMatchLists:
    """Lists of matches in a database. Call `forget` when a match begins, ends, or changes its people."""

    def __init__(self, reader: MatchReader) -> None:
        self._reader = reader
        self._db = reader.database
        self._only: Cache[int, MatchId | None] = Cache(self._db, MOST_REMEMBERED)
        self._live_of: Cache[UserId, tuple[MatchId, ...]] = Cache(self._db, MOST_REMEMBERED)

    def forget(self) -> None:
        """Empty the cache after matches have begun, ended, or changed their people or places."""
        self._only.clear()
        self._live_of.clear()

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        stages = (Stage.INVITED.value, *RUNNING)
        mine = (
            select(_SEAT.match, func.max(case((_SEAT.to_act, 1), else_=0)).label("waits"))
            .join(schema.match, _MATCH.id == _SEAT.match)
            .where(_SEAT.user_id == user, _MATCH.stage.in_(stages))
            .group_by(_SEAT.match)
            .order_by(text("waits DESC"), _SEAT.match.desc())
            .limit(limit)
            .subquery()
        )
        found = await self._reader.many(MATCHES_WITH_SEATS.join(mine, mine.c.match == _MATCH.id))
        return sorted(found, key=lambda m: (not any(p.to_act for p in m.seats_of(user)), -m.id))

    async def live_of(self, user: UserId) -> Sequence[Match]:
        if not self._db.is_sqlite:
            return await self._reader.many(_LIVE_OF, {"user": user})
        return await self._reader.all_of(await self._live_of.get(user, lambda: self._read_live_of(user)))

    async def _read_live_of(self, user: UserId) -> tuple[MatchId, ...]:
        async with self._db.read() as connection:
            found = (await connection.execute(_LIVE_IDS_OF, {"user": user})).scalars()
            return tuple(MatchId(one) for one in found)

    async def finished_of(
        self, user: UserId, viewer: UserId, guild: int | None, game: str | None = None, limit: int = 10
    ) -> Sequence[Match]:
        public = _MATCH.private.is_(False) & _is_played_on(guild) if guild is not None else false()
        wanted = _MATCH.id.in_(played_by(user)) & (public | _MATCH.id.in_(played_by(viewer)))
        newest = select(_MATCH.id).where(wanted, _MATCH.stage == Stage.OVER.value)
        if game is not None:
            newest = newest.where(_MATCH.game == game)
        newest = newest.order_by(_MATCH.ended_at.desc(), _MATCH.id.desc()).limit(limit)
        found = await self._reader.many(MATCHES_WITH_SEATS.where(_MATCH.id.in_(newest.subquery().select())))
        return sorted(found, key=lambda match: (match.ended or 0, match.id), reverse=True)

    async def in_thread(self, channel: int, user: UserId | None = None) -> Match | None:
        if self._db.is_sqlite:  # nobody else writes, so the cache is never outdated
            only = await self._only.get(channel, lambda: self._only_in(channel))
            if only is not None:
                return await self._reader.by_id(only)
        return await self._reader.one(_IN_THREAD, {"channel": channel, "user": user})

    async def _only_in(self, channel: int) -> MatchId | None:
        """Return the match that runs in this channel if there is exactly one."""
        query = select(_MATCH.id).join(schema.match_message, _MESSAGE.match == _MATCH.id)
        query = query.where(_MESSAGE.thread == channel, _MATCH.stage.in_(RUNNING)).limit(2)
        async with self._db.read() as connection:
            running = [MatchId(row) for row in (await connection.execute(query)).scalars()]
        return running[0] if len(running) == 1 else None

    async def find_ended_in(self, thread: int) -> Match | None:
        here = select(_MATCH.id).join(schema.match_message, _MESSAGE.match == _MATCH.id)
        here = here.where(_MESSAGE.thread == thread)
        is_own_thread = (_MATCH.channel != thread) & (func.coalesce(_MATCH.guest_channel, 0) != thread)
        opened_for_a_match = here.where(is_own_thread).correlate(None).exists()
        newest = here.where(opened_for_a_match, _MATCH.stage.not_in(RUNNING)).order_by(_MATCH.id.desc()).limit(1)
        return await self._reader.one(MATCHES_WITH_SEATS.where(_MATCH.id == newest.scalar_subquery()))

    async def watchable(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        found = await self._public(limit, _is_played_on(guild), _MATCH.stage == Stage.LIVE.value)
        return [seen_in(match, guild) for match in found]

    async def find_with_turns(self, guild: int, limit: int = 100) -> Sequence[Match]:
        first = (
            select(_MATCH.id)
            .where(_is_played_on(guild), _MATCH.stage == Stage.LIVE.value, _MATCH.private.is_(False))
            .order_by(_MATCH.deadline.is_(None), _MATCH.deadline, _MATCH.id)
            .limit(limit)
            .subquery()
        )
        found = await self._reader.many(MATCHES_WITH_SEATS.join(first, first.c.id == _MATCH.id))
        return [seen_in(match, guild) for match in found]

    async def open_tables(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        return await self._public(limit, _MATCH.guild == guild, _MATCH.stage == Stage.INVITED.value, _MATCH.open)

    async def _public(self, limit: int, *wanted: ColumnElement[bool]) -> Sequence[Match]:
        newest = (
            select(_MATCH.id)
            .where(*wanted, _MATCH.private.is_(False))
            .order_by(_MATCH.id.desc())
            .limit(limit)
            .subquery()
        )
        found = await self._reader.many(MATCHES_WITH_SEATS.join(newest, newest.c.id == _MATCH.id))
        return sorted(found, key=lambda m: -m.id)

    async def waiting_since(self, before: Instant, after: MatchId, limit: int = 200) -> Sequence[Match]:
        stale = select(_MATCH.id).where(
            IS_LIVE,
            _MATCH.turn_began_at < before,
            _MATCH.guild.is_not(None),
            _MATCH.id > after,
            _MATCH.damage.is_(None),
        )
        first = stale.order_by(_MATCH.id).limit(limit).subquery()
        return await self._reader.many(MATCHES_WITH_SEATS.join(first, first.c.id == _MATCH.id))

    async def count_live(self) -> int:
        """Count the running matches."""
        async with self._db.read() as connection:
            return (await connection.execute(select(func.count(_MATCH.id)).where(IS_LIVE))).scalar_one()


def _is_played_on(guild: int | None) -> ColumnElement[bool]:
    """Return the condition that a match is played on the server, on either side."""
    return _MATCH.guild == guild if guild is None else (_MATCH.guild == guild) | (_MATCH.guest_guild == guild)
