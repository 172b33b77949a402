"""Boards of hexagons."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence

from games.core.table import Cell, Piece
from render.boards.board import Board
from render.canvas.scene import Scene
from render.canvas.shapes import Layer, Line, Point, Poly, Text, moved, ngon
from render.colour import BLACK, WHITE, Colour, mix, on
from render.pieces import aura_floor, glyph_drawing
from render.theme import SMALLEST, colour_of, lit

ROOT3 = math.sqrt(3)
NAMED = 42.0
"""Cells at least so large have room for their name and a number."""


class HexBoard(Board):
    """Cells stand on a corner; a unit is the radius of a cell."""

    labels: dict[str, tuple[str, Colour]]
    """The words printed on cells, and in which ink."""

    largest_unit = 96
    owned_floors = True

    def spot(self, cell: Cell) -> Point:
        q, r = cell.at
        return ROOT3 * (q + r / 2), 1.5 * r

    @property
    def reach(self) -> Point:
        return ROOT3 / 2, 1.0

    @property
    def spacing(self) -> float:
        return self.unit * ROOT3

    @property
    def radius(self) -> float:
        return self.unit * 0.42

    def outline(self, inset: float) -> tuple[Point, ...]:
        return ngon(6, self.unit * 1.04 - inset * 1.15)

    def field(self, name: str) -> tuple[Point, ...]:
        return ngon(6, self.unit)

    def draw(self, layer: Layer) -> None:
        theme, unit = self.theme, self.unit
        wall = mix(theme.board, theme.keyline, 0.75) if theme.name == "dark" else mix(theme.board, theme.keyline, 0.62)
        hexes = {cell.name: ngon(6, unit, -90, *self.at[cell.name]) for cell in self.area.cells}
        edge = mix(theme.board, theme.keyline, 0.9 if theme.name == "dark" else 0.22)
        layer.shapes += moved([Poly(points, edge, edge, 12) for points in hexes.values()], 0, 7)
        layer.shapes += [Poly(points, wall, wall, 12) for points in hexes.values()]
        colours = self._colours()
        self.labels = {cell.name: (cell.text, on(lit(colours[cell.name]))) for cell in self.area.cells if cell.text}
        for name, points in hexes.items():
            layer.shapes.append(Poly(points, colours[name]))
        for name in hexes:
            layer.shapes.append(Poly(ngon(6, unit * 0.89, -90, *self.at[name]), mix(colours[name], WHITE, 0.09)))
        self._walls(layer, hexes, colours, wall)

    def _colours(self) -> dict[str, Colour]:
        """The colour of each cell: its own role, else that of its zone."""
        roles = {name: zone.role for zone in self.area.zones for name in zone.cells}
        found = {cell.name: cell.role or roles.get(cell.name) for cell in self.area.cells}
        return {name: colour_of(role, self.theme) if role else self.theme.alt for name, role in found.items()}

    def _walls(
        self, layer: Layer, hexes: dict[str, tuple[Point, ...]], colours: dict[str, Colour], wall: Colour
    ) -> None:
        """Thick lines between zones, thin ones inside."""
        zone_of = {name: zone.name for zone in self.area.zones for name in zone.cells}
        sides: defaultdict[tuple[tuple[int, ...], ...], list[tuple[str, Point, Point]]] = defaultdict(list)
        for name, points in hexes.items():
            for a, b in zip(points, points[1:] + points[:1], strict=True):
                key = tuple(sorted((tuple(map(round, a)), tuple(map(round, b)))))
                sides[key].append((name, a, b))
        inner, outer = [], []
        for found in sides.values():
            name, a, b = found[0]
            if len(found) > 1 and zone_of.get(name) == zone_of.get(found[1][0]):
                inner.append(Line((a, b), mix(colours[name], BLACK, 0.28), 3))
            else:
                outer.append(Line((a, b), wall, 10))
        layer.shapes += [*inner, *outer]

    @property
    def badge_room(self) -> float:
        """Half a cell, for a thing or the name has the other half; never less than can be read."""
        return max(NAMED, self.unit)

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """Above the name of the cell, or in its place, below a thing and wherever there is no room for both."""
        x, y = self.at[name]
        if not self.cells[name].text:
            return super().badge_at(name, occupied)
        if occupied:
            return x, y + self.unit * 0.54
        return x, y - (self.unit * 0.46 if self.unit > NAMED else 0)

    def put(self, scene: Scene, pieces: Sequence[Piece], numbered: Collection[str]) -> None:
        """Auras light the floor; things lie in the upper half, and the name of the cell makes room for them."""
        taken: set[str] = set()
        floors: dict[str, Colour] = {}
        for piece in sorted(pieces, key=lambda piece: piece.glyph != "aura"):
            x, y = self.at[piece.cell]
            if piece.glyph == "aura":
                scene.put_subject(piece, x, y, glyph_drawing, self.theme, piece.glyph, piece.role, self.unit)
                floors[piece.cell] = on(aura_floor(self.theme, piece.role))
                continue
            taken.add(piece.cell)
            x, y = self.thing_at(piece.cell)
            stamp = (glyph_drawing, self.theme, piece.glyph, piece.role, self.radius, piece.text, piece.height)
            scene.put_subject(piece, x, y, *stamp)
        for name, (words, colour) in self.labels.items():
            x, y = self.at[name]
            if name in numbered and (name in taken or self.unit <= NAMED):
                continue  # the number stands in its place
            low = self.unit * 0.36 if name in taken or name in numbered or name in floors else 0
            scene.texts.append(Text(x, y + low, words, SMALLEST, floors.get(name, colour), "bold"))

    def thing_at(self, name: str) -> Point:
        """In the upper half of a cell with a name."""
        x, y = self.at[name]
        return x, y - (self.unit * 0.36 if self.cells[name].text else 0)
