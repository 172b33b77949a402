"""A move in words and marks."""

from __future__ import annotations

from games.conquid.actions import cells_conquered
from games.conquid.field import field_of
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.table import path_marks
from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.table import Mark


def describe(state: State, seat: int, move: Move) -> MoveDescription:
    """What the move, legal in `state`, does."""
    field = field_of(state.size)
    own, other = state.cells[seat], state.cells[1 - seat]
    action, cells = move
    if action == "A":
        return MoveDescription(
            gettext("acquires {a}, {b} and {c}", a=cells[0], b=cells[1], c=cells[2]), (Mark("last", cells),)
        )
    if action == "C":
        taken = field.names(cells_conquered(field, own, other))
        words = (
            ngettext("conquers {n} cell", "conquers {n} cells", len(taken)) if taken else gettext("conquers nothing")
        )
        return MoveDescription(words, _last_marks(taken))
    if action == "V":
        block = field.blocks[cells[0]].cells
        return MoveDescription(_vanquish_words(state, seat, block), _last_marks(field.names(block)))
    marks = path_marks(field, own, seat)
    length = len(marks[0].cells)
    return MoveDescription(
        ngettext("declares conquest over {n} cell", "declares conquest over {n} cells", length), marks
    )


def _vanquish_words(state: State, seat: int, block: int) -> Message:
    where = field_of(state.size).block_name(block)
    if block & state.cells[1 - seat]:
        return gettext("vanquishes {block}, 16 cells of the opponent", block=where)
    if block & state.cells[seat]:
        return gettext("vanquishes {block}, 16 own cells", block=where)
    return gettext("vanquishes {block}, which was empty", block=where)


def _last_marks(cells: tuple[str, ...]) -> tuple[Mark, ...]:
    return (Mark("last", cells),) if cells else ()
