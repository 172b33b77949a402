"""The search of hard: it sets up the kernel, runs it, and reads the result."""

from __future__ import annotations

from collections.abc import Collection

from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, KernelSearch, Line
from games.onyx.kernel.memory import KERNEL, fields_of, key_of, turn_of
from games.onyx.moves import Place
from games.onyx.position import State

MAX_DEPTH = 40
WIDTH = 10
"""The number of best turns that are searched in each position, in addition to a pass; at the root more."""


class AlphaBeta(KernelSearch[Place]):
    """A search from one position. Values are in hundredths of a point."""

    def __init__(self, state: State, meter: Meter, errors: Errors = SURE, history: Collection[State] = ()) -> None:
        fields = {**fields_of(state), "width": WIDTH}
        super().__init__(KERNEL, fields, meter, errors, map(key_of, history))
        self._state = state

    def best(self, max_depth: int = MAX_DEPTH) -> list[Line[Place]]:
        """Return the turns found in the time allowed, best first."""
        self._run.call("deepen", max_depth)
        return self._root_lines()

    @property
    def steady_value(self) -> int:
        """Return the value of the best turn as the mean of the last two depths."""
        return self._run.number("steady_value")

    def _move_of(self, number: int, ply: int) -> Place:
        return turn_of(self._state, (self._state.turn + ply) % 2, number)
