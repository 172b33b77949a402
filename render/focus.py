"""Close-ups: a part of the table, larger, where whole cells would be too small on a phone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from games.core.table import Area, Cell, Mark, Table

_SHAPE = 1.55
"""About how many times wider than high a window on a grid is."""
_LEAST = (9, 6)
"""The fewest columns and rows of a window."""
LAND = ("block", "keep")
"""What joins with its neighbours."""


def focus_on(table: Table, cells: Iterable[str]) -> Table:
    """The table with only what lies around the cells: a window of a grid, or the mats they are on.

    A table in which none of the cells is found comes back whole. What is not seen is cut from pieces and marks too.
    """
    wanted = frozenset(cells)
    areas = tuple(area for area in (_part(area, wanted, table) for area in table.areas) if area)
    return cut(table, areas) if any(cell.name in wanted for area in areas for cell in area.cells) else table


def cut(table: Table, areas: tuple[Area, ...]) -> Table:
    """The table with these areas, which are parts of its own; land next to them stays, for it joins with theirs."""
    seen = frozenset(cell.name for area in areas for cell in area.cells)
    beyond = frozenset(cell.name for area in areas for cell in area.beyond)
    pieces = tuple(
        piece for piece in table.pieces if piece.cell in seen or (piece.glyph in LAND and piece.cell in beyond)
    )
    marks = (replace(mark, cells=tuple(cell for cell in mark.cells if cell in seen)) for mark in table.marks)
    return replace(table, areas=areas, pieces=pieces, marks=tuple(mark for mark in marks if mark.cells))


def mat_cells(table: Table, seat: int) -> frozenset[str]:
    """The cells of a player's mat: what to look at for a close-up of it."""
    return frozenset(
        cell.name for area in table.areas if area.place == "mat" and area.seat == seat for cell in area.cells
    )


def target_cells(marks: Iterable[Mark]) -> frozenset[str]:
    """The cells a player is to choose from."""
    return frozenset(cell for mark in marks if mark.kind in ("target", "chosen") for cell in mark.cells)


def closer_cells(table: Table) -> frozenset[str]:
    """Where to look when there is a choice to make: at the mat of the player to act, or at the choices."""
    seat = next((player.seat for player in table.players if player.active), 0)
    return mat_cells(table, seat) or target_cells(table.marks)


def _part(area: Area, wanted: frozenset[str], table: Table) -> Area | None:
    if area.place == "supply":
        return None if table.composing and area.kind == "factory" and _is_bare(area, table) else area
    if area.place == "mat":
        seats = {other.seat for other in table.areas if any(cell.name in wanted for cell in other.cells)} - {None}
        return area if not seats or area.seat in seats else None
    found = [cell.at for cell in area.cells if cell.name in wanted]
    return _window(area, found) if found and area.geometry != "hex" else area


def _is_bare(area: Area, table: Table) -> bool:
    """Whether nothing lies there, and nothing is marked."""
    used = {piece.cell for piece in table.pieces} | {cell for mark in table.marks for cell in mark.cells}
    return not any(cell.name in used for cell in area.cells)


def _window(area: Area, found: list[tuple[float, float]]) -> Area:
    """The part of a grid or graph around some places, in the shape of a picture."""
    (left, right), (bottom, top) = (_span([at[axis] for at in found], _LEAST[axis]) for axis in (0, 1))
    wide, high = right - left, top - bottom
    spare_x, spare_y = max(0.0, high * _SHAPE - wide) / 2, max(0.0, wide / _SHAPE - high) / 2
    whole = [cell.at for cell in area.cells]
    left, right = _shift(left - spare_x, right + spare_x, [at[0] for at in whole])
    bottom, top = _shift(bottom - spare_y, top + spare_y, [at[1] for at in whole])
    names = (cell.name for cell in area.cells if left <= cell.at[0] <= right and bottom <= cell.at[1] <= top)
    return part_of(area, frozenset(names))


@lru_cache(maxsize=64)
def part_of(area: Area, names: frozenset[str]) -> Area:
    """The area with these cells only."""
    cells = tuple(cell for cell in area.cells if cell.name in names)
    ends = [(area.cells[a], area.cells[b]) for a, b in area.edges if {area.cells[a].name, area.cells[b].name} & names]
    around = {cell.name for pair in ends for cell in pair} if ends else _neighbours(area, cells)
    next_to = around - names
    beyond = tuple(cell for cell in area.cells if cell.name in next_to)
    index = {cell.name: i for i, cell in enumerate((*cells, *beyond))}
    edges = tuple((index[a.name], index[b.name]) for a, b in ends)
    zones = (replace(zone, cells=tuple(name for name in zone.cells if name in names)) for zone in area.zones)
    zones = (zone for zone in zones if zone.cells)
    return replace(area, cells=cells, edges=edges, zones=tuple(zones), beyond=beyond)


def _neighbours(area: Area, cells: Iterable[Cell]) -> set[str]:
    """The names of all cells that share an edge or a corner with one of these."""
    around = {(cell.at[0] + dx, cell.at[1] + dy) for cell in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {cell.name for cell in area.cells if cell.at in around}


def _span(values: list[float], least: float) -> tuple[float, float]:
    """From one before the lowest to one beyond the highest, and no shorter than `least` cells."""
    low, high = min(values) - 1, max(values) + 1
    spare = max(0.0, least - 1 - (high - low)) / 2
    return low - spare, high + spare


def _shift(low: float, high: float, values: list[float]) -> tuple[float, float]:
    """The span moved inside the board, and cut where it is longer."""
    first, last = min(values), max(values)
    shift = max(0.0, first - low) - max(0.0, high - last)
    return max(first, low + shift), min(last, high + shift)
