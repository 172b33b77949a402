"""The empty cells that are worth acquiring, and why."""

from __future__ import annotations

from typing import NamedTuple

from games.conquid.distances import shortest_chain_cells
from games.conquid.field import Field
from games.core.boards.grid import bits
from games.core.i18n import Message, gettext


class UsefulCells(NamedTuple):
    """Empty cells by the use of owning them; a cell may have several uses.

    `way` and `block` are the cells on a shortest chain of the own side and of the opponent. `attack` cells touch an
    opposing cell that one more own neighbour makes conquerable; `guard` cells touch an own cell that one more opposing
    neighbour makes conquerable.
    """

    way: int
    block: int
    attack: int
    guard: int

    def reason(self, cell: int) -> Message | str:
        """Return the best reason to own a cell, in words."""
        if cell & self.way:
            return gettext("on your shortest way")
        if cell & self.attack:
            return gettext("lets you conquer a neighbour")
        if cell & self.block:
            return gettext("on your opponent's shortest way")
        return gettext("keeps a neighbour from being conquered") if cell & self.guard else ""


def useful_cells(field: Field, own: int, other: int, seat: int) -> UsefulCells:
    """Return the useful empty cells for the seat that owns `own`."""
    empty = field.ground & ~(own | other)
    return UsefulCells(
        way=shortest_chain_cells(field, own, other, seat),
        block=shortest_chain_cells(field, other, own, 1 - seat),
        attack=field.neighbours_of(contact_cells(field, own) & other) & empty,
        guard=field.neighbours_of(contact_cells(field, other) & own) & empty,
    )


def rank_cells(field: Field, empty: int, found: UsefulCells) -> list[int]:
    """Return the indices of the empty cells, the most useful first, then those nearest to the middle of the board."""
    columns, rows = field.grid.columns, field.grid.rows

    def key(index: int) -> tuple[int, int]:
        uses = (found.way >> index & 1) * 3 + (found.attack >> index & 1) * 2
        uses += (found.block >> index & 1) * 2 + (found.guard >> index & 1)
        row, column = divmod(index, columns)
        return -uses, abs(2 * row + 1 - rows) + abs(2 * column + 1 - columns)

    return sorted(bits(empty), key=key)


def contact_cells(field: Field, own: int) -> int:
    """Return the cells with exactly one neighbour of `own`: with one more, they can be conquered."""
    columns = field.grid.columns
    west, east = own << 1 & field.inner_west, own >> 1 & field.inner_east
    north, south = own << columns, own >> columns
    several = (west & east) | (north & south) | ((west | east) & (north | south))
    return (west | east | north | south) & ~several & field.ground
