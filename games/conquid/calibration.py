"""From values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points

_OPTIMISM = {"medium": -0.1, "hard": 0.3, "master": 0.3}
"""By how many cells the best value is too high, fitted too: of many moves the best looks better than it is."""
_SCALE = {"medium": 3.5, "hard": 3.0, "master": 3.0}
"""The value, in cells, that promises 73 % of the points, fitted by bench/calibration.py."""
CALIBRATED = frozenset(_SCALE)
"""Levels that say what a position is worth."""


def expected_share(value: float, level: str) -> float:
    """The share of the points, from 0 to 1, for the one who moves and gets this value, when the level plays on."""
    return share_of_points(value - _OPTIMISM[level], _SCALE[level])
