"""The display list: the shapes that can be drawn. Lengths are in units of a picture 1200 wide."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from render.colour import Colour

Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle: left, top, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """The centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> Rect:
        """Return the rectangle with a margin taken off each side."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


@dataclass(frozen=True, slots=True)
class Poly:
    """A polygon. Its outline, `width` wide, has round corners; in the colour of the inside it rounds the shape."""

    points: tuple[Point, ...]
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle; the outline lies within the radius."""

    x: float
    y: float
    r: float
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with corners of radius `round`; the outline lies within it."""

    rect: Rect
    round: float = 0
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points with round joints and ends."""

    points: tuple[Point, ...]
    stroke: Colour
    width: float


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft shadow, `drop` lower, under the union of some shapes."""

    shapes: tuple[Shape, ...]
    drop: float = 3
    blur: float = 2
    strength: float = 0.35


Shape = Poly | Disc | Box | Line | Shadow


class Text(NamedTuple):
    """One line of words. `y` is the middle of its capitals; `anchor` says whether `x` is left, middle or right."""

    x: float
    y: float
    words: str
    size: float
    colour: Colour
    weight: str = "medium"
    anchor: str = "m"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A small picture around (0, 0), cached once drawn. With a `ground` it is opaque and exactly `size` large."""

    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...] = ()
    ground: Colour | None = None
    size: tuple[float, float] = (0, 0)


class Tile(NamedTuple):
    """An opaque drawing with the place of its centre. Each drawing is drawn once, however often it occurs."""

    x: float
    y: float
    drawing: Drawing


@dataclass(slots=True)
class Layer:
    """What is drawn once and stays the same: shapes, then tiles, then words."""

    shapes: list[Shape] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)

    def all_shapes(self) -> list[Shape]:
        """Return the shapes, those of tiles included."""
        return [*self.shapes, *(shape for x, y, drawing in self.tiles for shape in move(drawing.shapes, x, y))]


def extent(shapes: Iterable[Shape]) -> Rect:
    """Return the smallest rectangle around the shapes, shadows included."""
    boxes = [_extent(shape) for shape in shapes]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _extent(shape: Shape) -> Rect:
    if isinstance(shape, Box):
        return shape.rect
    if isinstance(shape, Disc):
        return Rect(shape.x - shape.r, shape.y - shape.r, 2 * shape.r, 2 * shape.r)
    if isinstance(shape, Shadow):
        under = extent(shape.shapes)
        pad = 2.5 * shape.blur
        return Rect(under.x - pad, under.y + shape.drop - pad, under.w + 2 * pad, under.h + 2 * pad)
    pad = shape.width / 2
    xs, ys = zip(*shape.points, strict=True)
    return Rect(min(xs) - pad, min(ys) - pad, max(xs) - min(xs) + 2 * pad, max(ys) - min(ys) + 2 * pad)


def move(shapes: Iterable[Shape], dx: float, dy: float) -> tuple[Shape, ...]:
    """Return the shapes moved by `dx` and `dy`."""
    return tuple(_move(shape, dx, dy) for shape in shapes)


def _move(shape: Shape, dx: float, dy: float) -> Shape:
    if isinstance(shape, Box):
        return Box(
            Rect(shape.rect.x + dx, shape.rect.y + dy, *shape.rect[2:]),
            shape.round,
            shape.fill,
            shape.stroke,
            shape.width,
        )
    if isinstance(shape, Disc):
        return Disc(shape.x + dx, shape.y + dy, shape.r, shape.fill, shape.stroke, shape.width)
    if isinstance(shape, Shadow):
        return Shadow(move(shape.shapes, dx, dy), shape.drop, shape.blur, shape.strength)
    points = tuple((x + dx, y + dy) for x, y in shape.points)
    if isinstance(shape, Line):
        return Line(points, shape.stroke, shape.width)
    return Poly(points, shape.fill, shape.stroke, shape.width)


def resize(shapes: Iterable[Shape], by: float) -> tuple[Shape, ...]:
    """Return the shapes `by` times as large, scaled about (0, 0)."""
    return tuple(_resize(shape, by) for shape in shapes)


def _resize(shape: Shape, by: float) -> Shape:
    if isinstance(shape, Shadow):
        return Shadow(resize(shape.shapes, by), shape.drop * by, shape.blur * by, shape.strength)
    if isinstance(shape, Disc):
        return Disc(shape.x * by, shape.y * by, shape.r * by, shape.fill, shape.stroke, shape.width * by)
    if isinstance(shape, Box):
        rect = Rect(*(side * by for side in shape.rect))
        return Box(rect, shape.round * by, shape.fill, shape.stroke, shape.width * by)
    points = tuple((x * by, y * by) for x, y in shape.points)
    if isinstance(shape, Line):
        return Line(points, shape.stroke, shape.width * by)
    return Poly(points, shape.fill, shape.stroke, shape.width * by)


@lru_cache(maxsize=1024)
def ngon(corners: int, r: float, turn: float = -90, x: float = 0, y: float = 0) -> tuple[Point, ...]:
    """Return a regular polygon; `turn` is the direction of its first corner in degrees."""
    return star(corners, r, r, turn, x, y)[::2]


def star(tips: int, r: float, inner: float, turn: float = -90, x: float = 0, y: float = 0) -> tuple[Point, ...]:
    """Return a star with its tips at `r` and the corners between them at `inner`."""
    angles = [math.radians(turn + 180 * i / tips) for i in range(2 * tips)]
    return tuple(
        (x + (inner if i % 2 else r) * math.cos(a), y + (inner if i % 2 else r) * math.sin(a))
        for i, a in enumerate(angles)
    )


def clip(polygon: tuple[Point, ...], normal: Point, reach: float) -> tuple[Point, ...]:
    """Return the part of a convex polygon on the near side of a line: its product with `normal` is below `reach`."""
    heights = [x * normal[0] + y * normal[1] - reach for x, y in polygon]
    kept: list[Point] = []
    for i, (x, y) in enumerate(polygon):
        (ax, ay), before, here = polygon[i - 1], heights[i - 1], heights[i]
        if (before < 0) != (here < 0):
            share = before / (before - here)
            kept.append((ax + (x - ax) * share, ay + (y - ay) * share))
        if here <= 0:
            kept.append((x, y))
    return tuple(kept)


def is_glaze(drawing: Drawing) -> bool:
    """Whether the ground is meant to shine through a drawing, apart from its shadow."""
    return any(colour.a < _OPAQUE for colour in _colours(drawing))


def inks(drawing: Drawing) -> set[tuple[int, int, int]]:
    """Return the colours of a drawing, without those mixed where it is translucent."""
    return {colour[:3] for colour in _colours(drawing) if colour.a == 255}


_OPAQUE = 230
"""The strength of a colour from which on hardly anything shines through."""


def _colours(drawing: Drawing) -> list[Colour]:
    colours = [text.colour for text in drawing.texts]
    for shape in drawing.shapes:
        if isinstance(shape, (Poly, Disc, Box)):
            colours += [colour for colour in (shape.fill, shape.stroke) if colour]
        elif isinstance(shape, Line):
            colours.append(shape.stroke)
    return colours
