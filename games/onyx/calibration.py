"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points
from games.core.levels import Look
from games.onyx.evaluate import WIN
from games.onyx.position import State

_OPTIMISM = {Look.AHEAD: 9, Look.DEEP: 7}
"""How much the value of the best turn is too high (fitted): the best of many turns looks better than it is."""
_SCALE = {Look.AHEAD: 60, Look.DEEP: 58}
"""The value that promises 73 % of the points for a side of one space (fitted by bench/calibration.py)."""


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a turn of this value can expect."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    side = len(state.board.bit) ** 0.5
    return share_of_points(value - _OPTIMISM[look] * side, _SCALE[look] * side)
