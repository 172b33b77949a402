"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import at_stage, share_of_points
from games.core.levels import Look
from games.onyx.evaluate import WIN
from games.onyx.position import State

_OPTIMISM = {Look.AHEAD: (20.0, 0.0), Look.DEEP: (20.0, 0.0)}
"""How much the value of the best turn is too high: the best of many turns looks better than it is."""
_SCALE = {Look.AHEAD: (120.0, 60.0), Look.DEEP: (120.0, 58.0)}
"""The value that promises 73 % of the points. Both are for a side of one space, on an empty board and on one that is
filled by a third or more, and were fitted by bench/calibration.py."""
_OPENING = 0.35
"""The fraction of the spaces that are filled when the opening is over, in which a lead says less."""


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a turn of this value can expect."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    side, stage = len(state.board.bit) ** 0.5, min(1.0, state.filled / _OPENING)
    optimism, scale = at_stage(stage, *_OPTIMISM[look]), at_stage(stage, *_SCALE[look])
    return share_of_points(value - optimism * side, scale * side)
