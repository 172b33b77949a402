"""Rate limit per person: a token bucket each, so that nobody can occupy the bot."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil
from time import monotonic

from cachetools import LRUCache

BURST_SECONDS = 8
"""The size of a bucket, in seconds' worth of actions."""
MOST_PEOPLE = 10_000


class Cooldown:
    """A token bucket for each key, refilled at `per_second`; the least recently used ones are dropped."""

    def __init__(self, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst = max(1.0, BURST_SECONDS * per_second)
        self._per_second = per_second
        self._clock = clock
        self._buckets: LRUCache[Hashable, tuple[float, float]] = LRUCache(MOST_PEOPLE)

    def wait(self, key: Hashable) -> int:
        """Take a token; returns 0, or the whole seconds until the next one."""
        now = self._clock()
        tokens, at = self._buckets.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - at) * self._per_second)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        return 0 if allowed else max(1, ceil((1 - tokens) / self._per_second))
