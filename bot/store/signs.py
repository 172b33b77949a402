"""Signs of life, and time given back to clocks after an outage: bot.match.uptime.SignsOfLife in SQL."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, case, func, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.clock import LEAST_CREDIT_LIVE, LEAST_CREDIT_SLOW, SECOND, Instant
from bot.match.commits import outside_request
from bot.match.guild_shards import SERVERS_PER_STEP, Shards
from bot.store import schema
from bot.store.engine import Database
from bot.store.match_lists import IS_LIVE
from bot.store.upsert import put

NOTE = "alive"
QUIET_BEAT: Final = 30 * SECOND
"""The interval between stored signs of life while no match is live."""
_MATCH = schema.match.c
_POSTED = (_MATCH.posted_revision, _MATCH.guest_posted_revision)
"""The revision posted on each side of a match; the second is empty if there is no guest side."""
_ANY_LIVE = select(_MATCH.id).where(IS_LIVE).limit(1)


def is_served(shards: Shards) -> ColumnElement[bool]:
    """Return the condition that one of these shards serves the match's server."""
    shard = func.coalesce(_MATCH.guild, 0) // SERVERS_PER_STEP % shards.count
    return true() if shards.is_all else shard.in_(sorted(shards.ids))


class SqlSigns:
    """The signs of life of all shards: one entry each, with the time when moves could last be made."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._kept: dict[str, Instant] = {}

    async def last(self, shard: int, count: int) -> Instant | None:
        """Return the shard's own entry, or the newest one if the number of shards was different before."""
        query = select(schema.bot_state.c.key, schema.bot_state.c.value).where(schema.bot_state.c.key.startswith(NOTE))
        async with self._db.read() as connection:
            notes = {row.key: int(row.value) for row in await connection.execute(query)}
        known = [at for key, at in notes.items() if key == _key(shard, count) or not key.endswith(f"-of-{count}")]
        return max(known, default=None)

    async def keep(self, shard: int, count: int, now: Instant) -> None:
        """Store a sign of life; only every half minute while no match is live on any shard."""
        kept = self._kept.get(_key(shard, count))
        if kept is not None and 0 <= now - kept < QUIET_BEAT and not await self._is_any_live():
            return
        async with outside_request(), self._db.write() as connection:
            await _note(connection, shard, count, now)
        self._kept[_key(shard, count)] = now

    async def _is_any_live(self) -> bool:
        async with self._db.read() as connection:
            return (await connection.execute(_ANY_LIVE)).first() is not None

    async def credit(self, shard: int, count: int, since: Instant, now: Instant) -> int:
        """Credit running clocks, never with more than the time since their turn began."""
        mine = (IS_LIVE, _MATCH.turn_began_at < now, is_served(Shards(count, frozenset({shard}))))
        gap = now - case((_MATCH.turn_began_at > since, _MATCH.turn_began_at), else_=since)
        moved_on = {"turn_began_at": _MATCH.turn_began_at + gap, "next_check_at": _MATCH.next_check_at + gap}
        clocks = update(schema.match).where(*mine, _MATCH.deadline.is_not(None))
        # Nobody could move in these either: the gap counts neither as idle time nor as an AI's thinking time.
        others = update(schema.match).where(*mine, _MATCH.deadline.is_(None))
        async with outside_request(), self._db.write() as connection:
            # In order, like every transaction that locks several matches.
            await connection.execute(select(_MATCH.id).where(*mine).order_by(_MATCH.id).with_for_update())
            result = await connection.execute(
                clocks.values(
                    **moved_on,
                    deadline=_MATCH.deadline + gap,
                    downtime_credit=_MATCH.downtime_credit + gap,
                    revision=_MATCH.revision + 1,
                    **{one.name: case((_is_told(gap, one), one), else_=one + 1) for one in _POSTED},
                )
            )
            await connection.execute(others.values(**moved_on))
            await _note(connection, shard, count, now)
        self._db.clear_caches()
        return int(result.rowcount)


def _is_told(gap: ColumnElement[int], posted: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a side's board is out of date, or mentions the credit (`TimeControl.tells_of`)."""
    least = case((_MATCH.time_control.endswith("s"), LEAST_CREDIT_LIVE), else_=LEAST_CREDIT_SLOW)
    return (posted < _MATCH.revision) | (_MATCH.downtime_credit + gap >= least)


def _key(shard: int, count: int) -> str:
    return f"{NOTE}-shard-{shard}-of-{count}"


async def _note(connection: AsyncConnection, shard: int, count: int, now: Instant) -> None:
    await put(connection, schema.bot_state, {"key": _key(shard, count), "value": str(now)})
