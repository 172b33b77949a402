"""The connection to SQLite: a trip to its thread for each statement, and no more."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.sqlite import Connection, connect


@pytest_asyncio.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    opened = connect(tmp_path / "shelf.db", isolation_level=None)
    async with opened:
        await opened.cursor().execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT UNIQUE)")
        yield opened


@pytest.fixture
def trips(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was taken along to the thread of the connection, trip by trip."""
    made: list[object] = []
    travel = connection.at_once

    async def count(work: Callable[[sqlite3.Connection], object]) -> object:
        made.append(work)
        return await travel(work)

    monkeypatch.setattr(connection, "at_once", count)
    return made


async def test_a_statement_and_its_rows_take_one_trip(connection: Connection, trips: list[object]) -> None:
    async with connection.cursor() as cursor:
        await cursor.execute("INSERT INTO book (title) VALUES (?) RETURNING id", ("Emma",))
        assert await cursor.fetchall() == [(1,)]
        assert await cursor.fetchall() == []
        assert [column[0] for column in cursor.description] == ["id"]
        assert len(trips) == 1
        await cursor.execute("UPDATE book SET title = 'Persuasion'")
        assert (cursor.rowcount, cursor.description, await cursor.fetchall()) == (1, None, [])
        await cursor.close()
    assert len(trips) == 2


async def test_many_rows_take_one_trip(connection: Connection, trips: list[object]) -> None:
    cursor = connection.cursor()
    await cursor.executemany("INSERT INTO book (title) VALUES (?)", [("Emma",), ("Persuasion",)])
    assert (cursor.rowcount, len(trips)) == (2, 1)


async def test_a_statement_that_fails_leaves_nothing_open(connection: Connection) -> None:
    cursor = connection.cursor()
    await cursor.execute("BEGIN IMMEDIATE")
    await cursor.execute("INSERT INTO book (title) VALUES ('Emma')")
    with pytest.raises(sqlite3.IntegrityError):
        await cursor.execute("INSERT INTO book (title) VALUES ('Emma') RETURNING id")
    await cursor.execute("ROLLBACK")
    await cursor.execute("SELECT count(*) FROM book")
    assert await cursor.fetchall() == [(0,)]
