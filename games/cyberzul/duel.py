"""The deep look of one of two players: the best move, then others to compare it with in the time left."""

from __future__ import annotations

from games.core.budget import Meter
from games.core.kernel.search import Errors, Line, rank_alternatives
from games.core.kernel.tree import DECIDED
from games.cyberzul.kernel.alpha_beta import AlphaBeta
from games.cyberzul.moves import Take
from games.cyberzul.next_round import look_beyond
from games.cyberzul.position import State

_FOR_THE_BEST = 0.92
"""The share of the time for the best move."""
_COMPARED = 3
_SHALLOWER = (4, 1)
"""How many plies less deep than the best move the others are searched: first roughly, then deeper if there is time."""
_CLOSE, _MOST = 300, 6
"""At most this many moves are looked at beyond the round, within this many hundredths of a point of the best one."""


def search_duel(
    state: State, obvious: Take, meter: Meter, errors: Errors, seed: int | None
) -> tuple[Line[Take], list[Line[Take]]]:
    """Return the best move found in time, and others to compare, best first: with the obvious one unless it is best.

    Once the search sees the end of the round, what is left of the time goes to what comes after it, with deals drawn by
    the `seed`; not if it is None.
    """
    for_the_best = meter.share(_FOR_THE_BEST)
    alpha_beta = AlphaBeta(state, for_the_best, errors)
    best = alpha_beta.best()[0]
    for_the_best.spend(alpha_beta.nodes)
    if seed is not None and alpha_beta.is_complete and abs(best.value) <= DECIDED:
        close = alpha_beta.close_to(best, _CLOSE, meter)[:_MOST]
        if len(close) > 1:
            return _choose(close, look_beyond(state, close, meter, seed), alpha_beta, obvious, meter)
    compared = alpha_beta.compare(best.move, obvious, _COMPARED, meter, _SHALLOWER)
    return best, rank_alternatives(best, compared)


def _choose(
    close: list[Line[Take]], beyond: list[Line[Take]], alpha_beta: AlphaBeta, obvious: Take, meter: Meter
) -> tuple[Line[Take], list[Line[Take]]]:
    """Return the line that seems best `beyond` the round, and others to compare.

    An obvious move that is not among the `close` ones is taken to gain as much by the next round as the best one.
    """
    best = max(beyond, key=alpha_beta.seen_value)
    others = [line for line in beyond if line is not best]
    if all(line.move != obvious for line in close):
        gain = best.value - close[beyond.index(best)].value
        judged = alpha_beta.judge([obvious], meter, [alpha_beta.depth])
        others += [line._replace(value=line.value + gain) for line in judged]
    others.sort(key=lambda line: (line.move != obvious, -line.value))
    return best, rank_alternatives(best, others[:_COMPARED])
