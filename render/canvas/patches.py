"""The things in a picture, as pixels with a place."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image

Box = tuple[int, int, int, int]
"""The left, top, right and lower end of a box."""
_PACKED = struct.Struct("<qii")


class Patch(NamedTuple):
    """Pixels at a place: a picture, how much of it shows (None: all), its corner, and its lower end.

    Patches with the same `key` are identical, pixel by pixel.
    """

    ink: Image.Image
    mask: Image.Image | None
    left: int
    top: int
    bottom: int
    serial: int

    @property
    def key(self) -> bytes:
        """What the patch is and where it lies."""
        return _PACKED.pack(self.serial, self.left, self.top)


def on_rows(patches: Iterable[Patch], top: int, bottom: int) -> list[Patch]:
    """Return the patches that lie on some rows."""
    return [patch for patch in patches if patch.top < bottom and patch.bottom > top]


def box_of(patch: Patch) -> Box:
    """Return the pixels that a patch covers: left, top, right, lower end."""
    return patch.left, patch.top, patch.left + patch.ink.width, patch.bottom


def paste(image: Image.Image, patches: Iterable[Patch], left: int, top: int) -> None:
    """Lay patches on an image that begins at this corner.

    Pillow's `Image.paste` prepares all images again for each patch, which takes as long as the pixels (ADR 11).
    """
    lay = image.im.paste
    for ink, mask, x, y, bottom, _ in patches:
        pixels = ink.im
        box = (x - left, y - top, x - left + pixels.size[0], bottom - top)
        if mask is None:
            lay(pixels, box)
        else:
            lay(pixels, box, mask.im)
