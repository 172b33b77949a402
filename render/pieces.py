"""The pieces: a small drawing around (0, 0) for every glyph of a table."""

from __future__ import annotations

import math

from games.core.table import Glyph, Role
from render.canvas.shapes import Box, Disc, Drawing, Line, Point, Poly, Rect, Shadow, Shape, Text, move, ngon
from render.canvas.type import width
from render.colour import BLACK, WHITE, Colour, fade, hexa, luminance, mix, on
from render.signs import outline, sign_shapes, square
from render.theme import GILT, SMALLEST, Theme, bright, colour_of, ink_on, lighten, rim, shade, sign_of

_NIGHT, _DAY = hexa("#1B1E2B"), hexa("#FFF7E0")
"""The body colours of black and white priests."""
SMALL = 60.0
"""The side of a tile below which its sign is larger in proportion, so that it is seen on a phone."""
AURA, AURA_EDGE = 0.755, 0.045
"""The size of the lit floor in a cell, and the width of the line around it, as parts of the cell's radius."""


def figure(theme: Theme, glyph: Glyph, role: Role, r: float) -> Drawing:
    """Draw a moving piece: shadow, keyline, lower side, face, lighter centre, the sign of its role."""
    colour, edge = colour_of(role, theme), r * 0.09
    shapes: list[Shape] = [Shadow(outline(glyph, r, colour, edge), r * 0.1, r * 0.07, theme.shade * 0.8)]
    shapes += outline(glyph, r, rim(colour, theme), edge)
    shapes += outline(glyph, r, shade(colour))
    shapes += outline(glyph, r * 0.94, colour, 0, r * 0.05)
    shapes += outline(glyph, r * 0.68, lighten(colour), 0, r * 0.02)
    sign = sign_of(role)
    size = 0.38 * (theme.emphasis if glyph == "circle" else min(1.15, theme.emphasis)) * (0.5 if glyph == "dot" else 1)
    shapes += sign_shapes(sign, r * size, fade(ink_on(colour), 0.95))
    return Drawing(tuple(shapes))


def _discs(theme: Theme, role: Role, r: float, lift: float = 0) -> tuple[Shape, ...]:
    colour, edge = colour_of(role, theme), rim(colour_of(role, theme), theme)
    return (
        Disc(0, -lift + r * 0.06, r * 0.99, mix(edge, BLACK, 0.45)),
        Disc(0, -lift, r, edge),
        Disc(0, -lift, r * 0.9, shade(colour)),
        Disc(0, -lift - r * 0.04, r * 0.86, colour),
        Disc(0, -lift - r * 0.02, r * 0.66, lighten(colour)),
    )


