"""Marks as drawings around the middle of a cell. Each kind differs in its line as well as in its colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from games.core.table import Role
from render.canvas.shapes import Box, Disc, Drawing, Line, Point, Poly, Rect, Shadow, Shape, Text
from render.canvas.type import width
from render.colour import BLACK, WHITE, Colour, fade, hexa, mix, on
from render.signs import sign_shapes, square
from render.theme import AMBER, HINT, MOTION, NIGHT, SMALLEST, Theme, bright, colour_of, rim, sign_of

Outline = tuple[Point, ...]
_FADED = 0.45
GHOST, NAMED_GHOST = 0.32, 0.06
"""The opacity of what may come, and the opacity if it would make a name hard to read."""


def ring(outline: Outline, thickness: float, colour: Colour = WHITE) -> Drawing:
    """Draw the last move: a line in the colour of motion between two dark ones, visible on any colour."""
    return Drawing((Poly(outline, None, NIGHT, thickness * 2.1), Poly(outline, None, colour, thickness)))


def origin_ring(outline: Outline, thickness: float, colour: Colour = WHITE) -> Drawing:
    """Draw where the last move began: the same line, dashed."""
    return Drawing((*_dashes(outline, NIGHT, thickness * 2.1), *_dashes(outline, colour, thickness)))


def faint(draw: Callable[..., Drawing], *values: object) -> Drawing:
    """Return a drawing made of lines as little more than a trace."""
    return Drawing(tuple(_faint(shape) for shape in draw(*values).shapes))


def _faint(shape: Shape) -> Shape:
    if isinstance(shape, Line):
        return replace(shape, stroke=fade(shape.stroke, _FADED))
    if isinstance(shape, Shadow):
        return shape
    fill, stroke = (fade(colour, _FADED * colour.a / 255) if colour else None for colour in (shape.fill, shape.stroke))
    return replace(shape, fill=fill, stroke=stroke)


def brackets(outline: Outline, thickness: float, colour: Colour) -> Drawing:
    """Draw the last move on cells whose owner is shown by white and black: brackets in the corners."""
    corners = _brackets(outline, 0.3)
    return Drawing(
        (
            *(Line(corner, NIGHT, thickness * 2.6) for corner in corners),
            *(Line(corner, colour, thickness * 1.5) for corner in corners),
        )
    )


def origin_brackets(outline: Outline, thickness: float, colour: Colour) -> Drawing:
    """Draw where the last move began on such cells: the same brackets, shorter and thinner."""
    corners = _brackets(outline, 0.15)
    return Drawing(
        (
            *(Line(corner, NIGHT, thickness * 2.2) for corner in corners),
            *(Line(corner, colour, thickness * 1.1) for corner in corners),
        )
    )


def _brackets(outline: Outline, share: float) -> list[tuple[Point, Point, Point]]:
    """Return both ends of each side next to a corner, as long as a `share` of the side."""
    total = len(outline)
    found = []
    for index, (x, y) in enumerate(outline):
        (ax, ay), (bx, by) = outline[index - 1], outline[(index + 1) % total]
        found.append(
            ((x + (ax - x) * share, y + (ay - y) * share), (x, y), (x + (bx - x) * share, y + (by - y) * share))
        )
    return found


def tint(theme: Theme, outline: Outline, kind: str) -> Drawing:
    """Draw the ground of a cell where a move began or ended, or which is advised."""
    colour = HINT if kind == "hint" else WHITE if theme.name == "dark" else NIGHT
    strength = {"from": 0.1, "last": 0.2}.get(kind, 0.28)
    return Drawing((Poly(outline, fade(colour, strength)),))


def trail_dot(theme: Theme, r: float, motion: Colour) -> Drawing:
    """Draw one dot of the trail that a thing left."""
    colour = NIGHT if motion == WHITE and theme.name == "light" else motion
    return Drawing(
        (Disc(0, 0, r + 1.5, fade(NIGHT if colour != NIGHT else WHITE, 0.45)), Disc(0, 0, r, fade(colour, 0.7)))
    )


def middle(r: float, kind: str, owner: Role | None, motion: Colour) -> Drawing:
    """Draw a change or advice on a small cell: its middle is lit, in the shape of its owner's sign."""
    colour, sign = HINT if kind == "hint" else motion, sign_of(owner) if owner else None
    lit = sign_shapes(sign, r * 0.98, colour) if sign else (Disc(0, 0, r * 0.74, colour),)
    return Drawing((Disc(0, 0, r, NIGHT), *lit))


