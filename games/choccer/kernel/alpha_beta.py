"""The search for the best move: it sets up the kernel, runs it, and reads the result."""

from __future__ import annotations

from collections.abc import Sequence

from games.choccer.evaluate import static_value
from games.choccer.kernel.memory import KERNEL, fields_of, move_of, number_of, square_fields_of, tables
from games.choccer.moves import Move
from games.choccer.position import TURNS, State
from games.choccer.rules import apply
from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, KernelSearch, Line

MAX_DEPTH = 40
_ENDLESS = 200_000
_SHALLOWER = (7, 3)
"""How many plies less deep than the best move the others are searched: first roughly, then deeper if there is time."""


class AlphaBeta(KernelSearch[Move]):
    """A search from one position. Values are in hundredths of a point; a sooner win is worth more than a later one."""

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

    def former_best(self, count: int) -> list[Move]:
        """Return the moves that were best before, the latest of them first."""
        return self._root_moves(min(count, len(self._moves) - 1), first=1)

    def judge(self, moves: Sequence[Move], meter: Meter) -> list[Line[Move]]:
        """Return the values of other moves, searched nearly as deep as the best one if the time allows."""
        self._run.resume(meter)
        found: dict[Move, Line[Move]] = {}
        for depth in dict.fromkeys(max(0, self.depth - less) for less in _SHALLOWER):
            for move in moves:
                value = self._run.call("value_after", number_of(move), depth, -_ENDLESS, _ENDLESS)
                if self._run.number("aborted"):
                    return list(found.values())
                found[move] = Line(value, move, self._expected_line(1))
        return list(found.values())

    def _move_of(self, number: int, _ply: int) -> Move:
        return move_of(number)
