"""Refusals of moves: a sentence that says what is wrong and what to do next."""

from __future__ import annotations

from games.conquid.actions import SUPPORT
from games.conquid.distances import missing_cells
from games.conquid.field import Field
from games.conquid.info import SIDES
from games.conquid.moves import ACQUIRED
from games.conquid.position import State
from games.core.i18n import Message, gettext, ngettext


def not_your_turn(state: State) -> Message:
    """Return why the seat that asks may not act."""
    if state.turn is None:
        return gettext("The match is over.")
    return gettext("It's {name}'s move.", name=SIDES[state.turn])


def explain_not_free(field: Field, own: int, other: int, cells: tuple[str, ...]) -> Message:
    """Return why the cells of an acquire can't be taken (RULES 3)."""
    empty = field.ground & ~(own | other)
    if empty.bit_count() < ACQUIRED:
        return gettext("Fewer than three cells are empty, so nothing can be acquired. Conquer is always possible.")
    for name in cells:
        cell = field.square(name)
        if cell & own:
            return gettext("{cell} is already yours. Acquire takes three empty cells.", cell=name)
        if cell & other:
            return gettext("{cell} belongs to your opponent. Acquire takes three empty cells.", cell=name)
        if not cell & empty:
            return gettext("{cell} is part of a headquarters. Acquire takes three empty cells.", cell=name)
    return gettext("An acquire takes three different cells, and you named one of them twice.")


def explain_not_vanquishable(field: Field, own: int, corner: str) -> Message:
    """Return why a block can't be emptied (RULES 5)."""
    field.square(corner)
    block = field.blocks.get(corner)
    if block is None:
        return gettext("No block of 4 by 4 without headquarters has {cell} as its top left cell.", cell=corner)
    support = (own & block.ring).bit_count()
    if support == 0:
        return gettext("None of your cells touches the block from {cell}; a vanquish needs 4.", cell=corner)
    if support < SUPPORT:
        return ngettext(
            "Only {n} cell of yours touches the block from {cell}; a vanquish needs 4.",
            "Only {n} cells of yours touch the block from {cell}; a vanquish needs 4.",
            support,
            cell=corner,
        )
    return gettext("The cells of the block from {cell} differ: they must have one owner, or none.", cell=corner)


def explain_not_connected(field: Field, own: int, other: int, seat: int) -> Message:
    """Return why conquest can't be declared (RULES 6)."""
    missing = missing_cells(field, own, other, seat)
    if missing is None:
        return gettext("Your opponent's cells stand between the two headquarters, so your cells can't join them yet.")
    return ngettext(
        "No chain of yours joins the headquarters yet: {n} cell is missing.",
        "No chain of yours joins the headquarters yet: at least {n} cells are missing.",
        missing,
    )
