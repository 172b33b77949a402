"""The computer opponent at its three levels."""

from __future__ import annotations

from random import Random

from games.core.budget import Budget, Meter
from games.core.player import Player, Thought
from games.core.status import Seat
from games.cyberzul.evaluate import quick_value
from games.cyberzul.moves import Move, Take
from games.cyberzul.policy import Policy
from games.cyberzul.position import State
from games.cyberzul.reasons import explain
from games.cyberzul.search import search

MAX_ROLLOUTS = {"medium": 24, "hard": 1_000_000}
"""The most playouts of a search; a hard one is ended by its budget."""

EASY_NOISE = 8.0
"""The noise on easy's evaluations: up to so many points."""


class CyberzulPlayer(Player[State, Move]):
    """Easy: what gains most at once, with much noise. Medium: a short search to the end of the round. Hard: a long one.

    Nobody knows the next deal; the position after a round is evaluated by weights learned from many matches.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        mine = quick_value(state.boards[seat])
        best = max(quick_value(board) for other, board in enumerate(state.boards) if other != seat)
        return (mine - best) / (abs(mine - best) + 20)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        move = select(view, level, budget.start(), rng)
        return Thought(move, explain(view, move))


def select(state: State, level: str, meter: Meter, rng: Random) -> Take:
    """The move of this level."""
    if level == "easy":
        return Policy().best(state, rng, EASY_NOISE)
    return search(state, meter, rng, MAX_ROLLOUTS[level]).best()
