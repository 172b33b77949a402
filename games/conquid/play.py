"""Playing a move, and the sentence that refuses one (RULES 2-7)."""

from __future__ import annotations

from games.conquid.field import Block, Field, field_of
from games.conquid.moves import ACQUIRED, Move
from games.conquid.reach import shortage
from games.conquid.rules import SUPPORT, connected, conquered, may_vanquish
from games.conquid.state import State
from games.core.errors import IllegalMove, NotYourTurn
from games.core.say import Say, say, say_n

SIDES = (say("West"), say("East"))
"""The names of the seats, true from wherever the board is seen."""


def play(state: State, seat: int, move: Move) -> State:
    """The state after the move. Raises NotYourTurn and IllegalMove."""
    if state.turn != seat:
        raise NotYourTurn(not_now(state))
    field = field_of(state.size)
    own, other = state.cells[seat], state.cells[1 - seat]
    action, cells = move
    if action == "A":
        own |= _acquired(field, own, other, cells)
    elif action == "C":
        taken = conquered(field, own, other)
        own |= taken
        other ^= taken
    elif action == "V":
        kept = ~_vanquished(field, own, other, cells[0]).cells
        own &= kept
        other &= kept
    elif connected(field, own, seat):
        return State(state.size, state.cells, None, seat)
    else:
        raise IllegalMove(_not_connected(field, own, other, seat))
    return State(state.size, (other, own) if seat else (own, other), 1 - seat)


def _acquired(field: Field, own: int, other: int, cells: tuple[str, ...]) -> int:
    """The three cells of an acquire (RULES 3)."""
    bit = field.bit
    try:
        first, second, third = cells
        board = bit[first] | bit[second] | bit[third]
    except (KeyError, ValueError):
        board = 0
    if (field.ground & ~(own | other) & board).bit_count() != ACQUIRED:
        raise IllegalMove(_not_free(field, own, other, cells))
    return board


def _vanquished(field: Field, own: int, other: int, corner: str) -> Block:
    """The block that a vanquish empties (RULES 5)."""
    if not may_vanquish(field, own, other, corner):
        raise IllegalMove(_not_vanquished(field, own, corner))
    return field.blocks[corner]


def not_now(state: State) -> Say:
    """Why the seat that asks may not act."""
    if state.turn is None:
        return say("The match is over.")
    return say("It's {side}'s move.", side=SIDES[state.turn])


def _not_free(field: Field, own: int, other: int, cells: tuple[str, ...]) -> Say:
    """Why the cells of an acquire can't be taken (RULES 3)."""
    empty = field.ground & ~(own | other)
    if empty.bit_count() < ACQUIRED:
        return say("Fewer than three cells are empty, so nothing can be acquired. Conquer is always possible.")
    for name in cells:
        cell = field.square(name)
        if cell & own:
            return say("{cell} is yours already. Acquire takes three empty cells.", cell=name)
        if cell & other:
            return say("{cell} belongs to your opponent. Acquire takes three empty cells.", cell=name)
        if not cell & empty:
            return say("{cell} is part of a headquarters. Acquire takes three empty cells.", cell=name)
    return say("An acquire takes three different cells, and you named one of them twice.")


def _not_vanquished(field: Field, own: int, corner: str) -> Say:
    """Why a block can't be emptied (RULES 5)."""
    field.square(corner)
    block = field.blocks.get(corner)
    if block is None:
        return say("No 4 × 4 block without headquarters has {cell} as its top left cell.", cell=corner)
    support = (own & block.ring).bit_count()
    if support < SUPPORT:
        return say_n(
            "Only {n} cell of yours touches the block from {cell}; a vanquish needs 4.",
            "Only {n} cells of yours touch the block from {cell}; a vanquish needs 4.",
            support,
            cell=corner,
        )
    return say("The cells of the block from {cell} are not all alike: they must have one owner, or none.", cell=corner)


def _not_connected(field: Field, own: int, other: int, seat: int) -> Say:
    """Why conquest can't be declared (RULES 6)."""
    missing = shortage(field, own, other, seat)
    if missing is None:
        return say("Your opponent's cells stand between the two headquarters, so your cells can't join them yet.")
    return say_n(
        "No chain of your cells joins the two headquarters yet: {n} cell is missing.",
        "No chain of your cells joins the two headquarters yet: at least {n} cells are missing.",
        missing,
    )
