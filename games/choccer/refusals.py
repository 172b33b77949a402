"""Refusals of moves: a sentence that says what is wrong and what to do next."""

from __future__ import annotations

from games.choccer.legal import hand_on_range, legal_moves, path
from games.choccer.moves import HAND_ON, Move, text
from games.choccer.position import BIT, CIRCLE, CLOVER, GRID, STAR, TRIANGLE, State, gem_at, kind, side
from games.choccer.words import SIDES, THE_GEM, piece_itself
from games.core.boards.grid import bits
from games.core.errors import quote
from games.core.i18n import Message, gettext, join_list

_MOVEMENTS = {
    CIRCLE: gettext("a circle moves one space along its row or column"),
    TRIANGLE: gettext("a triangle moves one space diagonally"),
    CLOVER: gettext("a clover moves one to three spaces along its row or column"),
    STAR: gettext("a star moves one to three spaces diagonally"),
}


def explain_illegal(state: State, move: Move) -> Message:
    """Return why the side to act may not make the move, and what its piece could do instead."""
    origin = GRID.names[move.origin]
    own = state.white if state.seat else state.black
    if not own & BIT[move.origin]:
        return _explain_no_piece(state, move.origin)
    reason = _explain_no_hand_on(state, move) if move.verb == HAND_ON else _explain_no_move(state, move)
    instead = [text(other) for other in legal_moves(state, state.seat) if other.origin == move.origin]
    if not instead:
        return gettext(
            "{move} isn't legal: {reason}. {origin} can do nothing now.",
            move=text(move), reason=reason, origin=origin,
        )  # fmt: skip
    return gettext(
        "{move} isn't legal: {reason}. From {origin} you can play {moves}.",
        move=text(move), reason=reason, origin=origin, moves=join_list(instead, "or"),
    )  # fmt: skip


def explain_movement(typed: str, piece: int) -> Message:
    """Return that a move as it is typed is none for a kind of piece, and how that moves."""
    return gettext("No legal move fits '{text}': {reason}.", text=quote(typed), reason=_MOVEMENTS[piece])


def _explain_no_piece(state: State, square: int) -> Message:
    name, you = GRID.names[square], SIDES[state.seat]
    if (state.black | state.white) & BIT[square]:
        piece = state.board[square]
        return gettext(
            "The piece on {square} is {owner}'s. You play {side}: choose one of your own pieces.",
            square=name, owner=SIDES[side(piece)], side=you,
        )  # fmt: skip
    return gettext(
        "There is no piece on {square}. You play {side}: choose one of your own pieces.", square=name, side=you
    )


def _explain_no_move(state: State, move: Move) -> Message:
    own = state.white if state.seat else state.black
    pieces = state.black | state.white
    target, end = GRID.names[move.target], BIT[move.target]
    piece = state.board[move.origin]
    between = path(piece, move.origin, move.target)
    if between is None:
        return _MOVEMENTS[kind(piece)]
    if between & pieces:
        blocker = GRID.names[next(bits(between & pieces))]
        return gettext("the piece on {square} is in the way", square=blocker)
    if own & end:
        return gettext("your own piece stands on {square}", square=target)
    held = THE_GEM[gem_at(state, move.origin)]
    if state.gems & end:
        return gettext("this piece already holds {gem}", gem=held)
    return gettext("this piece holds {gem}, so it cannot capture", gem=held)


def _explain_no_hand_on(state: State, move: Move) -> Message:
    own = state.white if state.seat else state.black
    target, end = GRID.names[move.target], BIT[move.target]
    if not state.holders & BIT[move.origin]:
        return gettext("this piece holds no gem")
    if move.origin == move.target:
        return gettext("a piece cannot hand its gem to itself")
    if not own & end:
        return gettext("no piece of yours stands on {square} to take the gem", square=target)
    if not hand_on_range(move.origin) & end:
        return gettext("a gem is handed on over at most two columns and two rows")
    return gettext(
        "{piece} on {square} already holds {gem}",
        piece=piece_itself(state.board[move.target]), square=target, gem=THE_GEM[gem_at(state, move.target)],
    )  # fmt: skip
