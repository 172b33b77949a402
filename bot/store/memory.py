"""What was read lately, so that a move need not read it again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from bot.store.engine import Database

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """The newest values by their keys, those that are `worth` it.

    Where other processes may change them as well, nothing is remembered. `Database.forget_all` empties all memories.
    `now` is counted on with every write.
    """

    def __init__(self, database: Database, most: int, worth: Callable[[V], bool] = lambda _value: True) -> None:
        self._most = most if database.is_sqlite else 0
        self._worth = worth
        self._known: OrderedDict[K, V] = OrderedDict()
        self.now = 0
        database.when_forgetting(self.clear)

    async def recall(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """The value, read where it is not known; not remembered when something was written meanwhile."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        before = self.now
        value = await read()
        self.seen(key, value, before)
        return value

    def seen(self, key: K, value: V, since: int) -> None:
        """The value has been read, beginning at the moment `since`; older than what was written after it."""
        if since == self.now:
            self._keep(key, value)

    def known(self, key: K) -> V | None:
        """The value, if it is remembered."""
        return self._known.get(key)

    def written(self, key: K, value: V) -> None:
        """The value has been stored."""
        self.now += 1
        self._keep(key, value)

    def forget(self, key: K) -> None:
        """The value has been changed in some other way."""
        self.now += 1
        self._known.pop(key, None)

    def clear(self) -> None:
        """Any value may have been changed."""
        self.now += 1
        self._known.clear()

    def _keep(self, key: K, value: V) -> None:
        self._known.pop(key, None)
        if self._worth(value):
            self._known[key] = value
        if len(self._known) > self._most:
            self._known.popitem(last=False)
