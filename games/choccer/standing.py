"""How a side stands, seen at a glance."""

from __future__ import annotations

from functools import cache
from math import tanh

from games.choccer.moves import sides
from games.choccer.rules import WORTH
from games.choccer.state import BIT, BLUE, GRID, NOBODY, RED, ZONES, State
from games.core.grid import bits


def standing(state: State, seat: int) -> float:
    """From -1 (lost) to 1 (won): points, and gems held, worth more the nearer they are to the zone."""
    ahead = state.points[seat] - state.points[1 - seat]
    if state.seat == NOBODY:
        return float((ahead > 0) - (ahead < 0))
    own, other = sides(state, seat)
    return tanh((ahead + _promise(state, own, seat) - _promise(state, other, 1 - seat)) / 12)


def _promise(state: State, pieces: int, seat: int) -> float:
    """The points that the gems held by these pieces promise."""
    promise = 0.0
    for square in bits(pieces & state.holders):
        points = WORTH[RED if state.red & BIT[square] else BLUE]
        promise += points * (1 - distance(square, seat) / 16) / 2
    return promise


@cache
def distance(square: int, seat: int) -> int:
    """Steps along rows and columns from the square to the zone where the seat scores."""
    column, row = square % GRID.columns, square // GRID.columns
    return min(abs(goal % GRID.columns - column) + abs(goal // GRID.columns - row) for goal in bits(ZONES[1 - seat]))
