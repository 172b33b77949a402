"""Swiss rounds at tables of three or four: entrants with similar scores who have not met sit together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot.club.events.contestants import Contestant
from bot.club.events.model import Pairing
from bot.club.events.scores import bye

_BLOCKED: Final = 1000
_ROUNDS: Final = 20
"""The most passes over all neighbouring tables in search of better exchanges."""


def seat_round(contestants: Sequence[Contestant], number: int, seats: int) -> list[Pairing]:
    """Return the tables of a round, best placed first: as full and as even as possible, at least two people each.

    `contestants` stand in the order of their points. At each table those begin who stand lowest.
    """
    if len(contestants) < 2:
        return [bye(number, 1, one.number) for one in contestants]
    tables = _spread(contestants, seats)
    for _ in range(_ROUNDS):
        changed = [_exchange(one, other) for one, other in combinations(tables, 2)]
        if not any(changed):
            break
    return [
        Pairing(number, index, tuple(one.number for one in sorted(table, key=lambda c: (c.points, c.number))))
        for index, table in enumerate(tables, 1)
    ]


def _spread(contestants: Sequence[Contestant], seats: int) -> list[list[Contestant]]:
    count = -(-len(contestants) // seats)
    size, more = divmod(len(contestants), count)
    tables, start = [], 0
    for index in range(count):
        stop = start + size + (index < more)
        tables.append(list(contestants[start:stop]))
        start = stop
    return tables


def _exchange(one: list[Contestant], other: list[Contestant]) -> bool:
    """Swap two people if that means fewer repeated meetings, at the smallest difference of points."""
    before = _meetings(one) + _meetings(other)
    if not before:
        return False
    best: tuple[int, int, int, int] | None = None
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            after = _meetings([*one[:i], b, *one[i + 1 :]]) + _meetings([*other[:j], a, *other[j + 1 :]])
            option = (after, abs(a.points - b.points), i, j)
            if after < before and (best is None or option < best):
                best = option
    if best is None:
        return False
    _, _, i, j = best
    one[i], other[j] = other[j], one[i]
    return True


def _meetings(table: Sequence[Contestant]) -> int:
    """Count how often these people have met; a blocked pair counts more than all meetings together."""
    return sum(a.met.get(b.number, 0) + _BLOCKED * (b.number in a.avoids) for a, b in combinations(table, 2))
