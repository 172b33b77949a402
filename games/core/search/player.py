"""A computer player for games that bring an evaluation but no search of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from typing import TypeVar

from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.levels import Look, choose_look
from games.core.player import Player, Thought
from games.core.rules import Rules
from games.core.search.greedy import greedy_move
from games.core.search.tree import TreeSearch
from games.core.status import Seat

S = TypeVar("S")
M = TypeVar("M")

_LAPSES = {"beginner": 0.75, "easy": 0.35}
"""The share of their moves that these levels make at a glance."""
_MOST_NODES = 4000
"""The most nodes of a search up to medium."""


class SearchPlayer(Player[S, M]):
    """Chooses moves greedily at a glance, by a small tree search up to medium, by as large a tree as possible above.

    The reason for a move is its description by `describe`, usually `Presenter.describe`.
    """

    def __init__(self, rules: Rules[S, M], describe: Callable[[S, Seat, M], MoveDescription]) -> None:
        super().__init__(rules)
        self._describe = describe

    def think(
        self, view: S, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[S] = ()
    ) -> Thought[M]:
        move = self._choose(view, seat, level, budget, rng)
        return Thought(move, self._describe(view, seat, move))

    def _choose(self, view: S, seat: Seat, level: str, budget: Budget, rng: Random) -> M:
        look = choose_look(level, _LAPSES, rng)
        if look is Look.GLANCE:
            return greedy_move(self, view, seat, rng)
        if look is not Look.DEEP:
            nodes = _MOST_NODES if budget.nodes is None else min(_MOST_NODES, budget.nodes)
            budget = replace(budget, nodes=nodes)
        return TreeSearch(self, view, seat, budget.start(), rng).best()
