"""Descriptions of moves, in words and marks."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list
from games.core.sentences import PlayerName, sentences
from games.core.table import Mark
from games.onyx.board import members
from games.onyx.moves import Move, Pieces, Place
from games.onyx.position import State
from games.onyx.turns import BOTH, play
from games.onyx.words import placement_words, suffocated_words


def describe(state: State, seat: int, move: Move) -> MoveDescription:
    """Describe the move that is about to be played: `last` marks where pieces are placed, `from` where they vanish.

    The first removal is sealed, so its words do not name a stack; the words of the second tell both. The player is told
    only of their own stacks, because nobody knows the others before both have chosen.
    """
    after = play(state, seat, move)
    gone = names_of(state, state.taken & ~after.taken)
    if isinstance(move, Place):
        words, to_you = _turn_words(state, after, seat, move)
        marks = [Mark("last", tuple(pieces.space for pieces in move.pieces))] if move.pieces else []
        return MoveDescription(words, (*marks, *_marks_of_removed(gone)), to_you)
    if after.phase == "remove":
        return MoveDescription(
            gettext("{name} has chosen stacks (hidden)", name=PlayerName(seat)),
            to_you=sentences(
                _own_removal(state, seat, move.spaces), gettext("This stays hidden until both have chosen")
            ),
        )
    own = move.spaces
    other = tuple(name for name in gone if name not in own)
    words = _removal_words(state, seat, own, other)
    return MoveDescription(words, _marks_of_removed(gone), _own_removal(state, seat, own))


def _own_removal(state: State, seat: int, own: tuple[str, ...]) -> Message:
    """Return what the player removes, addressed to the player."""
    if own:
        return gettext("You remove {own}", own=join_list(own))
    return gettext("You keep all your stacks") if state.own_stacks(seat) else gettext("You have no stacks to remove")


def _removal_words(state: State, seat: int, own: tuple[str, ...], other: tuple[str, ...]) -> Message:
    """Return what both remove, the mover first; `state` still has all stacks."""
    values = {
        "a": PlayerName(seat), "own": join_list(own), "b": PlayerName(1 - seat), "other": join_list(other),
    }  # fmt: skip
    mine, theirs = bool(state.own_stacks(seat)), bool(state.own_stacks(1 - seat))
    if not mine or not theirs:
        return _removal_without_stacks(values, mine=mine, theirs=theirs)
    if own and other:
        return gettext("{a} removes {own}; {b} removes {other}", **values)
    if own:
        return gettext("{a} removes {own}; {b} keeps all stacks", **values)
    if other:
        return gettext("{a} keeps all stacks; {b} removes {other}", **values)
    return gettext("{a} and {b} keep all their stacks", **values)


def _removal_without_stacks(values: Mapping[str, str], *, mine: bool, theirs: bool) -> Message:
    """Return what both remove if at least one side has no stacks; `mine` and `theirs`: whether there are any."""
    if mine:
        if values["own"]:
            return gettext("{a} removes {own}; {b} has no stacks", **values)
        return gettext("{a} keeps all stacks; {b} has no stacks", **values)
    if theirs:
        if values["other"]:
            return gettext("{a} has no stacks; {b} removes {other}", **values)
        return gettext("{a} has no stacks; {b} keeps all stacks", **values)
    return gettext("{a} and {b} have no stacks", **values)


def names_of(state: State, spaces: int) -> tuple[str, ...]:
    """Return the names of a set of spaces."""
    return tuple(state.board.graph.names[space] for space in members(spaces))


def _pieces_on(state: State, spaces: int) -> list[Pieces]:
    """Return what is on those of the spaces that are taken."""
    bit, names = state.board.bit, state.board.graph.names
    return [
        Pieces(
            next(colour for colour, held in enumerate(state.held) if held & bit[space]),
            2 if state.stacks & bit[space] else 1,
            names[space],
        )
        for space in members(spaces)
    ]


def _turn_words(state: State, after: State, seat: int, move: Place) -> tuple[str, str]:
    """Return the turn played at `state` in two wordings: with the player's name, and addressed to the player."""
    values = {"name": PlayerName(seat), "pieces": placement_words(move.pieces)}
    if move.pieces:
        words, to_you = gettext("{name} places {pieces}", **values), gettext("You place {pieces}", **values)
        gone = _pieces_on(state, state.taken & ~after.taken)
        if not gone:
            return words, to_you
        by_name, yours = suffocated_words(gone, seat)
        return (
            sentences(words, gettext("This suffocates {pieces}", pieces=by_name)),
            sentences(to_you, gettext("This suffocates {pieces}", pieces=yours)),
        )
    words, to_you = gettext("{name} passes", **values), gettext("You pass")
    if after.passed != BOTH:
        return words, to_you
    closing = gettext("Placing is over: now both choose stacks to remove")
    return sentences(words, closing), sentences(to_you, closing)


def _marks_of_removed(gone: tuple[str, ...]) -> tuple[Mark, ...]:
    return (Mark("from", gone),) if gone else ()
