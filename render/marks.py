"""Signs laid over the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from games.core.table import Mark, Role
from render.boards.board import Board
from render.canvas.scene import Scene
from render.canvas.shapes import Point
from render.strokes import (
    arrow,
    badge,
    bracketed,
    bracketed_origin,
    came_from,
    chosen,
    endangered,
    faded,
    field,
    ghostly,
    goal,
    hinted,
    lit_up,
    owned,
    path,
    region,
    ring,
)

Level = Literal["below", "above"]
_BLOCK = 5
"""So many cells are chosen as a whole, with the number in their middle."""
LINES = {"last": ring, "from": came_from, "chosen": chosen, "hint": hinted, "danger": endangered}
BRACKETS = {"last": bracketed, "from": bracketed_origin}
"""Where white and black lines would look like owners."""
_LOW = ("ghost",)
"""Kinds that lie under the pieces."""
_ORDER = ("path", "arrow", "link", "ghost", "from", "last", "hint", "danger", "chosen", "target")
"""Kinds from back to front."""


def put_territory(scene: Scene, board: Board, marks: Sequence[Mark], occupied: frozenset[str]) -> None:
    """Lay owned ground under the lines of the board, and signs on its empty cells."""
    owners: defaultdict[str, list[Role]] = defaultdict(list)
    for mark in marks:
        if mark.kind == "territory":
            for cell in mark.cells:
                if cell in board.at:
                    owners[cell].append(mark.role or "neutral")
    for cell, found in owners.items():
        x, y = board.at[cell]
        roles = [role for role in found if role != "neutral"] or found[:1]
        scene.put_under(x, y, field, board.theme, board.field(cell), tuple(roles))
        if cell not in occupied:
            scene.put(x, y, owned, board.theme, tuple(roles), max(9.0, board.radius * (0.4 if len(roles) < 3 else 0.3)))


def put_marks(scene: Scene, board: Board, marks: Sequence[Mark], occupied: frozenset[str], level: Level) -> None:
    """Lay the marks of this board that belong below or above the pieces."""
    if not marks:
        return
    painter = _Marker(scene, board, occupied)
    shown = [mark for mark in marks if mark.kind in _ORDER and (mark.kind in _LOW) == (level == "below")]
    for mark in sorted(shown, key=lambda mark: _ORDER.index(mark.kind)):
        cells = [cell for cell in mark.cells if cell in board.at]
        if cells:
            painter.put(mark, cells)


class _Marker:
    """Lays marks on one board."""

    def __init__(self, scene: Scene, board: Board, occupied: frozenset[str]) -> None:
        self.scene, self.board, self.occupied = scene, board, occupied
        self.thickness = max(2.2, min(6.0, board.unit * 0.07))
        self.outline = board.outline(self.thickness * 0.9)

    def put(self, mark: Mark, cells: list[str]) -> None:
        """Lay one mark on those of its cells that are here."""
        if mark.kind == "target":
            self._target(mark, cells)
        elif mark.kind in ("path", "arrow"):
            self._way(mark, cells)
        elif mark.kind == "link":
            self._region(cells)
        else:
            lines = LINES | BRACKETS if self.board.owned_floors else LINES
            stamp: tuple[object, ...] = (lines.get(mark.kind), self.outline, self.thickness)
            if mark.kind == "ghost":
                stamp = (ghostly, self.board.theme, self.outline, self.thickness, mark.role)
            if mark.faded:
                stamp = (faded, *stamp)
            for cell in cells:
                self.scene.put(*self.board.at[cell], *stamp)

    def _region(self, cells: list[str]) -> None:
        """The edges that only one of the cells has."""
        sides: dict[frozenset[tuple[int, int]], tuple[Point, Point] | None] = {}
        x0, y0 = self.board.at[cells[0]]
        for cell in dict.fromkeys(cells):
            x, y = self.board.at[cell]
            corners = [(x - x0 + dx, y - y0 + dy) for dx, dy in self.board.field(cell)]
            for a, b in pairwise((*corners, corners[0])):
                key = frozenset((round(px), round(py)) for px, py in (a, b))
                sides[key] = None if key in sides else (a, b)
        self.scene.put(x0, y0, region, tuple(side for side in sides.values() if side))

    def _way(self, mark: Mark, cells: list[str]) -> None:
        at, board = self.board.at, self.board
        x, y = at[cells[0]]
        points = tuple((at[cell][0] - x, at[cell][1] - y) for cell in cells)
        draw = path if mark.kind == "path" else arrow
        self.scene.put(x, y, draw, board.theme, points, mark.role, max(5.0, board.unit * 0.09))

    def _target(self, mark: Mark, cells: list[str]) -> None:
        """The number on its cell, in the corner where a piece stands; of several cells in their middle, all lit."""
        at, board = self.board.at, self.board
        for cell in cells if len(cells) > 1 else ():
            self.scene.put(*at[cell], lit_up, self.outline)
        if mark.text and len(cells) > _BLOCK:
            x, y = (sum(at[cell][axis] for cell in cells) / len(cells) for axis in (0, 1))
        else:
            x, y = board.badge_at(cells[0], cells[0] in self.occupied)
        if mark.text:
            self.scene.put(x, y, badge, board.theme, mark.text, board.badge_room, board.badge_curve)
        else:
            self.scene.put(x, y, goal)
