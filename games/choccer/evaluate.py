"""How a side stands: points scored, material, gems held, and the race for free gems.

The weights are fitted to matches that the search played against itself (bench/fit_choccer.py), in three rounds: a gem
that is held far from the zone is a burden, since its holder cannot capture. Against the former ones, with equal nodes,
they got 78 of 80 points.
"""

from __future__ import annotations

from functools import cache
from math import tanh

from games.choccer.legal import LEAPS
from games.choccer.position import BIT, BLUE, GRID, NOBODY, RED, TURNS, ZONES, State, kind
from games.core.boards.grid import bits

WIN = 100_000
"""The value of a match that is won; all values are in hundredths of a point."""

MATERIAL = dict(zip(b"CTLS", (42, 28, 95, 65), strict=True))
"""The value of a piece beyond its points: it can still capture and carry."""
HELD_GEM = {BLUE: (400, 100, 0, -15, -20, -20), RED: (1000, 150, 0, -20, -30, -30)}
"""What a held gem is worth, by the moves its holder needs to the zone."""
RACE = {BLUE: 0, RED: 0}
"""What a free gem is worth for each step that a side is nearer to it."""


def evaluate(state: State, seat: int) -> float:
    """From -1 (lost) to 1 (won)."""
    value = static_value(state, seat)
    return value / WIN if state.seat == NOBODY else tanh(value / 1200)


def static_value(state: State, seat: int) -> int:
    """What the position is worth for the seat, in hundredths of a point; `WIN` or `-WIN` at the end, 0 for a tie."""
    board, black, white, gems, holders, red, points, turn, to_act = state
    lead = points[0] - points[1]
    if to_act == NOBODY:
        value = WIN * ((lead > 0) - (lead < 0))
        return -value if seat else value
    value = 100 * lead + material(state)
    left = TURNS + 1 - turn
    for square in bits(holders):
        owner = 0 if black & BIT[square] else 1
        steps = moves_to_zone(board[square], square, owner)
        if 2 * steps <= left + 1:
            gem = HELD_GEM[RED if red & BIT[square] else BLUE][min(steps, 5)]
            value += -gem if owner else gem
    for square in bits(gems):
        value += RACE[board[square]] * (nearest_distance(white, square) - nearest_distance(black, square))
    return -value if seat else value


def material(state: State) -> int:
    """What Black's pieces are worth beyond their points, less White's."""
    board = state.board
    return sum(MATERIAL[piece] * (board.count(piece) - board.count(piece | 32)) for piece in MATERIAL)


@cache
def moves_to_zone(piece: int, square: int, seat: int) -> int:
    """The number of moves from the square into the zone where the piece of this seat scores, nothing in its way."""
    goal, steps, reached = ZONES[1 - seat], 0, BIT[square]
    while not reached & goal:
        for origin in list(bits(reached)):
            reached |= reachable(piece, origin)
        steps += 1
    return steps


@cache
def reachable(piece: int, origin: int) -> int:
    """The squares that the piece reaches in one move on an empty board."""
    steps, most = LEAPS[kind(piece)]
    return sum(BIT[square] for step in steps for square in GRID.ray(origin, step)[:most])


def nearest_distance(pieces: int, square: int) -> int:
    """How far the nearest of the pieces is, in steps to any side; 6 when it is farther."""
    for distance, ring in enumerate(_rings(square), 1):
        if pieces & ring:
            return distance
    return 6


@cache
def _rings(square: int) -> tuple[int, ...]:
    """The squares at most 1, 2 ... 5 steps away."""
    column, row = square % GRID.columns, square // GRID.columns
    far = [max(abs(i % GRID.columns - column), abs(i // GRID.columns - row)) for i in range(GRID.size)]
    return tuple(sum(BIT[i] for i in range(GRID.size) if far[i] <= distance) for distance in range(1, 6))
