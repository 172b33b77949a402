"""The words of Onyx: colours, pieces and lists, ready for translation."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.i18n import join_list
from games.core.say import Say, say
from games.onyx.moves import Pieces

COLOURS = (say("black"), say("purple"), say("white"), say("yellow"))
COLOUR_TITLES = (say("Black"), say("Purple"), say("White"), say("Yellow"))
_PIECES = (say("Black piece"), say("Purple piece"), say("White piece"), say("Yellow piece"))
_STACKS = (say("Black stack"), say("Purple stack"), say("White stack"), say("Yellow stack"))
SIDES = (say("Black and purple"), say("White and yellow"))


def colour_name(colour: int) -> Say:
    """The colour in the middle of a sentence."""
    return COLOURS[colour]


def pieces_name(colour: int, number: int) -> Say:
    """What lies on one space, as a heading."""
    return (_STACKS if number == 2 else _PIECES)[colour]


def piece_words(pieces: Pieces) -> Say:
    """One or two pieces and their space, as the beginning of a sentence."""
    return say("{pieces} on {space}", pieces=pieces_name(pieces.colour, pieces.number), space=pieces.space)


def placed_words(pieces: Sequence[Pieces]) -> Say:
    """All pieces of a turn, in the middle of a sentence."""
    return join_list(_placed(one) for one in pieces)


def _placed(pieces: Pieces) -> Say:
    if pieces.number == 2:
        return say("{colour} stack on {space}", colour=COLOURS[pieces.colour], space=pieces.space)
    return say("{colour} on {space}", colour=COLOURS[pieces.colour], space=pieces.space)
