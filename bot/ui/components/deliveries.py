"""Interactions that the gateway delivers twice, as it may after a lost connection."""

from __future__ import annotations

from cachetools import FIFOCache

MOST = 10_000


class Deliveries:
    """Remembers the newest interactions that have arrived."""

    def __init__(self, most: int = MOST) -> None:
        self._known: FIFOCache[int, None] = FIFOCache(most)

    def is_first(self, interaction: int) -> bool:
        """Return True the first time that an interaction id arrives."""
        if interaction in self._known:
            return False
        self._known[interaction] = None
        return True
