"""Boards of hexagons: floors between sunken walls. They are laid out again in each frame, because rooms may move."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence

from games.core.table import Area, Cell, Piece, Role
from render.boards.board import Board, Margins
from render.boards.floors import ROOT3, beam, bridge, floor, floor_sign, lit_corner, name_plate, rim_floor, socket
from render.canvas.scene import Scene, Stamp
from render.canvas.shapes import Layer, Point, Text, ngon
from render.canvas.type import width
from render.colour import Colour, on
from render.pieces import aura, aura_floor, glyph_drawing
from render.theme import SMALLEST, Theme, colour_of, lighten

NAMED = 42.0
"""The least size of cells with room for their name and a number."""
_BESIDE = 56.0
"""The least size of cells with room for a thing or an aura as well."""
_CLEAR = 72.0
"""The least size at which cells with all three can be read on a phone."""
_ASIDE = 0.2
"""How far a thing and a seal move to the left to make room for a number."""
_STEP = 4.0
"""The steps between units; they keep the number of different drawing sizes small."""
_AROUND = 15.0
"""The room around rooms, for their walls."""
_COORDINATES = re.compile(r"(-?\d+),(-?\d+)")
"""The name of a place without a cell."""
_AHEAD = ((1, 0, 0), (0, 1, 60), (-1, 1, 120))
"""Three of the six neighbours and their directions in degrees, clockwise from the right."""


class HexBoard(Board):
    """Cells have a corner at the top; a unit is the radius of a cell."""

    largest_unit = 96
    comfortable = 92

    def __init__(self, area: Area, theme: Theme) -> None:
        super().__init__(area, theme)
        roles = {name: zone.role for zone in area.zones for name in zone.cells}
        zones = {name: zone.name for zone in area.zones for name in zone.cells}
        self.roles: dict[str, Role | None] = {cell.name: cell.role or roles.get(cell.name) for cell in area.cells}
        self.neighbours = tuple(self._neighbours())
        self.joints = tuple(
            (name, other, turn)
            for name, other, turn in self.neighbours
            if zones.get(name) == zones.get(other) and self.roles[name] == self.roles[other]
        )
        """Neighbours in one room, and the direction from the first to the second."""
        self.joined = frozenset(joint[:2] for joint in self.joints)
        self.corners = tuple(self._corners())
        self.rim = tuple(self._rim(roles))
        """Cells beyond this part of a board, their roles, and the direction in which the board lies from them."""
        inks = {name: on(lighten(colour_of(role, theme) if role else theme.alt)) for name, role in self.roles.items()}
        self.labels = {cell.name: (cell.text, inks[cell.name]) for cell in area.cells if cell.text}
        """The words printed on cells, and the colour of their ink."""

    def _neighbours(self) -> Iterator[tuple[str, str, int]]:
        """Yield pairs of cells that share an edge, and the direction from the first to the second."""
        names = {cell.at: cell.name for cell in self.area.cells}
        for (q, r), name in names.items():
            for dq, dr, turn in _AHEAD:
                other = names.get((q + dq, r + dr))
                if other:
                    yield name, other, turn

    def _corners(self) -> Iterator[tuple[tuple[str, str, str], int]]:
        """Yield three cells of one room that meet in a corner, and the direction of the first from there."""
        names = {cell.at: cell.name for cell in self.area.cells}
        for (q, r), name in names.items():
            right, left = names.get((q, r + 1), ""), names.get((q - 1, r + 1), "")
            if {(name, right), (name, left), (left, right)} <= self.joined:
                yield (name, left, right), -90
            beside = names.get((q + 1, r), "")
            if {(name, beside), (name, right), (beside, right)} <= self.joined:
                yield (right, name, beside), 90

    def _rim(self, roles: dict[str, Role | None]) -> Iterator[tuple[str, Role | None, int]]:
        shown = {cell.at for cell in self.area.cells}
        for cell in (cell for cell in self.area.beyond if cell.look != "ghost"):
            q, r = cell.at
            for dq, dr, turn in _AHEAD:
                for sign, way in ((1, turn), (-1, turn + 180)):
                    if (q + sign * dq, r + sign * dr) in shown:
                        yield cell.name, cell.role or roles.get(cell.name), way

    def spot(self, cell: Cell) -> Point:
        return self._spot(cell.at)

    def _spot(self, at: Point) -> Point:
        q, r = at
        return ROOT3 * (q + r / 2), 1.5 * r

    @property
    def margins(self) -> Margins:
        """Less room than elsewhere around a whole board: only the walls reach beyond the cells."""
        return Margins(*(_AROUND,) * 4) if self.owned_floors and not self.beyond else super().margins

    @property
    def owned_floors(self) -> bool:
        return self.theme.skin.ground == "rooms"

    @property
    def reach(self) -> Point:
        return ROOT3 / 2, 1.0

    def spacing_at(self, unit: float) -> float:
        return unit * ROOT3

    @property
    def radius(self) -> float:
        return self.unit * 0.42

    def unit_for(self, w: float, h: float) -> float:
        unit = super().unit_for(w, h)
        step = _STEP if unit >= _BESIDE else _STEP / 2  # on long boards each unit counts
        return unit // step * step if unit > 8 * _STEP else unit

    def outline(self, inset: float) -> tuple[Point, ...]:
        return ngon(6, self.unit * 1.04 - inset * 1.15)

    def field(self, name: str) -> tuple[Point, ...]:
        return ngon(6, self.unit)

    def draw(self, layer: Layer) -> None:
        """Draw nothing, since nothing stays the same: see `put`."""

    def groups(self, cells: Collection[str]) -> list[list[str]]:
        """Return the cells in groups that share edges."""
        groups = {cell: [cell] for cell in cells}
        for name, other, _ in self.neighbours:
            one, two = groups.get(name), groups.get(other)
            if one is not None and two is not None and one is not two:
                one += two
                groups |= dict.fromkeys(two, one)
        return list({id(group): group for group in groups.values()}.values())

    def places_left(self, names: Collection[str]) -> list[Point]:
        """Return the places named by their coordinates, unless another cell lies there or they are off the board."""
        columns, rows = zip(*(cell.at for cell in self.area.cells), strict=True)
        right, top = min(columns) + max(columns), min(rows) + max(rows)
        (x0, y0), (dx, dy) = self.at[self.area.cells[0].name], self._spot(self.area.cells[0].at)
        found: list[Point] = []
        for match in filter(None, map(_COORDINATES.fullmatch, names)):
            q, r = int(match[1]), int(match[2])
            x, y = self._spot((right - q, top - r) if self.area.turned else (q, r))
            place = x0 + (x - dx) * self.unit, y0 + (y - dy) * self.unit
            free = all(math.dist(place, other) > self.unit for other in self.at.values())
            if free and self.rect.x < place[0] < self.rect.right and self.rect.y < place[1] < self.rect.bottom:
                found.append(place)
        return found

    @property
    def badge_room(self) -> float:
        """Half a cell, since the other half is for a thing or the name; never less than can be read."""
        return max(NAMED, self.unit)

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """Return the place above the cell's name, to the right of a thing, or that of the name if both do not fit."""
        x, y = self.at[name]
        if not self.cells[name].text:
            return super().badge_at(name, occupied)
        if occupied:
            beside = x + self.unit * 0.56, y - self.unit * 0.17
            return beside if self.unit >= _BESIDE else (x, y + self.unit * 0.54)
        return x, y - (self.unit * 0.46 if self.unit > NAMED else 0)

    def is_crowded(self, words: str) -> bool:
        """Whether a close-up is easier to read."""
        return self.unit < _CLEAR or super().is_crowded(words)

    def clear_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - as in Board
        """Return the place on the right, where neither the name nor a thing is."""
        if not self.cells[name].text:
            return super().clear_at(name, occupied)
        x, y = self.at[name]
        return x + self.unit * 0.61, y

    def owner_at(self, name: str, occupied: bool) -> Point | None:  # noqa: FBT001 - as in Board
        """Return the place on the left, free of the name, things and numbers."""
        if not self.cells[name].text:
            return super().owner_at(name, occupied)
        x, y = self.at[name]
        return x - self.unit * 0.61, y

    def put_ground(self, scene: Scene) -> None:
        """Lay the floors: dark walls under all, a floor on each, and rooms joined across the edges they share.

        If only a part of a board is shown, the floors next to it are seen to begin.
        """
        theme, unit = self.theme, self.unit
        for name, role, turn in self.rim:
            scene.put_under(*self.at_beyond[name], rim_floor, theme, role, unit, turn)
        for x, y in self.at.values():
            scene.put_under(x, y, socket, theme, unit)
        for name, (x, y) in self.at.items():
            scene.put_under(x, y, floor, theme, self.roles[name], unit)
        for name, other, turn in self.joints:
            (ax, ay), (bx, by) = self.at[name], self.at[other]
            scene.put_under((ax + bx) / 2, (ay + by) / 2, bridge, theme, self.roles[name], unit, turn)

    def put(self, scene: Scene, pieces: Sequence[Piece], numbered: Collection[str]) -> None:
        """Lay auras as lit floors, and things in the upper half, where the name of the cell makes room for them."""
        auras = [piece for piece in pieces if piece.glyph == "aura"]
        floors = {piece.cell: on(aura_floor(self.theme, piece.role)) for piece in auras}
        self._put_auras(scene, auras, numbered)
        taken: set[str] = set()
        for piece in (piece for piece in pieces if piece.glyph != "aura"):
            taken.add(piece.cell)
            x, y = self.thing_at(piece.cell)
            x -= self._aside(piece.cell, numbered)
            stamp = (glyph_drawing, self.theme, piece.glyph, piece.role, self.radius, piece.text, piece.height)
            scene.put_subject(piece, x, y, *stamp)
        self._put_signs(scene, floors)
        for name, (words, colour) in self.labels.items():
            x, y = self.at[name]
            if name in numbered and (self.unit < _BESIDE if name in taken or name in floors else self.unit <= NAMED):
                continue  # the number is drawn instead
            low = self.unit * 0.36 if name in taken or name in numbered or name in floors else 0
            if name in floors:
                scene.put(x, y + low, name_plate, self.theme, self.roles[name], round(width(words, SMALLEST, "bold")))
            scene.texts.append(Text(x, y + low, words, SMALLEST, colour, "bold"))

    def _aside(self, name: str, numbered: Collection[str]) -> float:
        """Return how far the things on a cell make room for its number."""
        return self.unit * _ASIDE if name in numbered and self.unit >= _BESIDE else 0.0

    def _put_auras(self, scene: Scene, auras: Sequence[Piece], numbered: Collection[str]) -> None:
        """Lay the lit floors; those of one colour side by side are one floor in a room, and linked by doors between."""
        for piece in auras:
            stamp: Stamp = (glyph_drawing, self.theme, "aura", piece.role, self.unit)
            if self._aside(piece.cell, numbered):
                stamp = (aura, self.theme, piece.role, self.unit, _ASIDE)
            scene.put_subject(piece, *self.at[piece.cell], *stamp)
        roles = {piece.cell: piece.role for piece in auras}
        for name, other, turn in self.neighbours if roles else ():
            role = roles.get(name)
            if role and role == roles.get(other):
                (ax, ay), (bx, by) = self.at[name], self.at[other]
                within = (name, other) in self.joined
                scene.put((ax + bx) / 2, (ay + by) / 2, beam, self.theme, role, self.unit, turn, within)
        for (name, *others), turn in self.corners if roles else ():
            role = roles.get(name)
            if role and all(roles.get(other) == role for other in others):
                xs, ys = zip(*(self.at[cell] for cell in (name, *others)), strict=True)
                scene.put(sum(xs) / 3, sum(ys) / 3, lit_corner, self.theme, role, self.unit, turn)

    def _put_signs(self, scene: Scene, floors: dict[str, Colour]) -> None:
        """Put the sign of its room on each floor, even a lit one, if strong patterns are on."""
        if self.theme.patterns != "strong":
            return
        for name, role in self.roles.items():
            if role:
                ink = floors.get(name) or on(colour_of(role, self.theme))
                scene.put(*self.at[name], floor_sign, role, self.unit, ink)

    def thing_at(self, name: str) -> Point:
        """Return the place of a thing: the upper half of a cell that has a name."""
        x, y = self.at[name]
        return x, y - (self.unit * 0.36 if self.cells[name].text else 0)
