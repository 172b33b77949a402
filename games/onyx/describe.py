"""Moves in words and marks."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.table import Mark
from games.onyx.board import members
from games.onyx.moves import Move, Place
from games.onyx.position import State
from games.onyx.turns import BOTH, play
from games.onyx.words import placement_words


def describe(state: State, seat: int, move: Move) -> MoveDescription:
    """The move, about to be played: `last` marks where pieces land, `from` where pieces vanish.

    The first removal is sealed, so its words do not name a stack; the second one tells both.
    """
    after = play(state, seat, move)
    gone = names_of(state, state.taken & ~after.taken)
    if isinstance(move, Place):
        marks = [Mark("last", tuple(pieces.space for pieces in move.pieces))] if move.pieces else []
        return MoveDescription(_turn_words(after, move, gone), (*marks, *_marks_of_removed(gone)))
    if after.phase == "remove":
        return MoveDescription(gettext("seals a choice of stacks"))
    if not gone:
        return MoveDescription(gettext("takes nothing off, and so does the other side"))
    own = move.spaces
    other = tuple(name for name in gone if name not in own)
    return MoveDescription(
        gettext("takes off {own}, the other side {other}", own=_or_nothing(own), other=_or_nothing(other)),
        _marks_of_removed(gone),
    )


def names_of(state: State, spaces: int) -> tuple[str, ...]:
    """The names of a set of spaces."""
    return tuple(state.board.graph.names[space] for space in members(spaces))


def _turn_words(after: State, move: Place, gone: tuple[str, ...]) -> Message:
    if not move.pieces:
        return gettext("passes, and the board closes") if after.passed == BOTH else gettext("passes")
    words = placement_words(move.pieces)
    if gone:
        return ngettext(
            "{placed}, suffocating {spaces}",
            "{placed}, suffocating {spaces}",
            len(gone),
            placed=words,
            spaces=join_list(gone),
        )
    return words


def _or_nothing(names: tuple[str, ...]) -> Message:
    return join_list(names) if names else gettext("nothing")


def _marks_of_removed(gone: tuple[str, ...]) -> tuple[Mark, ...]:
    return (Mark("from", gone),) if gone else ()
