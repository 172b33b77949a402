"""Everything stored about a person: exported, and deleted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Table, bindparam, delete, func, or_, select, update

from bot.match.model import Side, Stage, UserId
from bot.store import schema
from bot.store.audit import forget_acts
from bot.store.exclusions import forget_in_exclusions
from bot.store.locks import lock_people, lock_searches
from bot.store.match_people import is_imported_by, played_by, remove_name, renew_matches
from bot.store.own_sides import OWN_SIDE, own_side
from bot.store.reports import forget_in_reports
from bot.store.sql_store import SqlStore
from bot.store.tournament_people import forget_in_tournaments

_BLOCK, _MATCH, _SEAT, _ENTRY = schema.block.c, schema.match.c, schema.seat.c, schema.log_entry.c
_UNFINISHED = (
    select(_SEAT.match)
    .join(schema.match, _MATCH.id == _SEAT.match)
    .where(_SEAT.user_id == bindparam("user"), _MATCH.damage.is_(None))
    .where(_MATCH.stage.in_([Stage.INVITED.value, Stage.LIVE.value, Stage.PAUSED.value]))
    .limit(1)
)
_OWN = (
    schema.user_settings, schema.rating, schema.rating_change, schema.draft, schema.match_note, schema.personal_block,
    schema.seek,
)  # fmt: skip
"""Tables whose rows each belong to one person and are deleted with their data."""
_COPIED = ("before", "after")


class _StillSeated(Exception):
    """The person whose data is to be deleted has a seat in an unfinished match."""


class SqlPersonalData(SqlStore):
    """Everything that a database holds about a person."""

    async def export(self, user: UserId) -> dict[str, Any]:
        async with self._db.view() as connection:
            found: dict[str, Any] = {}
            for table, about in _tables_about(user):
                # A moderator's act contains a copy of the match, which is left out.
                told = [column for column in table.c if table is not schema.audit or column.name not in _COPIED]
                query = select(*told).where(about)
                found[table.name] = [dict(row) for row in (await connection.execute(query)).mappings()]
            query = select(schema.block).where(_BLOCK.kind == "person", _BLOCK.blocked_id == user)
            found["block"] = [dict(row) for row in (await connection.execute(query)).mappings()]
            told = [column for column in _MATCH if column.name != "position"]  # may reveal an opponent's hidden choice
            query = select(*told).where(or_(_MATCH.host == user, _MATCH.id.in_(played_by(user))))
            side = select(func.max(_SEAT.side)).where(_SEAT.match == _MATCH.id, _SEAT.user_id == user)
            query = query.add_columns(func.coalesce(side.scalar_subquery(), Side.HOME.value).label(OWN_SIDE))
            found["match"] = [own_side(row) for row in (await connection.execute(query)).mappings()]
            moves = select(_ENTRY.match, _ENTRY.ply, _ENTRY.seat, _ENTRY.move, _ENTRY.at, _ENTRY.made_by)
            seated = (_SEAT.match == _ENTRY.match) & (_SEAT.seat == _ENTRY.seat) & (_SEAT.user_id == user)
            query = moves.join(schema.seat, seated).order_by(_ENTRY.match, _ENTRY.ply)
            found["log_entry"] = [dict(row) for row in (await connection.execute(query)).mappings()]
        return found

    async def forget(self, user: UserId, stand_in: str) -> bool:
        try:
            await self._forget(user, stand_in)
        except _StillSeated:
            return False
        self._db.clear_caches()
        return True

    async def _forget(self, user: UserId, stand_in: str) -> None:
        """Delete everything in one transaction. Raises _StillSeated, deleting nothing, while the person has a seat."""
        async with self._db.write() as connection:
            await lock_people(connection, [user])
            # If somebody is just answering this search, wait until the match is stored: then the seat exists.
            searches = schema.seek.c.user_id == user
            await lock_searches(connection, searches)
            await connection.execute(delete(schema.seek).where(searches))
            if (await connection.execute(_UNFINISHED, {"user": user})).first() is not None:
                raise _StillSeated
            await renew_matches(connection, user)
            await remove_name(connection, user, stand_in)
            await forget_acts(connection, user, stand_in)
            seats = update(schema.seat).where(_SEAT.user_id == user)
            await connection.execute(seats.values(user_id=None, name=stand_in))
            left = update(schema.seat).where(_SEAT.former_user_id == user)
            await connection.execute(left.values(former_user_id=None, name=""))
            await connection.execute(delete(schema.match).where(is_imported_by(user)))
            await forget_in_tournaments(connection, user, stand_in)
            await forget_in_exclusions(connection, user, stand_in)
            await forget_in_reports(connection, user, stand_in)
            # Blocks against this person stay, without the name.
            theirs = update(schema.personal_block).where(schema.personal_block.c.blocked_id == user)
            await connection.execute(theirs.values(blocked_name=stand_in))
            await connection.execute(update(schema.match).where(_MATCH.host == user).values(host=0))
            for table in _OWN:
                await connection.execute(delete(table).where(table.c.user_id == user))


def _tables_about(user: UserId) -> list[tuple[Table, ColumnElement[bool]]]:
    """Return the tables with rows about a person, and the conditions for these rows."""
    tables = (
        schema.user_settings, schema.rating, schema.rating_change, schema.draft, schema.match_note, schema.audit,
        schema.audit_user,
        schema.tournament_entrant, schema.personal_block, schema.seek, schema.report,
    )  # fmt: skip
    seated = or_(_SEAT.user_id == user, _SEAT.former_user_id == user)
    opened = schema.tournament.c.host == user
    return [
        (schema.seat, seated),
        (schema.tournament, opened),
        (schema.exclusion, schema.exclusion.c.excluded_id == user),
        *((table, table.c.user_id == user) for table in tables),
    ]
