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
Place = tuple[int, int]
"""The serial number of a layer, and that of a strip, from the top."""
_WEB = b"web"
"""The separator between what lies under the lines of the board and what lies over them."""

LEVELS = ((24, 48, 2), (20, 40, 4), (15, 36, 5), (0, 0, 6))
"""zlib's level for this many new strips or more, or for this many KiB at level 6: the more, the faster."""
_LARGER = {2: 1.35, 4: 1.16, 5: 1.06, 6: 1.0}
"""About how many times as large as at level 6 a strip is at each level."""
_MUCH, _LARGE = (1.25, 1.4), 36
"""How many times as much as usual makes a picture one level quicker, and two, so that none takes much longer than
others; and how many KiB are too many to be made even more."""
_SPARSE = 1.4
"""The KiB per strip below which a picture is made one level quicker: its file is small anyway."""
_AT_ONCE = 8
"""The number of strips painted at a time: their pixels stay in the processor's cache until they are compressed."""
_USUAL = 1500
"""The bytes of a strip of which nothing is known."""

_strips: SizedCache[bytes, Strip] = SizedCache(8 << 20, lambda strip: len(strip.data) + _ENTRY)
_sizes: SizedCache[Place, int] = SizedCache(4096, lambda _: 1)
"""How many bytes the last strip written at a place of a layer would take at level 6."""


def scene_png(scene: Scene, painter: Painter, palette: Palette) -> bytes:
    """Write the scene as PNG."""
    pixels = painter.pixels(scene)
    height = pixels.layer.image.height
    serials = {pixels.layer.serial, *(one.serial for one in (*pixels.under, *pixels.placed[: len(scene.placed)]))}
    colours = palette.colours(scene, serials, lambda: painter.rows(pixels, 0, height))
    keys = _keys(pixels, colours)
    strips = [_strips.find(key) for key in keys]
    places = [(pixels.layer.serial, i) for i in range(len(keys))]
    expected = [_sizes.find(place) or _USUAL for place, strip in zip(places, strips, strict=True) if not strip]
    level = level_for(len(expected), sum(expected) / 1024, palette.usual)
    palette.note(sum(expected) / 1024)
    for known, run in groupby(range(len(keys)), lambda i: strips[i] is not None):
        if not known:
            first, *_ = new = list(run)
            written = _write(painter, pixels, colours, first, new[-1], level)
            for i, strip in zip(new, written, strict=True):
                strips[i] = strip
                _strips.put(keys[i], strip)
                _sizes.put(places[i], round(len(strip.data) / _LARGER[level]))
    return join(pixels.layer.image.size, colours.entries, [strip for strip in strips if strip])


def level_for(strips: int, kib: float, usual: float) -> int:
    """Return zlib's level for this many new strips, of which so many KiB are expected; `usual` is their mean, or 0."""
    step = next(step for step, (least, size, _) in enumerate(LEVELS) if strips >= least or kib >= size)
    quicker = sum(usual * times < kib for times in _MUCH) if usual and kib < _LARGE else 0
    quicker += kib < _SPARSE * strips
    return LEVELS[max(0, step - quicker)][2]


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
    written: list[Strip] = []
    for start in range(first * ROWS, (last + 1) * ROWS, _AT_ONCE * ROWS):
        top, end = max(0, start - SEEN), min(start + _AT_ONCE * ROWS, (last + 1) * ROWS, pixels.layer.image.height)
        written += compress(colours.reduce(painter.rows(pixels, top, end)), start - top, level)
    return written
