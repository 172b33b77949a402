"""The words of Onyx: colours, pieces and lists, ready for translation."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.i18n import Message, gettext, join_list
from games.onyx.moves import Pieces

COLOURS = (gettext("black"), gettext("purple"), gettext("white"), gettext("yellow"))
COLOUR_TITLES = (gettext("Black"), gettext("Purple"), gettext("White"), gettext("Yellow"))
_PIECES = (gettext("Black piece"), gettext("Purple piece"), gettext("White piece"), gettext("Yellow piece"))
_STACKS = (gettext("Black stack"), gettext("Purple stack"), gettext("White stack"), gettext("Yellow stack"))
SIDES = (gettext("Black and purple"), gettext("White and yellow"))


def colour_name(colour: int) -> Message:
    """The colour in the middle of a sentence."""
    return COLOURS[colour]


def pieces_name(colour: int, number: int) -> Message:
    """What lies on one space, as a heading."""
    return (_STACKS if number == 2 else _PIECES)[colour]


def piece_words(pieces: Pieces) -> Message:
    """One or two pieces and their space, as the beginning of a sentence."""
    return gettext("{pieces} on {space}", pieces=pieces_name(pieces.colour, pieces.number), space=pieces.space)


def placement_words(pieces: Sequence[Pieces]) -> Message:
    """All pieces of a turn, in the middle of a sentence."""
    return join_list(_pieces_words(one) for one in pieces)


def _pieces_words(pieces: Pieces) -> Message:
    if pieces.number == 2:
        return gettext("{colour} stack on {space}", colour=COLOURS[pieces.colour], space=pieces.space)
    return gettext("{colour} on {space}", colour=COLOURS[pieces.colour], space=pieces.space)
