"""From values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points
from games.onyx.evaluate import WIN
from games.onyx.position import State

_OPTIMISM = {"medium": 19, "hard": 5, "master": 5}
"""By how much the value of the best turn is too high, fitted too: of many turns the best looks better than it is."""
_SCALE = {"medium": 57, "hard": 50, "master": 50}
"""The value that promises 73 % of the points for a side of one space, fitted by bench/calibration.py."""
CALIBRATED = frozenset(_SCALE)
"""Levels that say what a position is worth."""


def expected_share(state: State, value: float, level: str) -> float:
    """The share of the points, from 0 to 1, for the one who moves and gets this value, when the level plays on."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    side = len(state.board.bit) ** 0.5
    return share_of_points(value - _OPTIMISM[level] * side, _SCALE[level] * side)
