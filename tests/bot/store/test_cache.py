"""What was read lately is not read again, and is never older than what was written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.cache import Cache
from bot.store.engine import Database

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
async def cache(tmp_path: Path) -> AsyncIterator[Cache[int, str]]:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quintet.db")
    yield Cache(database, 2)
    await database.close()


async def test_it_is_read_once(cache: Cache[int, str], shelf: Shelf) -> None:
    assert [await cache.get(1, shelf.read) for _ in range(3)] == ["old"] * 3
    assert shelf.reads == 1


async def test_what_was_written_counts(cache: Cache[int, str], shelf: Shelf) -> None:
    await cache.get(1, shelf.read)
    cache.put(1, "new")
    assert await cache.get(1, shelf.read) == "new"


async def test_what_was_forgotten_is_read_again(cache: Cache[int, str], shelf: Shelf) -> None:
    await cache.get(1, shelf.read)
    shelf.value = "new"
    cache.evict(1)
    assert await cache.get(1, shelf.read) == "new"


async def test_a_database_that_was_changed_past_it_empties_it(tmp_path: Path, shelf: Shelf) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quintet.db")
    caches: list[Cache[int, str]] = [Cache(database, 2) for _ in range(2)]
    for cache in caches:
        await cache.get(1, shelf.read)
    shelf.value = "new"
    database.clear_caches()
    assert [await cache.get(1, shelf.read) for cache in caches] == ["new", "new"]
    await database.close()


async def test_what_is_is_not_to_be_cached_is_read_each_time(tmp_path: Path, shelf: Shelf) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quintet.db")
    cache: Cache[int, str] = Cache(database, 2, should_cache=lambda value: value != "old")
    assert [await cache.get(1, shelf.read) for _ in range(2)] == ["old", "old"]
    cache.put(1, "new")
    assert cache.peek(1) == "new"
    cache.put(1, "old")
    assert cache.peek(1) is None
    await database.close()


@pytest.mark.parametrize("known", ["written", "forgotten", "cleared"])
async def test_what_is_read_while_something_is_written_is_not_remembered(
    cache: Cache[int, str], shelf: Shelf, known: str
) -> None:
    shelf.gate.clear()
    reading = asyncio.create_task(cache.get(1, shelf.read))
    await asyncio.sleep(0)
    shelf.value = "new"
    if known == "written":
        cache.put(1, "new")
    elif known == "forgotten":
        cache.evict(1)
    else:
        cache.clear()
    shelf.gate.set()
    assert await reading == "old"
    assert await cache.get(1, shelf.read) == "new"


async def test_only_the_newest_are_remembered(cache: Cache[int, str], shelf: Shelf) -> None:
    for key in (1, 2, 1, 3):  # 2 is the one that was not asked for lately
        await cache.get(key, shelf.read)
    assert shelf.reads == 3
    await cache.get(1, shelf.read)
    assert shelf.reads == 3
    await cache.get(2, shelf.read)
    assert shelf.reads == 4


async def test_a_database_that_others_write_to_is_always_read(shelf: Shelf) -> None:
    database = Database(POSTGRES)
    cache: Cache[int, str] = Cache(database, 2)
    cache.put(1, "mine")
    assert [await cache.get(1, shelf.read) for _ in range(2)] == ["old", "old"]
    await database.close()
