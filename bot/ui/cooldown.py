"""How often one person may act: a bucket of tokens each, so that nobody can keep the bot from the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import ceil
from time import monotonic

BURST = 40
PER_SECOND = 5.0
"""More than fingers can do, for as long as they like."""
MOST_PEOPLE = 10_000


class Cooldown:
    """A bucket of `burst` tokens for each key, refilled at `per_second`; those who came longest ago are forgotten."""

    def __init__(
        self, burst: int = BURST, per_second: float = PER_SECOND, clock: Callable[[], float] = monotonic
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, key: Hashable) -> int:
        """Take a token; returns 0, or the whole seconds until there is one again."""
        now = self._clock()
        tokens, at = self._buckets.pop(key, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - at) * self._per_second)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > MOST_PEOPLE:
            self._buckets.popitem(last=False)
        return 0 if allowed else max(1, ceil((1 - tokens) / self._per_second))