def counter(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw a round piece."""
    colour = colour_of(role, theme)
    shapes = (Shadow((Disc(0, 0, r, colour),), r * 0.12, r * 0.08, theme.shade * 0.8), *_discs(theme, role, r))
    sign = sign_of(role)
    marks = sign_shapes(sign, r * 0.42 * theme.emphasis, fade(ink_on(colour), 0.95))
    return Drawing((*shapes, *marks))


def stack(theme: Theme, role: Role, r: float, height: int) -> Drawing:
    """Draw a pile of counters; their number is written on the top one, beside its sign."""
    if r < SMALLEST * 0.9:
        return _low_stack(theme, role, r)
    colour, step = colour_of(role, theme), r * 0.28
    low = -step * (min(height, 4) - 1) / 2
    shapes: list[Shape] = [Shadow((Disc(0, -low, r, colour),), r * 0.12, r * 0.08, theme.shade * 0.8)]
    for i in range(min(height, 4)):
        shapes += _discs(theme, role, r, low + i * step)
    top, sign, ink = low + (min(height, 4) - 1) * step, sign_of(role), ink_on(colour)
    marks, size = sign_shapes(sign, r * 0.3, ink), max(SMALLEST, r * 0.78)
    return Drawing((*shapes, *move(marks, -r * 0.36, -top)), (Text(r * 0.36, -top, str(height), size, ink, "black"),))


def _low_stack(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw a pile too small for a readable number: two wider counters, the lower one seen below the upper."""
    colour, wide, lift = colour_of(role, theme), r * 1.06, r * 0.12
    shapes: list[Shape] = [Shadow((Disc(0, lift * 2, wide, colour),), r * 0.16, r * 0.12, theme.shade * 0.8)]
    shapes += _discs(theme, role, wide, -lift * 2)
    shapes += _discs(theme, role, wide, lift)
    marks = sign_shapes(sign_of(role), r * 0.42 * theme.emphasis, fade(ink_on(colour), 0.95))
    return Drawing((*shapes, *move(marks, 0, -lift)))


_GLOWING = 24.0
"""The least radius of a stone that glows: there is no room around smaller ones."""


def gem(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw a cut stone: octagonal, a red one pointed, so that they also differ in shape; a large one glows."""
    colour = _stone(role, theme)
    outer = _gem_corners(role, r)
    glow = mix(colour, WHITE, 0.12 if theme.name == "dark" else 0.4)
    wide = r * 1.12 if role == "red" else r
    shapes: list[Shape] = [Disc(0, 0, wide * grow, fade(glow, 0.16)) for grow in (1.62, 1.48, 1.34) if r >= _GLOWING]
    shapes.append(Shadow((Poly(outer, colour),), wide * 0.12, wide * 0.08, theme.shade * 0.9))
    return Drawing((*shapes, *_cut_stone(theme, role, r)))


def _gem_corners(role: Role, r: float) -> tuple[Point, ...]:
    return ngon(4, r * 1.12, -90) if role == "red" else ngon(8, r, -67.5)


def _cut_stone(theme: Theme, role: Role, r: float) -> list[Shape]:
    """Return a stone with its facets, without glow and shadow."""
    colour, outer, flat = _stone(role, theme), _gem_corners(role, r), _gem_corners(role, r * 0.52)
    corners, r = len(outer), r * 1.12 if role == "red" else r
    dark, turn = mix(colour, BLACK, 0.72), -90 if role == "red" else -67.5
    shapes: list[Shape] = []
    if theme.name == "dark":
        shapes.append(Poly(outer, mix(colour, WHITE, 0.7), mix(colour, WHITE, 0.7), r * 0.34))
    shapes.append(Poly(outer, dark, dark, r * 0.22))
    for i in range(corners):
        j = (i + 1) % corners
        towards = math.radians(turn + 360 * (i + 0.5) / corners)
        light = 0.5 + 0.5 * math.cos(towards - math.radians(-125))
        facet = mix(mix(colour, BLACK, 0.34), WHITE, 0.72 * light)
        shapes.append(Poly((outer[i], outer[j], flat[j], flat[i]), facet, mix(facet, WHITE, 0.2), r * 0.03))
    shapes.append(Poly(flat, mix(colour, WHITE, 0.28)))
    glint = flat[2:4] if corners == 4 else flat[5:8]
    shapes.append(Poly(((0, 0), *glint, flat[0]), mix(colour, WHITE, 0.62)))
    return shapes


def _stone(role: Role, theme: Theme) -> Colour:
    stones = {"blue": hexa("#19B8C9"), "red": hexa("#E0314F")}
    return stones.get(role) or colour_of(role, theme)


def carrier_ring(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw the ground of a piece that holds a gem, in the gem's colour, and a ring.

    For colour-blind eyes, a red gem's ring has corners and is darker; the other one is lighter.
    """
    red = role == "red"
    colour, ground = _stone(role, theme), theme.turf[0] if theme.skin.ground == "pitch" else theme.cell
    lit_ground = mix(mix(ground, colour, 0.7), BLACK if red else WHITE, 0.45)
    line, edge = (mix(colour, BLACK, 0.3), mix(colour, BLACK, 0.75)) if red else (mix(colour, WHITE, 0.45), colour)
    shape = ngon(4, r * 1.02) if red else ngon(40, r * 0.96)
    return Drawing(
        (square(r * 2.12, r * 0.2, lit_ground), Poly(shape, None, edge, r * 0.26), Poly(shape, None, line, r * 0.16))
    )


def carried_piece(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw what a piece holds, on a small plate at its corner: a red gem on a dark plate, another on a light one."""
    light, dark = mix(theme.board, WHITE, 0.9), hexa("#300C18")
    plate, edge = (dark, light) if role == "red" else (light, theme.keyline)
    discs = Disc(0, 0, r, theme.keyline), Disc(0, 0, r * 0.95, edge), Disc(0, 0, r * 0.86, plate)
    return Drawing((*discs, *_cut_stone(theme, role, r * 0.62)))


def tile(theme: Theme, role: Role, side: float, words: str = "") -> Drawing:
    """Draw a square tile with the sign of its role; `words` is the number of tiles that it stands for.

    Its edges lie on pixel boundaries, which keeps them sharp and files small.
    """
    colour = colour_of(role, theme)
    side, edge = 2.0 * round(side / 2), max(1, round(side * 0.045))
    size = max(0.27 * theme.emphasis, 0.31 if side < SMALL else 0)
    face = Rect(-side / 2, -side / 2, side, side).inset(edge)
    ink = mix(colour, BLACK, 0.62) if bright(colour) else mix(colour, WHITE, 0.86)
    shapes: list[Shape] = [
        Shadow((square(side, side * 0.2, BLACK),), side * 0.05, side * 0.04, theme.shade * 0.8),
        square(side, side * 0.2, rim(colour, theme)),
        Box(face, side * 0.17, mix(colour, BLACK, 0.3)),
        Box(Rect(face.x, face.y, face.w - edge, face.h - edge), side * 0.16, mix(colour, WHITE, 0.38)),
        Box(face.inset(max(2, round(side * 0.06))), side * 0.12, colour),
        *sign_shapes(sign_of(role), side * size, ink),
    ]
    if not words:
        return Drawing(tuple(shapes))
    w, (x, y) = width(words, SMALLEST, "black") + 12, (side * 0.3, side * 0.3)
    plate = Rect(x - w / 2, y - 17, w, 34)
    shapes += [Box(plate.inset(-2), 15, theme.keyline), Box(plate, 14, WHITE)]
    return Drawing(tuple(shapes), (Text(x, y, words, SMALLEST, theme.keyline, "black"),))


def marker(theme: Theme, side: float, words: str) -> Drawing:
    """Draw the starting player's marker."""
    ivory, shadow = (
        hexa("#F7F4EA"),
        Shadow((square(side, side * 0.24, BLACK),), side * 0.05, side * 0.04, theme.shade * 0.8),
    )
    body = (square(side, side * 0.24, mix(ivory, BLACK, 0.6)), square(side * 0.9, side * 0.2, ivory))
    return Drawing((shadow, *body), (Text(0, 0, words or "1", side * 0.7, hexa("#22252C"), "black"),))


def priest(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw a person: the moon for black, the sun for white, otherwise the sign of the role."""
    colour = colour_of(role, theme)
    body, edge = {"black": (_NIGHT, hexa("#F5F1E6")), "white": (_DAY, hexa("#23202B"))}.get(
        role, (colour, rim(colour, theme))
    )
    shapes: list[Shape] = [Shadow((Disc(0, 0, r, body),), r * 0.12, r * 0.09, 0.45)]
    shapes += [
        Disc(0, 0, r, mix(edge, BLACK, 0.9) if role == "black" else edge),
        Disc(0, 0, r * 0.93, edge),
        Disc(0, 0, r * 0.82, body),
    ]
    if role == "black":
        shapes += [Disc(-r * 0.06, 0, r * 0.52, hexa("#F3D57A")), Disc(r * 0.2, -r * 0.12, r * 0.42, body)]
    elif role == "white":
        shapes += _sun(r * 0.66, hexa("#B96A08"))
    else:
        shapes += sign_shapes(sign_of(role), r * 0.5, on(colour))
    return Drawing(tuple(shapes))


def _sun(r: float, colour: Colour) -> list[Shape]:
    rays = [(math.cos(math.tau * i / 8), math.sin(math.tau * i / 8)) for i in range(8)]
    lines: list[Shape] = [Line(((r * 0.7 * x, r * 0.7 * y), (r * x, r * y)), colour, r * 0.2) for x, y in rays]
    return [*lines, Disc(0, 0, r * 0.5, colour)]


def artwork(theme: Theme, role: Role, side: float, words: str) -> Drawing:
    """Draw a framed picture in the colour of its room, with the room's letter, which is that of its colour."""
    colour = colour_of(role, theme)
    shapes: list[Shape] = [
        Shadow((square(side, side * 0.16, BLACK),), side * 0.07, side * 0.06, 0.5),
        square(side, side * 0.18, hexa("#2A2117")),
        square(side * 0.94, side * 0.15, GILT),
        square(side * 0.78, side * 0.09, mix(colour, BLACK, 0.45)),
        square(side * 0.73, side * 0.07, colour),
    ]
    return Drawing(
        tuple(shapes), (Text(0, 0, words or role[0].upper(), max(SMALLEST, side * 0.6), on(colour), "black"),)
    )


def aura(theme: Theme, role: Role, r: float, aside: float = 0.0) -> Drawing:
    """Draw the lit floor of a hexagon of radius `r`, with a seal in its upper half: sun on white, moon on black.

    The seal is shifted to the left by `aside` of the radius. The edge of the cell, where marks run, stays free, so that
    no mark looks like an aura or hides one.
    """
    light = luminance(colour_of(role, theme)) > 0.4
    floor, edge = aura_floor(theme, role), aura_edge(theme, role)
    seal = r * 0.27
    shapes: list[Shape] = [Poly(ngon(6, r * (AURA + AURA_EDGE)), edge), Poly(ngon(6, r * AURA), floor)]
    emblem: list[Shape] = _sun(seal, hexa("#DDA23A")) if light else _moon(seal, hexa("#A99A62"), floor)
    return Drawing((*shapes, *move(emblem, -r * aside, -r * 0.3)))


def aura_floor(theme: Theme, role: Role) -> Colour:
    """Return the colour of the floor under an aura."""
    return hexa("#FFFBEF") if luminance(colour_of(role, theme)) > 0.4 else hexa("#0E111A")


def aura_edge(theme: Theme, role: Role) -> Colour:
    """Return the colour around that floor."""
    return hexa("#3A2A08") if luminance(colour_of(role, theme)) > 0.4 else hexa("#F1E3B8")


def _moon(r: float, colour: Colour, ground: Colour) -> list[Shape]:
    return [Disc(-r * 0.08, 0, r * 0.86, colour), Disc(r * 0.3, -r * 0.18, r * 0.7, ground)]


def chip(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw the colour and sign of a player: a counter, or a person if people walk the board."""
    return priest(theme, role, r) if theme.skin.chip == "priest" else counter(theme, role, r)


def glyph_drawing(theme: Theme, glyph: Glyph, role: Role, r: float, words: str = "", height: int = 1) -> Drawing:
    """Draw any glyph, about `r` from its centre to its edge."""
    match glyph:
        case "counter" | "stack":
            drawing = stack(theme, role, r, height) if height > 1 else counter(theme, role, r)
        case "gem":
            drawing = gem(theme, role, r * 0.86)
        case "tile" | "block" | "keep":
            drawing = tile(theme, role, r * 1.8, words)
        case "marker":
            drawing = marker(theme, r * 1.8, words)
        case "priest":
            drawing = priest(theme, role, r)
        case "artwork":
            drawing = artwork(theme, role, max(42.0, r * 1.8), words)
        case "aura":
            drawing = aura(theme, role, r)
        case _:
            drawing = figure(theme, glyph, role, r)
    return drawing