def lit_land(theme: Theme, unit: float, kind: str, owner: Role | None) -> Drawing:
    """Draw a change or advice on a small cell of land: it is filled, has its owner's sign, and shines."""
    colour, glow = HINT if kind == "hint" else WHITE, WHITE if theme.name == "dark" else NIGHT
    rays = tuple(square(unit * size, unit * 0.32, fade(glow, 0.16)) for size in (1.6, 1.32))
    cell = (square(unit * 1.06, unit * 0.22, NIGHT), square(unit * 0.92, unit * 0.16, colour))
    sign = sign_of(owner) if owner else None
    ink = mix(colour_of(owner, theme), BLACK, 0.25) if owner else NIGHT
    return Drawing((*rays, *cell, *(sign_shapes(sign, unit * 0.32, ink) if sign else ())))


def missing_bead(theme: Theme, role: Role | None, thickness: float) -> Drawing:
    """Draw a bead for a cell that a chain lacks."""
    beads = ((NIGHT, 1.6), (WHITE, 1.3), (_way_colour(theme, role), 0.85))
    return Drawing(tuple(Disc(0, 0, thickness * size, ink) for ink, size in beads))


def missing_dashes(theme: Theme, step: Point, role: Role | None, thickness: float) -> Drawing:
    """Draw dashes from a missing cell to the next one, which is `step` to the right and down."""
    ink = mix(rim(_way_colour(theme, role), theme), theme.board, 0.15)
    count = max(1, round(math.hypot(*step) / (thickness * 3)))
    spans = (((i + 0.28) / count, (i + 0.72) / count) for i in range(count))
    dashes = (tuple((step[0] * share, step[1] * share) for share in span) for span in spans)
    return Drawing(tuple(Line(dash, ink, thickness * 0.65) for dash in dashes))


def _way_colour(theme: Theme, role: Role | None) -> Colour:
    return colour_of(role, theme) if role else theme.good


def chosen_ring(outline: Outline, thickness: float) -> Drawing:
    """Draw a choice in the draft: a golden double line."""
    shapes = (
        Poly(outline, None, NIGHT, thickness * 2.9),
        Poly(outline, None, AMBER, thickness * 2.1),
        Poly(outline, None, NIGHT, thickness * 0.5),
    )
    return Drawing(shapes)


def hint_ring(outline: Outline, thickness: float) -> Drawing:
    """Draw advice: a dotted line in green."""
    apart = max(13.0, thickness * 3)
    return Drawing((*_dots(outline, NIGHT, thickness * 1.25, apart), *_dots(outline, HINT, thickness * 0.85, apart)))


def danger_ring(outline: Outline, thickness: float) -> Drawing:
    """Draw danger: a red line with teeth outwards."""
    red = hexa("#FF4D3D")
    teeth = [Line((point, (point[0] * 1.1, point[1] * 1.1)), red, thickness * 1.2) for point in _spread(outline, 8)]
    return Drawing(
        (
            *(Line(tooth.points, NIGHT, thickness * 2.2) for tooth in teeth),
            Poly(outline, None, NIGHT, thickness * 2.1),
            *teeth,
            Poly(outline, None, red, thickness),
        )
    )


def ghost_outline(theme: Theme, outline: Outline, thickness: float, role: Role | None, strength: float) -> Drawing:
    """Draw the outline of what may come, its ground filled with its colour at this strength."""
    colour = colour_of(role, theme) if role else theme.ink
    return Drawing(
        (
            Poly(outline, fade(colour, strength)),
            *_dashes(outline, NIGHT, thickness * 1.7),
            *_dashes(outline, mix(colour, WHITE, 0.35 if bright(colour) else 0.62), thickness),
        )
    )


