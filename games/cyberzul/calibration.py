"""From values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points
from games.cyberzul.position import State

_OPTIMISM = {"medium": 0.05, "hard": 0.0, "master": 0.0}
"""By how much the best value is too high, fitted too: of many moves the best looks better than it is."""
_SCALE = {"medium": 0.25, "hard": 0.32, "master": 0.32}
"""The value that promises 73 % of the points against one other, fitted by bench/calibration.py."""
CALIBRATED = frozenset(_SCALE)
"""Levels that say what a position is worth."""


def expected_share(state: State, value: float, level: str) -> float:
    """The share of the points, from 0 to 1, for the one who moves and gets this value, when the level plays on."""
    return share_of_points(value - _OPTIMISM[level], _SCALE[level], len(state.boards))
