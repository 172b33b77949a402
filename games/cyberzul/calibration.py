"""Convert values to shares of the points: how often a position with such values is won."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.core.calibration import share_of_points
from games.cyberzul.evaluate import share_left
from games.cyberzul.position import State

OPTIMISM = 0.02
"""By how much the value of the best move is above the average of all playouts, some of which try other moves."""
_SCALES = {
    "medium": {3: (0.7, 0.72, 0.62, 0.46, 0.46, 0.25), 4: (0.56, 0.57, 0.54, 0.44, 0.44, 0.25)},
    "hard": dict.fromkeys((3, 4), (6.0, 4.0, 1.6, 1.0, 0.75, 0.19)),
    "master": dict.fromkeys((3, 4), (6.0, 5.0, 2.0, 1.0, 0.55, 0.17)),
}
"""The value by which the share of one of three or four is e times as large, when rounds 1 to 5 begin, and at the end.

Fitted to matches: a lead is worth the more, the less of a match is left to make it up, and among strong players, who
keep whoever leads from more, hardly anything at first.
"""
_LEADS = {
    "medium": (740.0, 570.0, 460.0, 440.0),
    "hard": (600.0, 540.0, 500.0, 390.0),
    "master": (530.0, 470.0, 460.0, 360.0),
}
"""The lead in hundredths of a point that promises 73 % to one of two, in rounds 1 to 4 and later, by level.

Fitted by `bench.calibration --by round`; errors lose some of a lead.
"""


def share_of_lead(state: State, lead: float, level: str) -> float:
    """Return the share that the player to move, one of two, can expect of a lead in hundredths of a point."""
    return share_of_points(lead, _of_round(state, _LEADS[level]))


def expected_shares(state: State, values: Sequence[float], level: str) -> tuple[float, ...]:
    """Return the share of the points, from 0 to 1, that each seat can expect by its value; they add up to 1."""
    scale = _scale(state, level)
    weights = [exp(value / scale) for value in values]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)


def expected_share(state: State, values: Sequence[float], value: float, level: str) -> float:
    """Return the share that the player to move can expect of a move of this value.

    `values` are those of all seats before the move. What the player gains by it, the others lose in equal parts.
    """
    gain = value - OPTIMISM - values[state.turn]
    loss = gain / (len(values) - 1)
    after = [one + gain if seat == state.turn else one - loss for seat, one in enumerate(values)]
    return expected_shares(state, after, level)[state.turn]


def _scale(state: State, level: str) -> float:
    """Return the scale between those for the beginning of the round and of the next one; all late rounds are alike."""
    scales = _SCALES[level][len(state.boards)]
    at = min(state.round, len(scales) - 1)
    begin, end = scales[at - 1 : at + 1]
    return end + (begin - end) * share_left(state)


def _of_round(state: State, figures: Sequence[float]) -> float:
    """Return the figure for the round; the last one is for all later rounds."""
    return figures[min(state.round, len(figures)) - 1]
