"""One search by a kernel in one position, and its result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Generic, NamedTuple, TypeVar

from games.core.budget import Meter
from games.core.kernel.run import Fields, Kernel
from games.core.kernel.tree import misjudge

M = TypeVar("M")


class Line(NamedTuple, Generic[M]):
    """A move with its value for whoever makes it, and the moves that are expected after it."""

    value: float
    move: M
    expected: tuple[M, ...] = ()


class Errors(NamedTuple):
    """By how much a search misjudges each move at most, and what makes its errors its own."""

    error: int = 0
    salt: int = 0


SURE = Errors()


def errors_of(level: str, most: Mapping[str, int], rng: Random) -> Errors:
    """A level misjudges moves by up to what `most` has for it; those it doesn't name, as master, misjudge none."""
    return Errors(most[level], rng.getrandbits(60)) if level in most else SURE


class KernelSearch(ABC, Generic[M]):
    """A search whose memory is a `SearchMemory`: its numbers are read as the moves and lines of the game."""

    def __init__(self, kernel: Kernel, fields: Fields, meter: Meter, errors: Errors = SURE) -> None:
        self._run = kernel.begin({**fields, **errors._asdict()}, meter)
        self._plies = kernel.size_of("line_length")

    @property
    def depth(self) -> int:
        """The depth in plies to which all moves at the root have been searched."""
        return self._run.number("root_depth")

    @property
    def nodes(self) -> int:
        """The number of positions that have been looked at."""
        return self._run.number("nodes")

    @abstractmethod
    def _move_of(self, number: int, ply: int) -> M:
        """The move behind a number, made at a ply from 0."""

    def _root_moves(self, count: int, first: int = 0) -> list[M]:
        """Moves of the position that is searched, the best first."""
        return [self._move_of(number, 0) for number in self._run.numbers("root_moves", count, first)]

    def _root_lines(self) -> list[Line[M]]:
        """All of them with their values, the first with the line that is expected after it.

        The first has the value that was found; the others are worth as much less as they seem with their errors.
        """
        moves = self._root_moves(self._run.number("root_count"))
        values = self._run.numbers("root_values", len(moves))
        error = values[0] - self._run.call("value_of_best")
        best, *others = (Line(misjudge(value, -error), move) for value, move in zip(values, moves, strict=True))
        return [best._replace(expected=self._expected_line(0)), *others]

    def _expected_line(self, ply: int) -> tuple[M, ...]:
        """The line that was found from a ply on, 0 or 1, without the move at the root."""
        length = self._run.numbers("line_length", 1, ply)[0]
        line = self._run.numbers("line", length, ply * self._plies)
        return tuple(self._move_of(number, at) for at, number in enumerate(line, ply))[1 - ply :]
