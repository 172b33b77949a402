"""Put several frames on one sheet."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.canvas.palette import histogram, palette_image
from render.colour import Colour

_GAP = 8


def contact(
    frames: Sequence[Image.Image], each: int, columns: int, ground: Colour, pinned: Sequence[Colour]
) -> Image.Image:
    """Return the frames row by row, `each` pixels wide, in palette colours. Raises ValueError if there are none."""
    if not frames:
        raise ValueError("A sheet needs at least one frame.")
    frames = [_shrink(frame, each) for frame in frames]
    rows = [frames[i : i + columns] for i in range(0, len(frames), columns)]
    width = max(sum(frame.width + _GAP for frame in row) for row in rows) + _GAP
    height = sum(max(frame.height for frame in row) + _GAP for row in rows) + _GAP
    sheet = Image.new("RGB", (width, height), ground[:3])
    top = _GAP
    for row in rows:
        left = _GAP
        for frame in row:
            sheet.paste(frame, (left, top))
            left += frame.width + _GAP
        top += max(frame.height for frame in row) + _GAP
    palette = palette_image((colour[:3] for colour in pinned), histogram(sheet), 255)
    return sheet.quantize(palette=palette, dither=Image.Dither.NONE)


def _shrink(frame: Image.Image, width: int) -> Image.Image:
    """Return the frame as small as it is on a phone."""
    return frame.resize((width, round(frame.height * width / frame.width)), Image.Resampling.LANCZOS)
