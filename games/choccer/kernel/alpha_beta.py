"""The search for the best move: sets up the kernel, lets it search, and reads what it has found."""

from __future__ import annotations

from collections.abc import Sequence

from games.choccer.evaluate import static_value
from games.choccer.kernel.memory import KERNEL, fields_of, move_of, number_of, tables
from games.choccer.moves import Move
from games.choccer.position import TURNS, State
from games.choccer.rules import apply
from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, KernelSearch, Line

MAX_DEPTH = 40
_ENDLESS = 200_000
_SHALLOWER = (7, 3)
"""Other moves are judged this many plies less deep than the best one was found: first roughly, then as time allows."""


class AlphaBeta(KernelSearch[Move]):
    """One search in one position. Values are in hundredths of a point; of two wins the sooner is better."""

    def __init__(self, state: State, moves: list[Move], meter: Meter, errors: Errors = SURE) -> None:
        """`moves` are the legal moves; of equal ones the earlier is chosen."""
        # Close to the end of the match a position is worth something else a turn later.
        fields = {**tables(), **fields_of(state), "fold_turn": int(state.turn + MAX_DEPTH > TURNS)}
        super().__init__(KERNEL, fields, meter, errors)
        numbers = [number_of(move) for move in moves]
        self._run.set({"root_moves": numbers, "root_count": len(numbers)})
        self._state, self._moves = state, numbers

    def best(self, max_depth: int = MAX_DEPTH) -> Line[Move]:
        """The best move as far as the time allows. It ends earlier only where the answer cannot change."""
        left = TURNS + 1 - self._state.turn
        # Moves that are searched less deep at first see the end of the match only a little later.
        self._run.call("deepen", min(max_depth, left + 6) if len(self._moves) > 1 else 1)
        best = self._root_lines()[0]
        if not self._run.number("best_depth"):
            return best._replace(value=static_value(apply(self._state, best.move), self._state.seat))
        return best

    def former_best(self, count: int) -> list[Move]:
        """The moves that were the best before, the last of them first."""
        return self._root_moves(min(count, len(self._moves) - 1), first=1)

    def judge(self, moves: Sequence[Move], meter: Meter) -> list[Line[Move]]:
        """The values of other moves, searched nearly as deep as the best one where the time allows."""
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
