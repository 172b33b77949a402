"""Tiles: five colours, and heaps of tiles packed into one integer.

A heap has eight bits per colour, blue lowest: `heap >> (colour << 3) & 255` is the number of tiles of a colour. So
heaps are added and subtracted like numbers, and compared in one step.
"""

from __future__ import annotations

from functools import lru_cache

from games.core.i18n import Message, gettext, join_list, ngettext, pgettext

COLOURS = ("blue", "orange", "red", "black", "white")
"""The colours in the order of the first wall row; a colour is an index into this tuple (RULES 1.1)."""

LETTERS = "BORKW"
"""The letter of each colour, for positions and deals."""

MARKER = "M"
"""The starting marker on a floor line."""

OF_EACH = 20
"""The number of tiles of each colour in the box (RULES 1.1)."""

MOST = 99
"""The most tiles of one colour in a position: far more than in the box, and few enough for a heap."""

Heap = int
"""Tiles of all colours, packed."""

FULL_BOX: Heap = sum(OF_EACH << (colour << 3) for colour in range(5))


def heap_of(counts: tuple[int, ...]) -> Heap:
    """Return the heap with this many tiles of each colour."""
    return sum(count << (colour << 3) for colour, count in enumerate(counts))


def counts_of(heap: Heap) -> tuple[int, ...]:
    """Return the number of tiles of each colour in the heap."""
    return tuple(heap.to_bytes(5, "little"))


def size(heap: Heap) -> int:
    """Return the number of tiles in the heap."""
    return sum(heap.to_bytes(5, "little"))


@lru_cache(maxsize=1 << 12)
def colours_in(heap: Heap) -> tuple[int, ...]:
    """Return the colours that the heap holds."""
    return tuple(colour for colour in range(5) if heap >> (colour << 3) & 255)


@lru_cache(maxsize=1 << 12)
def parse_letters(letters: str) -> Heap:
    """Return the heap of tiles written as letters. Raises ValueError if a letter stands for no colour."""
    return sum(1 << (LETTERS.index(letter) << 3) for letter in letters)


def letters_of(heap: Heap) -> str:
    """Return the tiles of a heap as letters, sorted by colour."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts_of(heap), strict=True))


def colour_word(colour: int) -> Message:
    """Return the colour in words."""
    return _WORDS[colour]


def colour_title(colour: int) -> Message:
    """Return the colour in words for a place where it stands alone."""
    return _TITLES[colour]


def colour_noun(colour: int) -> Message:
    """Return the colour as a noun: "line 2 holds blue"."""
    return _NOUNS[colour]


def tiles_words(number: int, colour: int) -> Message:
    """Return a number of tiles of a colour in words: "2 blue tiles"."""
    if colour == 0:
        return ngettext("{n} blue tile", "{n} blue tiles", number)
    if colour == 1:
        return ngettext("{n} orange tile", "{n} orange tiles", number)
    if colour == 2:
        return ngettext("{n} red tile", "{n} red tiles", number)
    if colour == 3:
        return ngettext("{n} black tile", "{n} black tiles", number)
    return ngettext("{n} white tile", "{n} white tiles", number)


def tile_list(heap: Heap) -> Message:
    """Return the tiles of a heap in words: "2 blue and 1 red"."""
    words = [_COUNTED[colour].with_values({"n": counts_of(heap)[colour]}) for colour in colours_in(heap)]
    return join_list(words) or gettext("no tile")


_COUNTED = (
    gettext("{n} blue", n=1), gettext("{n} orange", n=1), gettext("{n} red", n=1), gettext("{n} black", n=1),
    gettext("{n} white", n=1),
)  # fmt: skip
_WORDS = (gettext("blue"), gettext("orange"), gettext("red"), gettext("black"), gettext("white"))
_TITLES = (gettext("Blue"), gettext("Orange"), gettext("Red"), gettext("Black"), gettext("White"))
_NOUNS = (
    pgettext("noun", "blue"), pgettext("noun", "orange"), pgettext("noun", "red"), pgettext("noun", "black"),
    pgettext("noun", "white"),
)  # fmt: skip
TILE_NAMES = (
    ngettext("blue tile", "blue tiles", 1), ngettext("orange tile", "orange tiles", 1),
    ngettext("red tile", "red tiles", 1), ngettext("black tile", "black tiles", 1),
    ngettext("white tile", "white tiles", 1),
)  # fmt: skip
"""The name of a tile on the table, for each colour."""
