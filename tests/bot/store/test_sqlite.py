"""The connection to SQLite: a trip to its thread for each statement, and no more."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

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
    travel: Any = connection._execute  # noqa: SLF001 - aiosqlite's way to its thread

    async def count(work: Callable[[], object]) -> object:
        made.append(work)
        return await travel(work)

    monkeypatch.setattr(connection, "_execute", count)
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


async def test_a_transaction_begins_on_the_way_to_its_first_statement(
    connection: Connection, trips: list[object]
) -> None:
    connection.begin("BEGIN IMMEDIATE")
    assert not connection.in_transaction
    await connection.cursor().execute("INSERT INTO book (title) VALUES ('Emma')")
    assert (connection.in_transaction, len(trips)) == (True, 1)
    await connection.rollback()
    assert (connection.in_transaction, len(trips)) == (False, 2)
    assert await titles(connection) == []


async def test_what_was_not_begun_is_not_ended(connection: Connection, trips: list[object]) -> None:
    await connection.rollback()
    connection.begin("BEGIN")
    await connection.rollback()
    connection.begin("BEGIN")
    await connection.commit()
    assert trips == []
    assert await titles(connection) == []
    assert not connection.in_transaction, "the transaction that had no statement is forgotten"


async def test_what_needs_no_answer_goes_along_with_the_next_statement(
    connection: Connection, trips: list[object]
) -> None:
    connection.begin("BEGIN IMMEDIATE")
    assert connection.later(partial(add, "Emma"))
    assert trips == []
    cursor = await connection.cursor().execute("SELECT title FROM book")
    assert (await cursor.fetchall(), len(trips)) == ([("Emma",)], 1)
    assert connection.later(partial(add, "Persuasion"))
    await connection.commit()
    assert (connection.in_transaction, len(trips)) == (False, 2)
    assert await titles(connection) == ["Emma", "Persuasion"]


async def test_a_transaction_without_answers_makes_one_trip(connection: Connection, trips: list[object]) -> None:
    connection.begin("BEGIN IMMEDIATE")
    for title in ("Emma", "Persuasion"):
        connection.later(partial(add, title))
    await connection.commit()
    assert (connection.in_transaction, len(trips)) == (False, 1)
    assert await titles(connection) == ["Emma", "Persuasion"]


async def test_what_fails_at_the_commit_is_rolled_back(connection: Connection) -> None:
    connection.begin("BEGIN IMMEDIATE")
    for _ in range(2):
        connection.later(partial(add, "Emma"))
    with pytest.raises(sqlite3.IntegrityError):
        await connection.commit()
    await connection.rollback()
    assert not connection.in_transaction
    assert await titles(connection) == []


async def test_what_was_put_off_is_forgotten_by_a_rollback(connection: Connection, trips: list[object]) -> None:
    connection.begin("BEGIN IMMEDIATE")
    connection.later(partial(add, "Emma"))
    await connection.rollback()
    assert trips == []
    assert await titles(connection) == []


async def test_nothing_is_put_off_outside_of_a_transaction(connection: Connection) -> None:
    assert not connection.later(partial(add, "Emma"))
    connection.begin("BEGIN")
    await connection.commit()
    assert not connection.later(partial(add, "Emma"))
    assert await titles(connection) == []


async def test_a_transaction_that_cannot_begin_lets_nothing_be_done(connection: Connection, tmp_path: Path) -> None:
    await connection.cursor().execute("PRAGMA busy_timeout=0")
    other = sqlite3.connect(tmp_path / "shelf.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    connection.begin("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await connection.cursor().execute("INSERT INTO book (title) VALUES ('Emma')")
    await connection.rollback()
    other.close()
    connection.begin("BEGIN IMMEDIATE")
    await connection.cursor().execute("INSERT INTO book (title) VALUES ('Persuasion')")
    await connection.commit()
    assert await titles(connection) == ["Persuasion"]


async def test_a_cancelled_statement_is_rolled_back(connection: Connection) -> None:
    connection.begin("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(connection.cursor().execute("INSERT INTO book (title) VALUES ('Emma')"))
    await asyncio.sleep(0)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    await connection.rollback()
    assert not connection.in_transaction
    assert await titles(connection) == []


def add(title: str, at: sqlite3.Connection) -> None:
    at.execute("INSERT INTO book (title) VALUES (?)", (title,))


async def titles(connection: Connection) -> list[str]:
    cursor = connection.cursor()
    await cursor.execute("SELECT title FROM book ORDER BY id")
    return [row[0] for row in await cursor.fetchall()]
