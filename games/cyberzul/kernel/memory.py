"""The memory of the search: constant tables, the positions of a line of moves, and what has been found.

Heaps, lines and walls are packed as in `position.State`. What a move changes has a row for each ply. A move is
`30 * source + 6 * colour + line`, as in `moves.Take`: source 0 is the centre, line 0 the floor line.
"""

from __future__ import annotations

from functools import cache

from games.core.kernel.memory import TableMemory, table_sizes
from games.core.kernel.run import Kernel
from games.cyberzul.evaluate import Weights
from games.cyberzul.moves import Take
from games.cyberzul.position import CENTRE, FACTORIES, LINES, State
from games.cyberzul.scoring import COLOUR_SPACES, FLOOR_SUMS, SPACE, wall_points
from games.cyberzul.weights import ROUND_WEIGHTS

SEATS = 2
SOURCES = FACTORIES[SEATS] + 1
LONGEST = 48
"""The greatest number of plies of a line; a round in play has at most 20 moves."""
MOST_MOVES = 30 * SOURCES
ROOM = LONGEST * MOST_MOVES
IN_CENTRE = SEATS
"""The value of `marker` while nobody has taken the marker."""
STAGES = 5
"""The stages of a match, as `evaluate.progress` counts them."""
WALLS = 1 << 12
"""The number of walls whose worth is kept."""

_ROWS = {
    "heap": SOURCES * LONGEST, "rest": LONGEST, "marker": LONGEST, "lines": SEATS * LONGEST, "fallen": SEATS * LONGEST,
}  # fmt: skip
_ROUND = {"seat": 0, "start": 0, "wall": SEATS, "score": SEATS}
_FOUND = {"killers": 2 * LONGEST, "history": MOST_MOVES, "is_cut": 0, "known_wall": WALLS, "known_worth": WALLS}
_TABLES = {
    "space": LINES * 5, "colour_spaces": 5, "run": 32 * 5, "floor_sum": len(FLOOR_SUMS), "column_worth": STAGES * 6,
    "colour_worth": STAGES * 6, "row_worth": STAGES * 6, "across": STAGES, "down": STAGES, "both": STAGES,
    "line_worth": STAGES * LINES * 6, "aim": STAGES * LINES * 6, "start_worth": STAGES,
}  # fmt: skip
_TABLE_BITS, _COMPILED_TABLE_BITS = 16, 19


def sizes(table_bits: int) -> dict[str, int]:
    """Return the number of integers of every field, 0 for a single one; the table has 2 ** `table_bits` entries."""
    return _ROWS | _ROUND | _FOUND | _TABLES | table_sizes(LONGEST, ROOM, table_bits)


class Memory(TableMemory):
    """The fields of `sizes`. If the search is compiled, they are the fields of a record."""

    # By ply: the heaps of the centre and the factories, all of them together, the holder of the marker, and of each
    # seat the lines and the number of tokens on the floor line.
    heap: list[int]
    rest: list[int]
    marker: list[int]
    lines: list[int]
    fallen: list[int]
    # What does not change during a round: who is to move at the root, who began the round, walls and scores.
    seat: int
    start: int
    wall: list[int]
    score: list[int]
    # What the search has learnt so far. `is_cut` is 1 if a line has ended before the end of the round.
    killers: list[int]
    history: list[int]
    is_cut: int
    known_wall: list[int]
    known_worth: list[int]
    # Tables: the wall space of a colour in a row, all those of a colour, runs of tiles, and the weights of
    # `evaluate.expected_points` in hundredths of a point, by stage.
    space: list[int]
    colour_spaces: list[int]
    run: list[int]
    floor_sum: list[int]
    column_worth: list[int]
    colour_worth: list[int]
    row_worth: list[int]
    across: list[int]
    down: list[int]
    both: list[int]
    line_worth: list[int]
    aim: list[int]
    start_worth: list[int]


@cache
def tables() -> dict[str, int | list[int]]:
    """Return the tables that never change."""
    stages = ROUND_WEIGHTS[SEATS]
    return {
        "space": [space for row in SPACE for space in row],
        "colour_spaces": list(COLOUR_SPACES),
        "run": [wall_points(covered, 0, column) for covered in range(32) for column in range(5)],
        "floor_sum": list(FLOOR_SUMS),
        "column_worth": [_hundredths(worth) for weights in stages for worth in weights.columns],
        "colour_worth": [_hundredths(worth) for weights in stages for worth in weights.colours],
        "row_worth": [_hundredths(worth) for weights in stages for worth in weights.rows],
        "across": [_hundredths(weights.across) for weights in stages],
        "down": [_hundredths(weights.down) for weights in stages],
        "both": [_hundredths(weights.both) for weights in stages],
        "line_worth": [worth for weights in stages for worth in _line_worths(weights)],
        "aim": [
            _hundredths(weights.aim * number / (row + 1)) for weights in stages for row in range(LINES)
            for number in range(6)
        ],
        "start_worth": [_hundredths(weights.start) for weights in stages],
    }  # fmt: skip


def _line_worths(weights: Weights) -> list[int]:
    """Return the worth of every unfinished line, by row and number of tiles; 0 where there is none."""
    rows = ((), *weights.lines)
    return [_hundredths(row[number - 1]) if 0 < number <= len(row) else 0 for row in rows for number in range(6)]


def _hundredths(points: float) -> int:
    return round(100 * points)


def fields_of(state: State) -> dict[str, int | list[int]]:
    """Return the fields of a position in the form that `Kernel.begin` takes."""
    heaps = [state.centre, *state.factories]
    return {
        "heap": heaps,
        "rest": [sum(heaps)],
        "marker": [IN_CENTRE if state.marker == CENTRE else state.marker],
        "lines": [board.lines for board in state.boards],
        "fallen": [len(board.floor) for board in state.boards],
        "seat": state.turn,
        "start": state.start,
        "wall": [board.wall for board in state.boards],
        "score": [board.score for board in state.boards],
    }


def number_of(move: Take) -> int:
    """Return the number that stands for the move."""
    return 30 * move.source + 6 * move.colour + move.line


def move_of(number: int) -> Take:
    """Return the move that the number stands for."""
    return Take(number // 30, number // 6 % 5, number % 6)


MODULES = (
    "games.core.kernel.tree",
    "games.core.kernel.positions",
    "games.core.kernel.table",
    "games.cyberzul.kernel.position",
    "games.cyberzul.kernel.value",
    "games.cyberzul.kernel.search",
)
"""The modules to compile, in the order in which they depend on each other."""
KERNEL = Kernel(MODULES, Memory, sizes(_TABLE_BITS), sizes(_COMPILED_TABLE_BITS))
