"""The computer opponent at its three levels."""

from __future__ import annotations

from random import Random

from games.choccer.evaluate import evaluate, static_value
from games.choccer.legal import legal_moves
from games.choccer.moves import Move
from games.choccer.position import State
from games.choccer.reasons import explain
from games.choccer.rules import apply
from games.choccer.search import MAX_DEPTH, Search, winning_turn
from games.core.budget import Budget
from games.core.player import Player, Thought
from games.core.status import Seat

_RANDOM_SHARE = 0.3
"""The share of easy's moves that are random."""

_MEDIUM_PLIES = 2


class ChoccerPlayer(Player[State, Move]):
    """Easy evaluates the positions after its own moves, and sometimes moves at random.

    Medium searches two plies and the captures after them; hard searches as deep as its budget allows.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        moves = legal_moves(view, seat)
        rng.shuffle(moves)
        if level == "easy":
            at_random = rng.random() < _RANDOM_SHARE
            move = moves[0] if at_random else max(moves, key=lambda each: static_value(apply(view, each), seat))
            return Thought(move, explain(view, move))
        search = Search(budget.start())
        value, move = search.best(view, moves, _MEDIUM_PLIES if level == "medium" else MAX_DEPTH)[0]
        return Thought(move, explain(view, move, search.principal_variation(apply(view, move)), winning_turn(value)))
