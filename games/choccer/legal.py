"""The legal moves: whether a move is legal, all legal moves, and whether there are any (RULES 2-5)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.choccer.moves import HAND_ON, MOVE, Move
from games.choccer.position import BIT, CIRCLE, CLOVER, GRID, STAR, TRIANGLE, State, kind
from games.core.boards.grid import DIAGONAL, ORTHOGONAL, bits

LEAPS = {CIRCLE: (ORTHOGONAL, 1), TRIANGLE: (DIAGONAL, 1), CLOVER: (ORTHOGONAL, 3), STAR: (DIAGONAL, 3)}
"""The directions in which each kind of piece moves, and its range (RULES 3.1)."""


class Lines(NamedTuple):
    """The lines along which a piece moves from its square, looked up together.

    `mask` holds all their squares. `reached` maps each set of pieces on them to the squares that can be reached,
    including the square of the first piece in the way. `moves` maps each set of squares to the moves that go there.
    """

    mask: int
    reached: dict[int, int]
    moves: dict[int, tuple[Move, ...]]


@cache
def path(piece: int, origin: int, target: int) -> int | None:
    """Return the squares between, as a bitboard; None if the piece cannot move that way even on an empty board."""
    steps, most = LEAPS[kind(piece)]
    for step in steps:
        squares = GRID.ray(origin, step)[:most]
        if target in squares:
            return sum(BIT[square] for square in squares[: squares.index(target)])
    return None


@cache
def hand_on_range(square: int) -> int:
    """Return the squares that a gem can be handed to from here: at most 2 columns and 2 rows away (RULES 5.1)."""
    column, row = square % GRID.columns, square // GRID.columns
    return sum(
        BIT[other]
        for other in range(GRID.size)
        if other != square and abs(other % GRID.columns - column) <= 2 and abs(other // GRID.columns - row) <= 2
    )


@cache
def lines(piece: int, origin: int) -> tuple[Lines, ...]:
    """Return the lines of a piece from a square: all single steps together, or each long line with its opposite."""
    steps, most = LEAPS[kind(piece)]
    ways = [GRID.ray(origin, step)[:most] for step in steps]
    return (_lines(origin, ways),) if most == 1 else (_lines(origin, ways[0::2]), _lines(origin, ways[1::2]))


def _lines(origin: int, ways: list[tuple[int, ...]]) -> Lines:
    parts = _subsets(sum(BIT[square] for way in ways for square in way))
    reached = {pieces: sum(_reach(way, pieces) for way in ways) for pieces in parts}
    moves = {part: tuple(Move(MOVE, origin, target) for target in bits(part)) for part in parts}
    return Lines(parts[-1], reached, moves)


def _reach(way: tuple[int, ...], pieces: int) -> int:
    """Return the squares along the way up to and including the first piece."""
    reach = 0
    for square in way:
        reach |= BIT[square]
        if pieces & BIT[square]:
            break
    return reach


def _subsets(mask: int) -> list[int]:
    """Return all subsets of a bitboard; the last is the bitboard itself."""
    parts = [0]
    for square in bits(mask):
        parts += [part | BIT[square] for part in parts]
    return parts


@cache
def _hand_on(origin: int, target: int) -> Move:
    return Move(HAND_ON, origin, target)


def sides(state: State, seat: int) -> tuple[int, int]:
    """Return the bitboards of the seat's own pieces and of the other side's."""
    return (state.white, state.black) if seat else (state.black, state.white)


def is_legal(state: State, seat: int, move: Move) -> bool:
    """Whether the move is legal for the seat, assuming that it is to act (RULES 3-5)."""
    board, black, white, gems, holders, _, _, _, _ = state
    verb, origin, target = move
    own, other = (white, black) if seat else (black, white)
    end = BIT[target]
    if not own & BIT[origin]:
        return False
    if verb == HAND_ON:
        return bool(holders & BIT[origin] and own & ~holders & end & hand_on_range(origin))
    between = path(board[origin], origin, target)
    if between is None or between & (black | white) or own & end:
        return False
    return not (holders & BIT[origin] and (other | gems) & end)


def legal_moves(state: State, seat: int) -> list[Move]:
    """Return all legal moves of the seat, assuming that it is to act."""
    board, black, white, gems, holders, _, _, _, _ = state
    own = white if seat else black
    pieces = black | white
    moves: list[Move] = []
    opened = ~own
    for origin in bits(own & ~holders):
        for mask, reached, moves_to in lines(board[origin], origin):
            moves += moves_to[reached[pieces & mask] & opened]
    opened = ~(pieces | gems)
    for origin in bits(own & holders):
        for mask, reached, moves_to in lines(board[origin], origin):
            moves += moves_to[reached[pieces & mask] & opened]
        moves += [_hand_on(origin, target) for target in bits(own & ~holders & hand_on_range(origin))]
    return moves


def has_legal_move(state: State, seat: int) -> bool:
    """Whether the seat has any legal move (RULES 2.3)."""
    board, black, white, gems, holders, _, _, _, _ = state
    own = white if seat else black
    free = own & ~holders
    while free:
        # Checked without a generator: the first piece nearly always has a move.
        origin = free.bit_length() - 1
        if neighbours(board[origin], origin) & ~own:
            return True
        free ^= BIT[origin]
    pieces = black | white
    for origin in bits(own & holders):
        if own & ~holders & hand_on_range(origin):
            return True
        # The holder can pass over a gem beside it, so single steps are not enough.
        if any(reached[pieces & mask] & ~(pieces | gems) for mask, reached, _ in lines(board[origin], origin)):
            return True
    return False


@cache
def neighbours(piece: int, origin: int) -> int:
    """Return the squares that the piece reaches with a single step."""
    return sum(BIT[square] for step in LEAPS[kind(piece)][0] for square in GRID.ray(origin, step)[:1])
