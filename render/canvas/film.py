"""Frames one after the other: GIF and WebP.

A GIF holds of each frame only the box that changed, and what did not change inside it as transparent, which
compresses to almost nothing. WebP does the like by itself.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from render.canvas.palette import Rgb, histogram, palette_image
from render.colour import Colour

CLEAR = 255
"""The palette index that means "as before" in a GIF; no frame uses it."""


class Film:
    """Frames of one size in one palette of 255 colours."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        """Lower frames are laid in the middle of the ground."""
        self.size, self.ground = (width, height), ground
        self.frames: list[Image.Image] = []
        self._palette: Image.Image | None = None

    def learn(self, samples: Iterable[Image.Image], pinned: Iterable[Colour]) -> None:
        """Find the palette from some frames; the pinned colours stay as they are."""
        counts: Counter[Rgb] = Counter()
        for sample in samples:
            counts.update(histogram(sample))
        self._palette = palette_image(dict.fromkeys(colour[:3] for colour in pinned), counts, CLEAR, common=90)

    def add(self, frame: Image.Image) -> None:
        """Put a frame, in RGB, at the end."""
        if frame.size != self.size:
            whole = Image.new("RGB", self.size, self.ground[:3])
            whole.paste(frame, ((self.size[0] - frame.width) // 2, (self.size[1] - frame.height) // 2))
            frame = whole
        self.frames.append(frame.quantize(palette=self._palette, dither=Image.Dither.NONE))


def gif(film: Film, milliseconds: Sequence[int]) -> bytes:
    """An endless GIF."""
    w, h = film.size
    colours = bytes(film.frames[0].getpalette() or ())[: 3 * CLEAR].ljust(768, b"\0")
    parts = [b"GIF89a", struct.pack("<HHBBB", w, h, 0xF7, 0, 0), colours, b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"]
    before: Image.Image | None = None
    for frame, duration in zip(film.frames, milliseconds, strict=True):
        now = Image.frombytes("L", frame.size, frame.tobytes())
        box, shown = (0, 0, w, h), frame
        if before is not None:
            changed = ImageChops.difference(now, before)
            box = changed.getbbox() or (0, 0, 1, 1)
            shown = frame.crop(box)
            shown.paste(CLEAR, (0, 0), changed.crop(box).point([255] + [0] * 255))
        parts += GifImagePlugin.getdata(
            shown, box[:2], duration=duration, disposal=1, transparency=CLEAR, include_color_table=False, optimize=False
        )
        before = now
    return b"".join((*parts, b";"))


def webp(film: Film, milliseconds: Sequence[int]) -> bytes:
    """An endless WebP, without loss."""
    out, (first, *others) = BytesIO(), film.frames
    options = {"duration": list(milliseconds), "loop": 0, "lossless": True, "quality": 20, "method": 0}
    first.save(out, "WEBP", save_all=True, append_images=others, **options)
    return out.getvalue()
