"""The AI: promising moves, and a narrow search of the answers to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random

from games.conquid.actions import cells_conquered
from games.conquid.calibration import expected_share
from games.conquid.defence import hold_out, holds_out
from games.conquid.evaluate import WIN, evaluate
from games.conquid.field import field_of
from games.conquid.kernel.memory import KERNEL
from games.conquid.moves import CONQUER, Move
from games.conquid.position import State
from games.conquid.propose import Breadth, Proposer, propose
from games.conquid.reasons import explain
from games.conquid.search import Search, search
from games.core.budget import Budget
from games.core.calibration import CALIBRATED
from games.core.kernel.search import Line, errors_of, rank_alternatives
from games.core.levels import Look, choose_look
from games.core.player import Alternative, Player, Thought
from games.core.status import Seat

_BREADTHS = {Look.GLANCE: Breadth(12, (2, 2, 4)), Look.SOUND: Breadth(24, (6, 6, 8))}
"""How many moves the looks that need no search propose."""
_ANSWERS = Breadth(24, (4, 4, 4))
_NOISE = {Look.GLANCE: 23.0, Look.SOUND: 0.01}
"""The noise on evaluations, in cells; a little of it decides between equals."""
_DEPTHS = {Look.GLANCE: 1, Look.SOUND: 2}
"""How many plies deep the proposals are searched: one is the move itself."""
_LAPSES = {"beginner": 0.62, "easy": 0.34}
"""The share of their moves that these levels choose at a glance."""
_ERRORS = {"medium": 950, "hard": 750}
"""The most by which these levels misjudge a move, in hundredths of a cell."""
_NODES = 8000
"""The number of positions that medium searches."""
_SEARCHED = 0.9
"""The share of the time for the search if the other side threatens to win; the rest is for a defence."""
_COMPARED = 4
_LOST = -WIN / 2
"""The value in cells below which a turn loses for certain."""


class ConquidPlayer(Player[State, Move]):
    """The AI: at a glance it takes a narrow look; easy chooses the best proposal after the best answer to each.

    Medium searches the answers to the proposals for a few positions; hard and master search deeper within their budget.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def prepare(self) -> None:
        KERNEL.prepare()

    def propose(self, state: State, seat: Seat, rng: Random) -> Iterable[Move]:
        """Propose the winning declaration; else conquer, useful vanquishes, and acquires of the most useful cells."""
        return propose(state, seat, rng)

    def think(
        self, view: State, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[State] = ()
    ) -> Thought[Move]:
        look = choose_look(level, _LAPSES, rng)
        meter = budget.start()
        if look in _BREADTHS:
            proposer = Proposer(field_of(view.size), meter, rng, _NOISE[look])
            search_ahead = Search(proposer, history=history, root=_BREADTHS[look], last=_ANSWERS)
            lines = search_ahead.best(view, _DEPTHS[look])
        else:
            searched = meter if holds_out(view, seat, meter) else meter.share(_SEARCHED)
            if look is Look.AHEAD:
                searched = searched.limit(_NODES)
            proposer = Proposer(field_of(view.size), searched, rng, 0.0)
            lines = search(view, seat, proposer, errors_of(level, _ERRORS, rng), history)
        lines = _idle_last(view, seat, lines)
        return _thought(view, seat, level, lines if look is Look.GLANCE else hold_out(view, seat, lines, meter))


def _idle_last(state: State, seat: Seat, found: list[Line[Move]]) -> list[Line[Move]]:
    """Return the lines with a conquer that takes nothing, if it was the best, behind all others that are not lost.

    If it is lost itself, it comes last.
    """
    best = found[0]
    if best.move != CONQUER or cells_conquered(state.field, state.cells[seat], state.cells[1 - seat]):
        return found
    is_lost = best.value < _LOST
    return sorted(found, key=lambda line: line is best or (not is_lost and line.value < _LOST))


def _thought(view: State, seat: Seat, level: str, found: list[Line[Move]]) -> Thought[Move]:
    """Return the first of the lines with its reason, and with its value if the level is calibrated."""
    thought = replace(explain(view, seat, found[0].move), line=found[0].expected)
    if level not in CALIBRATED:
        return thought
    lines = (found[0], *rank_alternatives(found[0], found[1:_COMPARED]))
    best, *others = (Alternative(line.move, expected_share(line.value, level, view.fullness)) for line in lines)
    return replace(thought, value=best.value, alternatives=tuple(others))
