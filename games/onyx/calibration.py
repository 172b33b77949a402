"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from typing import NamedTuple

from games.core.calibration import share_of_points
from games.core.levels import Look
from games.onyx.evaluate import WIN
from games.onyx.position import State

_POINT = 100


class _Curve(NamedTuple):
    """A logistic curve for a side of one space, fitted by bench/calibration.py.

    A lead of one point adds `start` to the logit on an empty board, and more as it fills, by `growth` times the part
    that is filled, but `most` at most. The value of the best turn is too high by the `optimism`, in hundredths of a
    point: the best of many turns looks better than it is.
    """

    start: float
    growth: float
    most: float
    optimism: float


_CURVES = {Look.AHEAD: _Curve(0.4, 3.7, 1.7, 5), Look.DEEP: _Curve(0.2, 4.4, 3.7, 7)}


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a turn of this value can expect."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    curve, side = _CURVES[look], len(state.board.bit) ** 0.5
    steepness = min(curve.most, curve.start + curve.growth * state.fullness)
    return share_of_points(value - curve.optimism * side, _POINT * side / steepness)
