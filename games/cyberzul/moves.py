"""Moves and their notation: `3 blue 2`, `c red f`, `deal BBKR OORK KKWW RRBB WOBK`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.core.errors import BadNotation
from games.core.i18n import gettext
from games.cyberzul.tiles import COLOURS, LETTERS

_WORDS = re.compile(r"[a-z]+|[0-9]+|[^\sa-z0-9]+")
_SOURCES = {"c": 0, "centre": 0, "center": 0, **{str(number): number for number in range(1, 10)}}
_LINES = {"f": 0, "floor": 0, **{str(number): number for number in range(1, 6)}}
_COLOURS = {word: colour for colour, name in enumerate(COLOURS) for word in (name, LETTERS[colour].lower())}
_LONGEST = 80
"""The most characters of a written move."""


class Take(NamedTuple):
    """A take of all tiles of a colour (RULES 2.2).

    `source` is a factory from 1, or 0 for the centre; `line` is a pattern line from 1, or 0 for the floor line.
    """

    source: int
    colour: int
    line: int


class Deal(NamedTuple):
    """A deal to the factories: letters in the order in which they leave the bag, factory 1 first (RULES 1.6)."""

    factories: tuple[str, ...]


Move = Take | Deal


def source_text(source: int) -> str:
    """Return a source in notation."""
    return str(source) if source else "c"


def line_text(line: int) -> str:
    """Return a destination in notation."""
    return str(line) if line else "f"


def text(move: Move) -> str:
    """Return the move in canonical notation."""
    if isinstance(move, Deal):
        return " ".join(("deal", *(letters or "-" for letters in move.factories)))
    return f"{source_text(move.source)} {COLOURS[move.colour]} {line_text(move.line)}"


def parse(written: str) -> Move:
    """Parse a move; the colour may stand anywhere. Raises BadNotation."""
    words = " ".join(written.split()).lower()
    if len(words) > _LONGEST:
        raise BadNotation(
            gettext("I couldn't read '{text}': no move is that long. Type e.g. 3 blue 2 or c red f.", text=words[:40])
        )
    return _parse(words)


@lru_cache(maxsize=1 << 12)
def _parse(written: str) -> Move:
    if written.startswith("deal"):
        return Deal(tuple(_factory(word) for word in written[4:].split()))
    words = _WORDS.findall(written)
    colours = [word for word in words if word in _COLOURS]
    places = [word for word in words if word not in _COLOURS]
    if len(colours) != 1 or len(places) != 2:
        raise BadNotation(
            gettext(
                "I couldn't read '{text}'. Type source, colour and line, e.g. 3 blue 2 or c red f.", text=written[:40]
            )
        )
    source, line = places
    if source not in _SOURCES:
        raise BadNotation(
            gettext("'{word}' is not a source. Type the factory's number, or c for the centre.", word=source[:20])
        )
    if line not in _LINES:
        raise BadNotation(
            gettext("'{word}' is not a pattern line. Type 1, 2, 3, 4 or 5, or f for the floor line.", word=line[:20])
        )
    return Take(_SOURCES[source], _COLOURS[colours[0]], _LINES[line])


def _factory(word: str) -> str:
    letters = word.upper()
    if letters == "-":
        return ""
    if len(letters) > 4 or set(letters) - set(LETTERS):
        raise BadNotation(
            gettext("'{word}' is not a factory. Type at most four of the letters B O R K W, or -.", word=word[:20])
        )
    return letters
