"""Land: cells of one owner that join up into one shape with a coast, and the towers of headquarters."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.table import Role
from render.canvas.shapes import Box, Drawing, Rect, Shape
from render.colour import BLACK, WHITE, Colour, mix
from render.signs import sign_shapes, square
from render.theme import Theme, bright, colour_of, sign_of

_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight neighbours, clockwise from the upper one."""
_SEA, _COAST = 0.05, 0.13
"""How far from the edge of a cell its coast begins and ends, in cells."""


def joined_sides(owners: Mapping[tuple[float, float], Role], place: tuple[float, float]) -> int:
    """A bit for each of the eight neighbours that the cell joins with; a corner only between two joined sides."""
    x, y = place
    role, get = owners[place], owners.get
    bits = 0
    for i, (dx, dy) in enumerate(_AROUND):
        if get((x + dx, y + dy)) == role:
            bits |= 1 << i
    for corner, sides in ((1, 0b101), (3, 0b10100), (5, 0b1010000), (7, 0b1000001)):
        if bits & sides != sides:
            bits &= ~(1 << corner)
    return bits


def sea(theme: Theme) -> Colour:
    """What nobody owns, and the ground around land."""
    return mix(theme.board, theme.cell, 0.7 if theme.name == "dark" else 1.0)


def land(theme: Theme, role: Role, unit: float, joined: int, keep: bool) -> Drawing:  # noqa: FBT001 - part of a key
    """One cell of land, opaque, exactly a cell large: a light coast towards the sea, the ground, its sign."""
    colour, ground = colour_of(role, theme), sea(theme) if theme.skin.ground == "land" else theme.board
    coast = mix(colour, WHITE, 0.42) if theme.name == "dark" else mix(colour, BLACK, 0.38)
    shapes = (*_body(unit, joined, _SEA, 0.26, coast), *_notches(joined, unit, _COAST, coast))
    shapes += (*_body(unit, joined, _COAST, 0.2, colour), *_notches(joined, unit, _COAST, coast))
    shapes += _notches(joined, unit, _SEA, ground)
    return Drawing((*shapes, *_sign(theme, role, unit, keep)), (), ground, (unit, unit))


def _body(unit: float, joined: int, gap: float, curve: float, colour: Colour) -> tuple[Shape, ...]:
    """The cell without a margin on the sides where it does not join."""
    half, gap = unit / 2, unit * gap
    up, right, down, left = (bool(joined >> i & 1) for i in (0, 2, 4, 6))
    x, y = -half + (0 if left else gap), -half + (0 if up else gap)
    right_edge, bottom = half - (0 if right else gap), half - (0 if down else gap)
    shapes: list[Shape] = [Box(Rect(x, y, right_edge - x, bottom - y), unit * curve, colour)]
    for corner, across, along in (
        (Rect(x, y, half, half), left, up),
        (Rect(0, y, right_edge, half), right, up),
        (Rect(0, 0, right_edge, bottom), right, down),
        (Rect(x, 0, half, bottom), left, down),
    ):
        if across or along:  # a side that joins has no round corners
            shapes.append(Box(corner, 0, colour))
    return tuple(shapes)


def _notches(joined: int, unit: float, gap: float, colour: Colour) -> tuple[Shape, ...]:
    """The inner corners: two sides join, the cell between them does not."""
    half, gap = unit / 2, unit * gap
    places = ((1, half, -half), (3, half, half), (5, -half, half), (7, -half, -half))
    missing = (
        (x, y) for i, x, y in places if joined >> (i - 1) & 1 and joined >> (i + 1) % 8 & 1 and not joined >> i & 1
    )
    return tuple(Box(Rect(x - gap, y - gap, 2 * gap, 2 * gap), gap * 0.5, colour) for x, y in missing)


def _sign(theme: Theme, role: Role, unit: float, keep: bool) -> tuple[Shape, ...]:  # noqa: FBT001 - as above
    colour, sign = colour_of(role, theme), sign_of(role)
    if sign is None:
        return ()
    if keep:
        return (*_tower(unit, colour), *sign_shapes(sign, unit * 0.22, mix(colour, WHITE, 0.92)))
    share = 0.4 * theme.emphasis**1.5
    ink = mix(colour, BLACK, share) if bright(colour) else mix(colour, WHITE, share)
    return sign_shapes(sign, unit * 0.21 * theme.emphasis**0.8, ink)


def _tower(unit: float, colour: Colour) -> tuple[Shape, ...]:
    """A tower from above: battlements at its corners and sides, a dark court in the middle."""
    stone, dark, court = mix(colour, WHITE, 0.5), mix(colour, BLACK, 0.62), mix(colour, BLACK, 0.5)
    around = [(x * unit * 0.36, y * unit * 0.36) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    side, edge = unit * 0.2, unit * 0.25
    return (
        square(unit * 0.8, unit * 0.08, dark),
        *(Box(Rect(x - edge / 2, y - edge / 2, edge, edge), edge * 0.25, dark) for x, y in around),
        square(unit * 0.7, unit * 0.06, stone),
        *(Box(Rect(x - side / 2, y - side / 2, side, side), side * 0.25, stone) for x, y in around),
        square(unit * 0.56, unit * 0.1, court),
    )
