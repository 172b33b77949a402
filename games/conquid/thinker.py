"""Opponents: a glance ahead at promising moves, and a narrow search of answers to them."""

from __future__ import annotations

from random import Random

from games.conquid.evaluate import WIN
from games.conquid.explain import explained
from games.conquid.field import field_of
from games.conquid.legal import Moves
from games.conquid.moves import Move
from games.conquid.proposals import Breadth, Proposal, Proposer
from games.conquid.state import State
from games.core.budget import Budget
from games.core.player import Thought
from games.core.status import Seat

_EASY = Breadth(12, (2, 2, 4))
_MEDIUM = Breadth(24, (6, 6, 8))
_ROOT = Breadth(40, (8, 8, 16))
_ANSWER = Breadth(24, (4, 4, 4))
_NOISE = {"easy": 8.0, "medium": 5.0, "hard": 0.01}
"""How far a level misjudges a position, in cells."""
_BRANCHES = 4
"""Below the first answer, so many of the best proposals are looked at."""
_DEEPEST = 5
_DISTRACTED = 0.3
"""How often the easy player moves at random."""
_SOONER = 0.99
"""What is won or lost a move later counts for a little less."""


def think(view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
    """A move for the seat that is to move, and why.

    Easy: a narrow look, at times any move. Medium: the best proposal at a glance. Hard: searches the answers to the
    proposals, deeper while the budget lasts.
    """
    if level == "easy" and rng.random() < _DISTRACTED:
        return explained(view, seat, Moves(view, seat).sample(rng))
    proposer = Proposer(field_of(view.size), budget.start(), rng, _NOISE[level])
    own, other = view.cells[seat], view.cells[1 - seat]
    breadth = {"easy": _EASY, "medium": _MEDIUM}.get(level, _ROOT)
    found = proposer.proposals(own, other, seat, breadth)
    best = _searched(proposer, found, seat) if level == "hard" else found[0]
    return explained(view, seat, best.move)


def _searched(proposer: Proposer, found: list[Proposal], seat: int) -> Proposal:
    """The proposal that stands best after the opponent's answers, looked at deeper and deeper."""
    depth = 1
    while depth <= _DEEPEST and len(found) > 1 and abs(found[0].worth) < WIN / 2:
        looked: list[Proposal] = []
        for proposal in found:
            enough = -looked[0].worth if looked else WIN
            worth = -_SOONER * _answer(proposer, proposal.other, proposal.own, 1 - seat, depth, enough)
            if not proposer.meter.open:
                return looked[0] if looked else found[0]
            looked.append(proposal._replace(worth=worth))
            looked.sort(key=lambda seen: seen.worth, reverse=True)
        found = looked[: max(_BRANCHES, len(looked) // 2)]
        depth += 1
    return found[0]


def _answer(proposer: Proposer, own: int, other: int, seat: int, depth: int, enough: float) -> float:
    """How the side to move stands after its best move, `depth` moves ahead; more than `enough` is not asked for."""
    found = proposer.proposals(own, other, seat, _ANSWER, enough)
    best = found[0].worth
    if depth == 1 or best >= WIN / 2:
        return best
    best = -WIN
    for proposal in found[:_BRANCHES]:
        best = max(best, -_SOONER * _answer(proposer, proposal.other, proposal.own, 1 - seat, depth - 1, -best))
        if best >= enough or not proposer.meter.open:
            break
    return best
