"""Whether the remaining rounds can be paired with no repeated pairing and balanced sides.

In a small field, the best single round may leave no good one for later. Pure functions over entrants by index: who
may meet whom, how much more often each has had the first move than the second, how often each has had a bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

STEPS: Final = 20_000
"""The number of pairs tried for a round before the search gives up."""
Pair = tuple[int, int]
"""First and second player by index; the index after the last stands for a bye."""


@dataclass(frozen=True, slots=True)
class Field:
    """The players to be paired, by index. `free` has a bit for each possible opponent that has not been met."""

    free: tuple[int, ...]
    balance: tuple[int, ...]
    rests: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.free)

    def after(self, pairs: Sequence[Pair]) -> Field:
        """Return the field after a round."""
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
        """Whether this pairing, or this bye, would be the first of its kind."""
        if other == self.size:
            return self.rests[one] == min(self.rests)
        return bool(self.free[one] >> other & 1)

    def may_begin(self, one: int, other: int) -> bool:
        """Whether the first may begin without anybody's sides being out of balance by more than one."""
        return other == self.size or (self.balance[one] <= 0 <= self.balance[other])

    def allows_round(self, pairs: Sequence[Pair], *, sides: bool) -> bool:
        """Whether the round repeats no pairing and no bye, and, if asked for, keeps the sides balanced."""
        return all(self.allows(*pair) and (not sides or self.may_begin(*pair)) for pair in pairs)


@dataclass
class Search:
    """Searches future rounds, with memoisation; after `steps` it finds nothing more."""

    steps: int = STEPS
    _known: dict[tuple[Field, int, bool], bool] = field(default_factory=dict)

    def can_go_on(self, players: Field, rounds: int, *, sides: bool) -> bool:
        """Whether this many more rounds can be paired; also False if the search takes too long."""
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
        """Yield each way to pair a round without a repeated pairing or bye, neighbours first."""
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
    """Return the possible opponents of each player who is left."""
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
