"""One search by a kernel in one position, and its result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Generic, NamedTuple, TypeVar

from games.core.budget import Meter
from games.core.kernel.memory import EARLIER
from games.core.kernel.run import Fields, Kernel
from games.core.kernel.tree import misjudge

M = TypeVar("M")


class Line(NamedTuple, Generic[M]):
    """A move with its value for the player who makes it, and the moves expected after it."""

    value: float
    move: M
    expected: tuple[M, ...] = ()


def sort_by_value(lines: Iterable[Line[M]]) -> list[Line[M]]:
    """Return the lines with the best one first."""
    return sorted(lines, key=lambda line: -line.value)


def rank_alternatives(best: Line[M], others: Iterable[Line[M]]) -> list[Line[M]]:
    """Return the other lines, the best one first, with no value above that of the chosen line, searched deeper."""
    return [line._replace(value=min(line.value, best.value)) for line in sort_by_value(others)]


class Errors(NamedTuple):
    """The largest error with which a search misjudges each move, and the seed that makes its errors its own."""

    error: int = 0
    salt: int = 0


SURE = Errors()


def errors_of(level: str, most: Mapping[str, int], rng: Random) -> Errors:
    """Return the errors of a level: up to its entry in `most`, or none if it has no entry, like master."""
    return Errors(most[level], rng.getrandbits(60)) if level in most else SURE


class KernelSearch(ABC, Generic[M]):
    """A search whose memory is a `SearchMemory`: it turns the numbers there into the game's moves and lines."""

    def __init__(
        self, kernel: Kernel, fields: Fields, meter: Meter, errors: Errors = SURE, earlier: Iterable[int] = ()
    ) -> None:
        """Set up a search; `earlier` are the keys of earlier positions, a repetition of which counts as a tie."""
        known = [*earlier][-EARLIER:]
        self._run = kernel.begin({**fields, **errors._asdict(), "earlier": known, "earlier_count": len(known)}, meter)
        self._plies = kernel.size_of("line_length")

    @property
    def depth(self) -> int:
        """The depth in plies to which all root moves have been searched."""
        return self._run.number("root_depth")

    @property
    def nodes(self) -> int:
        """The number of positions visited."""
        return self._run.number("nodes")

    @abstractmethod
    def _move_of(self, number: int, ply: int) -> M:
        """Return the move for a number, made at a ply counted from 0."""

    def _root_moves(self, count: int, first: int = 0) -> list[M]:
        """Return moves of the searched position, the best first."""
        return [self._move_of(number, 0) for number in self._run.numbers("root_moves", count, first)]

    def _root_lines(self) -> list[Line[M]]:
        """Return all root moves with their values, the first one with the line expected after it.

        The first has the value that was found; the others are as much worse as they seem with their errors.
        """
        moves = self._root_moves(self._run.number("root_count"))
        values = self._run.numbers("root_values", len(moves))
        error = values[0] - self._run.call("value_of_best")
        best, *others = (Line(misjudge(value, -error), move) for value, move in zip(values, moves, strict=True))
        return [best._replace(expected=self._expected_line(0)), *others]

    def _expected_line(self, ply: int) -> tuple[M, ...]:
        """Return the line found from ply 0 or 1 on, without the root move."""
        length = self._run.numbers("line_length", 1, ply)[0]
        line = self._run.numbers("line", length, ply * self._plies)
        return tuple(self._move_of(number, at) for at, number in enumerate(line, ply))[1 - ply :]


class ComparingSearch(KernelSearch[M]):
    """A search that can value moves besides the best one; its kernel has `value_after`."""

    endless: int
    """More than any value."""

    @abstractmethod
    def _number_of(self, move: M) -> int:
        """Return the number for a move."""

    def _former_best(self, count: int) -> list[M]:
        """Return up to this many of the moves that were best before, the latest of them first."""
        return self._root_moves(min(count, self._run.number("root_count") - 1), first=1)

    def judge(self, moves: Sequence[M], meter: Meter, depths: Iterable[int], least: int | None = None) -> list[Line[M]]:
        """Return the values of moves of the root, searched to each of these depths in turn while there is time.

        Of a move that is not worth more than `least`, nothing but that is known.
        """
        before, least = self.nodes, -self.endless if least is None else least
        self._run.resume(meter)
        found: dict[M, Line[M]] = {}
        for depth, move in product(depths, moves):
            value = self._run.call("value_after", self._number_of(move), depth, least, self.endless)
            if self._run.number("aborted"):
                break
            found[move] = Line(value, move, self._expected_line(1))
        meter.spend(self.nodes - before)
        return list(found.values())

    def compare(self, best: M, obvious: M, count: int, meter: Meter, shallower: Sequence[int]) -> list[Line[M]]:
        """Return up to `count` moves to compare with the best one: the obvious one and those that were best before.

        They are searched less deep than the best move, by each of these numbers of plies in turn.
        """
        others = [move for move in dict.fromkeys((obvious, *self._former_best(count))) if move != best]
        depths = dict.fromkeys(max(0, self.depth - less) for less in shallower)
        return self.judge(others[:count], meter, depths) if meter.open else []
