"""The deep look of one of two players: the best move, then others to compare it with in the time left."""

from __future__ import annotations

from games.core.budget import Meter
from games.core.kernel.search import Errors, Line
from games.cyberzul.kernel.alpha_beta import AlphaBeta
from games.cyberzul.moves import Take
from games.cyberzul.position import State

_FOR_THE_BEST = 0.92
"""The share of the time for the best move."""
_COMPARED = 3
_SHALLOWER = (4, 1)
"""How many plies less deep than the best move the others are searched: first roughly, then deeper if there is time."""


def search_duel(state: State, obvious: Take, meter: Meter, errors: Errors) -> tuple[Line[Take], list[Line[Take]]]:
    """Return the best move found in time, and others to compare, best first: with the obvious one unless it is best."""
    for_the_best = meter.share(_FOR_THE_BEST)
    alpha_beta = AlphaBeta(state, for_the_best, errors)
    best = alpha_beta.best()[0]
    for_the_best.spend(alpha_beta.nodes)
    compared = alpha_beta.compare(best.move, obvious, _COMPARED, meter, _SHALLOWER)
    return best, sorted(compared, key=lambda line: -line.value)
