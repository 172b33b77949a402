"""The search of hard: sets up the kernel, lets it search, and reads what it has found."""

from __future__ import annotations

from games.conquid.kernel.memory import KERNEL, fields_of, move_of
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, KernelSearch, Line

MAX_DEPTH = 30
CELL = 100.0


class AlphaBeta(KernelSearch[Move]):
    """One search in one position, for the seat that is to move. Values are in cells."""

    def __init__(self, state: State, seat: int, meter: Meter, errors: Errors = SURE) -> None:
        super().__init__(KERNEL, fields_of(state), meter, errors)
        self._state, self._seat = state, seat

    def best(self) -> list[Line[Move]]:
        """The moves, the best first, as far as the time allows."""
        self._run.call("deepen", MAX_DEPTH, self._seat)
        return [line._replace(value=line.value / CELL) for line in self._root_lines()]

    def _move_of(self, number: int, _ply: int) -> Move:
        return move_of(self._state, number)
