"""The words of Onyx: colours, pieces and lists, ready for translation."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.i18n import Message, gettext, join_list, pgettext
from games.core.sentences import PlayerName
from games.onyx.moves import Pieces

COLOURS = (
    pgettext("noun", "black"), pgettext("noun", "purple"), pgettext("noun", "white"), pgettext("noun", "yellow"),
)  # fmt: skip
COLOUR_TITLES = (gettext("Black"), gettext("Purple"), gettext("White"), gettext("Yellow"))
_PIECES = (
    pgettext("Onyx", "Black piece"), pgettext("Onyx", "Purple piece"),
    pgettext("Onyx", "White piece"), pgettext("Onyx", "Yellow piece"),
)  # fmt: skip
_STACKS = (gettext("Black stack"), gettext("Purple stack"), gettext("White stack"), gettext("Yellow stack"))
_A_PIECE = (
    pgettext("accusative", "a black piece"), pgettext("accusative", "a purple piece"),
    pgettext("accusative", "a white piece"), pgettext("accusative", "a yellow piece"),
)  # fmt: skip
_A_STACK = (
    pgettext("accusative", "a black stack"), pgettext("accusative", "a purple stack"),
    pgettext("accusative", "a white stack"), pgettext("accusative", "a yellow stack"),
)  # fmt: skip
_THE_PIECE = (
    pgettext("Onyx, accusative", "the black piece"), pgettext("Onyx, accusative", "the purple piece"),
    pgettext("Onyx, accusative", "the white piece"), pgettext("Onyx, accusative", "the yellow piece"),
)  # fmt: skip
_THE_STACK = (
    pgettext("Onyx, accusative", "the black stack"), pgettext("Onyx, accusative", "the purple stack"),
    pgettext("Onyx, accusative", "the white stack"), pgettext("Onyx, accusative", "the yellow stack"),
)  # fmt: skip
SIDES = (gettext("Black-purple"), gettext("White-yellow"))


def colour_name(colour: int) -> Message:
    """Return the colour as it reads in the middle of a sentence."""
    return COLOURS[colour]


def pieces_name(colour: int, number: int) -> Message:
    """Return what is on one space, as a heading."""
    return (_STACKS if number == 2 else _PIECES)[colour]


def a_piece(colour: int, number: int = 1) -> Message:
    """Return what is placed on one space or is there: "a purple piece", "a purple stack"."""
    return (_A_STACK if number == 2 else _A_PIECE)[colour]


def piece_words(pieces: Pieces) -> Message:
    """Return one or two pieces and their space, as the beginning of a sentence."""
    return gettext("{pieces} on {space}", pieces=pieces_name(pieces.colour, pieces.number), space=pieces.space)


def placement_words(pieces: Sequence[Pieces]) -> Message:
    """Return the pieces as what is placed: "a black piece on c3 and a white stack on d4"."""
    return join_list(_on_its_space(one, a_piece(one.colour, one.number)) for one in pieces)


def suffocated_words(pieces: Sequence[Pieces], seat: int) -> tuple[Message, Message]:
    """Return what the seat suffocates in two wordings: "the white piece on c3 and the black stack on d4".

    Its own pieces are named as such, and last.
    """
    own = [_on_its_space(one, _the_piece(one)) for one in pieces if one.colour // 2 == seat]
    others = [_on_its_space(one, _the_piece(one)) for one in pieces if one.colour // 2 != seat]
    name = PlayerName(seat)
    return (
        join_list((*others, *(gettext("{piece} ({name}'s own)", piece=piece, name=name) for piece in own))),
        join_list((*others, *(gettext("{piece} (your own)", piece=piece) for piece in own))),
    )


def _the_piece(pieces: Pieces) -> Message:
    return (_THE_STACK if pieces.number == 2 else _THE_PIECE)[pieces.colour]


def _on_its_space(pieces: Pieces, piece: Message) -> Message:
    return gettext("{piece} on {space}", piece=piece, space=pieces.space)
