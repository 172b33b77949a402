"""Monte Carlo tree search through the rest of a round.

Within a round nothing is hidden or left to chance, so the tree is exact. It ends where the factories would be filled
again, and the value of the mats there is estimated. Each of the two to four players plays for itself.
"""

from __future__ import annotations

from math import exp, sqrt
from operator import add
from random import Random

from games.core.budget import Meter
from games.cyberzul.evaluate import expected_points, progress
from games.cyberzul.moves import Take
from games.cyberzul.policy import Policy
from games.cyberzul.position import DRAFT, OVER, State
from games.cyberzul.rules import take
from games.cyberzul.scoring import ROWS, count_complete
from games.cyberzul.weights import ROUND_WEIGHTS

_EXPLORATION = 1.2
"""The trust of the search in promising moves that it has seldom tried."""
_TEMPERATURE = 1.5
"""The gain, in points, by which a move must be better to be e times as promising."""
_FIRST_PLAY_REDUCTION = 0.1
"""How much less an untried move is worth than the position."""
_NOISE = 0.5
"""The most points that playouts add to a gain, so that they differ."""
_SCALE = 12.0
"""The lead, in points, that counts as half a win."""
_WIN = 0.6
"""The share of winning, whatever the lead, in the value of a finished match."""


class Node:
    """A position of the round, its moves, and their results so far for the player to move.

    `sums` holds, for a root, the sum of the results of all playouts for each seat.
    """

    __slots__ = ("children", "moves", "priors", "seat", "state", "sums", "totals", "visits")

    def __init__(self, state: State, policy: Policy) -> None:
        self.state = state
        self.seat = state.turn
        legal_takes = sorted(policy.legal_takes(state), reverse=True)
        weights_of_moves = [exp((gain - legal_takes[0][0]) / _TEMPERATURE) for gain, _ in legal_takes]
        whole = sum(weights_of_moves)
        self.moves = [move for _, move in legal_takes]
        self.priors = [promise / whole for promise in weights_of_moves]
        self.children: list[Node | tuple[float, ...] | None] = [None] * len(legal_takes)
        self.visits = [0] * len(legal_takes)
        self.totals = [0.0] * len(legal_takes)
        self.sums = [0.0] * len(state.boards)

    def select(self) -> int:
        """Return the index of the move to try next: good so far, or promising and seldom tried."""
        tried = sum(self.visits)
        eager = _EXPLORATION * sqrt(tried + 1)
        unknown = (sum(self.totals) / tried if tried else 0.0) - _FIRST_PLAY_REDUCTION
        best, choice = -1e9, 0
        for index, (visits, total, prior) in enumerate(zip(self.visits, self.totals, self.priors, strict=True)):
            value = (total / visits if visits else unknown) + eager * prior / (1 + visits)
            if value > best:
                best, choice = value, index
        return choice

    def rank_moves(self) -> list[tuple[Take, float]]:
        """Return the moves that were tried with their values, the most visited first; at least one."""
        order = sorted(range(len(self.moves)), key=lambda index: (-self.visits[index], -self.totals[index]))
        tried = [index for index in order if self.visits[index]] or order[:1]
        return [(self.moves[index], self.totals[index] / max(1, self.visits[index])) for index in tried]

    def values(self) -> tuple[float, ...]:
        """Return the value of a root for each seat: the average of its playouts, most of them along the best moves."""
        return tuple(value / max(1, sum(self.visits)) for value in self.sums)

    def best(self) -> Take:
        """Return the move that was tried most."""
        return self.rank_moves()[0][0]


def search(state: State, meter: Meter, rng: Random, most: int) -> Node:
    """Return the root of a tree grown by at most `most` playouts in the budget; a forced move gets just one."""
    policy = Policy()
    root = Node(state, policy)
    for _ in range(most if len(root.moves) > 1 else 1):
        root.sums = list(map(add, root.sums, _iterate(root, policy, rng)))
        if not meter.spend():
            break
    return root


def _iterate(node: Node, policy: Policy, rng: Random) -> tuple[float, ...]:
    """Follow the tree to its edge, add a position, play the round to its end, and record the result on the way back."""
    index = node.select()
    child = node.children[index]
    if child is None:
        state = take(node.state, node.moves[index])
        node.children[index] = Node(state, policy) if state.phase == DRAFT else terminal_values(state)
        values = rollout(state, policy, rng)
    else:
        values = _iterate(child, policy, rng) if isinstance(child, Node) else child
    node.visits[index] += 1
    node.totals[index] += values[node.seat]
    return values


def rollout(state: State, policy: Policy, rng: Random) -> tuple[float, ...]:
    """Return the value of the round for each seat if everybody follows the policy from here."""
    while state.phase == DRAFT:
        state = take(state, policy.best(state, rng, _NOISE))
    return terminal_values(state)


def terminal_values(state: State) -> tuple[float, ...]:
    """Return the value of a position after a round for each seat, from -1 to 1: the lead over the best of the rest."""
    if state.phase == OVER:
        points = [board.score + 0.1 * count_complete(board.wall, ROWS) for board in state.boards]
        won = _WIN
    else:
        weights = ROUND_WEIGHTS[len(state.boards)][progress(state.boards)]
        points = [board.score + expected_points(board.lines, board.wall, weights) for board in state.boards]
        points[state.turn] += weights.start
        won = 0.0
    ranked = sorted(points, reverse=True)
    leads = (mine - (ranked[1] if mine == ranked[0] else ranked[0]) for mine in points)
    return tuple(won * ((lead > 0) - (lead < 0)) + (1 - won) * lead / (abs(lead) + _SCALE) for lead in leads)
