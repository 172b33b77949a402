"""From values to shares of the points: how often a position with such a value is won."""

from __future__ import annotations

from math import exp

from games.choccer.evaluate import WIN
from games.choccer.position import TURNS, State

_SCALE = {"easy": (900.0, 0.6), "medium": (700.0, 0.6), "hard": (400.0, 0.6)}
"""The value that promises 73 % of the points at the start, and the part of it that is enough at the end."""


def expected_share(state: State, value: int, level: str) -> float:
    """The share of the points, from 0 to 1, for who moves and reaches this value, when players of the level go on."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    start, end = _SCALE.get(level, _SCALE["hard"])
    scale = start * (1 - (1 - end) * min(state.turn, TURNS) / TURNS)
    return 1 / (1 + exp(-value / scale))
