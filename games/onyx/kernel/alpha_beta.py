"""The search of hard: sets up the kernel, lets it search, and reads what it has found."""

from __future__ import annotations

from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, KernelSearch, Line
from games.onyx.kernel.memory import KERNEL, fields_of, turn_of
from games.onyx.moves import Place
from games.onyx.position import State

MAX_DEPTH = 40
_WIDTH = 10
"""This many of the best turns are searched in each position, besides a pass; at the root more."""


class AlphaBeta(KernelSearch[Place]):
    """One search in one position. Values are in hundredths."""

    def __init__(self, state: State, meter: Meter, errors: Errors = SURE) -> None:
        super().__init__(KERNEL, {**fields_of(state), "width": _WIDTH}, meter, errors)
        self._state = state

    def best(self, max_depth: int = MAX_DEPTH) -> list[Line[Place]]:
        """The turns, the best first, as far as the time allows."""
        self._run.call("deepen", max_depth)
        return self._root_lines()

    @property
    def steady_value(self) -> int:
        """The value of the best turn by the mean of the last two depths."""
        return self._run.number("steady_value")

    def _move_of(self, number: int, ply: int) -> Place:
        return turn_of(self._state, (self._state.turn + ply) % 2, number)
