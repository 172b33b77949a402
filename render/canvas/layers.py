"""The fixed background in pixels. Identical rows are drawn once, such as the sides of boxes and vertical lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from PIL import Image

from render.canvas.raster import SAMPLES, draw
from render.canvas.shapes import Box, Line, Rect, Shape, extent
from render.colour import Colour

_BAND = 250
"""The number of rows drawn at a time: it saves memory and lets other threads run in between."""
_ALIKE = 4
"""The least number of identical rows that are drawn only once."""
_EDGE = 2
"""The number of pixels around an edge in which it may show."""
_Placed = tuple[Shape, Rect]


def draw_layer(size: tuple[int, int], scale: float, ground: Colour, shapes: Iterable[Shape]) -> Image.Image:
    """Draw the shapes on their ground in RGB, `size` pixels wide and high."""
    image, placed = Image.new("RGB", size), [(shape, extent((shape,))) for shape in shapes]
    for top, high, alike in _bands(_uneven_rows(placed, size[1], scale)):
        start, end = top / scale, (top + high) / scale
        here = [shape for shape, place in placed if place.y < end + 1 and place.bottom > start - 1]
        rows = 1 if alike else high
        large = Image.new("RGB", (size[0] * SAMPLES, rows * SAMPLES), ground[:3])
        draw(large, map(_without_corners, here) if alike else here, scale * SAMPLES, (0, start))
        band = large.reduce(SAMPLES)
        image.paste(band.resize((size[0], high), Image.Resampling.NEAREST) if alike else band, (0, top))
    return image


def _uneven_rows(placed: Sequence[_Placed], height: int, scale: float) -> bytearray:
    """Return for each row whether it may differ from the one above it."""
    uneven = bytearray(height)
    for shape, place in placed:
        for top, bottom in _uneven_spans(shape, place):
            first = max(0, math.floor(top * scale) - _EDGE)
            last = min(height, math.ceil(bottom * scale) + _EDGE)
            uneven[first:last] = b"\1" * max(0, last - first)
    return uneven


def _uneven_spans(shape: Shape, place: Rect) -> tuple[tuple[float, float], ...]:
    """Return the spans in which a shape changes from row to row: the ends of a box or an upright line, or all of it."""
    if isinstance(shape, Box):
        end = shape.round + shape.width
    elif isinstance(shape, Line) and len({x for x, _ in shape.points}) == 1:
        end = shape.width
    else:
        return ((place.y, place.bottom),)
    return (place.y, place.y + end), (place.bottom - end, place.bottom)


def _bands(uneven: bytearray) -> Iterator[tuple[int, int, bool]]:
    """Yield the first row of each band, its number of rows, and whether they look alike."""
    runs: list[tuple[int, bool]] = []
    for is_uneven, rows in groupby(uneven):
        count = len(list(rows))
        alike = not is_uneven and count >= _ALIKE
        if runs and not alike and not runs[-1][1]:
            count += runs.pop()[0]
        runs.append((count, alike))
    top = 0
    for count, alike in runs:
        step = count if alike else _BAND
        for first in range(top, top + count, step):
            yield first, min(step, top + count - first), alike
        top += count


def _without_corners(shape: Shape) -> Shape:
    """Return a box without round corners, for rows in which only its sides are seen."""
    return replace(shape, round=0) if isinstance(shape, Box) else shape
