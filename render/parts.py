"""Parts of a table: some cells of a board, with what lies on them and next to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from games.core.table import Area, Cell, Table

LAND = ("block", "keep")
"""The pieces that join with their neighbours."""


def cut(table: Table, areas: tuple[Area, ...]) -> Table:
    """Return the table with these parts of its areas; land next to them stays, because it joins with theirs."""
    seen = frozenset(cell.name for area in areas for cell in area.cells)
    beyond = frozenset(cell.name for area in areas for cell in area.beyond)
    pieces = tuple(
        piece for piece in table.pieces if piece.cell in seen or (piece.glyph in LAND and piece.cell in beyond)
    )
    marks = (replace(mark, cells=tuple(cell for cell in mark.cells if cell in seen)) for mark in table.marks)
    return replace(table, areas=areas, pieces=pieces, marks=tuple(mark for mark in marks if mark.cells))


@lru_cache(maxsize=64)
def part_of(area: Area, names: frozenset[str]) -> Area:
    """Return the area with only these cells."""
    cells = tuple(cell for cell in area.cells if cell.name in names)
    ends = [(area.cells[a], area.cells[b]) for a, b in area.edges if {area.cells[a].name, area.cells[b].name} & names]
    around = {cell.name for pair in ends for cell in pair} if ends else _neighbours(area, cells)
    next_to = around - names
    beyond = tuple(cell for cell in area.cells if cell.name in next_to)
    index = {cell.name: i for i, cell in enumerate((*cells, *beyond))}
    edges = tuple((index[a.name], index[b.name]) for a, b in ends)
    zoned = names | next_to if area.geometry == "hex" else names
    zones = (replace(zone, cells=tuple(name for name in zone.cells if name in zoned)) for zone in area.zones)
    zones = (zone for zone in zones if zone.cells)
    return replace(area, cells=cells, edges=edges, zones=tuple(zones), beyond=beyond)


def _neighbours(area: Area, cells: Iterable[Cell]) -> set[str]:
    """Return the names of all cells that share an edge or a corner with one of these."""
    around = {(cell.at[0] + dx, cell.at[1] + dy) for cell in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {cell.name for cell in area.cells if cell.at in around}
