"""Matches with their seats in one query: a row for each seat, with the columns of the match beside it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import MatchError
from bot.match.model import Match
from bot.store import rows, schema

_MATCH, _SEAT = schema.match.c, schema.seat.c
_SEAT_LABELS = {column.name: f"seat_{column.name}" for column in _SEAT}
MATCHES_WITH_SEATS = (
    select(schema.match, *(column.label(_SEAT_LABELS[column.name]) for column in _SEAT))
    .join(schema.seat, _SEAT.match == _MATCH.id)
    .order_by(_MATCH.id, _SEAT.seat)
)
READ_ERRORS = (LookupError, TypeError, ValueError, MatchError)
"""The errors that reading a damaged match raises."""


def read_match_with_seats(found: list[Any]) -> Match:
    """Return the match of these rows. Raises one of READ_ERRORS."""
    seats = [{name: row[label] for name, label in _SEAT_LABELS.items()} for row in found]
    return rows.read_match(found[0], seats)


async def read_matches(connection: AsyncConnection, ids: Sequence[int]) -> list[Match]:
    """Return the matches with these ids, leaving out damaged ones."""
    found: dict[int, list[RowMapping]] = {}
    if ids:
        for row in (await connection.execute(MATCHES_WITH_SEATS.where(_MATCH.id.in_(ids)))).mappings():
            found.setdefault(row["id"], []).append(row)
    matches = []
    for rows_of_match in found.values():
        with suppress(*READ_ERRORS):
            matches.append(read_match_with_seats(rows_of_match))
    return matches
