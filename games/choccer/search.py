"""The search of the stronger levels: for the best move, then for other moves to compare it with in the time left."""

from __future__ import annotations

from games.choccer.evaluate import WIN
from games.choccer.kernel.alpha_beta import MAX_DEPTH, AlphaBeta
from games.choccer.moves import Move
from games.choccer.position import State
from games.core.budget import Meter
from games.core.kernel.search import Errors, Line
from games.core.levels import Look

_PLIES = {Look.SOUND: 2, Look.AHEAD: 3}
"""The number of plies that a short look searches; the captures that follow come on top."""
_FOR_THE_BEST = 0.92
"""The share of the time for the best move; the rest is for other moves to compare it with."""
_COMPARED = 3
_SHALLOWER = (7, 3)
"""How many plies less deep than the best move the others are searched: first roughly, then deeper if there is time."""


def search_briefly(state: State, moves: list[Move], meter: Meter, look: Look, errors: Errors) -> Line[Move]:
    """Return the best move after a few plies and the captures that follow; the first of equal ones.

    With a sound look, most quiet moves are equal, since it does not matter where pieces stand.
    """
    return AlphaBeta(state, moves, meter, errors, minds_squares=look is Look.AHEAD).best(_PLIES[look])


def search(
    state: State, moves: list[Move], obvious: Move, meter: Meter, errors: Errors
) -> tuple[Line[Move], list[Line[Move]]]:
    """Return the best move found in time, and others to compare: the obvious one and those that were best before."""
    for_the_best = meter.share(_FOR_THE_BEST)
    alpha_beta = AlphaBeta(state, moves, for_the_best, errors)
    best = alpha_beta.best(MAX_DEPTH)
    for_the_best.spend(alpha_beta.nodes)
    return best, alpha_beta.compare(best.move, obvious, _COMPARED, meter, _SHALLOWER)


def winning_turn(value: float) -> int | None:
    """Return the turn after which a match with this value is won; None if there is no forced win."""
    return WIN - round(value) if value > WIN // 2 else None
