"""Monte Carlo tree search over any game, with what the game supplies.

`evaluate` orders the moves and judges where a continuation is broken off, `propose` names the moves worth a try,
`deal` draws chance, and `imagine` fills in what the seat may not know. Seats that decide at the same time choose
without knowing of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from math import log, sqrt
from random import Random
from typing import Generic, TypeVar

from games.core.game import Game
from games.core.status import CHANCE, Outcome, Seat
from games.core.thought import Meter

S = TypeVar("S")
M = TypeVar("M")

PLIES = 2
"""A random continuation is broken off after so many plies and judged by `evaluate`: more of them blur the judgement."""
_IMAGINED = 8
"""Of what is hidden, so many possibilities are thought through."""
_EXPLORE = 0.5
_GLANCE = 3
"""A glance at a move is worth so many continuations."""
_DEEPER = 24
"""Below the root so many of the proposed moves are looked at, drawn by chance where there are more."""
_FIRST, _WIDER = 4, 2.0
"""Of the moves, best at a glance first, the first few are tried, and more with the root of the number of visits."""


def worth(game: Game[S, M], state: S, seat: Seat) -> float:
    """`evaluate`, or what the outcome is worth: 1 for a win, 0 for a tie for the first place, -1 otherwise."""
    status = game.status(state)
    if not isinstance(status, Outcome):
        return game.evaluate(state, seat)
    if status.places[seat] > 1:
        return -1.0
    return 1.0 if status.places.count(1) == 1 else 0.0


class Arms(Generic[M]):
    """What one seat may do in a position, and what came of it. A glance at a move counts as its first trials."""

    __slots__ = ("moves", "seat", "total", "trials")

    def __init__(self, seat: Seat, glances: Sequence[tuple[float, M]]) -> None:
        self.seat = seat
        self.moves = [move for _, move in glances]
        self.total = [value * _GLANCE for value, _ in glances]
        self.trials = [_GLANCE] * len(glances)

    def pull(self) -> int:
        """The move to try next: good so far, or seldom tried."""
        trials = self.trials
        visits = sum(trials) - _GLANCE * len(trials)
        open_moves = min(len(trials), _FIRST + int(_WIDER * sqrt(visits)))
        eager = _EXPLORE * sqrt(log(visits + 2))
        return max(range(open_moves), key=lambda i: self.total[i] / trials[i] + eager / sqrt(trials[i]))

    def learn(self, index: int, value: float) -> None:
        """Remember what came of a move."""
        self.trials[index] += 1
        self.total[index] += value


class Node(Generic[S, M]):
    """A position, what each seat that is to act may do, and the positions that were reached."""

    __slots__ = ("arms", "children", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.arms: tuple[Arms[M], ...] | None = None
        self.children: dict[tuple[M, ...], Node[S, M]] = {}


class Forest(Generic[S, M]):
    """One tree for each imagined state behind what the seat sees (a single one where nothing is hidden).

    They share what the seat may do at their roots, since it cannot tell them apart.
    """

    def __init__(self, game: Game[S, M], view: S, seat: Seat, meter: Meter, rng: Random) -> None:
        self._game, self._meter, self._rng = game, meter, rng
        self._seats = [Seat(number) for number in range(game.seats(view))]
        imagined = [game.imagine(view, seat, rng) for _ in range(_IMAGINED)]
        trees: dict[S, Node[S, M]] = {state: Node(state) for state in imagined}
        self._roots = [trees[state] for state in imagined]
        self._own: Arms[M] = Arms(seat, self._glances(imagined[0], seat, game.propose(imagined[0], seat, rng)))
        for root in trees.values():
            root.arms = (self._own, *self._made(root.state, without=seat))

    def best(self) -> M:
        """The move tried most, once the budget is used up; a win at once, or the only move, without a search."""
        own = self._own
        if len(own.moves) > 1 and own.total[0] < _GLANCE:
            for root in cycle(self._roots):
                if not self._meter.open:
                    break
                self._grow(root)
        return own.moves[max(range(len(own.moves)), key=lambda i: (own.trials[i], own.total[i]))]

    def _arms(self, node: Node[S, M]) -> tuple[Arms[M], ...]:
        """What the seats may do, made when a position is seen again; nothing where the match is over."""
        if node.arms is None:
            node.arms = self._made(node.state, without=CHANCE)
        return node.arms

    def _made(self, state: S, without: Seat) -> tuple[Arms[M], ...]:
        """What the seats may do, without one of them."""
        status = self._game.status(state)
        seats = () if isinstance(status, Outcome) else sorted(status.seats - {without})
        return tuple(Arms(seat, self._glances(state, seat, self._some(state, seat))) for seat in seats)

    def _some(self, state: S, seat: Seat) -> list[M]:
        """The proposed moves of a position below the root."""
        proposed = list(self._game.propose(state, seat, self._rng))
        return proposed if len(proposed) <= _DEEPER else self._rng.sample(proposed, _DEEPER)

    def _glances(self, state: S, seat: Seat, moves: Iterable[M]) -> list[tuple[float, M]]:
        """The moves with what they are worth at a glance, best first; at least one."""
        glances: list[tuple[float, M]] = []
        for move in moves:
            glances.append((worth(self._game, self._game.play(state, seat, move), seat), move))
            if not self._meter.spend():
                break
        return sorted(glances, key=lambda glance: -glance[0])

    def _grow(self, node: Node[S, M]) -> None:
        """Follow the tree to its edge, add a position, and remember what a continuation from there came to."""
        path: list[tuple[Arms[M], int]] = []
        while True:
            pulled = [(arms, arms.pull()) for arms in self._arms(node)]
            path += pulled
            moves = tuple(arms.moves[index] for arms, index in pulled) or self._dealt(node)
            if not moves:
                break
            seen = node.children.get(moves)
            if seen is None:
                seats = [arms.seat for arms, _ in pulled] or [CHANCE]
                state = node.state
                for seat, move in zip(seats, moves, strict=True):
                    state = self._game.play(state, seat, move)
                node.children[moves] = node = Node(state)
                break
            node = seen
        values = self._continued(node.state)
        for arms, index in path:
            arms.learn(index, values[arms.seat])

    def _dealt(self, node: Node[S, M]) -> tuple[M, ...]:
        """A move of chance, a new one or one of those drawn before; none when the match is over."""
        if isinstance(self._game.status(node.state), Outcome):
            return ()
        known = list(node.children)
        if len(known) > 1 and self._rng.random() > 1 / sqrt(len(known)):
            return self._rng.choice(known)
        return (self._game.deal(node.state, self._rng),)

    def _continued(self, state: S) -> list[float]:
        """What a random continuation is worth for each seat."""
        game, rng = self._game, self._rng
        for _ in range(PLIES):
            status = game.status(state)
            if isinstance(status, Outcome):
                break
            mover = min(status.seats)
            move = game.deal(state, rng) if mover == CHANCE else game.legal(state, mover).sample(rng)
            state = game.play(state, mover, move)
            self._meter.spend()
        self._meter.spend()
        return [worth(game, state, seat) for seat in self._seats]
