"""A sequence of frames in one palette, each reduced to what is new in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image, ImageChops

from render.canvas.painter import Pixels
from render.canvas.palette import Rgb, histogram, palette_image
from render.colour import Colour

COLOURS = 127
"""Half of what a palette could hold: nobody sees the difference, and files are an eighth smaller."""
CLEAR = COLOURS
"""The palette index that means "as before"; no frame uses it."""
_COMMON = 42


class Change(NamedTuple):
    """The new part of a frame: palette pixels from a corner on, CLEAR for those that stay the same."""

    corner: Pixels
    pixels: Image.Image
    milliseconds: int


class Reel:
    """Frames of one size in one palette. It remembers the last frame and returns what is new in the next."""

    def __init__(self, size: Pixels, ground: Colour, samples: Iterable[Image.Image], pinned: Iterable[Colour]) -> None:
        """Find the palette from sample frames; the pinned colours stay as they are.

        A lower frame is placed in the middle of the ground.
        """
        self.size, self.ground = size, ground
        counts: Counter[Rgb] = Counter()
        for sample in samples:
            counts.update(histogram(sample))
        self._palette = palette_image(dict.fromkeys(colour[:3] for colour in pinned), counts, COLOURS, _COMMON)
        self._last: Image.Image | None = None

    @property
    def palette(self) -> bytes:
        """The red, green and blue of each colour, CLEAR included."""
        return bytes(self._palette.getpalette() or ())[: 3 * (COLOURS + 1)]

    def whole(self, frame: Image.Image, milliseconds: int) -> Change:
        """Return the change that leads to this frame, given in RGB."""
        if frame.size != self.size:
            ground = Image.new("RGB", self.size, self.ground[:3])
            ground.paste(frame, self._corner(frame.size))
            frame = ground
        pixels = self._quantize(frame)
        if self._last is None:
            self._last = _levels(pixels)
            return Change((0, 0), pixels, milliseconds)
        return self._change(pixels, (0, 0), milliseconds)

    def part(self, picture: Image.Image, corner: Pixels, of: Pixels, milliseconds: int) -> Change:
        """Return the change to a frame in which only this picture is new, with its corner in a frame of size `of`.

        Raises ValueError if there was no frame before, or if the corner is at an odd column or row.
        """
        if corner[0] % 2 or corner[1] % 2:
            raise ValueError("WebP knows only corners at even columns and rows.")
        left, top = self._corner(of)
        return self._change(self._quantize(picture), (corner[0] + left, corner[1] + top), milliseconds)

    def _corner(self, size: Pixels) -> Pixels:
        """Return where a frame lies in the middle of the ground: at an even column and row."""
        return (self.size[0] - size[0]) // 4 * 2, (self.size[1] - size[1]) // 4 * 2

    def _quantize(self, picture: Image.Image) -> Image.Image:
        return picture.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def _change(self, pixels: Image.Image, corner: Pixels, milliseconds: int) -> Change:
        """Return the smallest part of the pixels that holds everything new."""
        if self._last is None:
            raise ValueError("The first frame is a whole one.")
        now, (left, top) = _levels(pixels), corner
        new = ImageChops.difference(now, self._last.crop((left, top, left + now.width, top + now.height)))
        x, y, right, low = new.getbbox() or (0, 0, 1, 1)
        box = x - x % 2, y - y % 2, right, low
        self._last.paste(now, corner)
        pixels = pixels.crop(box)
        pixels.paste(CLEAR, (0, 0), new.crop(box).point([255] + [0] * 255))
        return Change((left + box[0], top + box[1]), pixels, milliseconds)


def _levels(pixels: Image.Image) -> Image.Image:
    """Return palette indices as grey levels, which Pillow compares and pastes regardless of the palette."""
    return Image.frombytes("L", pixels.size, pixels.tobytes())
