"""The search of hard: it sets up the kernel, runs it, and reads the result."""

from __future__ import annotations

from collections.abc import Collection

from games.conquid.kernel.memory import KERNEL, fields_of, key_of, move_of
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, KernelSearch, Line

MAX_DEPTH = 30
CELL = 100.0


class AlphaBeta(KernelSearch[Move]):
    """A search from one position, for the seat to move. Values are in cells."""

    def __init__(
        self, state: State, seat: int, meter: Meter, errors: Errors = SURE, history: Collection[State] = ()
    ) -> None:
        super().__init__(KERNEL, fields_of(state), meter, errors, map(key_of, history))
        self._state, self._seat = state, seat

    def best(self, max_depth: int = MAX_DEPTH) -> list[Line[Move]]:
        """Return the moves found in the time allowed, best first."""
        self._run.call("deepen", max_depth, self._seat)
        return [line._replace(value=line.value / CELL) for line in self._root_lines()]

    def _move_of(self, number: int, _ply: int) -> Move:
        return move_of(self._state, number)
