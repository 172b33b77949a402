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
    """Return a move that wins at once, else what the kernel finds, best first.

    If it has not found any acquire when its time is over, return plain proposals, so that no turn is wasted.
    """
    own, other = view.cells[seat], view.cells[1 - seat]
    if win := proposer.winning_move(own, other, seat):
        return [Line(WIN, win)]
    search = AlphaBeta(view, seat, meter, errors, history)
    found = search.best()
    if search.depth or any(line.move.action == "A" for line in found):
        return found
    return [Line(each.value, each.move) for each in proposer.proposals(own, other, seat, _ANSWER)]


class Search:
    """A narrow search of proposals and of the answers to them, ever deeper."""

    def __init__(self, proposer: Proposer, seat: int, history: Collection[State] = ()) -> None:
        """Set up a search in which a repetition counts as a tie: of a position of the `history`, or in a line."""
        self._proposer = proposer
        self._seat = seat
        self._met = {
            (1 - state.turn, state.cells[1 - state.turn], state.cells[state.turn])
            for state in history
            if state.turn is not None
        }
        """The positions of the match and those on the way to the one that is being searched: who moved, and the cells
        of that side and of the other."""

    def best(self, found: list[Proposal], deepest: int) -> list[Proposal]:
        """Return the proposals ordered by their value after the opponent's answers, down to `deepest` answers."""
        found = self._sort_with_ties(found, self._seat)
        depth = 1
        while depth <= deepest and len(found) > 1 and abs(found[0].value) < WIN / 2:
            searched: list[Proposal] = []
            for proposal in found:
                enough = -searched[0].value if searched else WIN
                value = self._value_after(proposal, self._seat, depth, enough)
                if not self._proposer.meter.open:
                    return searched + [other for other in found if all(other.move != each.move for each in searched)]
                searched.append(proposal._replace(value=value))
                searched.sort(key=_by_value)
            found = searched[: max(_BRANCHES, len(searched) // 2)]
            depth += 1
        return found

    def _value_after(self, proposal: Proposal, seat: int, depth: int, enough: float) -> float:
        """Return the value of a proposal for the seat that makes it, after `depth` more moves; see `_negamax`."""
        place = (seat, *proposal.boards)
        if place in self._met:
            return 0.0
        self._met.add(place)
        value = -_DISCOUNT * self._negamax(proposal.other, proposal.own, 1 - seat, depth, enough)
        self._met.remove(place)
        return value

    def _negamax(self, own: int, other: int, seat: int, depth: int, enough: float) -> float:
        """Return the value of the best move for the side to move, `depth` moves ahead; stop at a value of `enough`."""
        found = self._sort_with_ties(self._proposer.proposals(own, other, seat, _ANSWER, enough), seat)
        best = found[0].value
        if depth == 1 or best >= WIN / 2:
            return best
        best = -WIN
        for proposal in found[:_BRANCHES]:
            best = max(best, self._value_after(proposal, seat, depth - 1, -best))
            if best >= enough or not self._proposer.meter.open:
                break
        return best

    def _sort_with_ties(self, found: list[Proposal], seat: int) -> list[Proposal]:
        """Return the seat's proposals, best first, where those that repeat a position have the value of a tie."""
        tied = (each._replace(value=0.0) if (seat, *each.boards) in self._met else each for each in found)
        return sorted(tied, key=_by_value)


def _by_value(proposal: Proposal) -> float:
    return -proposal.value
