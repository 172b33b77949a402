"""The search for the best move: it sets up the kernel, runs it, and reads the result."""

from __future__ import annotations

from games.core.budget import Meter
from games.core.kernel.search import SURE, ComparingSearch, Errors, Line
from games.cyberzul.kernel.memory import KERNEL, LONGEST, fields_of, move_of, number_of, tables
from games.cyberzul.kernel.search import INFINITE
from games.cyberzul.moves import Take
from games.cyberzul.position import State


class AlphaBeta(ComparingSearch[Take]):
    """A search from one position of two players, to the end of the round at most.

    Values are leads at the end of the match, in hundredths of a point; a match that is won is worth much more.
    """

    endless = INFINITE

    def __init__(self, state: State, meter: Meter, errors: Errors = SURE) -> None:
        super().__init__(KERNEL, {**tables(len(state.boards)), **fields_of(state)}, meter, errors)

    def best(self, deepest: int = LONGEST) -> list[Line[Take]]:
        """Return the moves, the best one found in the time allowed first; what others are worth is not sure."""
        self._run.call("deepen", deepest)
        return self._root_lines()

    def _move_of(self, number: int, _ply: int) -> Take:
        return move_of(number)

    def _number_of(self, move: Take) -> int:
        return number_of(move)
