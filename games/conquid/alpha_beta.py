"""The search of hard: sets up the kernel, lets it search, and reads what it has found."""

from __future__ import annotations

from typing import NamedTuple

from games.conquid.kernel.memory import KERNEL, PLIES, fields_of, move_of
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.budget import Meter

MAX_DEPTH = 30
CELL = 100.0


class Line(NamedTuple):
    """A move with its value for who makes it, in cells, and the moves that are expected after it."""

    value: float
    move: Move
    expected: tuple[Move, ...] = ()


class AlphaBeta:
    """One search in one position, for the seat that is to move."""

    def __init__(self, state: State, seat: int, meter: Meter) -> None:
        self._state, self._seat = state, seat
        self._run = KERNEL.begin(fields_of(state), meter)

    @property
    def depth(self) -> int:
        """How many moves deep all moves at the root have been searched."""
        return self._run.number("root_depth")

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return self._run.number("nodes")

    def best(self) -> list[Line]:
        """The moves, the best first, as far as the time allows."""
        self._run.call("deepen", MAX_DEPTH, self._seat)
        count = self._run.number("root_count")
        values, moves = (self._run.numbers(name, count) for name in ("root_values", "root_moves"))
        lines = [Line(value / CELL, move_of(self._state, move)) for value, move in zip(values, moves, strict=True)]
        length = self._run.numbers("line_length", 1)[0]
        expected = self._run.numbers("line", min(length, PLIES))[1:]
        return [lines[0]._replace(expected=tuple(move_of(self._state, move) for move in expected)), *lines[1:]]
