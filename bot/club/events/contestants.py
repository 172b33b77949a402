"""What the pairing algorithms need to know of each entrant: points, opponents, sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.club.events.model import Apart, Entrant, Pairing, order_by_rating
from bot.club.events.standings import points_of


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entrant as seen by the pairing of the next round.

    `balance` is how many more times they have begun than followed, `last` the side of their last match: 1 if they
    began, -1 if they followed. `rests` counts the rounds without an opponent. `avoids` are those of whom one has
    blocked the other.
    """

    number: int
    points: int
    met: Mapping[int, int]
    balance: int = 0
    last: int = 0
    rests: int = 0
    avoids: frozenset[int] = frozenset()


def contestants(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], number: int, apart: Apart = frozenset()
) -> list[Contestant]:
    """Return the entrants to be paired in a round, by points, then rating. `apart` are pairs who must not meet."""
    points = points_of(entrants, pairings)
    before = sorted((pairing for pairing in pairings if pairing.round < number), key=lambda pairing: pairing.key)
    found = [
        replace(
            _contestant(entrant.number, points[entrant.number], [p for p in before if entrant.number in p.entrants]),
            avoids=frozenset(other for pair in apart if entrant.number in pair for other in pair - {entrant.number}),
        )
        for entrant in order_by_rating(entrants)
        if entrant.plays_in(number)
    ]
    return sorted(found, key=lambda contestant: -contestant.points)


def _contestant(number: int, points: int, own: Sequence[Pairing]) -> Contestant:
    met: dict[int, int] = {}
    balance = last = rests = 0
    for pairing in own:
        for other in pairing.entrants:
            if other != number:
                met[other] = met.get(other, 0) + 1
        if len(pairing.entrants) == 2:
            last = 1 if pairing.entrants[0] == number else -1
            balance += last
        rests += len(pairing.entrants) == 1
    return Contestant(number, points, met, balance, last, rests)
