"""A bounded cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Values made when first asked for. When they cost more than the limit, those not used for longest go.

    Safe in several threads, which do not wait for each other: now and then two make the same value.
    """

    def __init__(self, limit: int, cost: Callable[[V], int]) -> None:
        self._limit, self._cost, self.used = limit, cost, 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def fetch(self, key: K, make: Callable[[], V]) -> V:
        """The value of the key."""
        with suppress(KeyError):
            value = self._values[key]
            self._values.move_to_end(key)
            return value
        made = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = made
                self.used += self._cost(made)
            while self.used > self._limit and len(self._values) > 1:
                self.used -= self._cost(self._values.popitem(last=False)[1])
        return made
