"""Shapes to pixels. Pillow does not smooth shapes, so they are drawn four times larger and reduced."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFilter

from render.canvas.shapes import Box, Disc, Line, Point, Poly, Shadow, Shape, extent
from render.colour import Colour

SAMPLES = 4
"""The number of samples per pixel and axis."""

Ink = tuple[int, ...] | int


def draw(image: Image.Image, shapes: Iterable[Shape], scale: float, origin: Point = (0, 0)) -> None:
    """Draw on an RGB image `scale` times as large as the units, from the corner at `origin`."""
    solid = _Pen(ImageDraw.Draw(image), scale, origin)
    glaze = _Pen(ImageDraw.Draw(image, "RGBA"), scale, origin)  # blends, and takes four times as long
    for shape in shapes:
        if isinstance(shape, Shadow):
            mask, corner = _shadow(shape, scale, origin)
            image.paste((0, 0, 0), corner, mask)
        else:
            (solid if _solid(shape) else glaze).draw(shape)


def draw_clear(image: Image.Image, shapes: Iterable[Shape], scale: float, origin: Point) -> Image.Image:
    """Return the RGBA image with the shapes blended over it."""
    for shape in shapes:
        if isinstance(shape, Shadow):
            layer = Image.new("RGBA", image.size)
            mask, corner = _shadow(shape, scale, origin)
            layer.paste((0, 0, 0, 255), corner, mask)
            image.alpha_composite(layer)
        elif _solid(shape):
            _Pen(ImageDraw.Draw(image), scale, origin).draw(shape)
        else:
            layer = Image.new("RGBA", image.size)
            _Pen(ImageDraw.Draw(layer), scale, origin).draw(shape)
            image.alpha_composite(layer)
    return image


def draw_mask(size: tuple[int, int], shapes: Iterable[Shape], scale: float, origin: Point = (0, 0)) -> Image.Image:
    """Return where the shapes lie, as grey levels."""
    mask = Image.new("L", size)
    pen = _Pen(ImageDraw.Draw(mask), scale, origin, only=255)
    for shape in shapes:
        pen.draw(shape)
    return mask


def _solid(shape: Poly | Disc | Box | Line) -> bool:
    colours = (shape.stroke,) if isinstance(shape, Line) else (shape.fill, shape.stroke)
    return all(colour is None or colour.a == 255 for colour in colours)


def _shadow(shadow: Shadow, scale: float, origin: Point) -> tuple[Image.Image, tuple[int, int]]:
    """Return the shadow's mask and its corner. Blurred shapes are drawn half as large: nobody can tell."""
    half = scale / 2
    place = extent((shadow,))
    left, top = math.floor((place.x - origin[0]) * half), math.floor((place.y - origin[1]) * half)
    size = math.ceil(place.w * half) + 1, math.ceil(place.h * half) + 1
    mask = Image.new("L", size)
    start = origin[0] + left / half, origin[1] + top / half - shadow.drop
    pen = _Pen(ImageDraw.Draw(mask), half, start, only=round(255 * shadow.strength))
    for shape in shadow.shapes:
        pen.draw(shape)
    blurred = mask.filter(ImageFilter.GaussianBlur(shadow.blur * half))
    return blurred.resize((size[0] * 2, size[1] * 2), Image.Resampling.BILINEAR), (left * 2, top * 2)


class _Pen:
    """Draws shapes at a scale; `only` paints all of them in one grey level."""

    def __init__(self, target: ImageDraw.ImageDraw, scale: float, origin: Point, only: int | None = None) -> None:
        self.target, self.scale, self.origin, self.only = target, scale, origin, only

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Disc):
            self._disc(shape)
        elif isinstance(shape, Box):
            self._box(shape)
        elif isinstance(shape, Poly):
            self._poly(shape)
        elif isinstance(shape, Line):
            self._line([self._at(point) for point in shape.points], self._ink(shape.stroke), shape.width * self.scale)

    def _at(self, point: Point) -> Point:
        return (point[0] - self.origin[0]) * self.scale, (point[1] - self.origin[1]) * self.scale

    def _ink(self, colour: Colour | None) -> Ink | None:
        if colour is None:
            return None
        return tuple(colour) if self.only is None else self.only

    def _pixels(self, width: float) -> int:
        return max(1, round(width * self.scale)) if width else 0

    def _disc(self, disc: Disc) -> None:
        (x, y), r = self._at((disc.x, disc.y)), disc.r * self.scale
        if r >= 1:
            box = (x - r, y - r, x + r - 1, y + r - 1)
            width = self._pixels(disc.width if disc.stroke else 0)
            self.target.ellipse(box, self._ink(disc.fill), self._ink(disc.stroke), width)

    def _box(self, box: Box) -> None:
        (x, y), w, h = self._at(box.rect[:2]), box.rect.w * self.scale, box.rect.h * self.scale
        width = self._pixels(box.width if box.stroke else 0)
        corners = (x, y, x + w - 1, y + h - 1)
        self.target.rounded_rectangle(
            corners, box.round * self.scale, self._ink(box.fill), self._ink(box.stroke), width
        )

    def _poly(self, poly: Poly) -> None:
        points = [self._at(point) for point in poly.points]
        if poly.fill:
            self.target.polygon(points, self._ink(poly.fill))
        ink = self._ink(poly.stroke)
        if ink is not None and poly.width:
            self._line([*points, *points[:2]], ink, poly.width * self.scale)

    def _line(self, points: list[Point], ink: Ink | None, width: float) -> None:
        self.target.line(points, ink, max(1, round(width)), joint="curve")
        r = width / 2
        for x, y in (points[0], points[-1]) if r >= 1 else ():
            self.target.ellipse((x - r, y - r, x + r - 1, y + r - 1), ink)
