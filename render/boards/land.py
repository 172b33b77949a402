"""Land: adjacent cells of one owner form one shape with a coast; and the towers of headquarters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from games.core.table import Role
from render.canvas.shapes import Box, Drawing, Point, Rect, Shape, move
from render.colour import BLACK, WHITE, Colour, fade, mix
from render.signs import sign_shapes
from render.theme import NIGHT, Sign, Theme, bright, colour_of, sign_of

INSIDE = 0b11111111
"""The bits of a cell that joins all eight neighbours."""
_SEA, _COAST = 0.05, 0.115
"""Where the coast of a cell begins and ends, as distances from its edge in cells; both are rounded to whole units."""


def joined_sides(owners: Mapping[tuple[float, float], Role], place: tuple[float, float]) -> int:
    """Return a bit for each neighbour that the cell joins, clockwise from above; a corner only between joined sides."""
    (x, y), role, get = place, owners[place], owners.get
    above, right = get((x, y + 1)) == role, get((x + 1, y)) == role
    below, left = get((x, y - 1)) == role, get((x - 1, y)) == role
    bits = above | right << 2 | below << 4 | left << 6
    if above and right and get((x + 1, y + 1)) == role:
        bits |= 2
    if right and below and get((x + 1, y - 1)) == role:
        bits |= 8
    if below and left and get((x - 1, y - 1)) == role:
        bits |= 32
    if left and above and get((x - 1, y + 1)) == role:
        bits |= 128
    return bits


def sea(theme: Theme) -> Colour:
    """Return the colour of unowned ground and of the ground around land."""
    return mix(theme.board, theme.cell, 0.7 if theme.name == "dark" else 1.0)


def land(
    theme: Theme,
    role: Role,
    unit: float,
    joined: int,
    castle: int | None = None,
    signed: bool = True,  # noqa: FBT001, FBT002 - a part of a key
) -> Drawing:
    """Draw one opaque cell of land, exactly a cell large: a light coast towards the sea, the ground, its sign.

    For headquarters, `castle` has a bit for each neighbour that is also a part of them. Inside wide land, only some
    cells are `signed`, which leaves it calm.
    """
    colour, ground = colour_of(role, theme), sea(theme) if theme.skin.ground == "land" else theme.board
    coast = mix(colour, WHITE, 0.42) if theme.name == "dark" else mix(colour, BLACK, 0.38)
    first, last = max(1, round(unit * _SEA)), max(2, round(unit * _COAST))
    shapes = (*_body(unit, joined, first, 0.26, coast), *_notches(joined, unit, last, coast))
    shapes += (*_body(unit, joined, last, 0.2, colour), *_notches(joined, unit, last, coast))
    shapes += _notches(joined, unit, first, ground)
    if castle is None:
        over = _sign(theme, role, unit) if signed else ()
    else:
        over = _castle(unit, colour, sign_of(role), castle)
    return Drawing((*shapes, *over), (), ground, (unit, unit))


def _body(unit: float, joined: int, gap: float, curve: float, colour: Colour) -> tuple[Shape, ...]:
    """Return the shape of a cell, without a margin on the sides where it joins others."""
    half = unit / 2
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
        if across or along:  # no round corner on a side that joins
            shapes.append(Box(corner, 0, colour))
    return tuple(shapes)


def _notches(joined: int, unit: float, gap: float, colour: Colour) -> tuple[Shape, ...]:
    """Return the inner corners, where both sides join but the cell between them does not."""
    half = unit / 2
    places = ((1, half, -half), (3, half, half), (5, -half, half), (7, -half, -half))
    missing = (
        (x, y) for i, x, y in places if joined >> (i - 1) & 1 and joined >> (i + 1) % 8 & 1 and not joined >> i & 1
    )
    return tuple(Box(Rect(x - gap, y - gap, 2 * gap, 2 * gap), gap * 0.5, colour) for x, y in missing)


def _sign(theme: Theme, role: Role, unit: float) -> tuple[Shape, ...]:
    colour, sign = colour_of(role, theme), sign_of(role)
    if sign is None:
        return ()
    share = 0.4 * theme.emphasis**1.5
    ink = mix(colour, BLACK, share) if bright(colour) else mix(colour, WHITE, share)
    return sign_shapes(sign, unit * 0.21 * theme.emphasis**0.8, ink)


_TOWER, _TURRET = 0.36, 0.27
"""The side of a tower of headquarters, and of those of one cell, in cells."""
_CORNERS = ((0b111, 1, -1), (0b11100, 1, 1), (0b1110000, -1, 1), (0b11000001, -1, -1))
"""The corners where four parts of headquarters meet: bits of their neighbours, right or left, down or up."""


def _castle(unit: float, colour: Colour, sign: Sign | None, joined: int) -> tuple[Shape, ...]:
    """Draw a part of a castle from above: walls with battlements on outer sides, a dark court with one large sign.

    Edges lie on pixel boundaries, which keeps them sharp and files small.
    """
    stone, dark, court = mix(colour, WHITE, 0.62), mix(colour, BLACK, 0.7), mix(colour, BLACK, 0.5)
    half, thick, thin = unit / 2, round(unit * 0.2), max(1, round(unit * 0.04))
    outer = [not joined >> i & 1 for i in (0, 2, 4, 6)]
    up, right, down, left = (thick if one else 0 for one in outer)
    whole = Rect(-half, -half, unit, unit)
    yard = Rect(-half + left, -half + up, unit - left - right, unit - up - down)
    shapes: list[Shape] = [Box(whole, 0, stone), *_battlements(unit, thick, outer, dark)]
    shapes += [Box(yard.inset(-thin), 0, dark), Box(yard, 0, court)] if any(outer) else [Box(whole, 0, court)]
    for corner, x, y in _CORNERS:
        sides = corner & 0b1010101
        if joined & sides == sides and joined & corner != corner:  # walls meet there
            place = Rect(x * (half - thick / 2) - thick / 2, y * (half - thick / 2) - thick / 2, thick, thick)
            shapes += [Box(place.inset(-thin), 0, dark), Box(place, 0, stone)]
    for i, x, y in ((0, 1, -1), (1, 1, 1), (2, -1, 1), (3, -1, -1)):
        if outer[i] and outer[(i + 1) % 4]:
            shapes += _tower(round(unit * (_TOWER if joined else _TURRET)), thin, (x * half, y * half), stone, dark)
    if sign is None:
        return tuple(shapes)
    ink = mix(colour, WHITE, 0.92)
    if joined & 0b1010101 == 0:
        return (*shapes, *sign_shapes(sign, unit * 0.2, ink))
    middles = ((x * half, y * half) for bits, x, y in _CORNERS if joined & bits == bits)
    return (*shapes, *(shape for x, y in middles for shape in move(sign_shapes(sign, unit * 0.4, ink), x, y)))


def _tower(side: int, thin: int, corner: Point, stone: Colour, dark: Colour) -> Iterator[Shape]:
    """Yield a tower with a dark roof in a corner of the walls."""
    left, top = (min(place, place - math.copysign(side, place)) for place in corner)
    place = Rect(left, top, side, side)
    yield from (Box(place.inset(-thin), 0, dark), Box(place, 0, stone), Box(place.inset(round(side * 0.3)), 0, dark))


def _battlements(unit: float, thick: int, outer: Sequence[bool], dark: Colour) -> Iterator[Shape]:
    """Yield the gaps in the walls, two on each outer side."""
    half, wide, deep = unit / 2, round(unit * 0.16), round(thick * 0.55)
    for side, one in enumerate(outer):
        first, last = round(unit * 0.17) - half, half - round(unit * 0.17) - wide
        for along in (first, last) if one else ():
            out = -half if side in (0, 3) else half - deep
            lies = side % 2 == 0
            yield Box(Rect(along, out, wide, deep) if lies else Rect(out, along, deep, wide), 0, dark)


def former_land(unit: float) -> Drawing:
    """Draw an older change on a small cell of land: a frame inside it, which leaves its colour and sign as they are."""
    lines = ((0.47, 0.16, fade(NIGHT, 0.55)), (0.44, 0.1, fade(WHITE, 0.85)))
    return Drawing(
        tuple(
            Box(Rect(-half * unit, -half * unit, 2 * half * unit, 2 * half * unit), 0.16 * unit, None, ink, wide * unit)
            for half, wide, ink in lines
        )
    )
