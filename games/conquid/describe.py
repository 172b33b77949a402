"""A move in words and marks."""

from __future__ import annotations

from games.conquid.actions import cells_conquered
from games.conquid.field import field_of
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.table import path_marks
from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.sentences import PlayerName
from games.core.table import Mark

_NAMED = 6
"""The most conquered cells that are named; more are counted and marked."""


def describe(state: State, seat: int, move: Move) -> MoveDescription:
    """Describe what the move, which is legal in `state`, does."""
    field = field_of(state.size)
    own, other = state.cells[seat], state.cells[1 - seat]
    action, cells = move
    name = PlayerName(seat)
    if action == "A":
        chosen = join_list(cells)
        return MoveDescription(
            gettext("{name} acquires {cells}", name=name, cells=chosen),
            (Mark("last", cells),),
            gettext("You acquire {cells}", cells=chosen),
        )
    if action == "C":
        return _conquer(name, field.names(cells_conquered(field, own, other)))
    if action == "V":
        return _vanquish(state, seat, field.blocks[cells[0]].cells)
    marks = path_marks(field, own, seat)
    length = len(marks[0].cells) - 2  # the path includes both headquarters
    return MoveDescription(
        ngettext(
            "{name} declares conquest with a chain of {n} cell",
            "{name} declares conquest with a chain of {n} cells",
            length,
            name=name,
        ),
        marks,
        ngettext(
            "You declare conquest with a chain of {n} cell", "You declare conquest with a chain of {n} cells", length
        ),
    )


def _conquer(name: PlayerName, taken: tuple[str, ...]) -> MoveDescription:
    if not taken:
        return MoveDescription(gettext("{name} conquers nothing", name=name), (), gettext("You conquer nothing"))
    number, cells = len(taken), join_list(taken)
    if number > _NAMED:
        return MoveDescription(
            ngettext("{name} conquers {n} cell", "{name} conquers {n} cells", number, name=name),
            _last_marks(taken),
            ngettext("You conquer {n} cell", "You conquer {n} cells", number),
        )
    return MoveDescription(
        ngettext(
            "{name} conquers {n} cell: {cells}", "{name} conquers {n} cells: {cells}", number, name=name, cells=cells
        ),
        _last_marks(taken),
        ngettext("You conquer {n} cell: {cells}", "You conquer {n} cells: {cells}", number, cells=cells),
    )


def _vanquish(state: State, seat: int, block: int) -> MoveDescription:
    field = field_of(state.size)
    values = {"name": PlayerName(seat), "opponent": PlayerName(1 - seat), "block": field.block_name(block)}
    words, to_you = _vanquish_words(state, seat, block, values)
    return MoveDescription(words, _last_marks(field.names(block)), to_you)


def _vanquish_words(state: State, seat: int, block: int, values: dict[str, str]) -> tuple[Message, Message]:
    """Return the description of a vanquish in two wordings: with the player's name, and addressed to the player."""
    if block & state.cells[1 - seat]:
        return (
            gettext("{name} vanquishes {block}: {opponent} loses 16 cells", **values),
            gettext("You vanquish {block}: {opponent} loses 16 cells", **values),
        )
    if block & state.cells[seat]:
        return (
            gettext("{name} vanquishes {block} and gives up 16 cells", **values),
            gettext("You vanquish {block} and give up 16 cells", **values),
        )
    return (
        gettext("{name} vanquishes {block}, which was empty", **values),
        gettext("You vanquish {block}, which was empty", **values),
    )


def _last_marks(cells: tuple[str, ...]) -> tuple[Mark, ...]:
    return (Mark("last", cells),) if cells else ()
