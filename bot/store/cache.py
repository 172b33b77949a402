"""A cache of rows read lately, so that a move need not read them again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import LRUCache

from bot.store.engine import Database

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """A cache of the most recently used values that `should_cache` accepts.

    Where other processes may change them as well, nothing is cached. `Database.clear_caches` empties all caches.
    `writes` counts the writes; what was read while it changed may be out of date and is not cached.
    """

    def __init__(self, database: Database, size: int, should_cache: Callable[[V], bool] = lambda _value: True) -> None:
        self._values: LRUCache[K, V] = LRUCache(size if database.is_sqlite else 0)
        self._should_cache = should_cache
        self.writes = 0
        database.on_cache_clear(self.clear)

    async def get(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """Return the value, reading it if it is not cached."""
        with suppress(KeyError):
            return self._values[key]
        before = self.writes
        value = await read()
        self.put_read(key, value, before)
        return value

    def peek(self, key: K) -> V | None:
        """Return the value if it is cached."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Store a value that was written."""
        self.writes += 1
        self._replace(key, value)

    def put_read(self, key: K, value: V, writes: int) -> None:
        """Store a value that was read; `writes` is the count of writes when the read began."""
        if writes == self.writes:
            self._replace(key, value)

    def evict(self, key: K) -> None:
        """Remove a value that was changed in some other way."""
        self.writes += 1
        self._values.pop(key, None)

    def clear(self) -> None:
        """Remove all values, since any may have changed."""
        self.writes += 1
        self._values.clear()

    def _replace(self, key: K, value: V) -> None:
        if self._values.maxsize and self._should_cache(value):
            self._values[key] = value
        else:
            self._values.pop(key, None)
