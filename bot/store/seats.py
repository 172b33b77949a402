"""The seats of matches, written with each change of a match."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import Change
from bot.store import rows, schema
from bot.store.engine import UNANSWERED

_SEAT = schema.seat.c
_UPDATE_SEAT = (
    update(schema.seat)
    .where(_SEAT.match == bindparam("m"), _SEAT.seat == bindparam("s"))
    .values({c.name: bindparam(c.name) for c in _SEAT if c.name not in {"match", "seat"}})
    .execution_options(**UNANSWERED)
)


async def write_seats(connection: AsyncConnection, change: Change) -> None:
    """Within a transaction: write who sits where. An open table may have begun with fewer seats than it had."""
    match = change.match
    found = [{**row, "m": row.pop("match"), "s": row.pop("seat")} for row in rows.seat_rows(match)]
    await connection.execute(_UPDATE_SEAT, found)
    if match.ply == len(change.entries):  # just begun
        gone = delete(schema.seat).where(_SEAT.match == match.id, _SEAT.seat >= len(match.players))
        await connection.execute(gone)
