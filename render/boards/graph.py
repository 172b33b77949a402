"""Boards that are graphs: spaces joined by lines."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from games.core.table import Cell, MarkKind, Piece
from render.boards.board import LABEL, Board, Margins
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Disc, Drawing, Layer, Line, Point, Rect, Shape, Text, clip, ngon
from render.canvas.type import width
from render.colour import Colour
from render.theme import MOTION, Theme

_FIELD = 0.78
"""The farthest that the field of a space reaches, in units."""
_NAMED = 56.0
"""The distance between spaces below which there is no room for names."""
_SHARES = 0.415, 0.36, 0.31
"""Radii of a piece, as parts of the distance to the nearest space; the one that leaves room for most names is used."""
_WIDE, _TIGHT = 1.26, 1.06
"""How many radii the marks around a piece reach, and those around a smaller one beside names."""
_LEAST, _MOST = 11.0, 20.0
"""How far the marks around a piece reach beyond it: at least, to be seen on a phone, and at most, clear of labels."""
_LINE = 5.6
"""The least width of the lines of marks."""
_CLEAR = 2.2
"""How many radii a name must be away from all other spaces to be clear enough."""
_NEARER = 1.15
"""How many times farther a name may be from its own space than from the next one: a hub has no better place."""
_PLATE = 40.0
"""The height of a name including its plate."""


class GraphBoard(Board):
    """Spaces can lie anywhere; a unit is about the length of one edge."""

    _share = _SHARES[0]
    _names: Sequence[Text] = ()
    largest_unit = 210
    badge_curve = 0.24  # round, like the pieces

    def spot(self, cell: Cell) -> Point:
        return cell.at[0], -cell.at[1]

    @property
    def reach(self) -> Point:
        return 0.46, 0.46

    @property
    def margins(self) -> Margins:
        """The margins; names that do not follow rows and columns stand beside their spaces."""
        return super().margins if self.area.columns else Margins(56, 40, 56, 40)

    @cached_property
    def _near(self) -> dict[str, list[str]]:
        """For each space, the others within reach of its field."""
        names = sorted(self.spots, key=self.spots.__getitem__)
        near: dict[str, list[str]] = {name: [] for name in names}
        for i, name in enumerate(names):
            for other in names[i + 1 :]:
                if self.spots[other][0] - self.spots[name][0] > 2 * _FIELD:
                    break
                if math.dist(self.spots[name], self.spots[other]) < 2 * _FIELD:
                    near[name].append(other)
                    near[other].append(name)
        return near

    @cached_property
    def _shortest(self) -> float:
        pairs = ((name, other) for name, others in self._near.items() for other in others)
        return min((math.dist(self.spots[name], self.spots[other]) for name, other in pairs), default=1.0)

    def spacing_at(self, unit: float) -> float:
        return unit * min(1.0, self._shortest)

    @property
    def radius(self) -> float:
        return min(90.0, self.spacing * self._share)

    def place(self, rect: Rect, pixel: float) -> None:
        super().place(rect, pixel)
        if self._period:
            self.at = {name: (round(x / pixel) * pixel, round(y / pixel) * pixel) for name, (x, y) in self.at.items()}
        wanted = 0 if self._lattice else sum(bool(cell.text) for cell in self.area.cells)
        self._names, best = [], _SHARES[0]
        for share in _SHARES:
            self._share = share
            names = self._find_names()
            if len(names) > len(self._names):
                self._names, best = names, share
            if len(names) == wanted:
                break
        self._share = best

    def unit_for(self, w: float, h: float) -> float:
        """Return the largest unit, less a little that gives all lines and spaces the same pixels: files are smaller."""
        unit = super().unit_for(w, h)
        if not self._period:
            return unit
        return math.floor(unit * self._period) / self._period

    @cached_property
    def _period(self) -> float:
        """The distance at which the rows of a named board repeat, in units; 0 for other boards."""
        if not self.area.columns and not self._lattice:
            return 0.0
        rows = defaultdict[float, list[float]](list)
        for x, y in self.spots.values():
            rows[round(y, 3)].append(x)
        steps = {round(b - a, 3) for row in rows.values() for a, b in pairwise(sorted(row))}
        return min(steps) if len(steps) == 1 else 0.0

    def outline(self, inset: float) -> tuple[Point, ...]:
        return ngon(40, self._marked - inset)

    @property
    def _marked(self) -> float:
        """How far the marks around a space reach: less if names are next to it."""
        if self._share < _SHARES[0]:
            return self.radius * _TIGHT
        return self.radius + max(_LEAST, min(self.radius * (_WIDE - 1), _MOST))

    @property
    def line_width(self) -> float:
        return max(_LINE, super().line_width)

    @property
    def motion(self) -> Colour:
        return MOTION  # the outlines of pieces are white and black

    @property
    def under_pieces(self) -> tuple[MarkKind, ...]:
        """The marks under the pieces: wide rings, too, since they would hide the lower part of a pile."""
        return ("ghost", "last", "from", "hint", "danger", "chosen") if self._share == _SHARES[0] else ("ghost",)

    def field(self, name: str) -> tuple[Point, ...]:
        """Return the area that is nearer to the space than to any other, up to a limit.

        If labels stand along the rim, a space there reaches no farther outwards than inwards.
        """
        x, y = self.spots[name]
        away = [(self.spots[other][0] - x, self.spots[other][1] - y) for other in self._near[name]]
        # Corners of a square meet at the rim of rows and columns; elsewhere the rim is round.
        polygon = ngon(4, _FIELD * math.sqrt(2), 45) if self.area.columns else ngon(8, _FIELD, 22.5)
        for dx, dy in away:
            polygon = clip(polygon, (dx, dy), (dx * dx + dy * dy) / 2)
        if not self.area.columns and any(math.hypot(*corner) > _FIELD * 0.999 for corner in polygon):
            for dx, dy in away:
                polygon = clip(polygon, (-dx, -dy), (dx * dx + dy * dy) / 2)
        (cx, cy), edge, unit = self.at[name], self.rect.inset(-6), self.unit
        for normal, reach in (
            ((1, 0), edge.right - cx),
            ((-1, 0), cx - edge.x),
            ((0, 1), edge.bottom - cy),
            ((0, -1), cy - edge.y),
        ):
            polygon = clip(polygon, normal, reach / unit)
        return tuple((px * unit, py * unit) for px, py in polygon)

    @cached_property
    def _joined(self) -> dict[str, list[str]]:
        """For each space, those that a line joins it with."""
        names, joined = list(self.at), defaultdict[str, list[str]](list)
        for a, b in self.area.edges:
            if max(a, b) < len(names):
                joined[names[a]].append(names[b])
                joined[names[b]].append(names[a])
        return joined

    def groups(self, cells: Collection[str]) -> list[list[str]]:
        """Return the spaces in groups that lines join."""
        left, found = dict.fromkeys(cells), list[list[str]]()
        while left:
            group = [left.popitem()[0]]
            for name in group:  # it grows meanwhile
                near = [other for other in self._joined[name] if other in left]
                for other in near:
                    del left[other]
                group += near
            found.append(group)
        return found

    @property
    def web_strength(self) -> float:
        """Less on boards with many short lines, which would be a pattern of their own."""
        return 0.7 if self.spacing >= self.comfortable else 0.45

    def web(self) -> tuple[Shape, ...]:
        ends, shown = [*self.at.values(), *self.at_beyond.values()], len(self.at)
        lines = [
            Line(_towards(ends[a], ends[b]) if max(a, b) >= shown else (ends[a], ends[b]), self.theme.line, 3)
            for a, b in (sorted(edge) for edge in self.area.edges)
        ]
        return (*lines, *(Disc(x, y, max(5.0, self.radius * 0.22), self.theme.line) for x, y in self.at.values()))

    def draw(self, layer: Layer) -> None:
        if self.area.columns:
            self._side_labels(layer)
        else:
            self._end_labels(layer)

    def _groups(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """Return the spaces of each column, from the top, and of each row, from the left, as given by names like c3."""
        columns: defaultdict[str, list[str]] = defaultdict(list)
        rows: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted(self.spots, key=lambda name: (self.spots[name][1], self.spots[name][0])):
            column = name.rstrip("0123456789")
            if column and column != name:
                columns[column].append(name)
                rows[name[len(column) :]].append(name)
        return columns, rows

    def _side_labels(self, layer: Layer) -> None:
        """Draw each label at the middle of its row or column."""
        columns, rows = self._groups()
        rect, muted = self.rect, self.theme.muted
        step = max(1, math.ceil((max(width(label, LABEL, "bold") for label in self.area.columns) + 10) / self.unit))
        for label in [label for label in self.area.columns if label in columns][::step]:
            x = sum(self.at[name][0] for name in columns[label]) / len(columns[label])
            layer.texts.append(Text(x, rect.bottom + 14 + LABEL / 2, label, LABEL, muted, "bold"))
        step = max(1, math.ceil((LABEL * 0.72 + 8) / self.unit))
        for label in [label for label in self.area.rows if label in rows][::step]:
            y = sum(self.at[name][1] for name in rows[label]) / len(rows[label])
            layer.texts.append(Text(rect.x - 16, y, label, LABEL, muted, "bold", "r"))

    def _end_labels(self, layer: Layer) -> None:
        """Draw a label at the end of each row and column of a lattice."""
        if self._lattice:
            self._at_ends(layer, *self._groups())

    @cached_property
    def _lattice(self) -> bool:
        """Whether the spaces lie in level rows."""
        rows = self._groups()[1]
        level = all(len({round(self.spots[name][1], 2) for name in row}) == 1 for row in rows.values())
        return level and len(rows) < len(self.spots) == sum(map(len, rows.values()))

    def _find_names(self) -> list[Text]:
        """Place the names of spaces not named by labels at the ends, each beside its space if there is room."""
        if self.area.columns or self._lattice or self.spacing < _NAMED:
            return []
        found: dict[Rect, Text] = {}
        for cell in (cell for cell in self.area.cells if cell.text):
            plates = self._plates(cell.name, width(cell.text, LABEL, "bold"))
            free = [(self._clearance(plate, cell.name), plate) for plate in plates if self._is_free(plate, found)]
            clear, plate = max(free, key=lambda each: min(each[0], _CLEAR * self.radius), default=(0.0, None))
            if plate and clear > max(self.radius, _distance(plate, self.at[cell.name]) / _NEARER):
                found[plate] = Text(plate.x + 8, plate.y + _PLATE / 2, cell.text, LABEL, self.theme.ink, "bold", "l")
        return list(found.values())

    def _plates(self, name: str, w: float) -> Iterator[Rect]:
        """Yield the places where a name of this width could stand; the last is the corner used for numbers."""
        (x, y), w = self.at[name], w + 16
        near, far = self.radius * 0.8, self._marked + 4
        if self._share < _SHARES[0]:
            near, far = near - 6, self.radius + 3
        for dx, dy in ((1, -1), (-1, -1), (-1, 1), (0, -1), (0, 1), (-1, 0), (1, 0), (1, 1)):
            across, down = (near + w / 2, near + 14) if dx and dy else (far + w / 2, far + _PLATE / 2)
            yield Rect(x + dx * across - w / 2, y + dy * down - _PLATE / 2, w, _PLATE)

    def _is_free(self, plate: Rect, others: Collection[Rect]) -> bool:
        """Whether a plate overlaps neither another name nor the edge of the board."""
        room, edge = self.rect, self.margins
        across = room.x - edge.left <= plate.x and plate.right <= room.right + edge.right
        down = room.y - edge.top <= plate.y and plate.bottom <= room.bottom + edge.bottom
        met = (one for one in others if one.x < plate.right and plate.x < one.right and abs(one.y - plate.y) < _PLATE)
        return across and down and not any(met)

    def _clearance(self, plate: Rect, name: str) -> float:
        """Return the distance to the centre of the nearest other space."""
        others = (place for other, place in (*self.at.items(), *self.at_beyond.items()) if other != name)
        return min((_distance(plate, place) for place in others), default=math.inf)

    def _at_ends(self, layer: Layer, columns: dict[str, list[str]], rows: dict[str, list[str]]) -> None:
        muted, away = self.theme.muted, self.spacing * 0.5 + 10
        step = max(1, math.ceil((LABEL * 0.72 + 8) / (self.unit * 0.86)))
        for label in list(rows)[::-1][::step]:
            x, y = self.at[rows[label][0]]
            layer.texts.append(Text(x - away, y, label, LABEL, muted, "bold", "r"))
        step = max(1, math.ceil((max(width(label, LABEL, "bold") for label in columns) + 10) / self.unit))
        for label in sorted(columns, key=lambda label: (len(label), label))[::step]:
            x, y = self.at[columns[label][-1]]
            layer.texts.append(Text(x + away * 0.5 + 6, y + away * 0.866 + 11, label, LABEL, muted, "bold"))

    def put_carried(self, scene: Scene, pieces: Sequence[Piece]) -> None:
        """Draw what the pieces hold, with the names of spaces above territory and marks."""
        super().put_carried(scene, pieces)
        for text in self._names:
            w = width(text.words, text.size, text.weight)
            scene.put(text.x + w / 2, text.y, name_plate, self.theme, round(w + 16))
        scene.texts += self._names


def _distance(place: Rect, point: Point) -> float:
    """Return the distance from a point to the nearest point of a place."""
    x, y = point
    return math.dist(point, (min(max(x, place.x), place.right), min(max(y, place.y), place.bottom)))


def _towards(start: Point, end: Point) -> tuple[Point, Point]:
    """Return the beginning of a line towards a space that is not shown."""
    (ax, ay), (bx, by) = start, end
    return start, (ax + (bx - ax) * 0.42, ay + (by - ay) * 0.42)


def name_plate(theme: Theme, w: float) -> Drawing:
    """Draw the ground of a name that lies across borders."""
    return Drawing((Box(Rect(-w / 2, -_PLATE / 2, w, _PLATE), 10, theme.panel, theme.line, 2),))
