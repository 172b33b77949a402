"""Monte Carlo tree search over any game, by its rules and its player's methods.

`evaluate` gives each move a prior and judges where a rollout stops. `propose` names the moves worth trying. `deal`
draws chance, and `determinize` fills in what the seat may not know. Seats that decide at the same time choose without
knowing of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from math import log, sqrt
from random import Random
from typing import Generic, TypeVar

from games.core.budget import Meter
from games.core.player import Player
from games.core.search.greedy import random_move, state_value
from games.core.status import CHANCE, Outcome, Seat

S = TypeVar("S")
M = TypeVar("M")

PLIES = 2
"""The number of plies after which a rollout stops and is evaluated: longer ones blur the evaluation."""
_DETERMINIZATIONS = 8
"""How many states behind the view are searched if something is hidden."""
_EXPLORATION = 0.5
_PRIOR_VISITS = 3
"""The number of rollouts that the prior of a move counts as."""
_PROPOSED_BELOW_ROOT = 24
"""The most proposed moves looked at below the root; if there are more, they are drawn at random."""
_FIRST, _WIDENING = 4, 2.0
"""How many moves are tried first, and how many more per square root of the visits, best prior first."""


class Candidates(Generic[M]):
    """The moves of one seat in one position with their statistics, the best prior first."""

    __slots__ = ("moves", "seat", "total", "visits")

    def __init__(self, seat: Seat, priors: Sequence[tuple[float, M]]) -> None:
        self.seat = seat
        self.moves = [move for _, move in priors]
        self.total = [prior * _PRIOR_VISITS for prior, _ in priors]
        self.visits = [_PRIOR_VISITS] * len(priors)

    def select(self) -> int:
        """Return the index of the move to try next: upper confidence bound, over a set that grows with the visits."""
        visits = self.visits
        real = sum(visits) - _PRIOR_VISITS * len(visits)
        considered = min(len(visits), _FIRST + int(_WIDENING * sqrt(real)))
        bonus = _EXPLORATION * sqrt(log(real + 2))
        return max(range(considered), key=lambda i: self.total[i] / visits[i] + bonus / sqrt(visits[i]))

    def update(self, index: int, value: float) -> None:
        """Add the result of one rollout to a move."""
        self.visits[index] += 1
        self.total[index] += value


class Node(Generic[S, M]):
    """A position, the candidates of each seat to act, and the positions reached from here."""

    __slots__ = ("candidates", "children", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.candidates: tuple[Candidates[M], ...] | None = None
        self.children: dict[tuple[M, ...], Node[S, M]] = {}


class TreeSearch(Generic[S, M]):
    """One tree for each determinization of what the seat sees (a single one if nothing is hidden).

    The trees share the seat's candidates at their roots, since the seat cannot tell the states apart.
    """

    def __init__(self, player: Player[S, M], view: S, seat: Seat, meter: Meter, rng: Random) -> None:
        self._player, self._rules, self._meter, self._rng = player, player.rules, meter, rng
        self._seats = [Seat(number) for number in range(self._rules.seats(view))]
        states = [player.determinize(view, seat, rng) for _ in range(_DETERMINIZATIONS)]
        trees: dict[S, Node[S, M]] = {state: Node(state) for state in states}
        self._roots = [trees[state] for state in states]
        self._own: Candidates[M] = Candidates(seat, self._priors(states[0], seat, player.propose(states[0], seat, rng)))
        for root in trees.values():
            root.candidates = (self._own, *self._candidates_of_others(root.state, seat))

    def best(self) -> M:
        """Return the move with the most visits once the budget is used up; an immediate win needs no search."""
        own = self._own
        if len(own.moves) > 1 and own.total[0] < _PRIOR_VISITS:
            for root in cycle(self._roots):
                if not self._meter.open:
                    break
                self._iterate(root)
        return own.moves[max(range(len(own.moves)), key=lambda i: (own.visits[i], own.total[i]))]

    def _expand(self, node: Node[S, M]) -> tuple[Candidates[M], ...]:
        """Return the candidates of a node, created at its second visit; empty if the match is over."""
        if node.candidates is None:
            node.candidates = self._candidates_of_others(node.state, CHANCE)
        return node.candidates

    def _candidates_of_others(self, state: S, left_out: Seat) -> tuple[Candidates[M], ...]:
        status = self._rules.status(state)
        seats = () if isinstance(status, Outcome) else sorted(status.seats - {left_out})
        return tuple(Candidates(seat, self._priors(state, seat, self._propose(state, seat))) for seat in seats)

    def _propose(self, state: S, seat: Seat) -> list[M]:
        proposed = list(self._player.propose(state, seat, self._rng))
        if len(proposed) <= _PROPOSED_BELOW_ROOT:
            return proposed
        return self._rng.sample(proposed, _PROPOSED_BELOW_ROOT)

    def _priors(self, state: S, seat: Seat, moves: Iterable[M]) -> list[tuple[float, M]]:
        """Return the moves with the evaluation after each, the best first; at least one."""
        priors: list[tuple[float, M]] = []
        for move in moves:
            priors.append((state_value(self._player, self._rules.play(state, seat, move), seat), move))
            if not self._meter.spend():
                break
        return sorted(priors, key=lambda prior: -prior[0])

    def _iterate(self, node: Node[S, M]) -> None:
        """Run one iteration: select down to the edge of the tree, add a node, roll out, update the path back."""
        path: list[tuple[Candidates[M], int]] = []
        while True:
            selected = [(candidates, candidates.select()) for candidates in self._expand(node)]
            path += selected
            moves = tuple(candidates.moves[index] for candidates, index in selected) or self._chance_move(node)
            if not moves:
                break
            child = node.children.get(moves)
            if child is None:
                seats = [candidates.seat for candidates, _ in selected] or [CHANCE]
                state = node.state
                for seat, move in zip(seats, moves, strict=True):
                    state = self._rules.play(state, seat, move)
                node.children[moves] = node = Node(state)
                break
            node = child
        values = self._rollout(node.state)
        for candidates, index in path:
            candidates.update(index, values[candidates.seat])

    def _chance_move(self, node: Node[S, M]) -> tuple[M, ...]:
        """Return a move of chance, either new or drawn before; nothing if the match is over."""
        if isinstance(self._rules.status(node.state), Outcome):
            return ()
        known = list(node.children)
        if len(known) > 1 and self._rng.random() > 1 / sqrt(len(known)):
            return self._rng.choice(known)
        return (self._rules.deal(node.state, self._rng),)

    def _rollout(self, state: S) -> list[float]:
        """Return the value for each seat after a few random plies."""
        rules, rng = self._rules, self._rng
        for _ in range(PLIES):
            status = rules.status(state)
            if isinstance(status, Outcome):
                break
            mover = min(status.seats)
            move = random_move(rules, state, mover, rng)
            state = rules.play(state, mover, move)
            self._meter.spend()
        self._meter.spend()
        return [state_value(self._player, state, seat) for seat in self._seats]
