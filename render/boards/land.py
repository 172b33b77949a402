"""Land: cells of one owner that join up into one shape."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.table import Role
from render.canvas.shapes import Box, Drawing, Rect, Shape
from render.colour import BLACK, WHITE, mix
from render.signs import sign_shapes, square
from render.theme import Theme, bright, colour_of, sign_of

_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight neighbours, clockwise from the upper one."""


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


def land(theme: Theme, role: Role, unit: float, joined: int, keep: bool) -> Drawing:  # noqa: FBT001 - part of a key
    """One cell of land, opaque, exactly a cell large."""
    colour, gap, curve, half = colour_of(role, theme), unit * 0.055, unit * 0.26, unit / 2
    up, right, down, left = (bool(joined >> i & 1) for i in (0, 2, 4, 6))
    x, y = -half + (0 if left else gap), -half + (0 if up else gap)
    right_edge, bottom = half - (0 if right else gap), half - (0 if down else gap)
    shapes: list[Shape] = [Box(Rect(x, y, right_edge - x, bottom - y), curve, colour)]
    for corner, across, along in (
        (Rect(x, y, half, half), left, up),
        (Rect(0, y, right_edge, half), right, up),
        (Rect(0, 0, right_edge, bottom), right, down),
        (Rect(x, 0, half, bottom), left, down),
    ):
        if across or along:  # a side that joins has no round corners
            shapes.append(Box(corner, 0, colour))
    return Drawing(
        (*shapes, *_notches(theme, joined, half, gap), *_sign(theme, role, unit, keep)), (), theme.board, (unit, unit)
    )


def _notches(theme: Theme, joined: int, half: float, gap: float) -> list[Shape]:
    """The inner corners: two sides join, the cell between them does not."""
    places = ((1, half, -half), (3, half, half), (5, -half, half), (7, -half, -half))
    missing = (
        (x, y) for i, x, y in places if joined >> (i - 1) & 1 and joined >> (i + 1) % 8 & 1 and not joined >> i & 1
    )
    return [Box(Rect(x - gap, y - gap, 2 * gap, 2 * gap), gap * 0.5, theme.board) for x, y in missing]


def _sign(theme: Theme, role: Role, unit: float, keep: bool) -> tuple[Shape, ...]:  # noqa: FBT001 - as above
    colour, sign = colour_of(role, theme), sign_of(role)
    if sign is None:
        return ()
    if keep:
        plate = square(unit * 0.74, unit * 0.2, mix(colour, BLACK, 0.45))
        return (plate, *sign_shapes(sign, unit * 0.26, mix(colour, WHITE, 0.92)))
    share = 0.3 * theme.emphasis**2
    ink = mix(colour, BLACK, share) if bright(colour) else mix(colour, WHITE, share)
    return sign_shapes(sign, unit * 0.18 * theme.emphasis, ink)
