"""Parts of a table with several: factories, a common centre, the lines, wall and floor of a mat."""

from __future__ import annotations

import math

from games.core.table import Cell
from render.boards.board import Margins
from render.boards.grid import GridBoard
from render.canvas.shapes import Box, Disc, Layer, Point, Rect, Text, moved
from render.colour import mix
from render.panels import ground_plate
from render.signs import sign_shapes
from render.theme import SMALLEST, colour_of, sign_of

NUMBERS = 42.0
"""The width of the row numbers at the right of a part."""
NUMBER = 23.0
"""The radius of the disc with the number of a factory."""
PLATE = 170.0
"""The width of a factory that has room around it."""
BADGE = 44.0
"""The room for the number of a target beside a tile."""


class Part(GridBoard):
    """A small grid without labels outside its rectangle; rows are numbered at its right."""

    largest_unit = 110
    pitch = 0.0

    @property
    def margins(self) -> Margins:
        return Margins(0, 0, 0, 0)

    @property
    def radius(self) -> float:
        return self.unit * 0.5

    def draw(self, layer: Layer) -> None:
        for cell in self.area.cells:
            self._cell(layer, cell)
        ends = {round(self.at[cell.name][1]): cell for cell in sorted(self.area.cells, key=lambda cell: cell.at[0])}
        for y, cell in ends.items() if self.area.rows else ():
            x = self.at[cell.name][0] + self.unit / 2 + NUMBERS / 2
            layer.texts.append(Text(x, y, self.area.rows[round(cell.at[1])], SMALLEST, self.theme.muted, "bold"))

    def _cell(self, layer: Layer, cell: Cell) -> None:
        theme, place, curve = self.theme, self.square(cell.name, max(1.0, self.unit * 0.05)), self.unit * 0.18
        if cell.look == "ghost" and cell.role:
            ground = mix(theme.board, colour_of(cell.role, theme), 0.34)
            layer.shapes.append(Box(place, curve, ground, mix(ground, theme.ink, 0.22), 2))
            sign = sign_of(cell.role)
            if sign:
                ink = mix(ground, theme.ink, 0.5)
                layer.shapes += moved(sign_shapes(sign, self.unit * 0.24, ink), *place.centre)
        elif cell.look == "penalty":
            wide = Rect(place.centre[0] - self.pitch / 2, place.y, self.pitch, place.h).inset(self.unit * 0.05)
            layer.shapes.append(Box(wide._replace(y=place.y, h=place.h), curve, mix(theme.cell, theme.bad, 0.16)))
            layer.texts.append(Text(*place.centre, cell.text.replace("-", "−"), SMALLEST, theme.muted, "bold"))
        else:
            layer.shapes.append(Box(place, curve, theme.cell))


class Floor(Part):
    """A row whose cells stand apart, so that what each costs can be read."""

    def place(self, rect: Rect, pixel: float) -> None:
        self.unit = rect.h
        self.pitch = min(rect.w / len(self.cells), 1.5 * rect.h) // pixel * pixel
        self.at = {
            name: (rect.x + (x - min(self.spots.values())[0] + 0.5) * self.pitch, rect.centre[1])
            for name, (x, _) in self.spots.items()
        }


class Factory(Part):
    """A round plate with a number and up to four tiles."""

    largest_unit = 64

    def place(self, rect: Rect, pixel: float) -> None:
        self.plate = rect
        super().place(rect.inset(rect.w * 0.17), pixel)

    def draw(self, layer: Layer) -> None:
        theme, (x, y), r = self.theme, self.plate.centre, self.plate.w / 2
        layer.shapes += [Disc(x, y, r, theme.line), Disc(x, y, r - 3, theme.panel), Disc(x, y, r - 10, theme.board)]
        layer.shapes += [Box(self.square(cell.name, 3), self.unit * 0.16, theme.cell) for cell in self.area.cells]
        at = min(r * 0.82, r - 4)
        layer.shapes += [Disc(x - at, y - at, NUMBER + 3, theme.ground), Disc(x - at, y - at, NUMBER, theme.line)]
        layer.texts.append(Text(x - at, y - at, self.area.title, SMALLEST, theme.ink, "bold"))

    @property
    def radius(self) -> float:
        return self.unit * 0.49

    @property
    def badge_room(self) -> float:
        return BADGE

    @property
    def crowded(self) -> bool:
        """Small plates stand close together: the numbers of neighbours would touch."""
        return self.plate.w < PLATE

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """Beside the tile, on its outer side; a little lower, where the number of the factory leaves room."""
        x, y = self.at[name]
        return x + math.copysign(self.unit * 0.5 + BADGE * 0.5, x - self.plate.centre[0]), y + 5


class Centre(Part):
    """The common centre: a row, or several where there is room, with its title."""

    largest_unit = 66

    def place(self, rect: Rect, pixel: float) -> None:
        """Cells flow from the left and from the top, whatever their row was."""
        self.plate, inner = rect, Rect(rect.x + 20, rect.y + 10, rect.w - 36, rect.h - 20)
        self._title = 44.0 if rect.h > 150 else 0.0
        left = 0.0 if self._title else 132.0
        inner = Rect(inner.x + left, inner.y + self._title, inner.w - left, inner.h - self._title)
        self.unit, columns = self._flow(inner, pixel)
        rows = -(-len(self.cells) // columns)
        top = inner.y + (inner.h - rows * self.unit) / 2
        self.at = {
            name: (inner.x + (i % columns + 0.5) * self.unit, round(top + (i // columns + 0.5) * self.unit))
            for i, name in enumerate(self.cells)
        }

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """On the lower edge of the tile."""
        x, y = self.at[name]
        return x, y + self.unit * 0.5

    def _flow(self, room: Rect, pixel: float) -> tuple[float, int]:
        """The largest cells that all fit, and how many are in a row."""
        count = len(self.cells)
        units = (min(room.w / -(-count // rows), room.h / rows, self.largest_unit) for rows in range(1, count + 1))
        unit = max(pixel, max(units) // pixel * pixel)
        return unit, int(room.w // unit)

    def draw(self, layer: Layer) -> None:
        theme, plate = self.theme, self.plate
        layer.shapes += ground_plate(theme, plate, 20, theme.board)
        y = plate.y + 34 if self._title else plate.centre[1]
        layer.texts.append(Text(plate.x + 20, y, self.area.title, SMALLEST, theme.muted, "bold", "l"))
