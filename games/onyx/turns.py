"""The effects of turns: pieces placed, suffocation, passes, and the removal (RULES 3-6)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.onyx.board import Board
from games.onyx.moves import Move, Pieces, Place, Remove
from games.onyx.position import State, lift_pieces, remove_pieces
from games.onyx.refusals import check_placement, check_removal, check_turn

BOTH = 3
"""The flags of both seats."""


def play(state: State, seat: int, move: Move) -> State:
    """Return the position after the move. Raises IllegalMove or NotYourTurn."""
    check_turn(state, seat)
    if state.phase == "play":
        if isinstance(move, Place):
            return place(state, seat, move.pieces) if move.pieces else _pass(state, seat)
        raise IllegalMove(
            gettext("Stacks are removed at the end, once both players have passed. Place pieces now, or pass.")
        )
    if isinstance(move, Remove):
        return _remove(state, seat, move.spaces)
    raise IllegalMove(
        gettext("Both players have passed, so no piece may be placed. Name the stacks to remove, or type remove none.")
    )


def place(state: State, seat: int, pieces: tuple[Pieces, ...]) -> State:
    """Place pieces, suffocate, and pass the turn on (RULES 3-5). Raises IllegalMove."""
    board, held_before, stacks, tally_before, _, _, passed, removed, sealed = state
    spaces = check_placement(state, seat, pieces)
    held, tally, used, near = list(held_before), list(tally_before), 0, 0
    for (colour, number, _), space in zip(pieces, spaces, strict=True):
        bit, around = board.bit[space], board.near[space]
        used |= bit
        near |= around
        held[colour] |= bit
        tally[colour] += around * number
        if number == 2:
            stacks |= bit
    ring = near & ~used & (held[0] | held[1] | held[2] | held[3])
    gone = suffocated_spaces(board, held, tally, ring) if ring else 0
    if gone:
        lift_pieces(board, held, tally, stacks, gone)
        stacks &= ~gone
    pieces_now = held[0], held[1], held[2], held[3]
    tally_now = tally[0], tally[1], tally[2], tally[3]
    if passed == BOTH:
        return State(board, pieces_now, stacks, tally_now, 0, "remove", passed, removed, sealed)
    return State(board, pieces_now, stacks, tally_now, 1 - seat, "play", passed, removed, sealed)


def suffocated_spaces(board: Board, held: Sequence[int], tally: Sequence[int], ring: int) -> int:
    """Return the spaces of `ring` whose pieces are surrounded by three or more of other colours (RULES 5)."""
    total = sum(tally)
    gone = 0
    for colour in range(4):
        here = held[colour] & ring
        if here:
            gone |= here & board.surrounded_spaces(total - tally[colour])
    return gone


def _pass(state: State, seat: int) -> State:
    passed = state.passed | 1 << seat
    if passed == BOTH:
        return state._replace(passed=passed, phase="remove", turn=0)
    return state._replace(passed=passed, turn=1 - seat)


def _remove(state: State, seat: int, names: tuple[str, ...]) -> State:
    """Choose the stacks to remove: the first choice is sealed, the second reveals both (RULES 6)."""
    check_removal(state, seat, names)
    removed = state.removed | 1 << seat
    if removed != BOTH:
        return state._replace(removed=removed, sealed=names)
    index_of = state.board.graph.index_of
    gone = sum(state.board.bit[index_of[name]] for name in (*names, *(state.sealed or ())))
    return remove_pieces(state, gone)._replace(phase="over", removed=BOTH, sealed=())
