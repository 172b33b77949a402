"""Close-ups: a part of the table, larger, where whole cells would be too small on a phone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from games.core.table import Area, Mark, Table

_SHAPE = 1.55
"""About how many times wider than high a window on a grid is."""
_LEAST = (9, 6)
"""The fewest columns and rows of a window."""


def focused(table: Table, cells: Iterable[str]) -> Table:
    """The table with only what lies around the cells: a window of a grid, or the mats they are on.

    A table in which none of the cells is found comes back whole. What is not seen is cut from pieces and marks too.
    """
    wanted = frozenset(cells)
    areas = tuple(area for area in (_part(area, wanted, table) for area in table.areas) if area)
    if not any(cell.name in wanted for area in areas for cell in area.cells):
        return table
    seen = frozenset(cell.name for area in areas for cell in area.cells)
    pieces = tuple(piece for piece in table.pieces if piece.cell in seen)
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


def played_part(table: Table) -> Table:
    """The table with the part of its board where anything lies or is marked, and a margin; whole where that is most.

    The part begins and ends at every fourth column and row only, so that it seldom changes.
    """
    area = table.areas[0]
    used = {piece.cell for piece in table.pieces} | {cell for mark in table.marks for cell in mark.cells}
    found = [cell.at for cell in area.cells if cell.name in used]
    if len(table.areas) > 1 or area.geometry == "hex" or not found:
        return table
    (left, right), (bottom, top) = (_stepped([at[axis] for at in found]) for axis in (0, 1))
    cells = [cell.name for cell in area.cells if left <= cell.at[0] <= right and bottom <= cell.at[1] <= top]
    wide, high = (_length([cell.at[axis] for cell in area.cells]) for axis in (0, 1))
    larger = min(wide / (right - left + 1), max(high, wide / _SHAPE) / max(top - bottom + 1, (right - left) / _SHAPE))
    return table if larger < _WORTH else _cut(table, area, frozenset(cells))


_MARGIN, _EVERY, _WORTH = 2, 4, 1.1


def _stepped(values: list[float]) -> tuple[float, float]:
    low, high = min(values) - _MARGIN, max(values) + _MARGIN
    return low // _EVERY * _EVERY, -(-(high + 1) // _EVERY) * _EVERY - 1


def _length(values: list[float]) -> float:
    return max(values) - min(values) + 1


def _cut(table: Table, area: Area, names: frozenset[str]) -> Table:
    """The table with these cells of its board only."""
    pieces = tuple(piece for piece in table.pieces if piece.cell in names)
    marks = (replace(mark, cells=tuple(cell for cell in mark.cells if cell in names)) for mark in table.marks)
    return replace(
        table, areas=(_part_with(area, names),), pieces=pieces, marks=tuple(mark for mark in marks if mark.cells)
    )


def _part(area: Area, wanted: frozenset[str], table: Table) -> Area | None:
    if area.place == "supply":
        return area
    if area.place == "mat":
        seats = {other.seat for other in table.areas if any(cell.name in wanted for cell in other.cells)} - {None}
        return area if not seats or area.seat in seats else None
    found = [cell.at for cell in area.cells if cell.name in wanted]
    return _window(area, found) if found and area.geometry != "hex" else area


def _window(area: Area, found: list[tuple[float, float]]) -> Area:
    """The part of a grid or graph around some places, in the shape of a picture."""
    (left, right), (bottom, top) = (_span([at[axis] for at in found], _LEAST[axis]) for axis in (0, 1))
    wide, high = right - left, top - bottom
    spare_x, spare_y = max(0.0, high * _SHAPE - wide) / 2, max(0.0, wide / _SHAPE - high) / 2
    whole = [cell.at for cell in area.cells]
    left, right = _shifted(left - spare_x, right + spare_x, [at[0] for at in whole])
    bottom, top = _shifted(bottom - spare_y, top + spare_y, [at[1] for at in whole])
    names = (cell.name for cell in area.cells if left <= cell.at[0] <= right and bottom <= cell.at[1] <= top)
    return _part_with(area, frozenset(names))


@lru_cache(maxsize=64)
def _part_with(area: Area, names: frozenset[str]) -> Area:
    """The area with these cells only."""
    cells = tuple(cell for cell in area.cells if cell.name in names)
    index = {cell.name: i for i, cell in enumerate(cells)}
    ends = ((area.cells[a].name, area.cells[b].name) for a, b in area.edges)
    edges = tuple((index[a], index[b]) for a, b in ends if a in names and b in names)
    zones = (replace(zone, cells=tuple(name for name in zone.cells if name in names)) for zone in area.zones)
    return replace(area, cells=cells, edges=edges, zones=tuple(zone for zone in zones if zone.cells))


def _span(values: list[float], least: float) -> tuple[float, float]:
    """From one before the lowest to one beyond the highest, and no shorter than `least` cells."""
    low, high = min(values) - 1, max(values) + 1
    spare = max(0.0, least - 1 - (high - low)) / 2
    return low - spare, high + spare


def _shifted(low: float, high: float, values: list[float]) -> tuple[float, float]:
    """The span moved inside the board, and cut where it is longer."""
    first, last = min(values), max(values)
    shift = max(0.0, first - low) - max(0.0, high - last)
    return max(first, low + shift), min(last, high + shift)
