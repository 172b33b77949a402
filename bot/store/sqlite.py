"""SQLite through aiosqlite, with one trip to its thread per statement.

aiosqlite makes a trip for every call: to make a cursor, to execute, to fetch, to close, to begin a transaction, to
roll back what was never begun. Each trip costs as much processor time as a small statement, and a move consists of
small statements. The beginning of a transaction, and statements whose result nobody needs, make no trip of their own:
they travel with the next statement.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], object]
_CHUNK = 64
"""The number of rows that aiosqlite would fetch at a time; here all are fetched at once."""


def connect(*given: object, **named: object) -> Connection:
    """Return an awaitable connection, like `aiosqlite.connect`."""
    return Connection(partial(sqlite3.connect, *given, **named))


class Connection(aiosqlite.Connection):
    """A connection whose cursors are `Cursor`. Its thread is a daemon and ends with the program."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, _CHUNK)
        self._thread.daemon = True
        self._due: list[Work] | None = None
        self._begun = False

    def cursor(self) -> Cursor:  # type: ignore[override]
        """Return a new cursor with everything that SQLAlchemy needs."""
        return Cursor(self)

    def begin(self, statement: str) -> None:
        """Begin a transaction by this statement, together with the first statement in it."""
        self._due = [lambda connection: connection.execute(statement)]

    def later(self, work: Work) -> bool:
        """Defer the work until the next statement or the commit; False if no transaction was begun."""
        if self._due is not None:
            self._due.append(work)
        return self._due is not None

    async def commit(self) -> None:
        """Commit the transaction of `begin`, if it contains anything."""
        if self._begun or len(self._due or ()) > 1:
            await self.at_once(sqlite3.Connection.commit)
        self._due, self._begun = None, False

    async def rollback(self) -> None:
        """Roll back the transaction of `begin`, if there is one."""
        begun, self._due, self._begun = self._begun, None, False
        if begun:
            await super().rollback()

    async def at_once(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run deferred work and then this, all in the connection's thread."""
        due = self._due or ()
        self._begun = self._begun or bool(due)
        if due:
            self._due = []

        def do_all() -> T:
            for one in due:
                one(self._conn)
            return work(self._conn)

        result: T = await self._execute(do_all)  # type: ignore[no-untyped-call]
        return result


class Cursor:
    """Executes a statement and fetches all its rows in one trip. It holds nothing open between statements."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> Self:
        """Execute one statement."""
        return await self._run(lambda cursor: cursor.execute(statement, parameters))  # type: ignore[arg-type]

    async def executemany(self, statement: str, parameters: Sequence[Iterable[Any]]) -> Self:
        """Execute one statement with each of the parameters."""
        return await self._run(lambda cursor: cursor.executemany(statement, parameters))  # type: ignore[arg-type]

    async def fetchall(self) -> list[Any]:
        """Return the rows of the last statement, once."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Do nothing, since nothing is open."""

    async def _run(self, work: Callable[[sqlite3.Cursor], object]) -> Self:
        await self._connection.at_once(partial(self._here, work))
        return self

    def _here(self, work: Callable[[sqlite3.Cursor], object], connection: sqlite3.Connection) -> None:
        cursor = connection.cursor()
        try:
            work(cursor)
            self.description, self.lastrowid = cursor.description, cursor.lastrowid
            self._rows = cursor.fetchall() if cursor.description else []
            self.rowcount = cursor.rowcount
        finally:
            cursor.close()
