"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points

_OPTIMISM = {"medium": -1.5, "hard": -1.6, "master": 2.6}
"""By how many cells the best value is too high (fitted): the best of many moves looks better than it is.

Where both sides err, it is too low instead.
"""
_SCALE = {"medium": 4.2, "hard": 5.0, "master": 4.9}
"""The value, in cells, that promises 73 % of the points (fitted by bench/calibration.py)."""


def expected_share(value: float, level: str) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect."""
    return share_of_points(value - _OPTIMISM[level], _SCALE[level])
