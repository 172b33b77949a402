"""Three strengths of play.

easy: what gains most at a glance, often misjudged. medium: a short search to the end of the round. hard: a long one.
Nobody knows the next filling; what a round leaves behind is judged by weights learned from many matches.
"""

from __future__ import annotations

from random import Random

from games.core.budget import Budget, Meter
from games.core.player import Thought
from games.cyberzul.ideas import why
from games.cyberzul.moves import Move, Take
from games.cyberzul.policy import Policy
from games.cyberzul.state import State
from games.cyberzul.tree import search

PLAYOUTS = {"medium": 24, "hard": 20_000}
"""The most playouts of a search; a hard one is ended by its budget."""

EASY_NOISE = 8.0
"""Easy misjudges each choice by up to so many points."""


def think(state: State, level: str, budget: Budget, rng: Random) -> Thought[Move]:
    """A move for the player to move, and why."""
    move = choose(state, level, budget.start(), rng)
    return Thought(move, why(state, move))


def choose(state: State, level: str, meter: Meter, rng: Random) -> Take:
    """The move of this level."""
    if level == "easy":
        return Policy().best(state, rng, EASY_NOISE)
    return search(state, meter, rng, PLAYOUTS[level]).best()
