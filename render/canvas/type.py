"""Text: bundled fonts, a fallback font for each run of letters that needs one, fitting into a width.

The layout is Pillow's basic one, which is the same on every machine; `script` first does what it lacks.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

from render.canvas.coverage import read_coverage
from render.canvas.script import bare, graphemes, visual

CAPITAL = 0.711
"""The height of Roboto's capitals, in ems."""
_ABOVE, _BELOW = 1.12, 0.45
"""How far letters may reach above and below the baseline, in ems."""
GREYS = [round(value / 255 * 3) * 255 // 3 for value in range(256)]
"""Four grey levels for the edges of letters and lines: nobody misses the others, and files are a tenth smaller."""
InkedRun = tuple[Image.Image, tuple[int, int, int, int]]
"""Grey levels and their box: left, top, right, lower end."""
FONTS = Path(__file__).parent.parent / "assets" / "fonts"
"""The folder with the fonts."""
_FACES = {"medium": "Roboto-Medium.ttf", "bold": "Roboto-Bold.ttf", "black": "Roboto-Black.ttf"}
WEIGHTS = {"medium": 500, "bold": 700, "black": 900}
"""The weights in CSS."""
FAMILIES = "Roboto, Noto Sans, sans-serif"
"""The font families in CSS."""


_REORDERED = frozenset(
    (
        *("Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Malayalam"),
        *("Oriya", "Sinhala", "Tamil", "Telugu", "Khmer", "Myanmar"),
    )
)
"""Scripts whose letters change their order; Raqm lays them out if it is available."""


@cache
def _raqm() -> bool:
    return bool(features.check("raqm") and features.check("fribidi"))


class Face:
    """One font file: the characters it has, and its sizes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points in the font."""
        return read_coverage(self.path.read_bytes())

    @lru_cache(maxsize=256)  # noqa: B019 - there are as many faces as files, and they live as long as the program
    def at(self, px: int) -> ImageFont.FreeTypeFont:
        """Return the font at a size in pixels."""
        engine = ImageFont.Layout.RAQM if self._needs_reordering and _raqm() else ImageFont.Layout.BASIC
        return ImageFont.truetype(self.path, px, layout_engine=engine)

    @cached_property
    def is_own(self) -> bool:
        """Whether the font is for our own script: it has no kerning, so that letter widths add up to words."""
        return self.path.name in _FACES.values()

    def length(self, words: str, px: int) -> float:
        """Return the length of words in this font at a size in pixels."""
        if self.is_own:
            return sum(self._letter_length(letter, px) for letter in words)
        return self.at(px).getlength(words)

    @lru_cache(maxsize=4096)  # noqa: B019 - as above
    def _letter_length(self, letter: str, px: int) -> float:
        return self.at(px).getlength(letter)

    @property
    def _needs_reordering(self) -> bool:
        return self.path.stem.removeprefix("NotoSans").removesuffix("-Bold") in _REORDERED


@cache
def _face(weight: str) -> Face:
    return Face(FONTS / _FACES[weight])


@cache
def _others() -> tuple[Face, ...]:
    """Return the fonts for other scripts, smallest first: the large ones are seldom needed."""
    paths = [path for path in FONTS.iterdir() if path.suffix in (".ttf", ".otf") and path.name not in _FACES.values()]
    return tuple(Face(path) for path in sorted(paths, key=lambda path: (path.stat().st_size, path.name)))


@lru_cache(maxsize=4096)
def _face_of(char: str, weight: str) -> Face | None:
    """Return the first font that has the character, or None if there is none."""
    return next((face for face in (_face(weight), *_others()) if ord(char) in face.characters), None)


@lru_cache(maxsize=2048)
def _runs(words: str, weight: str) -> tuple[tuple[Face, str], ...]:
    """Split the line, in drawing order, where the font changes. Letters that no font has are left out."""
    letters = [(letter, _face_of(letter[0], weight)) for letter in graphemes(visual(words))]
    runs = []
    for face, run in groupby((each for each in letters if each[1]), lambda each: each[1]):
        if face is not None:
            text = "".join(bare(letter) for letter, _ in run)
            runs.append((face, "".join(char for char in text if ord(char) in face.characters)))
    return tuple(runs)


def printable(words: str) -> str:
    """Return the words without letters that no bundled font has, with blanks tidied."""
    known = (bare(letter) for letter in graphemes(words) if letter.isspace() or _face_of(letter[0], "bold"))
    return " ".join(word for word in "".join(known).split(" ") if word)


@lru_cache(maxsize=8192)
def width(words: str, size: float, weight: str = "medium") -> float:
    """Return the width of the words, in the units of `size`."""
    px = max(1, round(size))
    return sum(face.length(text, px) for face, text in _runs(words, weight)) * size / px


@lru_cache(maxsize=2048)
def fit(words: str, sizes: Sequence[float], room: float, weight: str = "medium") -> tuple[str, float]:
    """Return the words at the largest of the sizes that fits into `room`, else shortened by letters, and the size."""
    words = printable(words)
    for size in sizes:
        if width(words, size, weight) <= room:
            return words, size
    letters, size = graphemes(words), sizes[-1]
    count = bisect_right(range(1, len(letters)), room, key=lambda n: width(_cut(letters, n), size, weight))
    return (_cut(letters, count) if count else ""), size


def fit_sentence(words: str, sizes: Sequence[float], room: float, weight: str = "medium") -> tuple[str, float]:
    """Return the words at the largest of the sizes that fits into `room`, else shortened by words, and the size."""
    shown, size = fit(words, sizes, room, weight)
    kept, words = shown.removesuffix("…"), printable(words)
    if shown == words or words[len(kept) :].startswith(" "):
        return shown, size
    whole, _, _ = kept.rpartition(" ")
    return f"{whole.rstrip(' ,;:')}…" if whole else shown, size


def _cut(letters: Sequence[str], count: int) -> str:
    """Return the first `count` letters and a sign that there are more."""
    return "".join(letters[:count]).rstrip() + "…"


@lru_cache(maxsize=2000)
def mask(words: str, px: int, weight: str, size: float) -> tuple[Image.Image, int, int]:
    """Return the words as grey levels, and where the corner lies from the start of the baseline.

    Letters stand where `width` puts them at this size, whatever `px` is: small ones would come out longer.
    """
    whole = max(1, round(size))
    start, placed = 0.0, []
    for face, run in _runs(words, weight):
        for part in run if face.is_own else (run,):
            draw = _letter if face.is_own else _write_run
            placed.append((round(start), *draw(face, px, part)))
            start += face.length(part, whole) * px / whole
    if not placed:
        return Image.new("L", (1, 1)), 0, 0
    left = min(x + box[0] for x, _, box in placed)
    # Endless stacks of accents are cut off at the line.
    top = max(min(box[1] for _, _, box in placed), round(-_ABOVE * px))
    right = max(x + box[2] for x, _, box in placed)
    bottom = min(max(box[3] for _, _, box in placed), round(_BELOW * px))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    pixels = image.im
    for x, ink, box in placed:
        x0, y0 = x + box[0] - left, box[1] - top
        pixels.paste(255, (x0, y0, x0 + ink.width, y0 + ink.height), ink.im)  # see `patches.paste`
    return image, left, top


@lru_cache(maxsize=4096)
def _letter(face: Face, px: int, letter: str) -> InkedRun:
    """Return one letter, which is drawn once."""
    return _write_run(face, px, letter)


def _write_run(face: Face, px: int, words: str) -> InkedRun:
    """Return words of one font as grey levels, and their box from the start of the baseline."""
    font = face.at(px)
    left, top, right, bottom = font.getbbox(words, anchor="ls")
    box = math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)
    image = Image.new("L", (max(1, box[2] - box[0]), max(1, box[3] - box[1])))
    ImageDraw.Draw(image).text((-box[0], -box[1]), words, 255, font, anchor="ls")
    return image.point(GREYS), box


@lru_cache(maxsize=1024)
def wrap(words: str, size: float, room: float, lines: int, weight: str = "medium") -> tuple[str, ...]:
    """Wrap the words at breakable blanks into at most this many lines; the rest is cut short."""
    rest = [word for word in printable(words).split(" ") if word]
    wrapped: list[str] = []
    while rest and len(wrapped) < lines - 1:
        taken = 1
        while taken < len(rest) and width(" ".join(rest[: taken + 1]), size, weight) <= room:
            taken += 1
        if taken == 1 and width(rest[0], size, weight) > room:
            break
        wrapped.append(" ".join(rest[:taken]))
        rest = rest[taken:]
    return (*wrapped, fit(" ".join(rest), (size,), room, weight)[0]) if rest else tuple(wrapped)
