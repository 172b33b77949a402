"""Static evaluation: of a position at a glance, and of a mat between two rounds, beyond its score.

The weights for mats were fitted to the final scores of matches between AIs (bench/fit_cyberzul.py does it): how many
more points than the others a player with these counts got until the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.cyberzul.deals import PLACES
from games.cyberzul.position import Board, State
from games.cyberzul.scoring import COLOUR_SPACES, COLUMNS, ROWS, SPACE, bonus, score_round, wall_points
from games.cyberzul.tiles import size

_WALL = (1 << 25) - 1
_NOT_FIRST = _WALL & ~COLUMNS[0]
_NOT_LAST = _WALL & ~COLUMNS[4]


def evaluate(state: State, seat: int) -> float:
    """Return the lead over the best of the others at a glance, scaled to the range from -1 to 1."""
    mine = _quick_value(state.boards[seat])
    best = max(_quick_value(board) for other, board in enumerate(state.boards) if other != seat)
    return (mine - best) / (abs(mine - best) + 20)


def _quick_value(board: Board) -> float:
    """Return a quick value of a board: its points if the match ended now, and a little for unfinished lines."""
    after = score_round(board)[0]
    started = sum(after.line(line)[0] / line for line in range(1, 6))
    return after.score + bonus(after.wall) + started


class Sets(NamedTuple):
    """The points to expect from the columns, the colours or the rows of a wall.

    `tiles` are for each by how many of its five tiles are there; the fifth brings the sure bonus. `last` is added where
    one tile is missing, by its row. `line` counts for an unfinished line, by how full it is, and by how many tiles
    there are already in the column, colour or row of its space; five are there in no match that was played.
    """

    tiles: tuple[float, ...]
    last: tuple[float, ...] = (0,) * 5
    line: tuple[float, ...] = (0,) * 6


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity, because `expected_points` caches by it
class Weights:
    """The points to expect from what is on a mat.

    `across`, `down` and `both` count for each empty space with such neighbours. `lines` are for unfinished lines, by
    line from 2 and number of tiles from 1. `aim` counts for each point that an unfinished line will score, by how full
    it is. `start` is for beginning the next round.
    """

    columns: Sets
    colours: Sets
    rows: Sets
    across: float
    down: float
    both: float
    lines: tuple[tuple[float, ...], ...]
    aim: float
    start: float


def share_left(state: State) -> float:
    """Return how many tiles are left to take, as a share of those at the start of a round, at most 1."""
    return min(1.0, size(state.centre + sum(state.factories)) / (PLACES * len(state.factories)))


def beside_and_above(wall: int) -> tuple[int, int]:
    """Return the empty spaces of a wall with a tile on their left or right, and those with one above or below."""
    return (wall << 1 & _NOT_FIRST | wall >> 1 & _NOT_LAST) & ~wall, (wall << 5 | wall >> 5) & ~wall & _WALL


@lru_cache(maxsize=1 << 15)
def expected_points(lines: int, wall: int, weights: Weights) -> float:
    """Return the points to expect from a mat with no full line, beyond its score."""
    beside, above = beside_and_above(wall)
    total = weights.across * beside.bit_count() + weights.down * above.bit_count()
    total += weights.both * (beside & above).bit_count()
    for spaces, sets in ((COLUMNS, weights.columns), (COLOUR_SPACES, weights.colours), (ROWS, weights.rows)):
        for each in spaces:
            number = (wall & each).bit_count()
            total += sets.tiles[number]
            if number == 4:
                total += sets.last[row_of(each & ~wall)]
    for row in range(5):
        code = lines >> 6 * row & 63
        if code:
            number, colour = code >> 3, code & 7
            total += weights.lines[row - 1][number - 1]
            total += number / (row + 1) * _worth_when_full(wall, row, colour, weights)
    return total


def row_of(space: int) -> int:
    """Return the row of a wall space, given as a bit."""
    return (space.bit_length() - 1) // 5


def _worth_when_full(wall: int, row: int, colour: int, weights: Weights) -> float:
    """Return what the tile of a line is worth, beyond its points, once it goes to the wall."""
    column = SPACE[row][colour] % 5
    return (
        weights.aim * wall_points(wall, row, column)
        + weights.columns.line[(wall & COLUMNS[column]).bit_count()]
        + weights.colours.line[(wall & COLOUR_SPACES[colour]).bit_count()]
        + weights.rows.line[(wall & ROWS[row]).bit_count()]
    )
