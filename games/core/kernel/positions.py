"""Positions that a search has met before. Compiled if numba is installed."""

from __future__ import annotations

from games.core.kernel.memory import SearchMemory

MIXED, FACTOR = (1 << 42) - 1, 1_000_003


def mix(key: int, part: int) -> int:
    """Return the key of a position with one more part of it, such as a row of up to 42 cells. It is below 2 ** 62."""
    mixed = (key & MIXED) * FACTOR ^ part
    return mixed ^ mixed >> 25


def is_repeated(k: SearchMemory, ply: int, key: int) -> bool:
    """Whether the position at this ply has already occurred, on the path from the root or earlier in the match."""
    for at in range(ply - 2, -1, -2):
        if k.path[at] == key:
            return True
    for at in range(k.earlier_count):  # noqa: SIM110 - a generator is not compiled
        if k.earlier[at] == key:
            return True
    return False
