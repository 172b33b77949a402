"""From the value that a search gives a position to the share of the points that is got from it."""

from __future__ import annotations

from math import exp

_FARTHEST = 30.0


def share_of_points(value: float, scale: float) -> float:
    """From 0 to 1: a half for an even position, 73 % for a value as large as the scale (bench/calibration.py)."""
    return 1 / (1 + exp(-max(-_FARTHEST, min(_FARTHEST, value / scale))))
