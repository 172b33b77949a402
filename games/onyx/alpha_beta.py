"""The search of hard: sets up the kernel, lets it search, and reads what it has found."""

from __future__ import annotations

from typing import NamedTuple

from games.core.budget import Meter
from games.onyx.kernel.memory import KERNEL, LONGEST, fields_of, turn_of
from games.onyx.moves import Place
from games.onyx.position import State

MAX_DEPTH = 40
_WIDTH = 10
"""So many of the best turns are searched in each position, besides a pass; at the root more."""


class Line(NamedTuple):
    """A turn with its value for who makes it, in hundredths, and the turns that are expected after it."""

    value: int
    turn: Place
    expected: tuple[Place, ...] = ()


class AlphaBeta:
    """One search in one position."""

    def __init__(self, state: State, meter: Meter) -> None:
        self._state = state
        self._run = KERNEL.begin({**fields_of(state), "width": _WIDTH}, meter)

    @property
    def depth(self) -> int:
        """How many turns deep all turns at the root have been searched."""
        return self._run.number("root_depth")

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return self._run.number("nodes")

    def best(self, max_depth: int = MAX_DEPTH) -> list[Line]:
        """The turns, the best first, as far as the time allows."""
        self._run.call("deepen", max_depth)
        count = self._run.number("root_count")
        values, moves = (self._run.numbers(name, count) for name in ("root_values", "root_moves"))
        lines = [
            Line(value, turn_of(self._state, self._state.turn, move)) for value, move in zip(values, moves, strict=True)
        ]
        return [lines[0]._replace(expected=self._expected(0)), *lines[1:]]

    def _expected(self, ply: int) -> tuple[Place, ...]:
        """The line that was found from a ply on, without the turn at the root."""
        length, first = self._run.numbers("line_length", 1, ply)[0], ply * LONGEST
        line = self._run.numbers("line", length, first)
        seat = self._state.turn
        return tuple(turn_of(self._state, (seat + at) % 2, move) for at, move in enumerate(line, ply))[1 - ply :]
