"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from typing import NamedTuple

from games.core.calibration import share_of_points


class Curve(NamedTuple):
    """What the values of a level promise.

    `start` is the value, in cells, that promises 73 % of the points on the empty board, and `growth` what each owned
    cell adds to it: the more cells there are, the more of them change hands at a time. `optimism` is by how much the
    value of the best move is too high; where it is negative, the side that moves does better than the value says.
    """

    start: float
    growth: float
    optimism: float

    def scale(self, owned: int) -> float:
        """Return the value that promises 73 % of the points where both sides own so many cells together."""
        return self.start + self.growth * owned


CURVES = {"medium": Curve(14.0, 0.0, -0.1), "hard": Curve(9.1, 0.022, -1.2), "master": Curve(8.4, 0.015, 0.6)}
"""The curves of the levels, fitted by bench/fit_conquid_curve.py and bench/calibration.py."""


def expected_share(value: float, level: str, owned: int) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect.

    `owned` is the number of cells that both sides own together.
    """
    curve = CURVES[level]
    return share_of_points(value - curve.optimism, curve.scale(owned))
