"""The moves of Onyx and their notation (RULES 8).

b@c3            one black piece          pass            no piece
b@c3 p@d4       black and purple         remove c3,d4    these stacks
2b@c3           a black stack            remove none     no stack
"""

from __future__ import annotations

import re
from typing import NamedTuple

from games.core.boards.graph import name_order
from games.core.errors import BadNotation
from games.core.i18n import gettext

COLOURS = "bpwy"
"""The colours: black and purple belong to seat 0, white and yellow to seat 1. A colour is an index into this string."""

_PIECES = re.compile(r"(2?)([bpwy])@([a-z0-9]{1,6})", re.ASCII)
_NAME = re.compile(r"[a-z0-9]{1,6}", re.ASCII)
_BLANKS = re.compile(r"\s*([@,])\s*|(?<![a-z0-9])2\s+(?=[bpwy]\s*@)")
_MEANING = {"@": "@", ",": " "}
"""What replaces signs with blanks around them: `b @ c3`, `b@c3, p@d4`; the blank in `2 b@c3` vanishes."""
_LONGEST = 4_000


class Pieces(NamedTuple):
    """One or two pieces of a colour for one space."""

    colour: int
    number: int
    space: str

    @property
    def text(self) -> str:
        """The canonical notation."""
        return f"{'2' if self.number == 2 else ''}{COLOURS[self.colour]}@{self.space}"


class Place(NamedTuple):
    """A turn of the play phase, in canonical order; without pieces it is a pass."""

    pieces: tuple[Pieces, ...] = ()


class Remove(NamedTuple):
    """A removal: the stacks that a player takes off before scoring, in canonical order."""

    spaces: tuple[str, ...] = ()


Move = Place | Remove
PASS = Place()


def notation_of(move: Move) -> str:
    """Return the move in canonical notation."""
    if isinstance(move, Remove):
        return "remove " + (",".join(move.spaces) or "none")
    return " ".join([pieces.text for pieces in move.pieces]) or "pass"


def parse_move(text: str) -> Move:
    """Parse a move; capitals, blanks and order do not matter. Raises BadNotation."""
    if len(text) > _LONGEST:
        raise BadNotation(gettext("That is too long for a move."))
    words = text.lower().split()
    if words == ["pass"]:
        return PASS
    if words and words[0] == "remove":
        return _read_remove(words[1:])
    try:
        return _read_place(words)
    except BadNotation:
        tidied = _BLANKS.sub(lambda match: _MEANING.get(match[1], "2"), " ".join(words)).split()
        if tidied == words:
            raise
        return _read_place(tidied)


def _read_place(words: list[str]) -> Place:
    pieces = [_read_pieces(word) for word in words]
    if not pieces:
        raise BadNotation(gettext("Name what you place, e.g. b@c3 or b@c3 p@d4, or type pass."))
    if len(pieces) > 2:
        raise BadNotation(gettext("A turn places at most two pieces, not {n}.", n=len(pieces)))
    if len(pieces) == 2:
        one, two = pieces
        if one == two and one.number == 1:
            return Place((one._replace(number=2),))
        if one.colour >= two.colour:
            pieces.sort(key=lambda piece: (piece.colour, name_order(piece.space), piece.number))
    return Place(tuple(pieces))


def _read_pieces(word: str) -> Pieces:
    match = _PIECES.fullmatch(word)
    if not match:
        raise BadNotation(
            gettext("I couldn't read '{word}'. Type a colour, @ and a space, e.g. b@c3 or 2w@d4.", word=word[:20])
        )
    two, colour, space = match.groups()
    return Pieces(COLOURS.index(colour), 2 if two else 1, space)


def _read_remove(words: list[str]) -> Remove:
    names = " ".join(words).replace(",", " ").split()
    if names == ["none"]:
        return Remove()
    for name in names:
        if not _NAME.fullmatch(name) or name == "none":
            raise BadNotation(
                gettext(
                    "I couldn't read '{word}'. Name your stacks, e.g. remove c3,d4, or type remove none.",
                    word=name[:20],
                )
            )
    if not names:
        raise BadNotation(gettext("Name the stacks to remove, e.g. remove c3,d4, or type remove none."))
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadNotation(gettext("{space} is named twice.", space=twice))
    return Remove(tuple(sorted(names, key=name_order)))
