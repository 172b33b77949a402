"""The value of a position for a side: points scored, material, and gems held.

The weights were fitted in three rounds to matches that the search played against itself (bench/fit_choccer.py). A gem
that is held far from the zone is a burden, since its holder cannot capture. With the same number of nodes, these
weights won 78 of 80 points against the first ones.
"""

from __future__ import annotations

from functools import cache
from math import tanh

from games.choccer.legal import LEAPS
from games.choccer.position import BIT, BLUE, GRID, NOBODY, RED, TURNS, ZONES, State, kind
from games.core.boards.grid import bits

WIN = 100_000
"""The value of a match that is won. All values are in hundredths of a point."""

MATERIAL = dict(zip(b"CTLS", (42, 28, 95, 65), strict=True))
"""The value of a piece in addition to its points, because it can still capture and carry gems."""
HELD_GEM = {BLUE: (400, 100, 0, -15, -20, -20), RED: (1000, 150, 0, -20, -30, -30)}
"""The value of a held gem, by the number of moves that its holder needs to reach the zone."""

_ARRIVED = 9
"""The number of columns from a side's own edge to the zone where it scores."""


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for the seat, from -1 (lost) to 1 (won)."""
    value = static_value(state, seat)
    return value / WIN if state.seat == NOBODY else tanh(value / 1200)


def static_value(state: State, seat: int) -> int:
    """Return the value of the position for the seat, in hundredths of a point: `WIN`, `-WIN` or 0 (a tie) when over."""
    lead = state.points[0] - state.points[1]
    if state.seat == NOBODY:
        value = WIN * ((lead > 0) - (lead < 0))
        return -value if seat else value
    value = 100 * lead + material(state)
    left = TURNS + 1 - state.turn
    for square in bits(state.holders):
        owner = 0 if state.black & BIT[square] else 1
        steps = moves_to_zone(state.board[square], square, owner)
        if 2 * steps <= left + 1:
            gem = HELD_GEM[RED if state.red & BIT[square] else BLUE][min(steps, 5)]
            value += -gem if owner else gem
    return -value if seat else value


def material(state: State) -> int:
    """Return the material value of Black's pieces minus that of White's."""
    board = state.board
    return sum(MATERIAL[piece] * (board.count(piece) - board.count(piece | 32)) for piece in MATERIAL)


def advance(state: State, seat: int) -> int:
    """Return how many columns the seat's pieces are on their way to the zone where it scores; holders count twice."""
    pieces = state.white if seat else state.black
    columns = (square % GRID.columns for part in (pieces, pieces & state.holders) for square in bits(part))
    return sum(min(column if seat else GRID.columns - 1 - column, _ARRIVED) for column in columns)


@cache
def moves_to_zone(piece: int, square: int, seat: int) -> int:
    """Return the number of moves the piece of this seat needs to reach the zone where it scores, on an empty board."""
    goal, steps, reached = ZONES[1 - seat], 0, BIT[square]
    while not reached & goal:
        for origin in list(bits(reached)):
            reached |= reachable(piece, origin)
        steps += 1
    return steps


@cache
def reachable(piece: int, origin: int) -> int:
    """Return the squares that the piece reaches in one move on an empty board, as a bitboard."""
    steps, most = LEAPS[kind(piece)]
    return sum(BIT[square] for step in steps for square in GRID.ray(origin, step)[:most])


def nearest_distance(pieces: int, square: int) -> int:
    """Return the distance of the nearest of the pieces, in steps in any direction; 6 if none is within 5."""
    for distance, ring in enumerate(_rings(square), 1):
        if pieces & ring:
            return distance
    return 6


@cache
def _rings(square: int) -> tuple[int, ...]:
    """Return the squares at most 1, 2, … 5 steps away, as bitboards."""
    column, row = square % GRID.columns, square // GRID.columns
    far = [max(abs(i % GRID.columns - column), abs(i // GRID.columns - row)) for i in range(GRID.size)]
    return tuple(sum(BIT[i] for i in range(GRID.size) if far[i] <= distance) for distance in range(1, 6))
