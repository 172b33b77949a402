"""The memory of the search: boards as rows of bits, the moves to try, and what has been found.

All boards are in `b`, each at its own place: row r of the board at place p is `b[p + r]`, and column c is bit c of it.
A cell is `row << 6 | column`, in eleven bits. A move is the three cells of an acquire, CONQUER, VANQUISH with the
bottom left cell of the block, or CONQUEST.
"""

from __future__ import annotations

from functools import cache, reduce

from games.conquid.field import Field, field_of
from games.conquid.kernel.places import END, PLIES, POSITIONS, ROWS
from games.conquid.moves import CONQUER as CONQUER_MOVE
from games.conquid.moves import CONQUEST as CONQUEST_MOVE
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.kernel.memory import TableMemory, table_sizes
from games.core.kernel.positions import mix
from games.core.kernel.run import Kernel

ROOM = 8192
CONQUER, VANQUISH, CONQUEST = 1 << 40, 2 << 40, 3 << 40
SET = 1024
_TABLE_BITS, _COMPILED_TABLE_BITS = 14, 18


def sizes(table_bits: int) -> dict[str, int]:
    """Return the number of integers of every field, 0 for a single one; the table has 2 ** `table_bits` entries."""
    return table_sizes(PLIES, ROOM, table_bits) | {
        "columns": 0, "rows": 0, "full": 0, "b": END, "pool": 64, "pool_rank": 64, "pool_count": 0,
        "beam": SET, "beam_value": SET, "beam_count": 0,
        "grown": SET * 4, "grown_value": SET * 4, "grown_chains": SET * 4, "grown_bound": SET * 4, "chain": 4,
    }  # fmt: skip


class Memory(TableMemory):
    """The fields of `sizes`. If the search is compiled, they are the fields of a record."""

    columns: int
    rows: int
    full: int
    b: list[int]
    # The cells from which acquires are built, and sets of one, two and three of them.
    pool: list[int]
    pool_rank: list[int]
    pool_count: int
    beam: list[int]
    beam_value: list[int]
    beam_count: int
    grown: list[int]
    grown_value: list[int]
    # The part of what the chains still need in the value, for the opponent.
    grown_chains: list[int]
    # 1 if the value is only an upper bound.
    grown_bound: list[int]
    chain: list[int]


@cache
def _field(size: str) -> dict[str, int]:
    field = field_of(size)
    return {"columns": field.grid.columns, "rows": field.grid.rows, "full": (1 << field.grid.columns) - 1}


def _rows(field: Field, board: int) -> list[int]:
    columns, full = field.grid.columns, (1 << field.grid.columns) - 1
    rows = [board >> columns * row & full for row in range(field.grid.rows)]
    return rows + [0] * (ROWS - len(rows))


def fields_of(state: State) -> dict[str, int | list[int]]:
    """Return the fields of a position in the form that `Kernel.begin` takes."""
    field = state.field
    boards = [field.ground, *field.gates, *[0] * (POSITIONS // ROWS - 3), *state.cells]
    return {**_field(state.size), "b": [row for board in boards for row in _rows(field, board)]}


def key_of(state: State) -> int:
    """Return the number by which the search knows the position."""
    rows = [row for board in state.cells for row in _rows(state.field, board)]
    return reduce(mix, rows, state.turn or 0)


def move_of(state: State, number: int) -> Move:
    """Return the move that the number stands for."""
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


def number_of(field: Field, move: Move) -> int:
    """Return the number that stands for the move."""
    if not move.cells:
        return CONQUER if move == CONQUER_MOVE else CONQUEST
    columns = field.grid.columns
    indices = [field.grid.index_of[name] for name in move.cells]
    if move.action == "V":
        return VANQUISH | _cell(indices[0] - 3 * columns, columns)
    return sum(_cell(index, columns) << 11 * at for at, index in enumerate(sorted(indices)))


def _cell(index: int, columns: int) -> int:
    return index // columns << 6 | index % columns


def _index(cell: int, columns: int) -> int:
    return (cell >> 6) * columns + (cell & 63)


MODULES = (
    "games.core.kernel.tree",
    "games.core.kernel.positions",
    "games.core.kernel.table",
    "games.conquid.kernel.board",
    "games.conquid.kernel.value",
    "games.conquid.kernel.propose",
    "games.conquid.kernel.search",
)
"""The modules to compile, in the order in which they depend on each other."""
KERNEL = Kernel(MODULES, Memory, sizes(_TABLE_BITS), sizes(_COMPILED_TABLE_BITS))
