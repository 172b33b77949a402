"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.choccer.evaluate import WIN
from games.choccer.position import TURNS, State
from games.core.calibration import share_of_points
from games.core.levels import Look

_SCALE = {Look.AHEAD: (97.0, 0.75), Look.DEEP: (78.0, 0.9)}
"""The value that promises 73 % of the points at the start, and the fraction of it that does so at the end."""


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    start, end = _SCALE[look]
    scale = start * (1 - (1 - end) * min(state.turn, TURNS) / TURNS)
    return share_of_points(value, scale)
