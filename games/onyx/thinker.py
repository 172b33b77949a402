"""The thinkers: easy looks at a few turns, medium at one turn, hard at the answers too, and the answers to those.

All of them judge positions by `estimate`, except easy, which counts points. A thinker sees only its view.
"""

from __future__ import annotations

from random import Random

from games.core.budget import Budget, Meter
from games.core.player import Thought
from games.core.status import Seat
from games.onyx.estimate import decided
from games.onyx.legal import Placements
from games.onyx.moves import Move, Place
from games.onyx.proposals import Proposal, proposals
from games.onyx.reasons import why_remove, why_turn
from games.onyx.removal import best_removal, settled_lead
from games.onyx.rules import check_turn, play
from games.onyx.score import lead
from games.onyx.state import State

GLANCES = 10
"""Easy looks at so many random turns."""
PAIRS = 8
"""Pieces of each colour that are tried together at the root; half as many deeper."""
WIDTHS = (0, 0, 20, 8, 5)
"""How many of the best turns are looked at when so many turns ahead are searched."""
REPLIES = 6
"""How many answers are looked at further."""


def think(view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
    """A legal move for the seat. Raises NotYourTurn."""
    check_turn(view, seat)
    if view.phase == "remove":
        return _think_removal(view, seat)
    if level == "easy":
        turn = _glance(view, seat, rng)
        return Thought(turn, why_turn(view, seat, turn))
    turns = Search(seat, budget.start(), rng).best(view, 1 if level == "medium" else len(WIDTHS) - 1)
    return Thought(turns[0].turn, why_turn(view, seat, turns[0].turn))


class Search:
    """Looks ahead, one turn more at a time, until the meter has run out."""

    def __init__(self, seat: int, meter: Meter, rng: Random) -> None:
        self.seat = seat
        self.meter = meter
        self.rng = rng

    def best(self, state: State, depth: int) -> list[Proposal]:
        """The turns looked at, the best first."""
        turns = sorted(map(self._settled, proposals(state, self.seat, self.meter, self.rng, PAIRS)), key=_by_value)
        for ahead in range(2, depth + 1):
            if not self.meter.open:
                break
            turns = self._deeper(turns, ahead)
        return turns

    def _deeper(self, turns: list[Proposal], ahead: int) -> list[Proposal]:
        """The best of the turns in the order that a search of `ahead` turns gives them."""
        alpha = float("-inf")
        looked: list[Proposal] = []
        for turn in turns[: WIDTHS[ahead]]:
            value = turn.value
            if turn.state.phase == "play":
                value = -self._answer(turn.state, 1 - self.seat, ahead - 1, float("-inf"), -alpha)
            if not self.meter.open and looked:
                break
            looked.append(turn._replace(value=value))
            alpha = max(alpha, value)
        looked.sort(key=_by_value)
        return looked

    def _answer(self, state: State, seat: int, ahead: int, alpha: float, beta: float) -> float:
        """What the position is worth for `seat`, who is to move."""
        if ahead == 1:
            best = float("-inf")
            for turn in proposals(state, seat, self.meter, self.rng, PAIRS // 2):
                best = max(best, turn.value)
                if best >= beta:
                    break
            return best
        best = float("-inf")
        for turn in self._sorted(state, seat, PAIRS // 2)[:REPLIES]:
            value = turn.value
            if turn.state.phase == "play":
                value = -self._answer(turn.state, 1 - seat, ahead - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta or not self.meter.open:
                break
        return best

    def _sorted(self, state: State, seat: int, pairs: int) -> list[Proposal]:
        return sorted(proposals(state, seat, self.meter, self.rng, pairs), key=_by_value)

    def _settled(self, turn: Proposal) -> Proposal:
        """A pass that ends the match is worth what remains after the removal."""
        if turn.state.phase == "play":
            return turn
        return turn._replace(value=decided(settled_lead(turn.state, self.seat)))


def _glance(view: State, seat: Seat, rng: Random) -> Place:
    """The best of a few random turns by the points on the board."""
    legal = Placements(view, seat)

    def worth(turn: Place) -> float:
        after = play(view, seat, turn)
        return lead(after, seat) if after.phase == "play" else decided(lead(after, seat))

    return max((legal.sample(rng) for _ in range(GLANCES)), key=worth)


def _by_value(turn: Proposal) -> float:
    return -turn.value


def _think_removal(view: State, seat: Seat) -> Thought[Move]:
    """What gains most if the other side takes off what it should."""
    theirs = best_removal(view, 1 - seat).state
    plan = best_removal(theirs, seat)
    return Thought(plan.move, why_remove(plan, lead(theirs, seat)))
