"""Threats in words, for players who do not see the board."""

from __future__ import annotations

from collections.abc import Iterator

from games.conquid.actions import cells_conquered, is_connected, is_vanquishable
from games.conquid.distances import missing_cells
from games.conquid.field import field_of
from games.conquid.position import State
from games.core.i18n import Message, gettext, join_list, ngettext

_NAMED = 12
"""The most cells that are named one by one."""


def threats(state: State, seat: int) -> Iterator[Message]:
    """Yield what a conquer and a vanquish would take from the seat and give to it, and how far both chains are."""
    field = field_of(state.size)
    own, other = state.cells[seat], state.cells[1 - seat]
    lost = field.names(cells_conquered(field, other, own))
    won = field.names(cells_conquered(field, own, other))
    if lost:
        yield ngettext(
            "Your opponent can conquer {n} of your cells: {cells}.",
            "Your opponent can conquer {n} of your cells: {cells}.",
            len(lost), cells=join_list(lost[:_NAMED]),
        )  # fmt: skip
    if won:
        yield ngettext(
            "You can conquer {n} cell: {cells}.", "You can conquer {n} cells: {cells}.",
            len(won), cells=join_list(won[:_NAMED]),
        )  # fmt: skip
    blocks = [
        field.block_name(field.blocks[name].cells)
        for name in field.corner_names
        if field.blocks[name].cells & own and is_vanquishable(field, other, own, name)
    ]
    if blocks:
        yield gettext("Your opponent can vanquish {blocks}.", blocks=join_list(blocks[:_NAMED], "or"))
    missing = missing_cells(field, own, other, seat)
    if missing is not None:
        yield ngettext("Your chain needs {n} more cell.", "Your chain needs {n} more cells.", missing)
    missing = missing_cells(field, other, own, 1 - seat)
    if missing is not None:
        yield ngettext(
            "Your opponent's chain needs {n} more cell.", "Your opponent's chain needs {n} more cells.", missing
        )


def chapter(state: State) -> int:
    """Return the chapter on the strongest possible action: conquest, vanquish, conquer, else acquire."""
    if state.turn is None:
        return 7
    field = field_of(state.size)
    own, other = state.cells[state.turn], state.cells[1 - state.turn]
    if is_connected(field, own, state.turn):
        return 6
    if any(is_vanquishable(field, own, other, name) for name in field.corner_names):
        return 5
    return 4 if cells_conquered(field, own, other) else 3
