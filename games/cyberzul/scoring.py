"""Points: tiling, floor lines and the final bonuses. A wall is 25 bits, `5 * row + column` from the top left."""

from __future__ import annotations

from games.cyberzul.position import Board
from games.cyberzul.tiles import Heap, parse_letters

ROWS = tuple(31 << 5 * row for row in range(5))
"""The wall spaces of each row."""

COLUMNS = tuple(0x108421 << column for column in range(5))
"""The wall spaces of each column."""

COLOUR_SPACES = tuple(sum(1 << 5 * row + (colour + row) % 5 for row in range(5)) for colour in range(5))
"""The wall spaces of each colour (RULES 1.4)."""

SPACE = tuple(tuple(5 * row + (colour + row) % 5 for colour in range(5)) for row in range(5))
"""The wall space of a colour in a row (RULES 1.4)."""

FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
"""The cost of each floor space (RULES 3.5)."""

FLOOR_SUMS = (0, 1, 2, 4, 6, 8, 11, 14)
"""The total cost of this many floor spaces."""


def _run(covered: int, place: int) -> int:
    """Return the length of the unbroken run of bits through `place` among five."""
    low = high = place
    while low and covered >> low - 1 & 1:
        low -= 1
    while high < 4 and covered >> high + 1 & 1:
        high += 1
    return high - low + 1


_RUNS = tuple(tuple(_run(covered, place) for place in range(5)) for covered in range(32))


def wall_points(wall: int, row: int, column: int) -> int:
    """Return the points (1-10) for the tile just put on a space of the wall (RULES 3.3); `row` and `column` from 0."""
    across = _RUNS[wall >> 5 * row & 31][column]
    lane = wall >> column
    down = _RUNS[lane & 1 | lane >> 4 & 2 | lane >> 8 & 4 | lane >> 12 & 8 | lane >> 16 & 16][row]
    if across == 1:
        return down
    return across if down == 1 else across + down


def score_round(board: Board) -> tuple[Board, Heap]:
    """Return the board after tiling and scoring (RULES 3.1-3.6), and the tiles that go to the lid."""
    score, lines, wall, floor = board
    lid = 0
    for row in range(5):
        code = lines >> 6 * row & 63
        if code >> 3 == row + 1:
            colour = code & 7
            space = SPACE[row][colour]
            lines -= code << 6 * row
            # In play no full line has its wall space covered. In a position that was typed in it may: all tiles leave.
            lid += row + (wall >> space & 1) << (colour << 3)
            if not wall >> space & 1:
                wall |= 1 << space
                score += wall_points(wall, row, space % 5)
    if floor:
        score = max(0, score - FLOOR_SUMS[len(floor)])
        lid += parse_letters(floor.replace("M", ""))
    return Board(score, lines, wall), lid


def round_points(board: Board) -> int:
    """Return the points for full lines minus the cost of the floor line, if the round ended now; may be negative."""
    rich = FLOOR_SUMS[-1]
    return score_round(Board(rich, *board[1:]))[0].score - rich


def points_won_and_lost(board: Board) -> tuple[int, int]:
    """Return the points for full lines, and the cost of the floor line, if the round ended now; both not negative."""
    lost = FLOOR_SUMS[len(board.floor)]
    return round_points(board) + lost, lost


def has_complete_row(wall: int) -> bool:
    """Whether a row of the wall is complete (RULES 4.1)."""
    return wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & COLUMNS[0] != 0


def count_complete(wall: int, groups: tuple[int, ...]) -> int:
    """Return the number of complete rows, columns or colours."""
    return sum(wall & group == group for group in groups)


def bonus(wall: int) -> int:
    """Return the final points of a wall (RULES 4.3): 2 a row, 7 a column, 10 a colour."""
    return 2 * count_complete(wall, ROWS) + 7 * count_complete(wall, COLUMNS) + 10 * count_complete(wall, COLOUR_SPACES)
