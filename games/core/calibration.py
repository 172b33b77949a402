"""Convert the value of a search into the expected share of the points."""

from __future__ import annotations

from math import exp

CALIBRATED = frozenset({"medium", "hard", "master"})
"""Levels that say what a position is worth, each by the curve of how far it has looked."""
_FARTHEST = 30.0


def share_of_points(value: float, scale: float, seats: int = 2) -> float:
    """From 0 to 1, fitted by bench/calibration.py.

    An even position gives each seat the same; between two, a value as large as the scale promises 73 %.
    """
    return 1 / (1 + (seats - 1) * exp(-max(-_FARTHEST, min(_FARTHEST, value / scale))))
