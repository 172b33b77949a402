"""People's settings, in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningUpdate

from bot.club.preferences import Preferences
from bot.match.clock import Instant
from bot.match.model import Match, Stage, UserId
from bot.store import schema
from bot.store.cache import Cache
from bot.store.engine import Database
from bot.store.locks import lock_people
from bot.store.matches_with_seats import read_matches
from bot.store.rows import columns, fields
from bot.store.sql_store import SqlStore
from bot.store.upsert import put

_MATCH, _SEAT = schema.match.c, schema.seat.c
_SETTINGS = select(schema.user_settings).where(schema.user_settings.c.user_id == bindparam("user")).with_for_update()
"""Locks the row, so that a digest being claimed by another process is not overwritten."""
_USER_COLUMNS = {
    "user": "user_id",
    "text_first": "text_boards",
    "confirm": "confirm_moves",
    "challenges": "challenges_from",
}
"""Fields whose columns have other names."""
MOST_REMEMBERED = 2000


class SqlPreferences(SqlStore):
    """People's settings in a database."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._users: Cache[UserId, Preferences] = Cache(database, MOST_REMEMBERED)  # read at every move

    async def preferences(self, user: UserId) -> Preferences:
        return await self._users.get(user, lambda: self._read_preferences(user))

    def forget_preferences(self, user: UserId) -> None:
        """Drop a person's settings from the cache that were changed in some other way."""
        self._users.evict(user)

    async def _read_preferences(self, user: UserId) -> Preferences:
        return _preferences(user, await self._row(schema.user_settings, "user_id", user))

    async def days_off_until(self, user: UserId) -> Instant | None:
        """Return when the person's current or last days off end."""
        return (await self.preferences(user)).days_off_until

    async def change_preferences(self, user: UserId, change: Callable[[Preferences], Preferences]) -> Preferences:
        async with self._db.write() as connection:
            changed = await self._change_preferences(connection, user, change)
        self._users.put(user, changed)
        return changed

    async def _change_preferences(
        self, connection: AsyncConnection, user: UserId, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        before = await self._lock_preferences(connection, user)
        return await self._put_preferences(connection, change(before))

    async def _lock_preferences(self, connection: AsyncConnection, user: UserId) -> Preferences:
        await lock_people(connection, [user])
        return _preferences(user, (await connection.execute(_SETTINGS, {"user": user})).mappings().first())

    async def _put_preferences(self, connection: AsyncConnection, changed: Preferences) -> Preferences:
        await put(connection, schema.user_settings, columns(asdict(changed), _USER_COLUMNS))
        return changed

    async def change_absence(
        self, user: UserId, change: Callable[[Preferences], Preferences], now: Instant
    ) -> Sequence[Match]:
        # A move that is being stored may pass the turn to somebody else, so wait for it before choosing the matches.
        locked = select(_MATCH.id).where(_MATCH.id.in_(_waiting_for(user))).order_by(_MATCH.id).with_for_update()
        async with self._db.write() as connection:
            before = await self._lock_preferences(connection, user)
            changed = await self._put_preferences(connection, change(before))
            span = _off_until(changed, now) - _off_until(before, now)
            await connection.execute(locked)
            clocks = await connection.execute(_move_clocks(user, span, now))
            moved = await read_matches(connection, [row.id for row in clocks])
        self._users.put(user, changed)
        if moved:
            self._db.clear_caches()
        return moved


def _off_until(preferences: Preferences, now: Instant) -> Instant:
    """Return when the days off end; `now` if there are none."""
    return max(preferences.days_off_until or now, now)


def _waiting_for(user: UserId) -> Select[tuple[int]]:
    return select(_SEAT.match).where(_SEAT.user_id == user, _SEAT.to_act)


def _move_clocks(user: UserId, span: int, now: Instant) -> ReturningUpdate[tuple[int]]:
    """Move the correspondence clocks that wait for a person by `span` milliseconds."""
    others_off = (
        select(_SEAT.match)
        .join(schema.user_settings, schema.user_settings.c.user_id == _SEAT.user_id)
        .where(_SEAT.to_act, _SEAT.user_id != user, schema.user_settings.c.days_off_until > now)
    )
    return (
        update(schema.match)
        .where(_MATCH.id.in_(_waiting_for(user)), _MATCH.stage == Stage.LIVE.value, _MATCH.time_control.endswith("d"))
        .where(_MATCH.deadline + min(span, 0) > now, _MATCH.turn_began_at.is_not(None))
        .where(true() if span >= 0 else _MATCH.id.not_in(others_off))
        .values(
            deadline=_MATCH.deadline + span,
            turn_began_at=_MATCH.turn_began_at + span,
            next_check_at=_MATCH.next_check_at + span,
            revision=_MATCH.revision + 1,
        )
        .returning(_MATCH.id)
    )


def _preferences(user: UserId, row: RowMapping | dict[str, Any] | None) -> Preferences:
    """Return the settings in a row; the defaults if there is none."""
    return Preferences(**fields(row, _USER_COLUMNS)) if row else Preferences(user)
