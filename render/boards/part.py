"""Parts of a table with several boards: factories, a common centre, and the lines, wall and floor of a mat."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache

from games.core.table import Cell, Piece
from render.boards.board import Margins
from render.boards.grid import GridBoard
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Disc, Drawing, Layer, Point, Rect, Shape, Text, Tile
from render.canvas.type import width
from render.colour import BLACK, Colour, contrast, mix
from render.panels import ground_plate
from render.pieces import SMALL
from render.signs import sign_shapes
from render.theme import SMALLEST, Theme, colour_of, sign_of

NUMBERS = 52.0
"""The room for row numbers to the right of a part, and for the points of a row to the left of the next."""
PLATE = 170.0
"""The width of a factory that has room around it."""
BADGE = 44.0
"""The room for the number of a target beside a tile."""


_GHOST = 1.9, 2.8
"""The contrast of the edges and of the signs of tiles that are not there yet: the same for all colours."""


@cache
def _as_faint(theme: Theme, colour: Colour, strength: float) -> Colour:
    """Return the board with as much of a colour as gives this contrast; if all of it does not, ink is added."""
    mixed = [mix(theme.board, colour, share / 20) for share in range(1, 21)]
    mixed += [mix(colour, theme.ink, share / 20) for share in range(1, 21)]
    return next(one for one in mixed if contrast(one, theme.board) >= strength)


class Part(GridBoard):
    """A small grid without labels outside its rectangle; its rows are numbered on the right."""

    too_small_for_lines = 0  # a filled cell would hide its tile
    largest_unit = 110
    pitch = 0.0
    line_inset = -0.25  # between the tiles, which fill their cells

    @property
    def margins(self) -> Margins:
        return Margins(0, 0, 0, 0)

    @property
    def radius(self) -> float:
        return self.unit * 0.5

    @property
    def line_width(self) -> float:
        """The width of the lines of marks: on a phone, that around a small tile is still seen."""
        return max(4.4, super().line_width)

    def row_end(self, start: Point, end: Point, wide: float) -> Point:
        """Return the place to the left, in the room for row numbers."""
        return start[0] - (self.unit + NUMBERS) / 2, start[1]

    def gain_at(self, name: str) -> Point:
        """Return the place to the left of the row."""
        return self.row_end((min(x for x, _ in self.at.values()), self.at[name][1]), self.at[name], 0)

    def draw(self, layer: Layer) -> None:
        for cell in self.area.cells:
            self._cell(layer, cell)
        ends = {round(self.at[cell.name][1]): cell for cell in sorted(self.area.cells, key=lambda cell: cell.at[0])}
        for y, cell in ends.items() if self.area.rows else ():
            x = self.at[cell.name][0] + self.unit / 2 + NUMBERS / 2
            layer.texts.append(Text(x, y, self.area.rows[round(cell.at[1])], self._words, self.theme.muted, "bold"))

    @property
    def _words(self) -> float:
        """The size of the text beside and on cells."""
        return max(SMALLEST, self.unit * 0.44)

    def _cell(self, layer: Layer, cell: Cell) -> None:
        theme, (x, y), curve = self.theme, self.at[cell.name], self.unit * 0.18
        half = self.unit / 2 - max(1, round(self.unit * 0.05))
        place, wide, shapes = Rect(-half, -half, 2 * half, 2 * half), self.unit, list[Shape]()
        if cell.look == "ghost" and cell.role:
            colour = colour_of(cell.role, theme)
            edge, ink = (_as_faint(theme, colour, strength) for strength in _GHOST)
            thickness = 2.0 * max(1, round(self.unit * 0.02))
            shapes.append(Box(place.inset(thickness / 2), curve, mix(theme.board, colour, 0.1), edge, thickness))
            sign = sign_of(cell.role)
            if sign:
                size = self.unit * (0.3 if theme.patterns == "strong" or self.unit < SMALL else 0.26)
                shapes += sign_shapes(sign, size, ink)
        elif cell.look == "penalty":
            wide, half = self.pitch, self.pitch / 2 - self.unit * 0.05
            place = place._replace(x=-half, w=2 * half)
            shapes.append(Box(place, curve, mix(theme.cell, theme.bad, 0.16)))
            layer.texts.append(Text(x, y, cell.text.replace("-", "−"), self._words, theme.muted, "bold"))
        else:
            shapes.append(Box(place, curve, theme.cell))
        layer.tiles.append(Tile(x, y, Drawing(tuple(shapes), (), theme.board, (wide, self.unit))))


class Floor(Part):
    """A row of separated cells, so that the cost of each can be read; if it is two cells high, two rows."""

    def place(self, rect: Rect, pixel: float) -> None:
        if rect.h > rect.w / 3:
            self.unit = self.pitch = rect.h / 2
            self.at = {
                name: (rect.x + (i % 4 + 0.5) * self.unit, rect.y + (i // 4 + 0.5) * self.unit)
                for i, name in enumerate(self.cells)
            }
            return
        self.unit = rect.h
        self.pitch = min(rect.w / len(self.cells), 1.6 * rect.h) // pixel * pixel
        self.at = {
            name: (rect.x + (x - min(self.spots.values())[0] + 0.5) * self.pitch, rect.centre[1])
            for name, (x, _) in self.spots.items()
        }

    def gain_at(self, name: str) -> Point:
        """Return the place itself, which is free once it has been paid for."""
        return self.at[name]


class Factory(Part):
    """A round plate with a number and up to four tiles."""

    largest_unit = 64

    def place(self, rect: Rect, pixel: float) -> None:
        self.plate = rect
        super().place(rect.inset(rect.w * 0.155), pixel)

    def draw(self, layer: Layer) -> None:
        """Draw an empty plate as little more than its place, and its number."""
        theme, (x, y), r = self.theme, self.plate.centre, self.plate.w / 2
        layer.shapes.append(Disc(x, y, r - 6, mix(theme.ground, theme.line, 0.16)))
        at = r * 0.86
        layer.texts.append(Text(x - at, y - at, self.area.title, SMALLEST, theme.muted, "bold"))

    def put(self, scene: Scene, pieces: Sequence[Piece], numbered: Collection[str]) -> None:
        """Lay the tiles on a plate that is there as long as they are."""
        if pieces:
            scene.put_under(*self.plate.centre, full_plate, self.theme, self.plate.w / 2)
        super().put(scene, pieces, numbered)

    @property
    def radius(self) -> float:
        return self.unit * 0.49

    @property
    def badge_room(self) -> float:
        return BADGE

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """Return the place on the outer side of the tile, a little lower if the factory's number leaves room."""
        x, y = self.at[name]
        return x + math.copysign(self.unit * 0.5 + BADGE * 0.5, x - self.plate.centre[0]), y + 5


