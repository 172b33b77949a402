"""Signs and outlines: the plain shapes that pieces are made of."""

from __future__ import annotations

from collections.abc import Callable

from games.core.table import Glyph
from render.canvas.shapes import Box, Disc, Line, Poly, Rect, Shape, move, ngon, star
from render.colour import Colour
from render.theme import Sign

Shapes = tuple[Shape, ...]


def square(side: float, round_: float, fill: Colour | None, stroke: Colour | None = None, width: float = 0) -> Box:
    """Return a square around the centre."""
    return Box(Rect(-side / 2, -side / 2, side, side), round_, fill, stroke, width)


def _strokes(reach: float, turn: float, colour: Colour, width: float) -> Shapes:
    """Return two lines that cross in the centre."""
    ends = ngon(4, reach, turn)
    return (Line((ends[0], ends[2]), colour, width), Line((ends[1], ends[3]), colour, width))


def _bars(r: float, colour: Colour) -> Shapes:
    return tuple(Line(((-r * 0.7, y), (r * 0.7, y)), colour, r * 0.4) for y in (-r * 0.42, r * 0.42))


_SIGNS: dict[Sign, Callable[[float, Colour], Shapes]] = {
    "dot": lambda r, colour: (Disc(0, 0, r * 0.72, colour),),
    "ring": lambda r, colour: (Disc(0, 0, r * 0.9, None, colour, r * 0.36),),
    "triangle": lambda r, colour: (Poly(ngon(3, r * 0.86, -90, 0, r * 0.14), colour, colour, r * 0.29),),
    "square": lambda r, colour: (Poly(ngon(4, r * 0.84, -45), colour, colour, r * 0.29),),
    "diamond": lambda r, colour: (Poly(ngon(4, r * 0.92), colour, colour, r * 0.25),),
    "hexagon": lambda r, colour: (Poly(ngon(6, r * 0.84), None, colour, r * 0.36),),
    "star": lambda r, colour: (Poly(star(5, r * 0.98, r * 0.44), colour, colour, r * 0.18),),
    "cross": lambda r, colour: _strokes(r * 0.8, 0, colour, r * 0.54),
    "saltire": lambda r, colour: _strokes(r * 0.86, 45, colour, r * 0.47),
    "bars": _bars,
}


def sign_shapes(sign: Sign | None, r: float, colour: Colour) -> Shapes:
    """Return the sign of a role, about `r` from its centre to its edge."""
    return _SIGNS[sign](r, colour) if sign else ()


def _clover(r: float, colour: Colour, grow: float) -> Shapes:
    leaves = (Disc(x, y, r * 0.46 + grow, colour) for x, y in ngon(4, r * 0.46, 45))
    return (*leaves, Disc(0, 0, r * 0.4 + grow, colour))


_OUTLINES: dict[Glyph, Callable[[float, Colour, float], Shapes]] = {
    "circle": lambda r, colour, grow: (Disc(0, 0, r * 0.88 + grow, colour),),
    "triangle": lambda r, colour, grow: (
        Poly(ngon(3, r * 0.88, -90, 0, r * 0.14), colour, colour, r * 0.34 + 2 * grow),
    ),
    "clover": _clover,
    "star": lambda r, colour, grow: (
        Poly(star(5, r * 0.95, r * 0.48, -90, 0, r * 0.04), colour, colour, r * 0.2 + 2 * grow),
    ),
    "square": lambda r, colour, grow: (Poly(ngon(4, r * 0.94, -45), colour, colour, r * 0.24 + 2 * grow),),
    "diamond": lambda r, colour, grow: (Poly(ngon(4, r * 0.98), colour, colour, r * 0.2 + 2 * grow),),
    "cross": lambda r, colour, grow: _strokes(r * 0.66, 0, colour, r * 0.58 + 2 * grow),
    "dot": lambda r, colour, grow: (Disc(0, 0, r * 0.45 + grow, colour),),
}


def outline(glyph: Glyph, r: float, colour: Colour, grow: float = 0, lift: float = 0) -> Shapes:
    """Return the shape of a piece, `grow` larger all round and `lift` higher; a circle if the glyph has none."""
    return move(_OUTLINES.get(glyph, _OUTLINES["circle"])(r, colour, grow), 0, -lift)
