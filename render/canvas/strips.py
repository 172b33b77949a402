"""Scenes as PNG. Only strips that have not been written before are painted and compressed.

The things on the rows of a strip, and their places, determine its pixels. From one move to the next, half of the
picture stays the same (ADR 11).
"""

from __future__ import annotations

import struct
from itertools import groupby

from render.canvas.cache import SizedCache
from render.canvas.painter import Painter, PixelScene
from render.canvas.palette import Colours, Palette
from render.canvas.pngfile import ROWS, SEEN, Strip, compress, join
from render.canvas.scene import Scene

_ENTRY = 500
"""About how many bytes a cache entry takes besides the strip."""
_GROUND = struct.Struct("<qqi")
_WEB = b"web"
"""The separator between what lies under the lines of the board and what lies over them."""

LEVELS = ((26, 2), (20, 4), (16, 5), (0, 6))
"""Pairs of the least number of new strips and zlib's level for it: the more strips, the faster the level."""

_strips: SizedCache[bytes, Strip] = SizedCache(8 << 20, lambda strip: len(strip.data) + _ENTRY)


def scene_png(scene: Scene, painter: Painter, palette: Palette) -> bytes:
    """Write the scene as PNG."""
    pixels = painter.pixels(scene)
    height = pixels.layer.image.height
    serials = {pixels.layer.serial, *(one.serial for one in (*pixels.under, *pixels.placed[: len(scene.placed)]))}
    colours = palette.colours(scene, serials, lambda: painter.rows(pixels, 0, height))
    keys = _keys(pixels, colours)
    strips = [_strips.find(key) for key in keys]
    level = next(level for least, level in LEVELS if strips.count(None) >= least)
    for known, run in groupby(range(len(keys)), lambda i: strips[i] is not None):
        if not known:
            first, *_ = places = list(run)
            written = _write(painter, pixels, colours, first, places[-1], level)
            for i, strip in zip(places, written, strict=True):
                strips[i] = strip
                _strips.put(keys[i], strip)
    return join(pixels.layer.image.size, colours.image.getpalette() or (), [strip for strip in strips if strip])


def _keys(pixels: PixelScene, colours: Colours) -> list[bytes]:
    """Return what determines each strip: everything on it, or on the rows above it that it refers to."""
    count = -(-pixels.layer.image.height // ROWS)
    parts = [[_GROUND.pack(colours.serial, pixels.layer.serial, i)] for i in range(count)]
    for patches in (pixels.under, pixels.placed):
        for patch in patches:
            key = patch.key
            for i in range(max(0, patch.top // ROWS), min(count, (patch.bottom - 1 + SEEN) // ROWS + 1)):
                parts[i].append(key)
        for part in parts if patches is pixels.under else ():
            part.append(_WEB)
    return list(map(b"".join, parts))


def _write(painter: Painter, pixels: PixelScene, colours: Colours, first: int, last: int, level: int) -> list[Strip]:
    """Write the strips from the first to the last, compressed at zlib's level."""
    start = first * ROWS
    top = max(0, start - SEEN)
    frame = painter.rows(pixels, top, min(pixels.layer.image.height, (last + 1) * ROWS))
    return compress(colours.reduce(frame), start - top, level)