def full_plate(theme: Theme, r: float) -> Drawing:
    """Draw a plate with tiles on it."""
    return Drawing(
        (
            Disc(0, 3, r - 4, mix(theme.ground, BLACK, 0.3)),
            Disc(0, 0, r - 4, theme.line),
            Disc(0, 0, r - 8, theme.panel),
        )
    )


class Centre(Part):
    """The common centre: one row, or several if there is room, with its title."""

    largest_unit = 66

    def place(self, rect: Rect, pixel: float) -> None:
        """Place the cells from the left and from the top, regardless of their rows."""
        self.plate, inner = rect, Rect(rect.x + 20, rect.y + 4, rect.w - 36, rect.h - 8)
        self._title = 50.0 if rect.h > 150 else 0.0
        left = 0.0 if self._title else width(self.area.title, SMALLEST, "bold") + BADGE + 6
        inner = Rect(inner.x + left, inner.y + self._title, inner.w - left, inner.h - self._title)
        self.unit, columns = self._flow(inner, pixel)
        rows = -(-len(self.cells) // columns)
        top = inner.y + (inner.h - rows * self.unit) / 2
        self.at = {
            name: (inner.x + (i % columns + 0.5) * self.unit, round(top + (i // columns + 0.5) * self.unit))
            for i, name in enumerate(self.cells)
        }

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """Return the gap to the right of the last tile of a colour, or the lower edge of a small tile.

        The first cell is the marker's, with a tile next to it: its number goes to its left if there is room. Once the
        marker is taken, its cell is free.
        """
        x, y = self.at[name]
        if not occupied:
            return x, y
        if name == next(iter(self.cells)) and not self._title:
            return x - (self.unit + BADGE) / 2, y
        beside = self.unit >= BADGE and name != next(iter(self.cells))
        return (x + self.unit, y) if beside else (x, y + self.unit * 0.5)

    def _flow(self, room: Rect, pixel: float) -> tuple[float, int]:
        """Return the largest size at which all cells fit, and the number of cells per row."""
        count = len(self.cells)
        units = (min(room.w / -(-count // rows), room.h / rows, self.largest_unit) for rows in range(1, count + 1))
        unit = max(pixel, max(units) // pixel * pixel)
        return unit, int(room.w // unit)

    def draw(self, layer: Layer) -> None:
        theme, plate = self.theme, self.plate
        layer.shapes += ground_plate(theme, plate, 20, theme.board)
        y = plate.y + 34 if self._title else min(y for _, y in self.at.values())
        layer.texts.append(Text(plate.x + 20, y, self.area.title, SMALLEST, theme.muted, "bold", "l"))