def region(edges: tuple[tuple[Point, Point], ...], thickness: float = 12) -> Drawing:
    """Draw a highlighted region: a golden line around all of it."""
    lines = ((NIGHT, thickness), (AMBER, thickness / 2))
    dark, gold = (tuple(Line(edge, colour, across) for edge in edges) for colour, across in lines)
    return Drawing((*dark, *gold))


CHANGED = ((NIGHT, 2.4), (MOTION, 1.4))
"""The colours of the line around cells that changed together, from back to front, and how many times as thick it is."""


def changed_side(step: Point, colour: Colour, thickness: float) -> Drawing:
    """Draw one side of the line around cells that changed together, around its middle.

    A drawing of the whole line would be as large as the cells, and nearly always a new one.
    """
    x, y = step[0] / 2, step[1] / 2
    return Drawing((Line(((-x, -y), (x, y)), colour, thickness),))


def place_left(outline: Outline, thickness: float) -> Drawing:
    """Draw a place from which a room was moved: dots on the ground."""
    dots = [point for start, end in pairwise((*outline, outline[0])) for point in _between(start, end, 3)]
    sizes = ((NIGHT, 0.85), (MOTION, 0.6))
    return Drawing(tuple(Disc(x, y, thickness * size, ink) for ink, size in sizes for x, y in dots))


def _between(start: Point, end: Point, count: int) -> list[Point]:
    """Return points from the start on, evenly apart, without the end."""
    (x, y), (right, down) = start, (end[0] - start[0], end[1] - start[1])
    return [(x + right * i / count, y + down * i / count) for i in range(count)]


POINTS_H = 38
"""The height of the plate with what a region brought, edge included."""
POINTS_ROOM = 6
"""How far such plates reach beyond the right end of a board."""


def points_width(words: str) -> float:
    """Return the width of such a plate."""
    return width(words, SMALLEST, "black") + 12


def points(theme: Theme, words: str, role: Role | None) -> Drawing:
    """Draw what a region brought, in the colour of the player who got it."""
    colour = colour_of(role, theme) if role else theme.panel
    w, h = points_width(words), POINTS_H
    edge = Rect(-w / 2, -h / 2, w, h)
    shapes = (Box(edge, 12, NIGHT), Box(edge.inset(2), 11, AMBER), Box(edge.inset(4), 10, colour))
    return Drawing(shapes, (Text(0, 0, words, SMALLEST, on(colour), "black"),))


def target_ring(outline: Outline) -> Drawing:
    """Draw one of several cells that are chosen together: a thin light line."""
    return Drawing((Poly(outline, None, NIGHT, 6), Poly(outline, None, WHITE, 3.4)))


def badge(theme: Theme, words: str, room: float, curve: float = 0.48) -> Drawing:
    """Draw a numbered target, readable at a third of its size; smaller only if the next may be closer than that.

    `curve` is the radius of its corners as a part of its height.
    """
    size = min(SMALLEST, SMALLEST * (room - 9) / width(words, SMALLEST, "black"))
    needed = width(words, size, "black")
    w, h = max(needed + 2, min(max(46.0, needed + 14), room - 6)), max(28.0, min(44.0, room - 6))
    plate, ink = (WHITE, hexa("#12141A")) if theme.name == "dark" else (hexa("#12141A"), WHITE)
    rect, round_ = Rect(-w / 2, -h / 2, w, h), h * min(curve, 0.48 if w > needed + 8 else 0.36)
    shapes = (
        Shadow((Box(rect, round_, BLACK),), 2.5, 2, 0.4),
        Box(rect.inset(-3), round_ + 3, ink),
        Box(rect, round_, plate),
    )
    return Drawing(shapes, (Text(0, 0, words, size, ink, "black"),))


def goal() -> Drawing:
    """Draw a target without a number."""
    return Drawing((Disc(0, 0, 17, NIGHT), Disc(0, 0, 13.5, WHITE), Disc(0, 0, 8.5, hexa("#127CDC"))))


