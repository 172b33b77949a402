"""The PNG file itself."""

from __future__ import annotations

import io

from PIL import Image

from render.canvas.palette import palette_image
from render.canvas.pngfile import png

RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_entries_of_the_palette_that_no_pixel_has_are_not_written() -> None:
    frame = Image.new("RGB", (40, 70), RED)
    frame.paste(BLUE, (0, 40, 40, 70))
    data = png(frame.quantize(palette=palette_image([RED, BLUE], {RED: 1, BLUE: 1}), dither=Image.Dither.NONE))
    written = Image.open(io.BytesIO(data))
    assert written.convert("RGB").tobytes() == frame.tobytes()
    assert len(written.getpalette() or ()) <= 3 * 120 < 3 * 256
