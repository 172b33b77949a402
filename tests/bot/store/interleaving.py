"""Two acts at the same moment: one begins before a statement of the other, and what is stored is that of one order.

On PostgreSQL each act is another process's. There the second one runs until it ends or waits for a lock; then the first
one goes on. In SQLite nothing comes between the statements of a transaction that writes, but much before it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import MatchError
from bot.match.service import MatchService
from bot.store import schema
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from tests.bot.table import Club, FakeClock

Act = Callable[[Club], Awaitable[object]]
Rows = dict[str, list[str]]

_WAITS = text("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
_NUMBERED = {"id", "undone_by", "undoes", "audit"}
"""Columns whose values say nothing: numbers that an attempt before may have used up."""
_CODE = re.compile(r"""(['"])code\1: (['"])\w+\2""")
"""The code of a match, which is drawn by lot."""
_TABLES = [table.name for table in schema.metadata.sorted_tables]


class SameDice(Random):
    """Dice that always show the same, however often they have been thrown before."""

    def getrandbits(self, _k: int, /) -> int:
        return 0

    def random(self) -> float:
        return 0.0


@dataclass(frozen=True)
class Outcome:
    """What two acts have come to: what each was told, and what is stored."""

    first: object
    second: object
    stored: Rows

    def difference(self, other: Outcome) -> str:
        """What is otherwise than in another outcome, for the reader of a test that fails."""
        lines = [f"{self.first}, {self.second} instead of {other.first}, {other.second}"]
        for table, found in self.stored.items():
            lines += [f"+ {table} {row}" for row in found if row not in other.stored[table]]
            lines += [f"- {table} {row}" for row in other.stored[table] if row not in found]
        return "\n".join(lines)


@dataclass
class Pause:
    """Begins the second act before the statement number `at` of the first one; 0: never."""

    at: int
    begin: Callable[[], Awaitable[None]]
    count: int = 0

    async def before_statement(self, connection: AsyncConnection) -> None:
        if connection.dialect.name == "sqlite" and _is_writing(connection):
            return
        self.count += 1
        if self.count == self.at:
            await self.begin()


def _is_writing(connection: AsyncConnection) -> bool:
    """Whether the transaction is one that writes."""
    options = connection.sync_connection.get_execution_options() if connection.sync_connection is not None else {}
    return bool(options.get("quintet_writes"))


_pause: ContextVar[Pause | None] = ContextVar("pause", default=None)


@contextmanager
def pausing_statements(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a statement whose context has a pause come to it."""
    execute = AsyncConnection.execute

    async def pausing(connection: AsyncConnection, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as SQLAlchemy has it
        pause = _pause.get()
        if pause is not None:
            await pause.before_statement(connection)
        return await execute(connection, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(AsyncConnection, "execute", pausing)
        yield


@dataclass
class Stage:
    """Where two acts meet: a database for each, which is the same, what has happened before, what the bot does then."""

    one: Database
    other: Database
    prepare: Act
    go_on: Act

    async def play(self, first: Act, second: Act, at: int | None) -> tuple[Outcome, bool]:
        """What comes of both, and whether the second one began in the first; at None one after the other."""
        await _empty(self.one)
        clock = FakeClock()
        club = _club(self.one, clock)
        await self.prepare(club)
        other = club if self.other is self.one else _club(self.other, clock)
        first_answer, second_answer, was_begun = await _meet(club, first, other, second, at)
        await self.go_on(club)
        return Outcome(first_answer, second_answer, await rows(self.one)), was_begun


def _club(database: Database, clock: FakeClock) -> Club:
    """A process of its own."""
    store = SqlMatches(database)
    return Club(database, MatchService(store, clock, SameDice()), store, clock)


async def _empty(database: Database) -> None:
    """Delete all rows; numbers begin at 1 again."""
    statements = [f"DELETE FROM {name}" for name in reversed(_TABLES)]  # noqa: S608 - our own names
    if database.is_sqlite:
        statements.append("DELETE FROM sqlite_sequence")
    else:
        numbered = [name for name in _TABLES if "id" in schema.metadata.tables[name].c]
        statements += [f"SELECT setval('{name}_id_seq', 1, false)" for name in numbered]
    async with database.engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await (driver.executescript if database.is_sqlite else driver.execute)("; ".join(statements))
    database.clear_caches()


async def _meet(one: Club, first: Act, other: Club, second: Act, at: int | None) -> tuple[object, object, bool]:
    if at is None:
        return await _answer_to(first(one)), await _answer_to(second(other)), False
    begun: list[asyncio.Task[object]] = []

    async def begin() -> None:
        begun.append(asyncio.create_task(_answer_to(second(other)), context=Context()))
        await _until_it_waits(begun[0], one.database)

    token = _pause.set(Pause(at, begin))
    try:
        answer = await _answer_to(first(one))
    finally:
        _pause.reset(token)
    return answer, await (begun[0] if begun else _answer_to(second(other))), bool(begun)


async def _answer_to(act: Awaitable[object]) -> object:
    """What somebody is told: yes or no where it is a question, else whether it was refused."""
    try:
        answer = await act
    except MatchError:
        return "refused"
    return answer if isinstance(answer, bool) else "done"


async def _until_it_waits(task: asyncio.Task[object], database: Database) -> None:
    """Return when the act has ended, or waits for a lock. In SQLite it ends: the first one holds none."""
    if database.is_sqlite:
        await asyncio.wait({task})
        return
    token = _pause.set(None)
    try:
        async with asyncio.timeout(60):
            while not task.done():
                async with database.read() as connection:
                    if (await connection.execute(_WAITS)).scalar_one():
                        return
                await asyncio.wait({task}, timeout=0.005)
    finally:
        _pause.reset(token)


async def rows(database: Database) -> Rows:
    """All rows, in an order of their own. Matches are numbered from the first one on, whatever their ids."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in _TABLES}
    as_json = "json_object({})" if database.is_sqlite else "CAST(to_jsonb(t) AS text)"
    every = " UNION ALL ".join(
        f"SELECT '{name}', {as_json.format(_pairs(name))} FROM {name} t"  # noqa: S608 - our own names
        for name in _TABLES
    )
    async with database.read() as connection:
        for name, row in await connection.execute(text(every)):
            found[name].append(json.loads(row))
    numbers = {match: number for number, match in enumerate(sorted(row["id"] for row in found["match"]), 1)}
    for row in itertools.chain.from_iterable(found.values()):
        if "match" in row:
            row["match"] = numbers.get(row["match"])
    return {name: sorted(map(_row_text, stored)) for name, stored in found.items()}


def _pairs(name: str) -> str:
    """Each column with its name, as SQLite wants them."""
    return ", ".join(f"'{column.name}', \"{column.name}\"" for column in schema.metadata.tables[name].c)


def _row_text(row: dict[str, Any]) -> str:
    return _CODE.sub("", repr({name: row[name] for name in sorted(row) if name not in _NUMBERED}))
