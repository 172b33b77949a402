"""APNG, to compare it with the two formats of animations that are used. Discord shows only its first frame."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.canvas.film import CLEAR, Change


def apng(size: tuple[int, int], palette: bytes, changes: Iterable[Change], most: int) -> bytes | None:
    """Write an endless APNG; return None if it is larger than `most` bytes."""
    told, frames = [], 0
    for (left, top), pixels, milliseconds in changes:
        (w, h), number = pixels.size, 2 * frames - (frames > 0)
        wide = Image.new("P", (w + 1, h))
        wide.paste(pixels, (1, 0))
        data = zlib.compress(wide.tobytes(), 6)
        how = struct.pack(">IIIIIHHBB", number, w, h, left, top, milliseconds, 1000, 0, 1 if frames else 0)
        told.append(_chunk(b"fcTL", how))
        told.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + data) if frames else _chunk(b"IDAT", data))
        frames += 1
    header = struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    first = (_chunk(b"IHDR", header), _chunk(b"acTL", struct.pack(">II", frames, 0)), _chunk(b"PLTE", palette))
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        (*first, _chunk(b"tRNS", b"\xff" * CLEAR + b"\0"), *told, _chunk(b"IEND", b""))
    )
    return data if len(data) <= most else None


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
