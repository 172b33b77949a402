"""The computer opponent at its three levels."""

from __future__ import annotations

from random import Random

from games.core.budget import Budget
from games.core.calibration import share_of_points
from games.core.player import Alternative, Player, Thought
from games.core.status import Seat
from games.cyberzul.evaluate import quick_value
from games.cyberzul.moves import Move
from games.cyberzul.policy import Policy
from games.cyberzul.position import State
from games.cyberzul.reasons import explain
from games.cyberzul.search import search

MAX_ROLLOUTS = {"medium": 24, "hard": 1_000_000}
"""The most playouts of a search; a hard one is ended by its budget."""

EASY_NOISE = 8.0
"""The noise on easy's evaluations: up to so many points."""

_COMPARED = 3
_SCALE = {"medium": 0.32, "hard": 0.32}
"""The value that promises 73 % of the points against one other, fitted by bench/calibration.py."""


class CyberzulPlayer(Player[State, Move]):
    """Easy: what gains most at once, with much noise. Medium: a short search to the end of the round. Hard: a long one.

    Nobody knows the next deal; the position after a round is evaluated by weights learned from many matches.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        mine = quick_value(state.boards[seat])
        best = max(quick_value(board) for other, board in enumerate(state.boards) if other != seat)
        return (mine - best) / (abs(mine - best) + 20)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        if level == "easy":
            move = Policy().best(view, rng, EASY_NOISE)
            return Thought(move, explain(view, move))
        found = search(view, budget.start(), rng, MAX_ROLLOUTS[level])
        best, *others = found.ranked()
        seats, scale = len(view.boards), _SCALE[level]
        alternatives = (Alternative(other, share_of_points(value, scale, seats)) for other, value in others[:_COMPARED])
        value = share_of_points(best[1], scale, seats)
        return Thought(best[0], explain(view, best[0]), value, alternatives=tuple(alternatives))
