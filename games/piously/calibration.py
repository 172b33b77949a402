"""Convert values to shares of the points: how often a match is won after a plan with such a value."""

from __future__ import annotations

from math import atanh

from games.core.calibration import share_of_points
from games.core.levels import Look

_CERTAIN = 0.999
_SCALE = {Look.SOUND: 1.48, Look.AHEAD: 1.48, Look.DEEP: 1.7}
"""The value of a plan, before scaling to -1 to 1, that promises 73 % of the points (fitted by bench/calibration.py)."""
_OPTIMISM = {Look.SOUND: 1.03, Look.AHEAD: 1.03, Look.DEEP: 0.0}
"""How much this value is too high (fitted): too high before the answer is searched, too low after it."""


def expected_share(value: float, look: Look) -> float:
    """Return the share of the points that a plan with this value promises, a value from -1 to 1 by `evaluate`."""
    if abs(value) >= 1:
        return 1.0 if value > 0 else 0.0
    spread = atanh(max(-_CERTAIN, min(_CERTAIN, value)))
    return share_of_points(spread - _OPTIMISM[look], _SCALE[look])