def _spread(outline: Outline, count: int) -> list[Point]:
    """Return points of the outline, none of them exactly across or up, where neighbours and labels are."""
    total = len(outline)
    return [outline[(2 * i + 1) * total // (2 * count)] for i in range(count)] if total >= count else list(outline)


def _walk(outline: Outline, step: float) -> list[Point]:
    """Return points along the closed outline, evenly about `step` apart."""
    closed = [*outline, outline[0]]
    lengths = [math.dist(a, b) for a, b in pairwise(closed)]
    count = max(8, round(sum(lengths) / step / 2) * 2)
    step, points, i, done = sum(lengths) / count, [], 0, 0.0
    for k in range(count):
        while done + lengths[i] < k * step:
            done += lengths[i]
            i += 1
        share = (k * step - done) / lengths[i] if lengths[i] else 0
        (ax, ay), (bx, by) = closed[i], closed[i + 1]
        points.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return points


def _dashes(outline: Outline, colour: Colour, thickness: float) -> list[Shape]:
    points = _walk(outline, 2.0)
    count = max(8, round(len(points) / 10))
    dashes: list[Shape] = []
    for k in range(count):
        start, end = k * len(points) // count, (2 * k + 1) * len(points) // (2 * count)
        dashes.append(Line(tuple(points[start : end + 1]), colour, thickness))
    return dashes


def _dots(outline: Outline, colour: Colour, r: float, apart: float) -> list[Shape]:
    return [Disc(x, y, r, colour) for x, y in _walk(outline, apart)]


def path_shapes(theme: Theme, points: Sequence[Point], role: Role | None, thickness: float) -> tuple[Shape, ...]:
    """Return a winning path, from the first point to the last, with a dot at each step."""
    colour = colour_of(role, theme) if role else theme.good
    bead = mix(colour, BLACK, 0.35) if bright(colour) else mix(colour, WHITE, 0.15)
    if len(points) < 2:
        return tuple(Disc(x, y, thickness * size, ink) for x, y in points for ink, size in ((NIGHT, 1.7), (WHITE, 1.3)))
    return (
        *(Line(tuple(points), ink, thickness * across) for ink, across in ((NIGHT, 2.4), (WHITE, 1.7), (bead, 0.8))),
        *(Disc(x, y, thickness * 1.05, NIGHT) for x, y in points),
        *(Disc(x, y, thickness * 0.75, WHITE) for x, y in points),
    )


def path(theme: Theme, points: tuple[Point, ...], role: Role | None, thickness: float) -> Drawing:
    """Return `path_shapes` as a drawing around the first point."""
    return Drawing(path_shapes(theme, points, role, thickness))


def arrow(theme: Theme, points: tuple[Point, ...], role: Role | None, thickness: float) -> Drawing:
    """Draw an arrow from the first point through the others."""
    colour = mix(colour_of(role, theme), WHITE, 0.2) if role else AMBER
    if len(points) < 2:
        inks = ((NIGHT, 2.5), (WHITE, 2.0), (colour, 1.3))
        return Drawing(tuple(Disc(0, 0, thickness * size, ink) for ink, size in inks))
    (ax, ay), (bx, by) = points[-2:]
    length = math.dist(points[-2], points[-1]) or 1
    ux, uy, head = (bx - ax) / length, (by - ay) / length, thickness * 4.2
    neck = (bx - ux * head * 0.8, by - uy * head * 0.8)
    tip = (
        (bx, by),
        (bx - ux * head - uy * head * 0.62, by - uy * head + ux * head * 0.62),
        (bx - ux * head + uy * head * 0.62, by - uy * head - ux * head * 0.62),
    )
    line = (*points[:-1], neck)
    shapes: list[Shape] = []
    for ink, across, edge in ((NIGHT, 2.5, 1.5), (WHITE, 2.0, 1.0), (colour, 1.3, 0.2)):
        shapes += [Line(line, ink, thickness * across), Poly(tip, ink, ink, thickness * edge)]
    return Drawing(tuple(shapes))
