"""Boards of the three geometries, alone or side by side."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.table import Area
from render.boards.board import Board
from render.boards.graph import GraphBoard
from render.boards.grid import GridBoard
from render.boards.hexes import HexBoard
from render.canvas.shapes import Point, Rect
from render.theme import Theme

_KINDS: dict[str, type[Board]] = {"grid": GridBoard, "hex": HexBoard, "graph": GraphBoard}


class Boards:
    """The boards of a table in a row, drawn with one unit. There is nearly always only one."""

    def __init__(self, areas: Iterable[Area], theme: Theme) -> None:
        self.row = tuple(_KINDS[area.geometry](area, theme) for area in areas)

    def unit_for(self, w: float, h: float) -> float:
        """Return the largest unit at which all boards with their margins fit."""
        margins = sum(board.margins.left + board.margins.right for board in self.row)
        across = (w - margins) / sum(board.extent[0] for board in self.row)
        return min(across, *(board.unit_for(w, h) for board in self.row))

    def is_small_at(self, unit: float) -> bool:
        """Whether cells of this unit are hard to tell apart on a phone."""
        return any(board.spacing_at(unit) < board.comfortable for board in self.row)

    def size_at(self, unit: float) -> Point:
        """Return the width and height with margins."""
        sizes = [board.size_at(unit) for board in self.row]
        return sum(w for w, _ in sizes), max(h for _, h in sizes)

    def place(self, rect: Rect, pixel: float) -> None:
        """Place the boards side by side in a rectangle, sharing the remaining space."""
        unit = self.unit_for(rect.w, rect.h)
        spare, left = (rect.w - self.size_at(unit)[0]) / len(self.row), rect.x
        for board in self.row:
            w = board.size_at(unit)[0] + spare
            board.place(Rect(left, rect.y, w, rect.h), pixel)
            left += w
