"""Marks: signs laid over the board."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from games.core.table import Mark, Role
from render.boards.board import Board
from render.boards.land import former_land
from render.canvas.scene import Scene
from render.canvas.shapes import Point
from render.motion import NEVER_MOVED
from render.strokes import (
    CHANGED,
    GHOST,
    NAMED_GHOST,
    POINTS_H,
    POINTS_ROOM,
    arrow,
    badge,
    brackets,
    changed_side,
    chosen_ring,
    danger_ring,
    faint,
    ghost_outline,
    goal,
    hint_ring,
    lit_land,
    middle,
    missing_bead,
    missing_dashes,
    origin_brackets,
    origin_ring,
    path,
    place_left,
    points,
    points_width,
    region,
    ring,
    target_ring,
    tint,
    trail_dot,
)
from render.territory import field, owner_parts, owner_signs, trace, wash

Level = Literal["below", "above"]
_BLOCK = 5
"""The most cells whose number lies on a cell; larger blocks have it in their middle."""
_BADGE_ROOM = 50.0
"""The room around a number beyond which it needs no more."""
_SIGN_EVERY = 3.0
"""The least distance between two signs of the same shared ground, in cells."""
_CLEAR = 0.62
"""How far a trail stays away from the middle of its first and last cell, in distances between cells."""
_EDGE = 4.0
"""The edge of the plates with points of regions: they may overlap by this much."""
LINES = {"last": ring, "from": origin_ring, "chosen": chosen_ring, "hint": hint_ring, "danger": danger_ring}
_REGION = 3
"""The least number of changed cells side by side that have one line around them instead of brackets on each."""
_ADVICE = 1.5
"""How much thicker advice is on such cells: there, it does not tint the ground."""
BRACKETS = {"last": brackets, "from": origin_brackets}
"""The marks used if white and black lines would look like owners."""
_ORDER = ("way", "path", "arrow", "link", "ghost", "from", "last", "hint", "danger", "chosen", "target")
"""The kinds of marks from back to front."""


def put_territory(scene: Scene, board: Board, marks: Sequence[Mark]) -> None:
    """Lay owned ground under the lines of the board; floors with owners of their own keep their colour."""
    if board.owned_floors:
        return
    for cell, roles in _owners(board, marks).items():
        scene.put_under(*board.at[cell], field, board.theme, board.field(cell), roles)
    for cell, role in _present_owners(board, marks):
        scene.put_under(*board.at[cell], wash, board.theme, board.field(cell), role)


def put_owners(scene: Scene, board: Board, marks: Sequence[Mark], occupied: frozenset[str]) -> None:
    """Lay the signs of the owners of ground, unless a piece shows it."""
    owners = _owners(board, marks)
    for cell in (cell for cell, roles in owners.items() if len(roles) == 1):
        place = board.owner_at(cell, cell in occupied)
        if place:
            scene.put(*place, owner_signs, board.theme, owners[cell], max(9.0, board.radius * 0.36))
    shared = [cell for cell, roles in owners.items() if len(roles) > 1 and board.owner_at(cell, cell in occupied)]
    for cell in (cell for group in board.groups(shared) for cell in _far_apart(board, group)):
        scene.put(*board.at[cell], owner_parts, board.theme, owners[cell], max(12.0, board.radius * 0.56))
    for cell, role in _present_owners(board, marks):
        scene.put(*board.at[cell], trace, board.theme, role, max(9.0, board.radius * 0.5))


def _owners(board: Board, marks: Sequence[Mark]) -> dict[str, tuple[Role, ...]]:
    """Return the owners of each cell of this board that will no longer change hands."""
    owners: defaultdict[str, list[Role]] = defaultdict(list)
    for mark in marks:
        for cell in mark.cells if mark.kind == "territory" and not mark.faded else ():
            if cell in board.at:
                owners[cell].append(mark.role or "neutral")
    return {cell: tuple([role for role in found if role != "neutral"] or found[:1]) for cell, found in owners.items()}


def _far_apart(board: Board, group: Sequence[str]) -> list[str]:
    """Return cells of a group that are some cells apart: the one nearest to its middle, then others around it."""
    middle = [sum(board.at[cell][axis] for cell in group) / len(group) for axis in (0, 1)]
    found: list[str] = []
    for cell in sorted(group, key=lambda cell: math.dist(board.at[cell], middle)):
        if all(math.dist(board.at[cell], board.at[other]) > _SIGN_EVERY * board.spacing for other in found):
            found.append(cell)
    return found


def _present_owners(board: Board, marks: Sequence[Mark]) -> Iterator[tuple[str, Role]]:
    """Yield each cell of this board that is owned as it stands but may yet change hands, and its owner."""
    for mark in marks:
        for cell in mark.cells if mark.kind == "territory" and mark.faded and mark.role else ():
            if cell in board.at and mark.role:
                yield cell, mark.role


def put_marks(
    scene: Scene,
    board: Board,
    marks: Sequence[Mark],
    occupied: frozenset[str],
    owners: Mapping[str, Role],
    level: Level,
) -> None:
    """Lay the marks of this board that belong below or above the pieces; `owners` are the roles of its pieces."""
    if not marks:
        return
    painter = _Marker(scene, board, occupied, owners, marks)
    if level == "below":
        painter.put_motion(marks)
    shown = [mark for mark in marks if mark.kind in _ORDER and (mark.kind in board.under_pieces) == (level == "below")]
    for mark in sorted(shown, key=lambda mark: _ORDER.index(mark.kind)):
        cells = [cell for cell in mark.cells if cell in board.at]
        if cells:
            painter.put(mark, cells)
    if level == "above":
        told = (mark for mark in marks if mark.kind in ("link", "gain") and mark.text)
        painter.put_points([mark for mark in told if any(cell in board.at for cell in mark.cells)])


class _Marker:
    """Lays marks on one board."""

    def __init__(
        self,
        scene: Scene,
        board: Board,
        occupied: frozenset[str],
        owners: Mapping[str, Role],
        marks: Sequence[Mark],
    ) -> None:
        self.scene, self.board, self.occupied, self.owners = scene, board, occupied, owners
        numbered = (mark.cells[0] for mark in marks if mark.kind == "target" and mark.text)
        self.numbered = frozenset(cell for cell in numbered if cell in board.at)
        self.thickness = board.line_width
        self.outline = board.outline(self.thickness * board.line_inset)

    def put_motion(self, marks: Sequence[Mark]) -> None:
        """Tint where the last move began and ended; if one thing went one way, a beam joins both."""
        moves = {kind: [mark for mark in marks if mark.kind == kind] for kind in ("from", "last", "hint")}
        at = self.board.at
        for kind in () if self.board.owned_floors else moves:
            for cell in (cell for mark in moves[kind] for cell in mark.cells if cell in at):
                self.scene.put(*at[cell], tint, self.board.theme, self.board.outline(0), kind)
        for mark in moves["from"]:
            stamp = (place_left, self.board.outline(self.board.unit * 0.1), self.thickness)
            for place in self.board.places_left(mark.cells):
                self.scene.put(*place, *((faint, *stamp) if mark.faded else stamp))
        ends = [[cell for mark in moves[kind] for cell in mark.cells] for kind in ("from", "last")]
        moving = self.board.theme.skin.ground not in NEVER_MOVED
        if moving and all(len(cells) == 1 and cells[0] in at for cells in ends):
            self._trail(at[ends[0][0]], at[ends[1][0]])

    def _trail(self, start: Point, end: Point) -> None:
        """Draw dots of growing size from where a thing was to where it is, clear of the marks at both ends."""
        theme, motion = self.board.theme, self.board.motion
        apart, clear = math.dist(start, end), self.board.spacing * _CLEAR
        count = round(apart / max(12.0, self.board.unit * 0.3))
        for i in range(1, count):
            share = i / count
            if not clear < share * apart < apart - clear:
                continue
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            self.scene.put(x, y, trail_dot, theme, self.board.unit * (5 + round(share * 5)) / 100, motion)

    def put(self, mark: Mark, cells: list[str]) -> None:
        """Lay one mark on those of its cells that are on this board."""
        if mark.kind == "target":
            self._target(mark, cells)
        elif mark.kind in ("path", "arrow"):
            self._way(mark, cells)
        elif mark.kind == "way":
            self._missing(mark, cells)
        elif mark.kind == "link":
            self._region(mark, cells)
        else:
            lines = LINES | BRACKETS if self.board.owned_floors else LINES
            wide = _ADVICE if mark.kind == "hint" and self.board.owned_floors else 1.0
            colour = (self.board.motion,) if mark.kind in BRACKETS else ()
            stamp: tuple[object, ...] = (lines.get(mark.kind), self.outline, self.thickness * wide, *colour)
            if mark.kind == "ghost":
                named = any(self.board.cells[cell].text for cell in cells)
                strength = NAMED_GHOST if named else GHOST
                stamp = (ghost_outline, self.board.theme, self.outline, self.thickness, mark.role, strength)
            if mark.kind == "last" and self.board.owned_floors:
                cells = self._changed_regions(mark, cells)
            if mark.faded:
                stamp = (faint, *stamp)
            if mark.kind in ("last", "hint") and self.board.unit < self.board.too_small_for_lines:
                self._fill(mark, cells, stamp)
                return
            for cell in cells:
                self.scene.put(*self.board.at[cell], *stamp)

    def _changed_regions(self, mark: Mark, cells: list[str]) -> list[str]:
        """Draw a line around cells side by side that changed together, such as a moved room; return the others."""
        others: list[str] = []
        for group in self.board.groups(cells):
            if len(group) < _REGION:
                others += group
                continue
            x, y = self.board.at[group[0]]
            for colour, share in CHANGED:
                for (ax, ay), (bx, by) in self._around(group):
                    stamp = (changed_side, (round(bx - ax, 3), round(by - ay, 3)), colour, self.thickness * share)
                    self.scene.put(x + (ax + bx) / 2, y + (ay + by) / 2, *((faint, *stamp) if mark.faded else stamp))
        return others

    def _fill(self, mark: Mark, cells: list[str], line: tuple[object, ...]) -> None:
        """Light small cells, on which a line would not be seen on a phone: land as a whole, others in their middle."""
        board, filled = self.board, self.board.theme.skin.ground == "land"
        for cell in cells:
            owner = self.owners.get(cell)
            stamp: tuple[object, ...] = (lit_land, board.theme, board.unit, mark.kind, owner)
            if not filled:
                self.scene.put(*board.at[cell], *line)
                stamp = (middle, board.unit * 0.32, mark.kind, owner, board.motion)
            elif mark.faded:
                stamp = (former_land, board.unit)
            self.scene.put(*board.at[cell], *stamp)

    def _region(self, mark: Mark, cells: list[str]) -> None:
        """Draw a line around all cells."""
        self.scene.put(*self.board.at[cells[0]], region, self._around(cells), 12 if not mark.text else 9)

    def _around(self, cells: list[str]) -> tuple[tuple[Point, Point], ...]:
        """Return the edges that belong to only one of the cells, seen from the centre of the first."""
        sides: dict[frozenset[tuple[int, int]], tuple[Point, Point] | None] = {}
        x0, y0 = self.board.at[cells[0]]
        for cell in dict.fromkeys(cells):
            x, y = self.board.at[cell]
            corners = [(x - x0 + dx, y - y0 + dy) for dx, dy in self.board.field(cell)]
            for a, b in pairwise((*corners, corners[0])):
                key = frozenset((round(px), round(py)) for px, py in (a, b))
                sides[key] = None if key in sides else (a, b)
        return tuple(side for side in sides.values() if side)

    def put_points(self, marks: Sequence[Mark]) -> None:
        """Draw what regions brought, over all marks: beyond a row, below the board, or at a corner of the last cell.

        Those below the board stand side by side.
        """
        below: list[tuple[float, Mark]] = []
        unit = self.board.unit
        for mark in marks:
            names = [cell for cell in mark.cells if cell in self.board.at]
            (x0, y0), (x, y) = self.board.at[names[0]], self.board.at[names[-1]]
            beyond = self.board.row_end((x0, y0), (x, y), points_width(mark.text))
            if mark.kind == "gain":
                self._points(*self.board.gain_at(names[0]), mark)
            elif abs(y - y0) < 1 < x - x0 and self._is_free(*beyond):
                self._points(*beyond, mark)
            elif len(names) > 1 and self._is_free(x, y + unit):
                below.append((x, mark))
            else:
                self._points(*self._corner(mark, y - y0), mark)
        if below:
            below.sort(key=lambda each: each[0])
            high = max(y for _, y in self.board.at.values()) + (unit + POINTS_H) / 2
            wide = [points_width(mark.text) for _, mark in below]
            end = max(x for x, _ in self.board.at.values()) + unit / 2 + POINTS_ROOM
            for x, (_, mark) in zip(_next_to_each_other([x for x, _ in below], wide, end), below, strict=True):
                self._points(x, high, mark)

    def _is_free(self, x: float, y: float) -> bool:
        """Whether no cell is at this place."""
        return all(math.dist((x, y), other) > self.board.unit * 0.6 for other in self.board.at.values())

    def _corner(self, mark: Mark, down: float) -> Point:
        """Return the right corner of the last cell, the lower one if the region goes down."""
        cell = [cell for cell in mark.cells if cell in self.board.at][-1]
        (x, y), sign = self.board.at[cell], 1 if down > 1 else -1
        dx, dy = max(self.board.field(cell), key=lambda corner: corner[0] + sign * corner[1])
        return x + dx, y + dy

    def _points(self, x: float, y: float, mark: Mark) -> None:
        self.scene.put(x, y, points, self.board.theme, mark.text, mark.role)

    def _way(self, mark: Mark, cells: list[str]) -> None:
        """Draw a line through the centres, clear of names."""
        board = self.board
        clear = [cell for cell in cells if board.cells[cell].text]
        at = board.at | {cell: board.clear_at(cell, cell in self.occupied) for cell in clear}
        x, y = at[cells[0]]
        way = tuple((at[cell][0] - x, at[cell][1] - y) for cell in cells)
        draw, least, share = (path, 7.0, 0.16) if mark.kind == "path" else (arrow, 5.0, 0.09)
        self.scene.put(x, y, draw, board.theme, way, mark.role, max(least, board.unit * share))

    def _missing(self, mark: Mark, cells: list[str]) -> None:
        """Draw what a chain lacks: a bead on each missing cell, and dashes between adjacent ones.

        Both are clear of names and things, where numbers would stand. Between the other cells the chain already exists,
        wherever it runs.
        """
        board, thickness = self.board, max(5.0, self.board.unit * 0.09)
        points = [board.clear_at(cell, cell in self.occupied) for cell in cells]
        for (x, y), (right, down) in pairwise(points):
            step = round(right - x, 3), round(down - y, 3)
            if math.hypot(*step) < board.unit * 1.5:
                self.scene.put(x, y, missing_dashes, board.theme, step, mark.role, thickness)
        for point in points:
            self.scene.put(*point, missing_bead, board.theme, mark.role, thickness)

    def _target(self, mark: Mark, cells: list[str]) -> None:
        """Put the number on its cell, in the corner if a piece is there; for several cells in the middle, all lit."""
        at, board = self.board.at, self.board
        for cell in cells if len(cells) > 1 else ():
            self.scene.put(*at[cell], target_ring, self.outline)
        if mark.text and len(cells) > _BLOCK:
            x, y = (sum(at[cell][axis] for cell in cells) / len(cells) for axis in (0, 1))
        else:
            x, y = board.badge_at(cells[0], cells[0] in self.occupied)
        if mark.text:
            self.scene.put(x, y, badge, board.theme, mark.text, self._badge_room(cells[0]), board.badge_curve)
        else:
            self.scene.put(x, y, goal)

    def _badge_room(self, cell: str) -> float:
        """Return the room of a number: at least its cell, and up to the next number if cells are small."""
        room, (x, y) = self.board.badge_room, self.board.at[cell]
        if room >= _BADGE_ROOM:
            return room
        others = (self.board.at[other] for other in self.numbered if other != cell)
        return max(room, min((_BADGE_ROOM, *(max(abs(a - x), abs(b - y)) for a, b in others))))


def _next_to_each_other(wanted: Sequence[float], wide: Sequence[float], end: float) -> list[float]:
    """Return the centres of plates as near as possible to the wanted ones, from left to right; the last ends at `end`.

    Their edges may overlap.
    """
    apart = [(one + other) / 2 - _EDGE for one, other in pairwise(wide)]
    places = [wanted[0]]
    for x, step in zip(wanted[1:], apart, strict=True):
        places.append(max(x, places[-1] + step))
    places[-1] = min(places[-1], end - wide[-1] / 2)
    for i in reversed(range(len(apart))):
        places[i] = min(places[i], places[i + 1] - apart[i])
    return places
