"""How a changed match is written: all columns, or only those that change from turn to turn.

A move in a running match leaves most columns unchanged, and with them most indexes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import BigInteger, CursorResult, Update, bindparam, delete, exists, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import Change, Match, Player
from bot.store import rows, schema
from bot.store.engine import ONE_ROW, UNANSWERED

_MATCH, _SEAT, _SETTINGS = schema.match.c, schema.seat.c, schema.user_settings.c
_lasting: Final = attrgetter(*(one.name for one in fields(Match) if one.name not in {*rows.TURN_FIELDS, "players"}))
_lasting_of_player: Final = attrgetter(*(one.name for one in fields(Player) if one.name not in rows.SEAT_TURN_FIELDS))
_SEAT_COLUMNS: Final = tuple(column.name for column in _SEAT if column.name not in {"match", "seat"})


def _update_of_match(columns: Iterable[str]) -> Update:
    mine = update(schema.match).where(_MATCH.id == bindparam("m"), _MATCH.revision == bindparam("before"))
    return mine.values({name: bindparam(name) for name in columns}).execution_options(**ONE_ROW)


def _update_of_seat(columns: Iterable[str]) -> Update:
    mine = update(schema.seat).where(_SEAT.match == bindparam("m"), _SEAT.seat == bindparam("s"))
    return mine.values({name: bindparam(name) for name in columns}).execution_options(**UNANSWERED)


_NOBODY_AWAY = ~exists().where(
    _SETTINGS.user_id.in_(bindparam("movers", expanding=True)),
    _SETTINGS.days_off_until > bindparam("known_until", type_=BigInteger),
)
# Built once, because every move needs them.
_UPDATE_ALL, _UPDATE_TURN = _update_of_match(rows.MATCH_COLUMNS), _update_of_match(rows.TURN_COLUMNS)
_UPDATE_ALL_UNLESS_AWAY, _UPDATE_TURN_UNLESS_AWAY = (one.where(_NOBODY_AWAY) for one in (_UPDATE_ALL, _UPDATE_TURN))
_UPDATE_SEAT, _UPDATE_SEAT_TURN = _update_of_seat(_SEAT_COLUMNS), _update_of_seat(rows.SEAT_TURN_COLUMNS)


def is_turn(match: Match, before: Match | None) -> bool:
    """Whether a match differs from `before` (if known) only in what changes from turn to turn."""
    if before is None or before.revision != match.revision - 1 or len(before.players) != len(match.players):
        return False
    are_same = [*map(_lasting_of_player, before.players)] == [*map(_lasting_of_player, match.players)]
    return are_same and bool(_lasting(before) == _lasting(match))


async def update_match(connection: AsyncConnection, change: Change, *, turn: bool) -> CursorResult[Any]:
    """Write the match without its seats; for a `turn`, only what changes from turn to turn.

    Nothing is written if it has changed since, or if somebody whose clock begins to run is away. Those whose
    clock begins to run are locked.
    """
    row = rows.turn_row(change.match) if turn else rows.match_row(change.match)
    wanted = {"m": change.match.id, "before": change.match.revision - 1} | row
    if change.absence is None:
        return await connection.execute(_UPDATE_TURN if turn else _UPDATE_ALL, wanted)
    wanted |= {"movers": change.absence.users, "known_until": change.absence.until}
    return await connection.execute(_UPDATE_TURN_UNLESS_AWAY if turn else _UPDATE_ALL_UNLESS_AWAY, wanted)


async def write_seats(connection: AsyncConnection, change: Change, *, turn: bool) -> None:
    """Write the seats in the same transaction. An open table may have begun with fewer seats than it had."""
    match = change.match
    row = rows.seat_turn_row if turn else rows.seat_row
    written = [{"m": match.id, "s": player.seat, **row(player)} for player in match.players]
    await connection.execute(_UPDATE_SEAT_TURN if turn else _UPDATE_SEAT, written)
    if match.ply == len(change.entries):  # the match has just begun
        gone = delete(schema.seat).where(_SEAT.match == match.id, _SEAT.seat >= len(match.players))
        await connection.execute(gone)
