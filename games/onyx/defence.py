"""A defence in lost positions: a turn after which the other side does not win at once, since it may still err."""

from __future__ import annotations

from games.core.kernel.search import Line
from games.onyx.evaluate import WIN, evaluate_after_move
from games.onyx.moves import Place
from games.onyx.position import State
from games.onyx.turns import play


def hold_out(state: State, seat: int, found: list[Line[Place]]) -> list[Line[Place]]:
    """Return the turns with the best one first that does not lose to a pass; unchanged if there is none."""
    if found[0].value > -WIN // 2:
        return found
    for line in found:
        if evaluate_after_move(play(state, seat, line.move), seat) > -WIN // 2:
            return [line, *(other for other in found if other is not line)]
    return found
