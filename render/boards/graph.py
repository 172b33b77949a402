"""Boards that are graphs: spaces joined by lines."""

from __future__ import annotations

import math
from collections import defaultdict

from games.core.table import Cell
from render.boards.board import LABEL, Board
from render.canvas.shapes import Disc, Layer, Line, Point, Shape, Text, ngon
from render.canvas.type import width


class GraphBoard(Board):
    """Spaces lie anywhere; a unit is about one edge."""

    largest_unit = 150

    def spot(self, cell: Cell) -> Point:
        return cell.at[0], -cell.at[1]

    @property
    def reach(self) -> Point:
        return 0.46, 0.46

    @property
    def shortest(self) -> float:
        """The least distance between two spaces in units."""
        spots = sorted(self.spots.values())
        near = (math.dist(a, b) for i, a in enumerate(spots) for b in spots[i + 1 : i + 60])
        return min(near, default=1.0)

    @property
    def radius(self) -> float:
        return self.unit * min(1.0, self._shortest) * 0.37

    def place(self, *args: object) -> None:  # type: ignore[override]
        self._shortest = self.shortest
        super().place(*args)  # type: ignore[arg-type]

    def outline(self, inset: float) -> tuple[Point, ...]:
        return ngon(40, self.radius * 1.26 - inset)

    def web(self) -> tuple[Shape, ...]:
        names = [cell.name for cell in self.area.cells]
        lines = [Line((self.at[names[a]], self.at[names[b]]), self.theme.line, 3.5) for a, b in self.area.edges]
        return (*lines, *(Disc(x, y, max(7.0, self.radius * 0.3), self.theme.line) for x, y in self.at.values()))

    def draw(self, layer: Layer) -> None:
        if self.area.columns and self.area.rows:
            self._side_labels(layer)

    def _side_labels(self, layer: Layer) -> None:
        """Each label at the middle of its row or column, where names begin or end with it."""
        columns: defaultdict[str, list[float]] = defaultdict(list)
        rows: defaultdict[str, list[float]] = defaultdict(list)
        for name, (x, y) in self.at.items():
            column = name.rstrip("0123456789")
            columns[column].append(x)
            rows[name[len(column) :]].append(y)
        rect, muted = self.rect, self.theme.muted
        step = max(1, math.ceil((max(width(label, LABEL, "bold") for label in self.area.columns) + 10) / self.unit))
        for i, label in enumerate(self.area.columns):
            if i % step == 0 and label in columns:
                x = sum(columns[label]) / len(columns[label])
                layer.texts.append(Text(x, rect.bottom + 14 + LABEL / 2, label, LABEL, muted, "bold"))
        for label in self.area.rows:
            if label in rows:
                y = sum(rows[label]) / len(rows[label])
                layer.texts.append(Text(rect.x - 16, y, label, LABEL, muted, "bold", "r"))
