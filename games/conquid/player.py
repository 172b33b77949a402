"""The computer opponent: promising moves, and a narrow search of the answers to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from games.conquid.defence import hold_out, holds_out
from games.conquid.evaluate import WIN, evaluate
from games.conquid.field import field_of
from games.conquid.kernel.alpha_beta import AlphaBeta
from games.conquid.kernel.memory import KERNEL
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.propose import Breadth, Proposal, Proposer, propose
from games.conquid.reasons import explain
from games.core.budget import Budget, Meter
from games.core.calibration import share_of_points
from games.core.kernel.search import Line
from games.core.levels import Look, choose_look
from games.core.player import Alternative, Player, Thought
from games.core.status import Seat

_BREADTHS = {
    Look.GLANCE: Breadth(12, (2, 2, 4)),
    Look.SOUND: Breadth(24, (6, 6, 8)),
    Look.DEEP: Breadth(40, (8, 8, 16)),
}
_ANSWER = Breadth(24, (4, 4, 4))
_NOISE = {Look.GLANCE: 14.0, Look.SOUND: 0.01, Look.DEEP: 0.01}
"""The noise on evaluations, in cells; a little of it decides between equals."""
_DEPTHS = {Look.GLANCE: 0, Look.SOUND: 1, Look.DEEP: 40}
"""How many moves ahead answers are searched."""
_BRANCHES = 4
"""Below the first answer, so many of the best proposals are looked at."""
_GLANCES = {"beginner": 0.4, "easy": 0.17}
"""The share of the moves that these levels make at a glance; for the others they think like medium."""
_DISCOUNT = 0.99
"""What is won or lost a move later counts for a little less."""
_SEARCHED = 0.9
"""Where the other side threatens to win, the search takes this part of the time; the rest is for a defence."""
_COMPARED = 4
_OPTIMISM = {"medium": -0.2, "hard": 0.3, "master": 0.3}
"""By how many cells the best value is too high, fitted too: of many moves the best looks better than it is."""
_SCALE = {"medium": 4.2, "hard": 3.0, "master": 3.0}
"""The value, in cells, that promises 73 % of the points, fitted by bench/calibration.py."""


class ConquidPlayer(Player[State, Move]):
    """At a glance: a narrow look. Medium: the best proposal after the best answer to each.

    Hard: searches the answers to the proposals, deeper while the budget lasts.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def prepare(self) -> None:
        KERNEL.prepare()

    def propose(self, state: State, seat: Seat, rng: Random) -> Iterable[Move]:
        """The winning declaration; else conquer, the blocks worth emptying, and acquires of the most useful cells."""
        return propose(state, seat, rng)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        look = choose_look(level, _GLANCES, rng)
        proposer = Proposer(field_of(view.size), budget.start(), rng, _NOISE[look])
        meter = proposer.meter
        if look is Look.DEEP and KERNEL.is_compiled:
            threatened = not holds_out(view, seat, meter)
            lines = _compiled_search(view, seat, proposer, meter.share(_SEARCHED) if threatened else meter)
            return _thought(view, seat, level, hold_out(view, seat, lines, meter))
        found = proposer.proposals(view.cells[seat], view.cells[1 - seat], seat, _BREADTHS[look])
        lines = [Line(proposal.value, proposal.move) for proposal in _search(proposer, found, seat, _DEPTHS[look])]
        return _thought(view, seat, level, lines if look is Look.GLANCE else hold_out(view, seat, lines, meter))


def _thought(view: State, seat: Seat, level: str, found: list[Line[Move]]) -> Thought[Move]:
    """The first of the lines with its reason, and what the level measures it by."""
    thought = replace(explain(view, seat, found[0].move), line=found[0].expected)
    if level not in _SCALE:
        return thought
    scale, optimism = _SCALE[level], _OPTIMISM[level]
    others = tuple(
        Alternative(other.move, share_of_points(other.value - optimism, scale)) for other in found[1:_COMPARED]
    )
    return replace(thought, value=share_of_points(found[0].value - optimism, scale), alternatives=others)


def _compiled_search(view: State, seat: Seat, proposer: Proposer, meter: Meter) -> list[Line[Move]]:
    """What wins at once, else what the kernel finds, the best first."""
    own, other = view.cells[seat], view.cells[1 - seat]
    if win := proposer.winning_move(own, other, seat):
        return [Line(WIN, win)]
    return AlphaBeta(view, seat, meter).best()


def _search(proposer: Proposer, found: list[Proposal], seat: int, deepest: int) -> list[Proposal]:
    """The proposals that stand best after the opponent's answers, looked at deeper and deeper, the best first."""
    depth = 1
    while depth <= deepest and len(found) > 1 and abs(found[0].value) < WIN / 2:
        searched: list[Proposal] = []
        for proposal in found:
            enough = -searched[0].value if searched else WIN
            value = -_DISCOUNT * _negamax(proposer, proposal.other, proposal.own, 1 - seat, depth, enough)
            if not proposer.meter.open:
                return searched + [other for other in found if all(other.move != each.move for each in searched)]
            searched.append(proposal._replace(value=value))
            searched.sort(key=lambda proposal: proposal.value, reverse=True)
        found = searched[: max(_BRANCHES, len(searched) // 2)]
        depth += 1
    return found


def _negamax(proposer: Proposer, own: int, other: int, seat: int, depth: int, enough: float) -> float:
    """How the side to move stands after its best move, `depth` moves ahead; more than `enough` is not asked for."""
    found = proposer.proposals(own, other, seat, _ANSWER, enough)
    best = found[0].value
    if depth == 1 or best >= WIN / 2:
        return best
    best = -WIN
    for proposal in found[:_BRANCHES]:
        best = max(best, -_DISCOUNT * _negamax(proposer, proposal.other, proposal.own, 1 - seat, depth - 1, -best))
        if best >= enough or not proposer.meter.open:
            break
    return best
