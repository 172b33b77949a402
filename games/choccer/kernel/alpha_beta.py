"""The search for the best move: it sets up the kernel, runs it, and reads the result."""

from __future__ import annotations

from games.choccer.evaluate import static_value
from games.choccer.kernel.memory import KERNEL, fields_of, move_of, number_of, square_fields_of, tables
from games.choccer.kernel.search import INFINITE
from games.choccer.moves import Move
from games.choccer.position import TURNS, State
from games.choccer.rules import apply
from games.core.budget import Meter
from games.core.kernel.search import SURE, ComparingSearch, Errors, Line

MAX_DEPTH = 40


class AlphaBeta(ComparingSearch[Move]):
    """A search from one position. Values are in hundredths of a point; a sooner win is worth more than a later one."""

    endless = INFINITE

    def __init__(
        self, state: State, moves: list[Move], meter: Meter, errors: Errors = SURE, *, minds_squares: bool = True
    ) -> None:
        """Set up the search of the legal `moves`; among equal ones, the first is chosen.

        Unless it `minds_squares`, quiet moves are often equal.
        """
        # Near the end of the match, the value of a position also depends on the number of its turn.
        fields = {**tables(), **fields_of(state), "fold_turn": int(state.turn + MAX_DEPTH > TURNS)}
        if minds_squares:
            fields |= square_fields_of(state)
        super().__init__(KERNEL, fields, meter, errors)
        numbers = [number_of(move) for move in moves]
        self._run.set({"root_moves": numbers, "root_count": len(numbers)})
        self._state, self._moves = state, numbers

    def best(self, max_depth: int = MAX_DEPTH) -> Line[Move]:
        """Return the best move found in the time allowed; stop earlier only if the answer cannot change any more."""
        left = TURNS + 1 - self._state.turn
        # Beyond the end of the match a few more plies, because some moves are first searched less deep.
        self._run.call("deepen", min(max_depth, left + 6) if len(self._moves) > 1 else 1)
        best = self._root_lines()[0]
        if not self._run.number("best_depth"):
            return best._replace(value=static_value(apply(self._state, best.move), self._state.seat))
        return best

    def _move_of(self, number: int, _ply: int) -> Move:
        return move_of(number)

    def _number_of(self, move: Move) -> int:
        return number_of(move)
