"""The ground of a board of hexagons, as stamps: walls, floors, joins between floors of a room, and their signs."""

from __future__ import annotations

import math

from games.core.table import Role
from render.canvas.shapes import Box, Disc, Drawing, Line, Point, Poly, Rect, Shape, clip, move, ngon
from render.colour import BLACK, WHITE, Colour, fade, mix
from render.pieces import AURA, AURA_EDGE, aura_edge, aura_floor
from render.signs import sign_shapes
from render.theme import Theme, colour_of, sign_of

ROOT3 = math.sqrt(3)
_WALL = 6.0
"""How far walls reach beyond a cell."""
_RIM = 20.0
"""How much is shown of floors beyond a part of a board."""
_DOOR = 0.17
"""Half the width of a door between lit floors of two rooms, as a part of a cell's radius."""


def floor_colour(theme: Theme, role: Role | None) -> Colour:
    """Return the colour of a floor."""
    return colour_of(role, theme) if role else theme.alt


def socket(theme: Theme, r: float) -> Drawing:
    """Draw the wall around one cell, with a lower edge; neighbouring cells form one block."""
    dark = theme.name == "dark"
    wall = mix(theme.board, theme.keyline, 0.75 if dark else 0.62)
    edge = mix(theme.board, theme.keyline, 0.9 if dark else 0.22)
    low = move([Poly(ngon(6, r), edge, edge, 2 * _WALL)], 0, 7)
    return Drawing((*low, Poly(ngon(6, r), wall, wall, 2 * _WALL)))


def floor(theme: Theme, role: Role | None, r: float) -> Drawing:
    """Draw one floor, sunk between its walls: a shadow along its upper edges, a lighter centre."""
    colour = floor_colour(theme, role)
    depth = max(3.0, r * 0.07)
    inner = ngon(6, r - _WALL + 1.5)
    upper = (inner[4], inner[5], inner[0], inner[1], inner[2])
    return Drawing(
        (
            Poly(inner, colour),
            Line(tuple(_towards(point, depth * 0.5) for point in upper[:4]), mix(colour, BLACK, 0.3), depth),
            Poly(ngon(6, r * 0.84), mix(colour, WHITE, 0.09)),
        )
    )


def rim_floor(theme: Theme, role: Role | None, r: float, turn: int) -> Drawing:
    """Draw the dimmed edge of a floor outside the picture, on the side of the board."""
    side = math.cos(math.radians(turn + 180)), math.sin(math.radians(turn + 180))
    wall = mix(theme.board, theme.keyline, 0.75 if theme.name == "dark" else 0.62)
    near = r * ROOT3 / 2 - _RIM
    parts = (ngon(6, r + _WALL), wall), (ngon(6, r - _WALL), mix(floor_colour(theme, role), theme.board, 0.5))
    return Drawing(tuple(Poly(clip(corners, side, -near), colour) for corners, colour in parts))


def _towards(point: Point, by: float) -> Point:
    """Return the point moved towards the centre."""
    length = math.hypot(*point)
    return point[0] * (1 - by / length), point[1] * (1 - by / length)


def bridge(theme: Theme, role: Role | None, r: float, turn: int) -> Drawing:
    """Draw the join of two floors of one room: its colour across the wall, with a thin line between the tiles."""
    colour = floor_colour(theme, role)
    half, thick = r * 0.5, _WALL * 0.95
    shapes: tuple[Shape, ...] = (
        Poly(((-thick, -half + 1), (thick, -half + 1), (thick, half - 1), (-thick, half - 1)), colour),
        Line(((0, -half + 2), (0, half - 2)), mix(colour, BLACK, 0.28), 3),
    )
    return Drawing(tuple(_turn(shape, turn) for shape in shapes))


def beam(theme: Theme, role: Role, r: float, turn: int, within: bool) -> Drawing:  # noqa: FBT001 - part of a key
    """Draw the link of two lit floors of one colour: they become one floor `within` a room, else there is a door.

    The edge of the light continues on both sides.
    """
    ground, edge = aura_floor(theme, role), aura_edge(theme, role)
    half, thin = (r * AURA / 2, r * AURA_EDGE * ROOT3 / 2) if within else (r * _DOOR, r * AURA_EDGE)
    reach = r * (1 - AURA) * ROOT3 / 2 + 1
    sides = (((-reach, y), (reach, y)) for y in (-half - thin / 2, half + thin / 2))
    floor = Poly(((-reach, -half), (reach, -half), (reach, half), (-reach, half)), ground)
    shapes: list[Shape] = [*(Line(side, edge, thin) for side in sides), floor]
    return Drawing(tuple(_turn(shape, turn) for shape in shapes))


def lit_corner(theme: Theme, role: Role, r: float, turn: int) -> Drawing:
    """Draw the corner where three lit floors of one colour and room meet; one of them lies in this direction.

    It overlaps with them, so that no seam shows.
    """
    ground, corners = aura_floor(theme, role), ngon(3, r * (1 - AURA), turn)
    ends = (Disc(x, y, r * AURA_EDGE * 1.8, ground) for x, y in corners)  # of the edges of the light
    return Drawing((Poly(ngon(3, r * (1.08 - AURA), turn), ground), *ends))


def _turn(shape: Shape, degrees: float) -> Shape:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if isinstance(shape, Poly):
        points = tuple((x * cos - y * sin, x * sin + y * cos) for x, y in shape.points)
        return Poly(points, shape.fill, shape.stroke, shape.width)
    if isinstance(shape, Line):
        points = tuple((x * cos - y * sin, x * sin + y * cos) for x, y in shape.points)
        return Line(points, shape.stroke, shape.width)
    raise TypeError(shape)


def floor_sign(role: Role, r: float, ink: Colour) -> Drawing:
    """Draw the sign of a room at four corners of a floor, where neither things nor names lie."""
    sign = sign_shapes(sign_of(role), r * 0.125, fade(ink, 0.8))
    places = ngon(6, r * 0.7)
    return Drawing(tuple(shape for i in (1, 2, 4, 5) for shape in move(sign, *places[i])))


def name_plate(theme: Theme, role: Role | None, wide: int) -> Drawing:
    """Draw the ground of a name on a lit floor, in the colour of its room."""
    w, h = wide + 12.0, 30.0
    rect = Rect(-w / 2, -h / 2, w, h)
    return Drawing((Box(rect, 10, floor_colour(theme, role)),))
