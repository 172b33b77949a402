"""The search of the answers to promising moves, and of the answers to those, with or without the compiled kernel."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.conquid.actions import is_connected
from games.conquid.evaluate import WIN, evaluate_after_move
from games.conquid.kernel.alpha_beta import CELL, MAX_DEPTH
from games.conquid.kernel.alpha_beta import AlphaBeta as KernelSearch
from games.conquid.kernel.memory import KERNEL, number_of
from games.conquid.kernel.search import BRANCHES, CELLS, LAST_WIDTH, ROOT_CELLS, ROOT_WIDTH, WIDTH
from games.conquid.kernel.value import discount
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.propose import Breadth, Proposal, Proposer
from games.conquid.rules import play
from games.core.kernel.search import SURE, Errors, Line
from games.core.search.alpha_beta import AlphaBeta, Branch
from games.core.status import Seat

_ROOT = Breadth.of_width(ROOT_CELLS, ROOT_WIDTH)
_DEEPER = Breadth.of_width(CELLS, WIDTH)
_LAST = Breadth.of_width(CELLS, LAST_WIDTH)
"""How many moves are proposed at the root, below it, and at the ends of lines."""
_WON = round(CELL * WIN)


def search(
    view: State, seat: Seat, proposer: Proposer, errors: Errors = SURE, history: Collection[State] = ()
) -> list[Line[Move]]:
    """Return a move that wins at once, else what is found within the meter of the proposer, best first.

    If the kernel has not found any acquire when its time is over, return plain proposals, so that no turn is wasted.
    """
    own, other = view.cells[seat], view.cells[1 - seat]
    if win := proposer.winning_move(own, other, seat):
        return [Line(WIN, win)]
    if KERNEL.is_compiled:
        compiled = KernelSearch(view, seat, proposer.meter, errors, history)
        found = compiled.best()
        if compiled.depth or any(line.move.action == "A" for line in found):
            return found
    return Search(proposer, errors, history).best(view)


class Search(AlphaBeta[State, Move]):
    """The search of the kernel in Python, with moves proposed within the meter of the proposer."""

    widest = BRANCHES

    def __init__(
        self,
        proposer: Proposer,
        errors: Errors = SURE,
        history: Collection[State] = (),
        root: Breadth = _ROOT,
        last: Breadth = _LAST,
    ) -> None:
        """Set up a search that builds moves from as much as `root` says, and `last` at the ends of lines."""
        super().__init__(proposer.meter, errors, history)
        self._proposer, self._root, self._last = proposer, root, last

    def best(self, state: State, deepest: int = MAX_DEPTH) -> list[Line[Move]]:
        """Return the proposed moves, best first, searched up to this many plies deep. Values are in cells."""
        found = self._proposer.proposals(*_sides(state), self._root)
        lines = self.deepen((_branch(state, proposal) for proposal in found), deepest)
        return [line._replace(value=line.value / CELL) for line in lines]

    def branches(self, state: State, depth: int, enough: int) -> Iterable[Branch[State, Move]]:
        own, other, seat = _sides(state)
        breadth = _DEEPER if depth > 1 else self._last
        found = self._proposer.proposals(own, other, seat, breadth, enough / CELL)
        return (_branch(state, proposal) for proposal in found)

    def number_of(self, move: Move) -> int:
        return number_of(self._proposer.field, move)

    def branch(self, state: State, move: Move) -> Branch[State, Move]:
        _, _, seat = _sides(state)
        after = play(state, seat, move)
        return Branch(round(CELL * evaluate_after_move(after, seat)), move, after)

    def known_value(self, state: State) -> int | None:
        own, other, seat = _sides(state)
        if is_connected(state.field, own, seat):
            return _WON
        return discount(_WON, 2) if self._proposer.winning_move(own, other, seat) else None

    def discount(self, value: int, plies: int) -> int:
        return discount(value, plies)


def _sides(state: State) -> tuple[int, int, int]:
    """Return the cells of the side to move and of the other side, and the seat of the side to move."""
    seat = state.turn or 0
    return state.cells[seat], state.cells[1 - seat], seat


def _branch(state: State, proposal: Proposal) -> Branch[State, Move]:
    seat = state.turn or 0
    cells = proposal.boards if seat == 0 else proposal.boards[::-1]
    return Branch(round(CELL * proposal.value), proposal.move, State(state.size, cells, 1 - seat))
