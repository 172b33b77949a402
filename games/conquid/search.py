"""The search of the answers to promising moves, and of the answers to those, with or without the kernel."""

from __future__ import annotations

from collections.abc import Collection

from games.conquid.evaluate import WIN
from games.conquid.kernel.alpha_beta import AlphaBeta
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.propose import Breadth, Proposal, Proposer
from games.core.budget import Meter
from games.core.kernel.search import Errors, Line
from games.core.status import Seat

_ANSWER = Breadth(24, (4, 4, 4))
_BRANCHES = 4
"""The number of best proposals that are searched after each answer."""
_DISCOUNT = 0.99
"""The factor for values reached a move later, so that they count for a little less."""


def search_by_kernel(
    view: State, seat: Seat, proposer: Proposer, meter: Meter, errors: Errors, history: Collection[State]
) -> list[Line[Move]]:
    """Return a move that wins at once, else what the kernel finds, best first."""
    own, other = view.cells[seat], view.cells[1 - seat]
    if win := proposer.winning_move(own, other, seat):
        return [Line(WIN, win)]
    return AlphaBeta(view, seat, meter, errors, history).best()


def search(
    proposer: Proposer, found: list[Proposal], seat: int, deepest: int, history: Collection[State] = ()
) -> list[Proposal]:
    """Return the proposals ordered by their value after the opponent's answers, which are searched ever deeper.

    What repeats a position of the history counts as a tie.
    """
    earlier = {(state.cells[seat], state.cells[1 - seat]) for state in history if state.turn != seat}
    found = sorted((each._replace(value=0.0) if each.boards in earlier else each for each in found), key=_by_value)
    depth = 1
    while depth <= deepest and len(found) > 1 and abs(found[0].value) < WIN / 2:
        searched: list[Proposal] = []
        for proposal in found:
            enough = -searched[0].value if searched else WIN
            value = 0.0
            if proposal.boards not in earlier:
                value = -_DISCOUNT * _negamax(proposer, proposal.other, proposal.own, 1 - seat, depth, enough)
            if not proposer.meter.open:
                return searched + [other for other in found if all(other.move != each.move for each in searched)]
            searched.append(proposal._replace(value=value))
            searched.sort(key=_by_value)
        found = searched[: max(_BRANCHES, len(searched) // 2)]
        depth += 1
    return found


def _by_value(proposal: Proposal) -> float:
    return -proposal.value


def _negamax(proposer: Proposer, own: int, other: int, seat: int, depth: int, enough: float) -> float:
    """Return the value of the best move for the side to move, `depth` moves ahead; stop at a value of `enough`."""
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
