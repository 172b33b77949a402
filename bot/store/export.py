"""All matches as plain data: one mapping for each match, with its record. Readable without this bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Column, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import MatchError
from bot.match.model import LogEntry, Match, Player
from bot.store import rows, schema
from bot.store.engine import Database
from bot.store.problems import translate_errors
from games.core.record import Entry, Record

BATCH = 200
Whole = tuple[rows.Row, Sequence[rows.Row], Sequence[rows.Row]]
"""A match with its seats and its log, as rows."""


async def count_matches(database: Database) -> int:
    """Count the stored matches. Raises DatabaseProblem."""
    with translate_errors(database):
        async with database.read() as connection:
            return (await connection.execute(select(func.count()).select_from(schema.match))).scalar_one()


async def every_match(database: Database) -> AsyncIterator[dict[str, Any]]:
    """Yield every match in order of creation, reading them in batches.

    Of a match whose rows cannot be read there is the code, and what is `damaged`. Raises DatabaseProblem.
    """
    last = 0
    async with database.view() as connection:
        while found := await _batch(database, connection, last):
            last = found[-1][0]["id"]
            for row, seats, entries in found:
                yield _one(row, seats, entries)


def _one(row: rows.Row, seats: Sequence[rows.Row], entries: Sequence[rows.Row]) -> dict[str, Any]:
    try:
        return export_match(rows.read_match(row, seats), [rows.read_entry(entry) for entry in entries])
    except (LookupError, TypeError, ValueError, MatchError) as error:
        return {"code": row["code"], "damaged": repr(error)}


def export_match(match: Match, log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return a match as JSON values. Discord's ids are strings, since not every reader handles 64-bit numbers."""
    seats = len(match.players)
    record = Record(
        match.game, match.rules, seats, match.options, tuple(Entry(entry.seat, entry.text) for entry in log)
    )
    return {
        "code": match.code,
        "game": match.game,
        "stage": match.stage.value,
        "guild": _id(match.place.guild),
        "channel": _id(match.place.channel),
        "time": str(match.time),
        "rated": match.rated,
        "private": match.private,
        "created": _when(match.created),
        "started": _when(match.started),
        "ended": _when(match.ended),
        "players": [_player(player) for player in match.players],
        "outcome": None if match.outcome is None else str(match.outcome.reason),
        "position": match.position,
        "moments": [_when(entry.at) for entry in log],
        "record": record.text(),
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "user": _id(player.user),
        "name": player.name,
        "ai": player.ai,
        "place": player.place,
    }


def _id(number: int | None) -> str | None:
    return None if number is None else str(number)


def _when(instant: int | None) -> str | None:
    return None if instant is None else datetime.fromtimestamp(instant / 1000, UTC).isoformat(timespec="milliseconds")


async def _batch(database: Database, connection: AsyncConnection, after: int) -> list[Whole]:
    """Read the rows of the next matches."""
    query = select(schema.match).where(schema.match.c.id > after).order_by(schema.match.c.id).limit(BATCH)
    with translate_errors(database):
        found = [dict(row) for row in (await connection.execute(query)).mappings()]
        if not found:
            return []
        seats = await _by_match(connection, schema.seat, schema.seat.c.seat, found)
        entries = await _by_match(connection, schema.log_entry, schema.log_entry.c.ply, found)
    return [(row, seats.get(row["id"], []), entries.get(row["id"], [])) for row in found]


async def _by_match(
    connection: AsyncConnection, table: Table, order: Column[Any], found: Sequence[Mapping[str, Any]]
) -> dict[int, list[Mapping[str, Any]]]:
    """Return the rows of another table that belong to these matches, grouped by match, in order."""
    wanted = table.c.match.between(found[0]["id"], found[-1]["id"])
    result = await connection.execute(select(table).where(wanted).order_by(table.c.match, order))
    return {match: list(group) for match, group in groupby(map(dict, result.mappings()), key=lambda row: row["match"])}
