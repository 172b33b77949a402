"""Close-ups: part of a table, enlarged, where whole cells would be too small on a phone."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.table import Area, Mark, Table
from render.parts import cut, part_of
from render.window import hex_window

_SHAPE = 1.55
"""The approximate width of a window on a grid, divided by its height."""
_LEAST = (9, 6)
"""The least number of columns and rows of a window."""


def focus_on(table: Table, cells: Iterable[str]) -> Table:
    """Return the table with only what lies around the cells: a window of a board, or the mats they are on.

    A table in which none of the cells is found is returned whole. What is not visible is also cut from pieces and
    marks.
    """
    wanted = frozenset(cells)
    areas = tuple(area for area in (_part(area, wanted, table) for area in table.areas) if area)
    return cut(table, areas) if any(cell.name in wanted for area in areas for cell in area.cells) else table


def mat_cells(table: Table, seat: int) -> frozenset[str]:
    """Return the cells of a player's mat, for a close-up of it."""
    return frozenset(
        cell.name for area in table.areas if area.place == "mat" and area.seat == seat for cell in area.cells
    )


def target_cells(marks: Iterable[Mark]) -> frozenset[str]:
    """Return the cells a player can choose from."""
    return frozenset(cell for mark in marks if mark.kind in ("target", "chosen") for cell in mark.cells)


def closer_cells(table: Table) -> frozenset[str]:
    """Return where to look when there is a choice to make: the mat of the player to move, or the choices."""
    seat = next((player.seat for player in table.players if player.active), 0)
    return mat_cells(table, seat) or target_cells(table.marks)


def _part(area: Area, wanted: frozenset[str], table: Table) -> Area | None:
    if area.place == "supply":
        return None if table.composing and area.kind == "factory" and _is_bare(area, table) else area
    if area.place == "mat":
        seats = {other.seat for other in table.areas if any(cell.name in wanted for cell in other.cells)} - {None}
        return area if not seats or area.seat in seats else None
    found = [cell.at for cell in area.cells if cell.name in wanted]
    if found and area.geometry == "hex":
        return hex_window(area, wanted, table.opening) or area
    return _window(area, found) if found else area


def _is_bare(area: Area, table: Table) -> bool:
    """Whether an area has neither pieces nor marks."""
    used = {piece.cell for piece in table.pieces} | {cell for mark in table.marks for cell in mark.cells}
    return not any(cell.name in used for cell in area.cells)


def _window(area: Area, found: list[tuple[float, float]]) -> Area:
    """Return the part of a grid or graph around some places, in the shape of a picture."""
    (left, right), (bottom, top) = (_span([at[axis] for at in found], _LEAST[axis]) for axis in (0, 1))
    wide, high = right - left, top - bottom
    spare_x, spare_y = max(0.0, high * _SHAPE - wide) / 2, max(0.0, wide / _SHAPE - high) / 2
    whole = [cell.at for cell in area.cells]
    left, right = _shift(left - spare_x, right + spare_x, [at[0] for at in whole])
    bottom, top = _shift(bottom - spare_y, top + spare_y, [at[1] for at in whole])
    names = (cell.name for cell in area.cells if left <= cell.at[0] <= right and bottom <= cell.at[1] <= top)
    return part_of(area, frozenset(names))


def _span(values: list[float], least: float) -> tuple[float, float]:
    """Return the span from one before the lowest to one beyond the highest value, at least `least` cells long."""
    low, high = min(values) - 1, max(values) + 1
    spare = max(0.0, least - 1 - (high - low)) / 2
    return low - spare, high + spare


def _shift(low: float, high: float, values: list[float]) -> tuple[float, float]:
    """Return the span moved inside the board, and cut if it is longer."""
    first, last = min(values), max(values)
    shift = max(0.0, first - low) - max(0.0, high - last)
    return max(first, low + shift), min(last, high + shift)
