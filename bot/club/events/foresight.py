"""Whether the remaining rounds can still be paired without repeated pairings and on balanced sides.

In a small field, the best single round may leave no good one for later. Pure functions over entrants by index: who
may meet whom, how much more often each has had the first move than the second, how often each has had a bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

STEPS: Final = 20_000
"""So many pairs are tried for a round before the search is given up."""
Pair = tuple[int, int]
"""Who begins and who follows; an index one higher than the last is nobody, and the other rests."""


@dataclass(frozen=True, slots=True)
class Field:
    """Those who are to be paired, by index. `free` has a bit for each whom one has not met and may meet."""

    free: tuple[int, ...]
    balance: tuple[int, ...]
    rests: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.free)

    def after(self, pairs: Sequence[Pair]) -> Field:
        """The field after a round."""
        free, balance, rests = list(self.free), list(self.balance), list(self.rests)
        for one, other in pairs:
            if other == self.size:
                rests[one] += 1
                continue
            free[one] &= ~(1 << other)
            free[other] &= ~(1 << one)
            balance[one] += 1
            balance[other] -= 1
        return Field(tuple(free), tuple(balance), tuple(rests))

    def allows(self, one: int, other: int) -> bool:
        """Whether the first may play the second, or rest, without doing so again."""
        if other == self.size:
            return self.rests[one] == min(self.rests)
        return bool(self.free[one] >> other & 1)

    def may_begin(self, one: int, other: int) -> bool:
        """Whether the first may begin and the second follow, with nobody farther out of balance than by one."""
        return other == self.size or (self.balance[one] <= 0 <= self.balance[other])

    def allows_round(self, pairs: Sequence[Pair], *, sides: bool) -> bool:
        """Whether nobody meets or rests again in this round, and, if asked for, all play on balanced sides."""
        return all(self.allows(*pair) and (not sides or self.may_begin(*pair)) for pair in pairs)


@dataclass
class Search:
    """Looks for rounds to come, and remembers what it has found out; after `steps` it finds nothing any more."""

    steps: int = STEPS
    _known: dict[tuple[Field, int, bool], bool] = field(default_factory=dict)

    def can_go_on(self, players: Field, rounds: int, *, sides: bool) -> bool:
        """Whether so many rounds more can be paired; False also where it takes too long to tell."""
        if rounds == 0:
            return True
        if not sides:
            players = replace(players, balance=(0,) * players.size)
        key = (players, rounds, sides)
        if key not in self._known:
            self._known[key] = (not sides or self.can_go_on(players, rounds, sides=False)) and any(
                self.can_go_on(players.after(pairs), rounds - 1, sides=sides)
                for pairs in self.rounds(players, sides=sides)
            )
        return self._known[key]

    def rounds(self, players: Field, *, sides: bool) -> Iterator[list[Pair]]:
        """Each way to pair a round in which nobody meets or rests again, neighbours first."""
        seats = players.size + players.size % 2
        yield from self._complete(players, (1 << seats) - 1, [], sides=sides)

    def _complete(self, players: Field, left: int, made: list[Pair], *, sides: bool) -> Iterator[list[Pair]]:
        if not left:
            yield made
            return
        if self.steps <= 0:
            return
        self.steps -= 1
        _, options = min((len(found), found) for found in _options(players, left, sides=sides))
        for one, other in options:
            rest = left & ~(1 << one) & ~(1 << other)
            yield from self._complete(players, rest, [*made, (one, other)], sides=sides)


def _options(players: Field, left: int, *, sides: bool) -> Iterator[list[Pair]]:
    """For each who is left, all that they can do."""
    waiting = [one for one in range(players.size + 1) if left >> one & 1]
    for one in waiting:
        found: list[Pair] = []
        for other in waiting:
            if other == one:
                continue
            low, high = min(one, other), max(one, other)
            if not players.allows(low, high):
                continue
            if not sides or high == players.size:
                found.append((low, high))
                continue
            found += [pair for pair in ((low, high), (high, low)) if players.may_begin(*pair)]
        yield found
