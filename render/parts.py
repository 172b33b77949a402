"""Parts of a table: some cells of a board, with what lies on them and next to them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import chain

from games.core.table import Area, Table

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
    joined = ([cell.name for cell in pair] for pair in ends) if ends else map(_neighbours(area).__getitem__, names)
    next_to = frozenset(chain.from_iterable(joined)) - names
    beyond = tuple(cell for cell in area.cells if cell.name in next_to)
    index = {cell.name: i for i, cell in enumerate((*cells, *beyond))}
    edges = tuple((index[a.name], index[b.name]) for a, b in ends)
    zoned = names | next_to if area.geometry == "hex" else names
    zones = (replace(zone, cells=tuple(name for name in zone.cells if name in zoned)) for zone in area.zones)
    zones = (zone for zone in zones if zone.cells)
    return replace(area, cells=cells, edges=edges, zones=tuple(zones), beyond=beyond)


@lru_cache(maxsize=16)
def _neighbours(area: Area) -> dict[str, list[str]]:
    """Return for each cell the names of those that share an edge or a corner with it."""
    names, steps = {cell.at: cell.name for cell in area.cells}, (-1, 0, 1)
    around = {cell.name: [(cell.at[0] + dx, cell.at[1] + dy) for dx in steps for dy in steps] for cell in area.cells}
    return {name: [names[place] for place in places if place in names] for name, places in around.items()}
