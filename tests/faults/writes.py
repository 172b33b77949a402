"""What can go wrong when an SQLite file is written: the n-th write fails, or the process is killed there.

A write is whatever a transaction does with the file: its beginning, each statement, its commit.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bot.store import sqlite

Work = Callable[[sqlite3.Connection], Any]


def fail() -> None:
    """As SQLite does where a disk breaks."""
    raise sqlite3.OperationalError("disk I/O error")


@dataclass
class Writes:
    """Counts the writes of all transactions; what happens at the write number `at` is for `trouble` to say."""

    trouble: Callable[[], None] = fail
    at: int = 0
    count: int = 0
    _writing: set[int] = field(default_factory=set)

    def _with_count(self, work: Work) -> Work:
        def counted(connection: sqlite3.Connection) -> object:
            self.count += 1
            if self.count == self.at:
                self.trouble()
            return work(connection)

        return counted

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count meanwhile, and make trouble."""
        begin, later, at_once = sqlite.Connection.begin, sqlite.Connection.later, sqlite.Connection.at_once

        def counted_begin(connection: sqlite.Connection, statement: str) -> None:
            begin(connection, statement)
            self._writing.discard(id(connection))
            if statement == "BEGIN IMMEDIATE":
                self._writing.add(id(connection))
                connection._due = [self._with_count(work) for work in connection._due or ()]  # noqa: SLF001 - in its place

        def counted_later(connection: sqlite.Connection, work: Work) -> bool:
            return later(connection, self._with_count(work) if id(connection) in self._writing else work)

        async def counted_at_once(connection: sqlite.Connection, work: Work) -> object:
            return await at_once(connection, self._with_count(work) if id(connection) in self._writing else work)

        names = ("begin", "later", "at_once")
        for name, counted in zip(names, (counted_begin, counted_later, counted_at_once), strict=True):
            setattr(sqlite.Connection, name, counted)
        try:
            yield
        finally:
            for name, original in zip(names, (begin, later, at_once), strict=True):
                setattr(sqlite.Connection, name, original)
