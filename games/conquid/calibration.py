"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points
from games.core.levels import Look

_OPTIMISM = {Look.AHEAD: -1.4, Look.DEEP: 2.6}
"""By how many cells the best value is too high (fitted): the best of many moves looks better than it is.

Where both sides err as medium does, it is too low instead.
"""
_SCALE = {Look.AHEAD: 6.0, Look.DEEP: 4.9}
"""The value, in cells, that promises 73 % of the points (fitted by bench/calibration.py)."""


def expected_share(value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect."""
    return share_of_points(value - _OPTIMISM[look], _SCALE[look])
