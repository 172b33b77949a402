"""The logs of matches, move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import Change, LogEntry, MatchId, MatchSide, Side, ThreadLine
from bot.store import rows, schema
from bot.store.cache import Cache
from bot.store.engine import UNANSWERED, Database
from games.core.status import Seat

MOST_REMEMBERED = 1000
TAIL = 10
"""The sizes of the cache: how many matches, and how many of the newest entries of each, which every move needs."""

_NO_END = 2**31 - 1
_ENTRY = schema.log_entry.c
# Built once, because every move needs it.
_ENTRIES = (
    select(schema.log_entry)
    .where(_ENTRY.match == bindparam("m"), _ENTRY.ply >= bindparam("start"), _ENTRY.ply < bindparam("stop"))
    .order_by(_ENTRY.ply)
)
_NEWEST = (
    select(schema.log_entry).where(_ENTRY.match == bindparam("m")).order_by(_ENTRY.ply.desc()).limit(bindparam("most"))
)
_OCCURRENCES = select(func.count()).where(
    _ENTRY.match == bindparam("m"), _ENTRY.position_hash == bindparam("k"), _ENTRY.position == bindparam("p")
)
_SEATS = select(_ENTRY.seat).where(_ENTRY.match == bindparam("m")).order_by(_ENTRY.ply)
_LINES = (
    select(schema.takeback_notice)
    .where(schema.takeback_notice.c.match == bindparam("m"), schema.takeback_notice.c.side == bindparam("side"))
    .order_by(schema.takeback_notice.c.id)
)
_INSERT = insert(schema.log_entry).execution_options(**UNANSWERED)


class Log:
    """Reads and writes log entries of matches."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._tails: Cache[MatchId, tuple[LogEntry, ...]] = Cache(database, MOST_REMEMBERED)
        self._seats: Cache[MatchId, tuple[Seat, ...]] = Cache(database, MOST_REMEMBERED)
        self._thread_lines: Cache[MatchSide, tuple[ThreadLine, ...]] = Cache(database, MOST_REMEMBERED)

    async def entries(self, match: MatchId, start: int, stop: int | None) -> Sequence[LogEntry]:
        """Return the entries from ply `start` up to but not including `stop`."""
        newest = await self._tails.get(match, lambda: self._newest(match, TAIL)) if stop is None else ()
        if newest and newest[0].ply <= start:
            return [entry for entry in newest if entry.ply >= start]
        wanted = {"m": match, "start": start, "stop": _NO_END if stop is None else stop}
        async with self._db.read() as connection:
            return [rows.read_entry(dict(row)) for row in (await connection.execute(_ENTRIES, wanted)).mappings()]

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        """Return the seat of each entry, in order."""
        return await self._seats.get(match, lambda: self._read_seats(match))

    async def thread_lines(self, shown: MatchSide) -> Sequence[ThreadLine]:
        """Return the lines that have not been posted yet."""
        return await self._thread_lines.get(shown, lambda: self._read_thread_lines(shown))

    async def forget_thread_lines(self, shown: MatchSide, last: int) -> None:
        """Delete the posted lines up to this one."""
        c = schema.takeback_notice.c
        told = (c.match == shown.match, c.side == shown.side, c.id <= last)
        async with self._db.write() as connection:
            await connection.execute(delete(schema.takeback_notice).where(*told))
        self._thread_lines.evict(shown)

    async def occurrences(self, match: MatchId, position: str) -> int:
        """Count the entries that led to this position line."""
        wanted = {"m": match, "k": rows.position_hash(position), "p": position}
        async with self._db.read() as connection:
            return (await connection.execute(_OCCURRENCES, wanted)).scalar_one()

    async def moves_made(self, match: MatchId) -> Mapping[Seat, int]:
        """Count the moves of each seat; consecutive steps are one move."""
        before = schema.log_entry.alias()
        follows = exists().where(
            before.c.match == _ENTRY.match, before.c.ply == _ENTRY.ply - 1, before.c.seat == _ENTRY.seat
        )
        query = select(_ENTRY.seat, func.count()).where(_ENTRY.match == match, ~follows).group_by(_ENTRY.seat)
        async with self._db.read() as connection:
            return {Seat(row[0]): row[1] for row in await connection.execute(query)}

    async def write(self, connection: AsyncConnection, change: Change) -> None:
        """Within a transaction, delete dropped entries and append new ones."""
        match = change.match.id
        if change.keep is not None:
            await connection.execute(delete(schema.log_entry).where(_ENTRY.match == match, _ENTRY.ply >= change.keep))
        if change.lines:
            await connection.execute(insert(schema.takeback_notice), rows.line_rows(change.match, change.lines))
        if change.entries:
            await connection.execute(_INSERT, rows.entry_rows(match, change.entries))

    def note_commit(self, change: Change) -> None:
        """Update the cache after a commit."""
        match, tail, seats = change.match.id, self._tails.peek(change.match.id), self._seats.peek(change.match.id)
        first = change.entries[0].ply if change.entries else change.match.ply
        if change.lines:
            self._forget_lines(match)
        # Both may have been cached between the commit and now.
        if tail is None or change.keep is not None:
            self._tails.evict(match)
        else:
            self._tails.put(match, (*(entry for entry in tail if entry.ply < first), *change.entries)[-TAIL:])
        if seats is None or change.keep is not None:
            self._seats.evict(match)
        else:
            self._seats.put(match, (*seats[:first], *(entry.seat for entry in change.entries)))

    def forget(self, match: MatchId) -> None:
        """Drop the match from the cache, because the outcome of its transaction is unknown."""
        self._tails.evict(match)
        self._seats.evict(match)
        self._forget_lines(match)

    def _forget_lines(self, match: MatchId) -> None:
        for side in Side:
            self._thread_lines.evict(MatchSide(match, side))

    async def _read_seats(self, match: MatchId) -> tuple[Seat, ...]:
        async with self._db.read() as connection:
            return tuple(Seat(row) for row in (await connection.execute(_SEATS, {"m": match})).scalars())

    async def _read_thread_lines(self, shown: MatchSide) -> tuple[ThreadLine, ...]:
        async with self._db.read() as connection:
            found = await connection.execute(_LINES, {"m": shown.match, "side": shown.side})
            return tuple(
                ThreadLine(row.turn, Seat(row.seat), rows.read_message(row.description), row.id) for row in found
            )

    async def _newest(self, match: MatchId, most: int) -> tuple[LogEntry, ...]:
        async with self._db.read() as connection:
            found = (await connection.execute(_NEWEST, {"m": match, "most": most})).mappings().all()
        return tuple(rows.read_entry(dict(row)) for row in reversed(found))
