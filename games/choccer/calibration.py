"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from itertools import pairwise
from math import copysign
from typing import NamedTuple

from games.choccer.evaluate import WIN
from games.choccer.position import TURNS, State
from games.core.calibration import share_of_points
from games.core.levels import Look


class _Curve(NamedTuple):
    """The logits of values at the start of a match, with straight lines between them (fitted by bench/calibration.py).

    Points are whole: half a point's worth of better places often comes to nothing, and a whole point decides most
    matches. At the end of a match, `end` times the value promises as much.
    """

    logits: tuple[tuple[float, float], ...]
    end: float

    def logit(self, value: float) -> float:
        """Return the logit of a value at the start."""
        for (low, at_low), (high, at_high) in pairwise(self.logits):
            if abs(value) <= high:
                return copysign(at_low + (at_high - at_low) * (abs(value) - low) / (high - low), value)
        return copysign(self.logits[-1][1], value)


_CURVES = {
    Look.AHEAD: _Curve(((0, 0.0), (60, 0.27), (110, 1.2), (300, 1.95), (6000, 60.0)), 0.5),
    Look.DEEP: _Curve(((0, 0.0), (50, 0.42), (100, 1.7), (150, 2.1), (300, 3.9), (6000, 77.0)), 0.9),
}


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    curve = _CURVES[look]
    return share_of_points(curve.logit(value), 1 - (1 - curve.end) * min(state.turn, TURNS) / TURNS)
