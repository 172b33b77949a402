"""Convert the value of a search into the expected share of the points."""

from __future__ import annotations

from math import exp

CALIBRATED = frozenset({"medium", "hard", "master"})
"""The levels that tell what a position is worth, each by a curve for how far it has looked."""
_FARTHEST = 30.0


def share_of_points(value: float, scale: float, seats: int = 2) -> float:
    """Return the expected share of the points, from 0 to 1, as fitted by bench/calibration.py.

    In an even position each seat gets the same share; between two players, a value equal to `scale` means 73 %.
    """
    return 1 / (1 + (seats - 1) * exp(-max(-_FARTHEST, min(_FARTHEST, value / scale))))
