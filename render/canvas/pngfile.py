"""PNG of palette frames, in strips.

A picture is compressed strip by strip, and a strip that was compressed before is taken from the cache: from one move to
the next half of the picture stays the same. Each strip may refer to the last rows of the one above, so nothing is lost
in size: what comes out is one ordinary deflate stream. zlib-ng makes it in two thirds of zlib's time, and smaller.
"""

from __future__ import annotations

import struct
from functools import partial

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.canvas.cache import SizedCache

_ROWS = 32
"""Rows of a strip."""
_SEEN = 3
"""Rows of the strip above that a strip refers to."""
_RAW = -15
"""zlib's name for a bare deflate stream with the largest window."""
_END = b"\x03\x00"
"""An empty last block."""

_strips: SizedCache[tuple[int, ...], bytes] = SizedCache(8 << 20, lambda strip: len(strip) + 200)


def png(frame: Image.Image, level: int = 6) -> bytes:
    """A palette frame as PNG. One more column of zeros on the left is the filter byte of each row."""
    w, h = frame.size
    wide = Image.new("P", (w + 1, h))
    wide.paste(frame, (1, 0))
    header = struct.pack(">IIBBBBB", w, h, 8, 3, 0, 0, 0)
    palette = bytes(frame.getpalette() or ())
    pixels = _deflated(wide.tobytes(), w + 1, level)
    chunks = (_chunk(b"IHDR", header), _chunk(b"PLTE", palette), _chunk(b"IDAT", pixels), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _deflated(data: bytes, row: int, level: int) -> bytes:
    """A zlib stream of rows `row` bytes long."""
    parts, above = [b"\x78\x9c"], b""
    for start in range(0, len(data), row * _ROWS):
        strip = data[start : start + row * _ROWS]
        key = hash(above), hash(strip), len(strip), level  # 128 bits that say what it is, and not the bytes themselves
        parts.append(_strips.get(key, partial(_compressed, strip, above, level)))
        above = strip[-row * _SEEN :]
    return b"".join((*parts, _END, struct.pack(">I", zlib.adler32(data))))


def _compressed(strip: bytes, above: bytes, level: int) -> bytes:
    """A part of a deflate stream that ends at a whole byte."""
    deflate = zlib.compressobj(level, wbits=_RAW, zdict=above) if above else zlib.compressobj(level, wbits=_RAW)
    return deflate.compress(strip) + deflate.flush(zlib.Z_SYNC_FLUSH)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
