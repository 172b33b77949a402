"""The board of each size, as bitboards in the layout of `games.core.boards.grid` (RULES 1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.core.boards.grid import Grid, bits, read_square

BLOCK = 4
"""The side of the block that a vanquish empties, in cells."""


class Plan(NamedTuple):
    """The plan of a size: columns, rows, and the bottom left cell and the side of seat 0's headquarters."""

    columns: int
    rows: int
    corner: str
    side: int


PLANS = {
    "small": Plan(14, 7, "e4", 1),
    "medium": Plan(28, 14, "e7", 2),
    "large": Plan(42, 21, "e10", 3),
}
SIZES = tuple(PLANS)


class Block(NamedTuple):
    """A 4 × 4 block without headquarters: its cells, and the ground cells that share an edge with it."""

    cells: int
    ring: int


@dataclass(frozen=True, eq=False, slots=True)
class Field:
    """The parts of a board that stay the same while cells change hands.

    `hq` and `gates` hold one bitboard per seat: its headquarters, and the ground cells that share an edge with it.
    `ground` are the cells that can be owned. `inner_west` and `inner_east` exclude the first and the last column, where
    bits land that a shift by one carries over the edge. `corners` and `corner_names` are the top left cells of all
    `blocks`.
    """

    size: str
    grid: Grid
    hq: tuple[int, int]
    gates: tuple[int, int]
    ground: int
    inner_west: int
    inner_east: int
    corners: int
    corner_names: tuple[str, ...]
    bit: dict[str, int]
    blocks: dict[str, Block]

    def neighbours_of(self, board: int) -> int:
        """Return the cells that share an edge with a cell of `board`, which may include cells of `board`."""
        columns = self.grid.columns
        sideways = (board << 1 & self.inner_west) | (board >> 1 & self.inner_east)
        return sideways | (board << columns & self.grid.all) | board >> columns

    def names(self, board: int) -> tuple[str, ...]:
        """Return the names of the cells of `board`, by row from the bottom, then column."""
        names = self.grid.names
        return tuple([names[index] for index in bits(board)])

    def block_name(self, block: int) -> str:
        """Return the name of a block: its top left and bottom right cells."""
        names = self.names(block)
        return f"{names[-BLOCK]}–{names[BLOCK - 1]}"

    def square(self, name: str) -> int:
        """Return the bitboard of one cell. Raises IllegalMove if it is not on the board."""
        if name in self.bit:
            return self.bit[name]
        return 1 << self.grid.square(name)


@cache
def field_of(size: str) -> Field:
    """Return the field of a size, which is the same object each time."""
    plan = PLANS[size]
    grid = Grid(plan.columns, plan.rows)
    column, row = read_square(plan.corner)
    left = _rectangle(grid, column, row, plan.side)
    right = _rectangle(grid, plan.columns - column - plan.side, row, plan.side)
    ground = grid.all & ~(left | right)
    first = sum(1 << index for index in range(0, grid.size, grid.columns))
    blocks = {name: Block(cells, _around(grid, cells) & ground) for name, cells in _blocks(grid, ground)}
    bit = {name: 1 << index for name, index in grid.index_of.items()}
    return Field(
        size=size,
        grid=grid,
        hq=(left, right),
        gates=(_around(grid, left), _around(grid, right)),
        ground=ground,
        inner_west=grid.all & ~first,
        inner_east=grid.all & ~(first << grid.columns - 1),
        corners=sum(bit[name] for name in blocks),
        corner_names=tuple(blocks),
        bit=bit,
        blocks=blocks,
    )


def _rectangle(grid: Grid, column: int, row: int, side: int) -> int:
    """Return the square of `side` × `side` cells whose bottom left cell is at `column` and `row`."""
    line = ((1 << side) - 1) << column
    return sum(line << grid.columns * (row + step) for step in range(side))


def _around(grid: Grid, board: int) -> int:
    """Return the cells outside `board` that share an edge with it."""
    around = 0
    for index in bits(board):
        around |= grid.neighbours[index]
    return around & ~board


def _blocks(grid: Grid, ground: int) -> list[tuple[str, int]]:
    """Return every 4 × 4 block of ground, by the name of its top left cell."""
    found = []
    for row in range(grid.rows - BLOCK + 1):
        for column in range(grid.columns - BLOCK + 1):
            cells = _rectangle(grid, column, row, BLOCK)
            if cells & ground == cells:
                found.append((grid.names[(row + BLOCK - 1) * grid.columns + column], cells))
    return found
