"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points
from games.core.levels import Look
from games.cyberzul.position import State

_OPTIMISM = {Look.AHEAD: 0.05, Look.DEEP: 0.0}
"""How much the best value is too high (fitted): the best of many moves looks better than it is."""
_SCALE = {Look.AHEAD: 0.25, Look.DEEP: 0.27}
"""The value that promises 73 % of the points against one opponent (fitted by bench/calibration.py)."""


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect."""
    return share_of_points(value - _OPTIMISM[look], _SCALE[look], len(state.boards))
