"""A cache limited by the total size of its values."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SizedCache(Generic[K, V]):
    """Values made on first request. If they exceed the limit, those not used for longest are dropped.

    Safe in several threads, which make values in parallel: now and then two make the same one. A value that exceeds the
    limit by itself is made each time.
    """

    def __init__(self, limit: int, cost: Callable[[V], int]) -> None:
        self._values: LRUCache[K, V] = LRUCache(limit, getsizeof=cost)
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of the key, making it if necessary."""
        found = self.find(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def find(self, key: K) -> V | None:
        """Return the value of the key, or None if it is not kept; values are never None."""
        with self._lock:
            try:
                return self._values[key]
            except KeyError:
                return None

    def put(self, key: K, value: V) -> None:
        """Keep a value."""
        with self._lock, suppress(ValueError):  # ValueError: it is larger than the limit
            self._values[key] = value
