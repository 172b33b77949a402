"""Thinkers over any game: random, greedy, and the tree search of `tree` at the three levels."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeVar

from games.core.game import Game
from games.core.legal import drawn
from games.core.status import Seat
from games.core.thought import Budget, Thought
from games.core.tree import Forest, worth

S = TypeVar("S")
M = TypeVar("M")

CANDIDATES = 200
"""A greedy player looks at this many moves at most, drawn at random where there are more."""
_CARELESS = 0.3
"""How often easy moves at random."""
_MEDIUM_NODES = 4000


def think(game: Game[S, M], view: S, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[M]:
    """Easy: greedy, every third move at random. Medium: a small tree. Hard: a tree as large as the budget allows."""
    if level == "easy":
        chosen = random_move if rng.random() < _CARELESS else greedy
        return told(game, view, seat, chosen(game, view, seat, rng))
    if level == "medium":
        budget = replace(budget, nodes=min(_MEDIUM_NODES, budget.nodes or _MEDIUM_NODES))
    return told(game, view, seat, Forest(game, view, seat, budget.start(), rng).best())


def told(game: Game[S, M], state: S, seat: Seat, move: M) -> Thought[M]:
    """The move with its own description as the reason."""
    return Thought(move, game.tell(state, seat, move))


def random_move(game: Game[S, M], state: S, seat: Seat, rng: Random) -> M:
    """Any legal move."""
    return game.legal(state, seat).sample(rng)


def greedy(game: Game[S, M], state: S, seat: Seat, rng: Random) -> M:
    """The move after which the seat stands best at a glance; chance decides between equals."""
    moves = drawn(game.legal(state, seat), rng, CANDIDATES)
    rng.shuffle(moves)
    return max(moves, key=lambda move: worth(game, game.play(state, seat, move), seat))


def shortlist(game: Game[S, M], view: S, seat: Seat, rng: Random) -> list[M]:
    """The moves that are worth a try, those first after which the seat stands best at a glance."""
    moves = list(game.propose(view, seat, rng))
    return sorted(moves, key=lambda move: -worth(game, game.play(view, seat, move), seat))
