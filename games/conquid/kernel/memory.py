"""What the search works on: boards as rows of bits, the moves that are to be tried, and what has been found out.

All boards lie in `b`, each at a place of its own: row r of the board at place p is `b[p + r]`, column c its bit c. A
cell is `row << 6 | column`, eleven bits. A move is the three cells of an acquire, CONQUER, VANQUISH with the bottom
left cell of the block, or CONQUEST.
"""

from __future__ import annotations

from functools import cache

from games.conquid.field import Field, field_of
from games.conquid.moves import CONQUER as CONQUER_MOVE
from games.conquid.moves import CONQUEST as CONQUEST_MOVE
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.boards.grid import bits
from games.core.kernel import Kernel, KernelMemory

ROWS = 24
"""Places that a board takes."""
PLIES = 40
RINGS = 200
"""The most rings there are between the headquarters, crossings included."""
ROOM = 8192
CONQUER, VANQUISH, CONQUEST = 1 << 40, 2 << 40, 3 << 40
SET = 1024

_BOARDS = 32 + 2 * PLIES + 3 * RINGS


def sizes() -> dict[str, int]:
    """Every field with the number of its integers, 0 for a single one."""
    return {
        "columns": 0, "rows": 0, "full": 0, "b": _BOARDS * ROWS,
        "moves": ROOM, "order": ROOM, "top": 0, "pool": 64, "pool_rank": 64, "pool_count": 0,
        "beam": SET, "beam_value": SET, "beam_count": 0, "grown": SET * 4, "grown_value": SET * 4, "chain": 4,
        "nodes": 0, "node_limit": 0, "aborted": 0, "stop": 0,
        "root_moves": 512, "root_values": 512, "root_count": 0, "root_depth": 0, "best_depth": 0,
        "line": PLIES * PLIES, "line_length": PLIES + 1,
    }  # fmt: skip


class Memory(KernelMemory):
    """The fields of `sizes`. Where the search is compiled, they are those of a record."""

    columns: int
    rows: int
    full: int
    b: list[int]
    moves: list[int]
    order: list[int]
    top: int
    # The cells that an acquire is built of, and sets of one, two and three of them.
    pool: list[int]
    pool_rank: list[int]
    pool_count: int
    beam: list[int]
    beam_value: list[int]
    beam_count: int
    grown: list[int]
    grown_value: list[int]
    chain: list[int]
    nodes: int
    node_limit: int
    aborted: int
    root_moves: list[int]
    root_values: list[int]
    root_count: int
    root_depth: int
    best_depth: int
    line: list[int]
    line_length: list[int]


@cache
def _field(size: str) -> dict[str, int]:
    field = field_of(size)
    return {"columns": field.grid.columns, "rows": field.grid.rows, "full": (1 << field.grid.columns) - 1}


def _rows(field: Field, board: int) -> list[int]:
    columns, full = field.grid.columns, (1 << field.grid.columns) - 1
    rows = [board >> columns * row & full for row in range(field.grid.rows)]
    return rows + [0] * (ROWS - len(rows))


def fields_of(state: State) -> dict[str, int | list[int]]:
    """The fields of a position, as `Kernel.begin` takes them."""
    field = state.field
    boards = [field.ground, *field.gates, *[0] * 29, *state.cells]
    return {**_field(state.size), "b": [row for board in boards for row in _rows(field, board)]}


def move_of(state: State, number: int) -> Move:
    """The move behind a number."""
    if number == CONQUER:
        return CONQUER_MOVE
    if number == CONQUEST:
        return CONQUEST_MOVE
    names, columns = state.field.grid.names, state.field.grid.columns
    if number & VANQUISH:
        return Move("V", (names[_index(number & 2047, columns) + 3 * columns],))
    return Move(
        "A", tuple(names[at] for at in sorted(_index(number >> 11 * each & 2047, columns) for each in range(3)))
    )


def _index(cell: int, columns: int) -> int:
    return (cell >> 6) * columns + (cell & 63)


def cell_numbers(field: Field, board: int) -> list[int]:
    """The cells of a board as the kernel numbers them."""
    return [index // field.grid.columns << 6 | index % field.grid.columns for index in bits(board)]


KERNEL = Kernel(
    [f"games.conquid.kernel.{name}" for name in ("board", "value", "propose", "search")], Memory, sizes(), sizes()
)
