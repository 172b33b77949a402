"""Round robin: everybody plays everybody once, by the Berger tables."""

from __future__ import annotations

from collections.abc import Sequence


def schedule(numbers: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """Return the rounds for these entrants, strongest first: pairs in seat order, a single entrant for a bye.

    The last one, or who has nobody, stays; all others go around. Nobody begins more than once more than they follow.
    """
    seats: list[int | None] = [*numbers, *([None] if len(numbers) % 2 else [])]
    size = len(seats)
    rounds = []
    for turn in range(size - 1):
        pairs: list[tuple[int | None, int | None]] = []
        around = [(turn * (size // 2) + step) % (size - 1) for step in range(size - 1)]
        stays = (seats[around[0]], seats[-1])
        pairs.append(stays if turn % 2 == 0 else (stays[1], stays[0]))
        pairs += [(seats[around[step]], seats[around[-step]]) for step in range(1, size // 2)]
        rounds.append([tuple(one for one in pair if one is not None) for pair in pairs])
    return rounds
