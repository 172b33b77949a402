"""What was read lately is not read again, and is never older than what was written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.engine import Database
from bot.store.memory import Memory

POSTGRES = "postgresql+asyncpg://nobody@localhost/nowhere"


class Shelf:
    """Something that is read, slowly where it is told to wait."""

    def __init__(self) -> None:
        self.value = "old"
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self) -> str:
        self.reads += 1
        value = self.value
        await self.gate.wait()
        return value


@pytest_asyncio.fixture
async def shelf() -> Shelf:
    return Shelf()


@pytest_asyncio.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory[int, str]]:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quintet.db")
    yield Memory(database, 2)
    await database.close()


async def test_it_is_read_once(memory: Memory[int, str], shelf: Shelf) -> None:
    assert [await memory.recall(1, shelf.read) for _ in range(3)] == ["old"] * 3
    assert shelf.reads == 1


async def test_what_was_written_counts(memory: Memory[int, str], shelf: Shelf) -> None:
    await memory.recall(1, shelf.read)
    memory.written(1, "new")
    assert await memory.recall(1, shelf.read) == "new"


async def test_what_was_forgotten_is_read_again(memory: Memory[int, str], shelf: Shelf) -> None:
    await memory.recall(1, shelf.read)
    shelf.value = "new"
    memory.forget(1)
    assert await memory.recall(1, shelf.read) == "new"


async def test_a_database_that_was_changed_past_it_empties_it(tmp_path: Path, shelf: Shelf) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quintet.db")
    memories: list[Memory[int, str]] = [Memory(database, 2) for _ in range(2)]
    for memory in memories:
        await memory.recall(1, shelf.read)
    shelf.value = "new"
    database.forget_all()
    assert [await memory.recall(1, shelf.read) for memory in memories] == ["new", "new"]
    await database.close()


async def test_what_is_not_worth_it_is_not_remembered(tmp_path: Path, shelf: Shelf) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quintet.db")
    memory: Memory[int, str] = Memory(database, 2, worth=lambda value: value != "old")
    assert [await memory.recall(1, shelf.read) for _ in range(2)] == ["old", "old"]
    memory.written(1, "new")
    assert memory.known(1) == "new"
    memory.written(1, "old")
    assert memory.known(1) is None
    await database.close()


@pytest.mark.parametrize("known", ["written", "forgotten", "cleared"])
async def test_what_is_read_while_something_is_written_is_not_remembered(
    memory: Memory[int, str], shelf: Shelf, known: str
) -> None:
    shelf.gate.clear()
    reading = asyncio.create_task(memory.recall(1, shelf.read))
    await asyncio.sleep(0)
    shelf.value = "new"
    if known == "written":
        memory.written(1, "new")
    elif known == "forgotten":
        memory.forget(1)
    else:
        memory.clear()
    shelf.gate.set()
    assert await reading == "old"
    assert await memory.recall(1, shelf.read) == "new"


async def test_only_the_newest_are_remembered(memory: Memory[int, str], shelf: Shelf) -> None:
    for key in (1, 2, 1, 3):  # 2 is the one that was not asked for lately
        await memory.recall(key, shelf.read)
    assert shelf.reads == 3
    await memory.recall(1, shelf.read)
    assert shelf.reads == 3
    await memory.recall(2, shelf.read)
    assert shelf.reads == 4


async def test_a_database_that_others_write_to_is_always_read(shelf: Shelf) -> None:
    database = Database(POSTGRES)
    memory: Memory[int, str] = Memory(database, 2)
    memory.written(1, "mine")
    assert [await memory.recall(1, shelf.read) for _ in range(2)] == ["old", "old"]
    await database.close()
