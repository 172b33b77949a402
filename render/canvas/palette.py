"""Reduce frames to few colours: one palette for all pictures of a kind.

Pillow keeps its look-up table with the palette image. Mapping a frame onto a cached palette therefore takes about a
millisecond, and a palette frame has a third of the bytes to compress.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from threading import Lock
from typing import NamedTuple, cast

from PIL import Image

from render.canvas.pngfile import used_entries
from render.canvas.scene import Scene, Stamp, drawing_of
from render.canvas.shapes import Drawing, inks
from render.colour import Colour

_COLOURS = 80
"""Fewer colours than a palette could hold: the eye does not miss the others, and files are a sixth smaller."""
_PINNED = 92
_COMMON = 16
_BLENDS = 12
"""The least number of entries for smooth edges, if there are many other colours."""
_ALIKE = 4
"""The difference in red, green and blue up to which a colour needs no entry of its own if entries are scarce."""
_REMEMBERED = 2000
_NEWER = 0.1
"""How much the newest picture counts in a mean."""
Rgb = tuple[int, int, int]


_serials = count(1)


class Colours(NamedTuple):
    """A palette as Pillow wants it, its unique number, and as a PNG has it."""

    image: Image.Image
    serial: int
    entries: bytes

    def reduce(self, frame: Image.Image) -> Image.Image:
        """Return the frame in these colours."""
        return frame.quantize(palette=self.image, dither=Image.Dither.NONE)


class Palette:
    """The 256 colours of a kind of picture, recomputed if a picture brings a stamp with new colours.

    The colours of shapes and the commonest ones stay as they are, so that a panel does not melt into a ground of nearly
    its colour; the rest serve the smooth edges between them.
    """

    def __init__(self, pinned: Iterable[Colour] = ()) -> None:
        self._pinned: dict[Rgb, None] = dict.fromkeys(colour[:3] for colour in pinned)
        self._stamps: set[Stamp] = set()
        self._serials = set[int]()
        """The serial numbers of layers and sprites whose colours are known."""
        self._seen: Counter[Rgb] = Counter()
        self._colours: Colours | None = None
        self._lock = Lock()
        self.usual = 0.0
        """About how many KiB of a picture are new."""

    def note(self, kib: float) -> None:
        """Note how many KiB of a picture are new: a mean in which older pictures count less and less."""
        self.usual += (kib - self.usual) * (_NEWER if self.usual else 1.0)

    def reduce(self, frame: Image.Image, scene: Scene) -> Image.Image:
        """Return the frame of this scene in palette colours."""
        return self._learn(scene, lambda: frame).reduce(frame)

    def colours(self, scene: Scene, serials: set[int], frame: Callable[[], Image.Image]) -> Colours:
        """Return the colours for this scene, whose layer and sprites have these serial numbers.

        Its whole frame is examined if any of them is new.
        """
        colours = self._colours
        if colours is None or not serials <= self._serials:
            colours = self._learn(scene, frame)
            with self._lock:
                self._serials = self._serials | serials
        return colours

    def _learn(self, scene: Scene, frame: Callable[[], Image.Image]) -> Colours:
        stamps = {placed.stamp for placed in (*scene.under, *scene.placed)}
        with self._lock:
            colours = {colour for stamp in stamps - self._stamps for colour in inks(drawing_of(stamp))}
            colours |= inks(Drawing(tuple(scene.backdrop.layer.all_shapes()), tuple(scene.backdrop.layer.texts)))
            colours -= self._pinned.keys()
            self._stamps |= stamps
            if colours or self._colours is None:
                self._pinned |= dict.fromkeys(sorted(colours))
                self._seen.update(histogram(frame()))
                self._seen = Counter(dict(self._seen.most_common(_REMEMBERED)))
                image = palette_image(self._pinned, self._seen)
                self._colours = Colours(image, next(_serials), used_entries(image))
            return self._colours


def histogram(frame: Image.Image) -> dict[Rgb, int]:
    """Return the number of pixels of each colour in an RGB frame."""
    found = cast("list[tuple[int, Rgb]] | None", frame.getcolors(1 << 17))
    return {colour: count for count, colour in found or ()}


def _unlike(colours: Iterable[Rgb]) -> list[Rgb]:
    """Return the colours, in order, without those that resemble an earlier one."""
    found: list[Rgb] = []
    for red, green, blue in colours:
        like = (max(abs(red - r), abs(green - g), abs(blue - b)) <= _ALIKE for r, g, b in found)
        if not any(like):
            found.append((red, green, blue))
    return found


def palette_image(
    pinned: Iterable[Rgb], counts: Mapping[Rgb, int], size: int = _COLOURS, common: int = _COMMON
) -> Image.Image:
    """Return a palette of `size` colours: the pinned ones, the commonest, and those that serve the rest best.

    There are more if many are pinned. Entries beyond them repeat the first colour, so no pixel ever uses one.
    """
    often = sorted(counts, key=lambda colour: (-counts[colour], colour))[:common]
    wanted = list(pinned)
    kept = wanted if len(wanted) <= _PINNED else _unlike(wanted)[:_PINNED]
    exact = list(dict.fromkeys([*kept, *often]))
    size = max(size, len(exact) + _BLENDS)
    edges = [colour for colour, count in counts.items() for _ in range(min(2, count))]
    row = Image.new("RGB", (len(edges), 1))
    row.putdata(edges)
    found = row.quantize(size - len(exact), Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).getpalette()
    values = [value for colour in exact for value in colour] + (found or [])[: 3 * (size - len(exact))]
    image = Image.new("P", (1, 1))
    image.putpalette(values + values[:3] * (256 - len(values) // 3))
    return image
