"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from games.core.calibration import share_of_points
from games.core.levels import Look
from games.cyberzul.position import State

_OPTIMISM = {Look.AHEAD: 0.05, Look.DEEP: 0.0}
"""How much the best value is too high (fitted): the best of many moves looks better than it is."""
_SCALES = {Look.AHEAD: (0.45, 0.3, 0.22, 0.17), Look.DEEP: (0.45, 0.43, 0.29, 0.19)}
"""The value that promises 73 % of the points against one opponent, in rounds 1 to 4 and later.

Fitted by `bench.calibration --by round`: a lead is worth the more, the fewer rounds are left to make it up.
"""


def expected_share(state: State, value: float, look: Look) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect."""
    scales = _SCALES[look]
    scale = scales[min(state.round, len(scales)) - 1]
    return share_of_points(value - _OPTIMISM[look], scale, len(state.boards))
