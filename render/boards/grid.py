"""Square boards: chequered, with goals, or with land."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache

from games.core.table import Cell, Piece, PlayerStrip, Role
from render.boards.board import LABEL, Board, Margins
from render.boards.land import INSIDE, joined_sides, land, sea
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Disc, Drawing, Layer, Line, Point, Rect, Text, move
from render.canvas.type import width
from render.colour import Colour, fade, mix
from render.pieces import carrier_ring, glyph_drawing
from render.signs import sign_shapes
from render.theme import Theme, bright, colour_of, ink_on, rim, sign_of

_GOAL = 48.0
"""The depth of a goal, beyond the zone in front of it."""
_BEHIND = 10.0
"""The room between a goal and what is behind it: row labels, or the edge."""
_SCORED = 20.0
"""The radius of what lies in a goal."""
_BEYOND = 7.0
"""How far the ground continues around a part of a board."""


class GridBoard(Board):
    """Cells are squares; `at` counts columns and rows from the bottom left."""

    largest_unit = 130
    comfortable = 40
    too_small_for_lines = 48
    whole_units = True

    def spot(self, cell: Cell) -> Point:
        return cell.at[0], -cell.at[1]

    @property
    def reach(self) -> Point:
        return 0.5, 0.5

    @property
    def margins(self) -> Margins:
        """The margins; with goals, there is room for them on both sides, between the field and the row labels."""
        room = super().margins
        if not self._has_goals:
            return room
        return room._replace(left=room.left - _BEHIND + _GOAL, right=_GOAL + _BEHIND)

    @property
    def _has_goals(self) -> bool:
        return bool(self.area.zones) and self.theme.skin.ground == "pitch"

    @property
    def radius(self) -> float:
        return self.unit * 0.41

    def outline(self, inset: float) -> tuple[Point, ...]:
        return _rounded_square(self.unit / 2 - inset, self.unit * 0.14)

    def field(self, name: str) -> tuple[Point, ...]:
        half = self.unit / 2
        return ((-half, -half), (half, -half), (half, half), (-half, half))

    def square(self, name: str, inset: float = 0) -> Rect:
        """Return the rectangle of a cell."""
        x, y = self.at[name]
        return Rect(x - self.unit / 2, y - self.unit / 2, self.unit, self.unit).inset(inset)

    # ---------------------------------------------------------------- what stays

    def draw(self, layer: Layer) -> None:
        looks = {cell.look for cell in self.area.cells}
        if self.theme.skin.ground == "pitch":
            self._pitch(layer)
        elif self.theme.skin.ground == "land":
            self._water(layer)
        elif "alt" in looks:
            self._chequers(layer)
        else:
            for cell in self.area.cells:
                layer.shapes.append(
                    Box(self.square(cell.name, max(1.0, self.unit * 0.045)), self.unit * 0.18, self.theme.cell)
                )
        self._labels(layer)

    def _water(self, layer: Layer) -> None:
        """Draw a quiet surface with a faint grid that lets taken cells stand out; it goes on around a partial board.

        If few columns have labels, the lines beside those are stronger, so that one can count from them.
        """
        rect, unit, line = self.rect, self.unit, self._shore
        layer.shapes += [Box(rect.inset(-5), 14, line), Box(rect.inset(-2.5), 12, sea(self.theme))]
        if self.beyond:
            rect = rect.inset(-_BEYOND)
            layer.shapes.append(Box(rect, 0, sea(self.theme)))
        step, strong = self._column_step, mix(sea(self.theme), self.theme.line, 0.8)
        for i in range(1, round(self.rect.w / unit)):
            x, beside_label = self.rect.x + i * unit, step > 2 and i % step < 2 and not self.beyond
            layer.shapes.append(Line(((x, rect.y), (x, rect.bottom)), strong if beside_label else line, 1.4))
        for j in range(1, round(self.rect.h / unit)):
            y = self.rect.y + j * unit
            layer.shapes.append(Line(((rect.x, y), (rect.right, y)), line, 1.4))

    @property
    def _shore(self) -> Colour:
        return mix(sea(self.theme), self.theme.line, 0.34)

    def put_ground(self, scene: Scene) -> None:
        """Close the sides of a part of a board that are edges of the whole board."""
        if not self.beyond or self.theme.skin.ground != "land":
            return
        rect, (x, y) = self.rect, self.rect.centre
        places = self.at_beyond.values()
        xs, ys = [place[0] for place in places], [place[1] for place in places]
        for closed, place, way in (
            (min(xs) > rect.x, (rect.x, y), (-1, 0)),
            (max(xs) < rect.right, (rect.right, y), (1, 0)),
            (min(ys) > rect.y, (x, rect.y), (0, -1)),
            (max(ys) < rect.bottom, (x, rect.bottom), (0, 1)),
        ):
            if closed:
                length = 2 * _BEYOND + (rect.h if way[0] else rect.w)
                scene.put(*place, board_end, self.theme, self._shore, length, way)

    def _chequers(self, layer: Layer) -> None:
        layer.shapes.append(Box(self.rect.inset(-4), 8, self.theme.line))
        for cell in self.area.cells:
            layer.shapes.append(
                Box(self.square(cell.name), 0, self.theme.alt if cell.look == "alt" else self.theme.cell)
            )

    def _pitch(self, layer: Layer) -> None:
        """Draw a playing field: mown stripes, chalk lines, goals as nets in the colour of their side."""
        theme, rect, unit = self.theme, self.rect, self.unit
        edge = theme.chalk if theme.name == "dark" else mix(theme.turf[1], theme.keyline, 0.35)
        for zone in self.area.zones:
            self._goal(layer, zone.cells, zone.role, edge)
        layer.shapes += [Box(rect.inset(-5), 16, edge), Box(rect, 11, theme.turf[0])]
        columns = sorted({cell.at[0] for cell in self.area.cells})
        for column in columns[::2]:
            ends = 11 if column in (columns[0], columns[-1]) else 0
            layer.shapes.append(
                Box(Rect(rect.x + (column - columns[0]) * unit, rect.y, unit, rect.h), ends, theme.turf[1])
            )
        thin, thick = fade(theme.chalk, 0.38), fade(theme.chalk, 0.8)
        for i in range(1, len(columns)):
            layer.shapes.append(Line(((rect.x + i * unit, rect.y + 2), (rect.x + i * unit, rect.bottom - 2)), thin, 2))
        for j in range(1, round(rect.h / unit)):
            layer.shapes.append(Line(((rect.x + 2, rect.y + j * unit), (rect.right - 2, rect.y + j * unit)), thin, 2))
        x, y = rect.centre
        layer.shapes += [
            Line(((x, rect.y + 3), (x, rect.bottom - 3)), thick, 4),
            Disc(x, y, unit * 1.5, None, thick, 4),
            Disc(x, y, 9, theme.chalk),
        ]
        for zone in self.area.zones:
            self._zone(layer, zone.cells, zone.role)

    def _zone(self, layer: Layer, cells: tuple[str, ...], role: Role | None) -> None:
        """Draw the zone in front of a goal: the ground in its colour, and its sign or a chevron in each cell."""
        colour = colour_of(role or "neutral", self.theme)
        rect, ground = self._around(cells), _zone_ground(self.theme, role)
        layer.shapes += [Box(rect.inset(1), 10, ground), Box(rect.inset(1), 10, None, rim(colour, self.theme), 4.5)]
        ink = mix(ground, ink_on(colour), 0.62 if bright(colour) else 0.68)
        sign, way = sign_of(role) if role else None, 1 if rect.centre[0] > self.rect.centre[0] else -1
        for square in (self.square(name) for name in cells) if sign else ():
            outer = abs(square.centre[0] - self.rect.centre[0]) > self.rect.w / 2 - self.unit
            shapes = sign_shapes(sign, self.unit * 0.13, ink) if outer else self._chevron(way, ink)
            layer.shapes += move(shapes, *square.centre)

    def _around(self, cells: tuple[str, ...]) -> Rect:
        """Return the rectangle around these cells."""
        squares = [self.square(name) for name in cells]
        left, top = min(s.x for s in squares), min(s.y for s in squares)
        return Rect(left, top, max(s.right for s in squares) - left, max(s.bottom for s in squares) - top)

    def _goal(self, layer: Layer, cells: tuple[str, ...], role: Role | None, edge: Colour) -> None:
        """Draw a goal behind its zone: posts, a net in the colour of its side, and wells for what is scored."""
        theme, zone = self.theme, self._around(cells)
        right = zone.centre[0] > self.rect.centre[0]
        net = Rect(zone.right if right else zone.x - _GOAL, zone.y, _GOAL, zone.h)
        ground = mix(theme.board, colour_of(role or "neutral", theme), 0.34 if theme.name == "dark" else 0.2)
        layer.shapes += [Box(net.inset(-1), 14, edge), Box(net.inset(4), 9, ground)]
        mesh, step = mix(ground, theme.ink, 0.16), net.w / 4
        for i in (1, 2, 3):
            layer.shapes.append(Line(((net.x + i * step, net.y + 5), (net.x + i * step, net.bottom - 5)), mesh, 2))
        for j in range(1, round(net.h / step)):
            layer.shapes.append(Line(((net.x + 5, net.y + j * step), (net.right - 5, net.y + j * step)), mesh, 2))
        for x, y in self._wells(cells):
            layer.shapes.append(Disc(x, y, _SCORED * 0.9, mix(ground, theme.board, 0.6), mesh, 3))

    def _wells(self, cells: tuple[str, ...]) -> tuple[Point, ...]:
        """Return where scored things lie: in the goal, beside the rows of its zone, from the middle outwards."""
        zone = self._around(cells)
        x = zone.right + _GOAL / 2 if zone.centre[0] > self.rect.centre[0] else zone.x - _GOAL / 2
        return tuple((x, zone.centre[1] + rows * self.unit) for rows in (0, -1, 1))

    def put_scored(self, scene: Scene, players: Sequence[PlayerStrip]) -> None:
        """Lay what the players have scored in the goal of the other side."""
        for zone in self.area.zones if self._has_goals else ():
            for player in players:
                things = (
                    [token for token in player.scored for _ in range(token.number)] if player.role != zone.role else []
                )
                for token, place in zip(things, self._wells(zone.cells), strict=False):
                    scene.put(*place, glyph_drawing, self.theme, token.glyph, token.role, _SCORED)

    def _chevron(self, way: int, colour: Colour) -> tuple[Line, Line]:
        """Return the sign that shows where gems are carried: -1 to the left, 1 to the right."""
        r = self.unit * 0.13 * way
        turns = (((x - r, -abs(r) * 1.5), (x + r * 0.5, 0.0), (x - r, abs(r) * 1.5)) for x in (-r, r))
        one, two = (Line(turn, colour, self.unit * 0.055) for turn in turns)
        return one, two

    @property
    def _column_step(self) -> int:
        """The number of columns from one label to the next."""
        widest = max((width(label, LABEL, "bold") for label in self.area.columns), default=0)
        return max(1, math.ceil((widest + 14) / self.unit))

    def _labels(self, layer: Layer) -> None:
        """Draw column labels below and row labels on the left; if cells are small, only every second, third ... one."""
        rect, area = self.rect, self.area
        columns = sorted(round(x) for x in {cell.at[0] for cell in area.cells})
        step = self._column_step
        for column in columns if area.columns else ():
            if column % step == 0:
                x = rect.x + (column - columns[0] + 0.5) * self.unit
                layer.texts.append(
                    Text(x, rect.bottom + 12 + LABEL / 2, area.columns[column], LABEL, self.theme.muted, "bold")
                )
        rows = sorted(round(y) for y in {cell.at[1] for cell in area.cells})
        edge = rect.x - (_GOAL + _BEHIND if self._has_goals else 18)
        step = max(1, math.ceil((LABEL * 0.72 + 8) / self.unit))
        for row in rows if area.rows else ():
            if row % step == 0:
                y = rect.bottom - (row - rows[0] + 0.5) * self.unit
                layer.texts.append(Text(edge, y, area.rows[row], LABEL, self.theme.muted, "bold", "r"))

    # ---------------------------------------------------------------- what lies on it

    def put(self, scene: Scene, pieces: Sequence[Piece], numbered: Collection[str]) -> None:
        ground = [piece for piece in pieces if piece.glyph in ("block", "keep")]
        if ground:
            self._put_land(scene, ground)
            pieces = [piece for piece in pieces if piece.glyph not in ("block", "keep")]
        zones = {name: zone.role for zone in self.area.zones for name in zone.cells} if self._has_goals else {}
        for piece in pieces:
            x, y = self.at[piece.cell]
            if piece.cell in zones:
                scene.put(x, y, bare_ground, self.theme, zones[piece.cell], self.unit * 0.56)
            if piece.carries:
                scene.put(x, y, carrier_ring, self.theme, piece.carries.role, self.unit * 0.46)
        super().put(scene, pieces, numbered)

    def _put_land(self, scene: Scene, ground: Sequence[Piece]) -> None:
        at, theme, unit = self.at, self.theme, self.unit
        cells = self.cells | self.beyond
        owners = {cells[piece.cell].at: piece.role for piece in ground}
        keeps = {cells[piece.cell].at: piece.role for piece in ground if piece.glyph == "keep"}
        for piece in (piece for piece in ground if piece.cell in at):
            (x, y), place = at[piece.cell], self.cells[piece.cell].at
            castle = joined_sides(keeps, place) if piece.glyph == "keep" else None
            joined = joined_sides(owners, place)
            inner = keeps and all((place[0] + dx, place[1]) in keeps for dx in (-1, 1))  # of a headquarters
            signed = joined != INSIDE or inner or theme.patterns == "strong" or not (place[0] % 2 or place[1] % 2)
            scene.put_subject(piece, x, y, land, theme, piece.role, unit, joined, castle, signed)


@lru_cache(maxsize=64)
def _rounded_square(half: float, corner: float) -> tuple[Point, ...]:
    """Return a square around (0, 0) with round corners."""
    arcs = ((half, half, 0), (-half, half, 90), (-half, -half, 180), (half, -half, 270))
    return tuple(
        (
            x - math.copysign(corner, x) + corner * math.cos(math.radians(turn + step)),
            y - math.copysign(corner, y) + corner * math.sin(math.radians(turn + step)),
        )
        for x, y, turn in arcs
        for step in (0, 30, 60, 90)
    )


def _zone_ground(theme: Theme, role: Role | None) -> Colour:
    """Return the colour of the ground in front of the goal of a side."""
    return mix(theme.turf[0], colour_of(role or "neutral", theme), 0.46 if theme.name == "dark" else 0.4)


def bare_ground(theme: Theme, role: Role | None, side: float) -> Drawing:
    """Draw the ground under a piece in a zone, without its sign, which would be seen beside the piece."""
    return Drawing((Box(Rect(-side / 2, -side / 2, side, side), 0, _zone_ground(theme, role)),))


def board_end(theme: Theme, colour: Colour, length: float, way: tuple[int, int]) -> Drawing:
    """Draw the end of a board, outwards from the middle of a side: a line, and the plate around it."""
    across, out = (_BEYOND + 1, length) if way[0] else (length, _BEYOND + 1), _BEYOND / 2
    plate = Rect(way[0] * out - across[0] / 2, way[1] * out - across[1] / 2, *across)
    thin = (2.5, length) if way[0] else (length, 2.5)
    line = Rect(way[0] * 1.25 - thin[0] / 2, way[1] * 1.25 - thin[1] / 2, *thin)
    return Drawing((Box(plate, 0, theme.board), Box(line, 0, colour)))
