"""Owned ground on boards of stones: its tint, and the signs of its owners."""

from __future__ import annotations

import math

from games.core.table import Role
from render.canvas.shapes import Disc, Drawing, Line, Point, Poly, Shape, clip, move
from render.colour import Colour, contrast, mix
from render.signs import sign_shapes
from render.theme import NIGHT, Theme, bright, colour_of, ink_on, rim, sign_of

Outline = tuple[Point, ...]


def field(theme: Theme, polygon: Outline, roles: tuple[Role, ...]) -> Drawing:
    """Draw owned ground: a tint, or a calm grey with thin diagonal lines if there are several owners."""
    left, right = min(x for x, _ in polygon), max(x for x, _ in polygon)
    if len(roles) == 1:
        tint = _tint(theme, roles[0])
        signs = _corner_signs(theme, roles[0], tint, (right - left) * 0.3) if theme.patterns == "strong" else ()
        return Drawing((Poly(polygon, tint, tint, 1.6), *signs))
    ground = mix(theme.board, theme.cell, 0.5)
    lines = _hatching(polygon, mix(ground, theme.line, 0.55)) if right - left > _DENSE else ()
    return Drawing((Poly(polygon, ground, ground, 1.6), *lines))


def wash(theme: Theme, polygon: Outline, role: Role) -> Drawing:
    """Draw ground that is owned as it stands but may yet change hands: hardly more than a hint of the colour."""
    tint = mix(theme.board, colour_of(role, theme), 0.14)
    tint = tint if contrast(tint, theme.board) >= 1.1 else mix(tint, theme.line, 0.25)
    return Drawing((Poly(polygon, tint, tint, 1.6),))


_APART, _DENSE = 17.0, 54.0
"""The distance between lines of the hatching, and the width of ground that is too small for it."""


def _hatching(polygon: Outline, ink: Colour) -> list[Shape]:
    """Return lines from the lower left to the upper right."""
    heights = [x + y for x, y in polygon]
    first, last = math.ceil(min(heights) / _APART), math.floor(max(heights) / _APART)
    lines: list[Shape] = []
    for i in range(first, last + 1):
        strip = clip(clip(polygon, (1, 1), i * _APART + 1.6), (-1, -1), -(i * _APART - 1.6))
        if len(strip) > 2:
            lines.append(Poly(strip, ink))
    return lines


_QUARTERS: tuple[Role, ...] = ("black", "purple", "white", "yellow")


def owner_parts(theme: Theme, roles: tuple[Role, ...], r: float) -> Drawing:
    """Draw the owners of an empty cell: a small disc with a part for each, always in the same place."""
    order = [role for role in _QUARTERS if role in roles] + [role for role in roles if role not in _QUARTERS]
    shapes: list[Shape] = [Disc(0, 0, r + 2.5, theme.muted), Disc(0, 0, r, theme.board)]
    step = 360 / len(order)
    for i, role in enumerate(order):
        turns = (180 + step * (i + share / 8) for share in range(9))
        arc = tuple((r * math.cos(math.radians(turn)), r * math.sin(math.radians(turn))) for turn in turns)
        shapes.append(Poly(((0, 0), *arc), colour_of(role, theme)))
    lines = (180 + step * i for i in range(len(order)))
    ends = ((r * math.cos(math.radians(turn)), r * math.sin(math.radians(turn))) for turn in lines)
    shapes += [Line(((0, 0), end), theme.muted, 2) for end in ends]
    return Drawing(tuple(shapes))


def trace(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw a trace of the owner's sign on ground that is owned as it stands but may yet change hands."""
    ink = mix(theme.board, colour_of(role, theme), 0.7)
    if contrast(ink, theme.board) < 2:
        ink = mix(mix(theme.line, theme.muted, 0.5), colour_of(role, theme), 0.2)
    return Drawing(sign_shapes(sign_of(role), r, ink))


def _tint(theme: Theme, role: Role) -> Colour:
    """Return the board with a hint of the colour, or the colour in shadow or light if that would hardly be seen."""
    colour = colour_of(role, theme)
    tint = mix(theme.board, colour, 0.42)
    if contrast(tint, theme.board) >= 1.25:
        return tint
    return mix(colour, theme.ink, 0.17) if bright(colour) else mix(tint, theme.line, 0.45)


def _corner_signs(theme: Theme, role: Role, ground: Colour, apart: float) -> tuple[Shape, ...]:
    """Return the sign of a role in the four corners of a field."""
    marks = sign_shapes(sign_of(role), apart * 0.4, mix(ground, theme.ink, 0.45))
    return tuple(shape for dx in (-apart, apart) for dy in (-apart, apart) for shape in move(marks, dx, dy))


def owner_signs(theme: Theme, roles: tuple[Role, ...], r: float) -> Drawing:
    """Draw the signs of the owners of an empty cell."""
    shapes: list[Shape] = []
    for i, role in enumerate(roles):
        colour = colour_of(role, theme)
        x = (i - (len(roles) - 1) / 2) * r * 1.5
        plate = mix(theme.board, colour, 0.9)
        ink = ink_on(plate)
        shapes += [Disc(x, 0, r + 2.5, NIGHT), Disc(x, 0, r, rim(colour, theme)), Disc(x, 0, r * 0.84, plate)]
        shapes += move(sign_shapes(sign_of(role), r * 0.6, ink), x, 0)
    return Drawing(tuple(shapes))
