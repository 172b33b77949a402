"""Convert values to shares of the points: how often a match is won after a plan with such a value."""

from __future__ import annotations

from math import atanh
from typing import NamedTuple

from games.core.calibration import share_of_points
from games.piously.search import Plan

_CERTAIN = 0.999


class _Curve(NamedTuple):
    """A logistic curve of a value before scaling to -1 to 1, fitted by bench/fit_piously.py.

    It is as steep as `least`, and by `more` steeper for each aura of the side that has the most: while there are few, a
    lead says little. The value is too high by the `optimism`.
    """

    least: float
    more: float
    optimism: float


_UNANSWERED, _ANSWERED = _Curve(0.08, 0.0735, 1.4), _Curve(0.33, 0.038, -0.5)
"""A plan seems better than it is before the answer is searched, and worse after it: then the planner moves again."""


def expected_share(plan: Plan) -> float:
    """Return the share of the points that a plan promises, from 0 to 1."""
    if abs(plan.value) >= 1:
        return 1.0 if plan.value > 0 else 0.0
    curve = _ANSWERED if plan.answered else _UNANSWERED
    slope = curve.least + curve.more * max(auras.bit_count() for auras in plan.state.auras)
    value = atanh(max(-_CERTAIN, min(_CERTAIN, plan.value)))
    return share_of_points(value - curve.optimism, 1 / slope)
