"""Convert values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from typing import NamedTuple

from games.conquid.evaluate import WIN
from games.core.calibration import share_of_points

WAR = 0.2, 0.4
"""The fullness of the board between which the sides meet along a front; then many cells change hands at a time."""


class Curve(NamedTuple):
    """What the values of a level promise.

    `early` is the value, in cells, that promises 73 % of the points before the sides meet along a front, and `late` the
    one after that. `optimism` is by how much the value of the best move is too high; where it is negative, the side
    that moves does better than the value says.
    """

    early: float
    late: float
    optimism: float

    def scale(self, fullness: float) -> float:
        """Return the value that promises 73 % of the points where this fraction of the cells is owned."""
        begins, ends = WAR
        part = min(max((fullness - begins) / (ends - begins), 0.0), 1.0)
        return self.early + (self.late - self.early) * part


CURVES = {"medium": Curve(9.4, 14.5, 0.0), "hard": Curve(9.3, 15.0, 0.1), "master": Curve(9.5, 11.0, 0.8)}
"""The curves of the levels, fitted by bench/fit_conquid_curve.py and bench/calibration.py."""


SEEN = (1.0, 1.0, 0.975, 0.9, 0.8)
"""The share that a win promises which takes none, one, two, three, or four and more own turns after this one.

Not every answer is searched, so only the first two are proven: those in which nothing is left but to declare conquest.
"""


def expected_share(value: float, level: str, fullness: float) -> float:
    """Return the share of the points, from 0 to 1, that the player who makes a move of this value can expect.

    `fullness` is the fraction of the cells that is owned.
    """
    if abs(value) > WIN / 2:
        share = SEEN[min(int(WIN - abs(value)) // 2, len(SEEN) - 1)]
        return share if value > 0 else 1 - share
    curve = CURVES[level]
    return share_of_points(value - curve.optimism, curve.scale(fullness))
