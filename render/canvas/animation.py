"""Write frames as an endless animation: lossless WebP, or GIF (ADR 14)."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO

from PIL import GifImagePlugin, Image

from render.canvas.film import CLEAR, Change
from render.canvas.painter import Pixels

Encoder = Callable[[Pixels, bytes, Iterable[Change], int], bytes | None]
"""A function from size, palette, changes and the most bytes to a file, or None if the file would be larger."""
_EFFORT = {"lossless": True, "quality": 30, "method": 2}
_BLEND, _REPLACE = 0, 2
"""Whether a WebP frame is laid over the one before or replaces it."""
_GIF_COLOURS = 0xF6
"""GIF's code for a common palette of 128 colours."""


def gif(size: Pixels, palette: bytes, changes: Iterable[Change], most: int) -> bytes | None:
    """Write an endless GIF; return None as soon as it is larger than `most` bytes."""
    return _join_up_to(_gif(size, palette, changes), most)


def webp(size: Pixels, palette: bytes, changes: Iterable[Change], most: int) -> bytes | None:
    """Write an endless lossless WebP; return None as soon as it is larger than `most` bytes."""
    body = _join_up_to(_webp(size, palette, changes), most)
    return None if body is None else b"RIFF" + struct.pack("<I", len(body)) + body


ENCODERS: dict[str, Encoder] = {"webp": webp, "gif": gif}
"""The formats by name."""


def _join_up_to(parts: Iterable[bytes], most: int) -> bytes | None:
    out = bytearray()
    for part in parts:
        out += part
        if len(out) > most:
            return None
    return bytes(out)


def _gif(size: Pixels, palette: bytes, changes: Iterable[Change]) -> Iterator[bytes]:
    yield b"GIF89a" + struct.pack("<HHBBB", *size, _GIF_COLOURS, 0, 0) + palette
    yield b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    for corner, pixels, milliseconds in changes:
        options = {"disposal": 1, "transparency": CLEAR, "include_color_table": False, "optimize": False}
        yield b"".join(GifImagePlugin.getdata(pixels, corner, duration=milliseconds, **options))
    yield b";"


def _webp(size: Pixels, palette: bytes, changes: Iterable[Change]) -> Iterator[bytes]:
    """Write the container by hand, each frame's pixels by Pillow: its own animations compare the frames again."""
    yield b"WEBP" + _chunk(b"VP8X", b"\x12\0\0\0" + _three_bytes(size[0] - 1) + _three_bytes(size[1] - 1))
    yield _chunk(b"ANIM", struct.pack("<IH", 0xFF000000, 0))
    how = _REPLACE
    for change in changes:
        (left, top), (w, h) = change.corner, change.pixels.size
        place = _three_bytes(left // 2) + _three_bytes(top // 2) + _three_bytes(w - 1) + _three_bytes(h - 1)
        pixels = _lossless(change.pixels, palette)
        yield _chunk(b"ANMF", place + _three_bytes(change.milliseconds) + bytes([how]) + pixels)
        how = _BLEND


def _lossless(pixels: Image.Image, palette: bytes) -> bytes:
    """Return the chunk of a still WebP that holds the pixels."""
    coloured = pixels.copy()
    coloured.putpalette(palette)
    coloured.info["transparency"] = CLEAR
    out = BytesIO()
    coloured.convert("RGBA").save(out, "WEBP", **_EFFORT)
    data, at = out.getvalue(), 12
    while data[at : at + 4] != b"VP8L":
        at += 8 + struct.unpack_from("<I", data, at + 4)[0] + data[at + 4] % 2
    return data[at : at + 8 + struct.unpack_from("<I", data, at + 4)[0]]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three_bytes(value: int) -> bytes:
    return value.to_bytes(3, "little")
