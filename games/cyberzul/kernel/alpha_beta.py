"""The search for the best move: it sets up the kernel, runs it, and reads the result."""

from __future__ import annotations

from games.core.budget import Meter
from games.core.kernel.search import SURE, ComparingSearch, Errors, Line, sort_by_value
from games.core.kernel.tree import misjudge
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

    @property
    def is_complete(self) -> bool:
        """Whether `best` has seen the end of the round after every move that it had to look at."""
        return self._run.number("aborted") == 0 and self._run.number("is_cut") == 0

    def close_to(self, best: Line[Take], margin: int, meter: Meter) -> list[Line[Take]]:
        """Return the moves that are worth at most `margin` less than the best one at the end of the round, best first.

        Those for which there is no time are missing.
        """
        least = int(best.value) - margin - 1
        found = self.judge(self._root_moves(self._run.number("root_count")), meter, [LONGEST], least)
        return sort_by_value(line for line in found if line.value > least)

    def seen_value(self, line: Line[Take]) -> int:
        """Return the value of a line with the error of the level in it."""
        return misjudge(int(line.value), self._run.call("error_of", number_of(line.move)))

    def _move_of(self, number: int, _ply: int) -> Take:
        return move_of(number)

    def _number_of(self, move: Take) -> int:
        return number_of(move)
