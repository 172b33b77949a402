"""Acquires that win the match, because they complete a chain that the opponent cannot break.

Every set of up to three cells that completes a chain is tried. If a conquer would break the chain and fewer than three
cells are used, the set is also tried with cells around those that would be lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.conquid.actions import cells_conquered, is_unbreakable
from games.conquid.distances import missing_cells
from games.conquid.field import Field
from games.conquid.moves import ACQUIRED
from games.core.boards.grid import bits
from games.core.budget import Meter


def unbreakable_acquire(field: Field, own: int, other: int, seat: int, meter: Meter) -> int | None:
    """Return up to three empty cells that give `own` a chain that no move of the opponent breaks; None if none do.

    Each set that is tried counts as a node of the meter.
    """
    missing = missing_cells(field, own, other, seat)
    if not missing or missing > ACQUIRED:
        return None
    for cells in completing_sets(field, own, other, seat):
        for added in _with_guards(field, own, other, cells):
            if is_unbreakable(field, own | added, other, seat):
                return added
            if not meter.spend():
                return None
    return None


def completing_sets(field: Field, own: int, other: int, seat: int) -> Iterator[int]:
    """Yield the sets of one to three empty cells that complete a chain, smaller ones first, supersets left out.

    The chain must not be complete already.
    """
    far = _steps(field, own, field.ground & ~(own | other), field.gates[1 - seat])
    edge = field.gates[seat] | edge_of(field, own, field.gates[seat] & own)
    found: list[int] = []
    for size in range(1, ACQUIRED + 1):
        smaller = tuple(found)
        for cells in sorted(set(_ways(field, own, far, edge, size))):
            if not any(each & ~cells == 0 for each in smaller):
                found.append(cells)
                yield cells


def _ways(field: Field, own: int, far: list[int], edge: int, size: int) -> Iterator[int]:
    """Yield the sets of `size` cells that lead from the `edge` of the chain to the far end, each next to the last.

    `far` are the empty cells from which one, two or three cells, themselves included, are enough. Only the last cell
    completes the chain, since otherwise fewer would be enough.
    """
    if size == 1:
        yield from (1 << each for each in bits(edge & far[0]))
        return
    for each in bits(edge & far[size - 1] & ~far[0]):
        cell = 1 << each
        for others in _ways(field, own, far, (edge | edge_of(field, own, cell)) & ~cell, size - 1):
            yield cell | others


def edge_of(field: Field, own: int, cells: int) -> int:
    """Return all neighbours of the cells and of the own cells that are joined to them."""
    edge, joined, fresh = 0, 0, cells
    while fresh:
        joined |= fresh
        edge |= field.neighbours_of(fresh)
        fresh = edge & own & ~joined
    return edge


def _steps(field: Field, own: int, empty: int, gate: int) -> list[int]:
    """Return the empty cells that at most one, two or three cells, themselves included, join to the gate."""
    found: list[int] = []
    edge, cells = gate, 0
    for _ in range(ACQUIRED):
        edge |= edge_of(field, own, edge & own)
        cells |= edge & empty
        found.append(cells)
        edge |= field.neighbours_of(cells)
    return found


def _with_guards(field: Field, own: int, other: int, cells: int) -> Iterator[int]:
    """Yield the set itself and, if a conquer takes some of it, the set with other cells around those, up to three."""
    yield cells
    lost = cells_conquered(field, other, own | cells)
    around = lost
    for _ in range(2):
        around |= field.neighbours_of(around)
    guards = [1 << each for each in bits(around & field.ground & ~(own | other | cells))]
    for number in range(1, ACQUIRED - cells.bit_count() + 1 if lost else 0):
        for chosen in combinations(guards, number):
            yield cells | sum(chosen)
