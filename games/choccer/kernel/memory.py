"""The memory of the search: constant tables, one position with the moves that led to it, and what has been found.

Pieces are numbered 1-4 (Black's circle, triangle, clover, star) and 5-8 (White's); squares are numbered as in
`position.GRID`. A move is `origin | target << 7`, and `| 1 << 14` if it hands a gem on.
"""

from __future__ import annotations

from functools import cache
from random import Random

from games.choccer.evaluate import HELD_GEM, MATERIAL, material, moves_to_zone
from games.choccer.legal import hand_on_range
from games.choccer.moves import HAND_ON, MOVE, Move
from games.choccer.position import BIT, BLUE, GRID, RED, ZONES, State, kind
from games.choccer.rules import POINTS
from games.choccer.squares import placement, square_value
from games.core.boards.grid import DIAGONAL, ORTHOGONAL, bits
from games.core.kernel.memory import TableMemory, table_sizes
from games.core.kernel.run import Kernel

SQUARES = GRID.size
PIECES = b".CTLSctls"
HANDED = 1 << 14
LONGEST = 96
"""The greatest number of plies from the root to the end of a line, quiescence included."""
ROOM = 8192
"""The greatest number of moves on the stack, from the root to the end of a line."""

_POSITION = {
    "board": SQUARES, "gem_at": SQUARES, "gem_square": SQUARES, "gem_state": SQUARES, "gem_red": SQUARES,
    "pieces": 2 * SQUARES, "index": SQUARES, "count": 2, "points": 2, "material": 0, "gems": 0,
    "turn": 0, "seat": 0, "key": 0,
}  # fmt: skip
_WAY = {
    "was_move": LONGEST, "was_captured": LONGEST, "was_index": LONGEST, "was_taken": LONGEST,
    "was_points": LONGEST, "was_turn": LONGEST, "was_seat": LONGEST, "was_key": LONGEST, "was_scored": LONGEST,
    "was_material": LONGEST,
    "scored": 2 * SQUARES, "scored_top": 0, "null_at": 0,
}  # fmt: skip
_FOUND = {"killers": 2 * LONGEST, "history": 2 * SQUARES * SQUARES, "fold_turn": 0}
_TABLES = {
    "next": 8 * SQUARES, "near": 24 * SQUARES, "near_count": SQUARES, "zone": 2 * SQUARES, "steps": 9 * SQUARES,
    "piece_key": 9 * SQUARES, "free_key": 2 * SQUARES, "held_key": 2 * SQUARES, "side_key": 0,
    "worth": 9, "value": 9, "square_value": 9 * SQUARES, "held_value": 12,
}  # fmt: skip
_TABLE_BITS, _COMPILED_TABLE_BITS = 16, 19


def sizes(table_bits: int) -> dict[str, int]:
    """Return the number of integers of every field, 0 for a single one; the table has 2 ** `table_bits` entries."""
    return _POSITION | _WAY | _FOUND | _TABLES | table_sizes(LONGEST, ROOM, table_bits)


class Memory(TableMemory):
    """The fields of `sizes`. If the search is compiled, they are the fields of a record."""

    # The position. `gem_at` has the number of a gem from 1, `gem_state` FREE, HELD or SCORED; `pieces` the squares of
    # Black's pieces and, from SQUARES on, of White's; `index` is the place of a square in it. `material` includes the
    # squares on which the pieces stand if the search minds them.
    board: list[int]
    gem_at: list[int]
    gem_square: list[int]
    gem_state: list[int]
    gem_red: list[int]
    pieces: list[int]
    index: list[int]
    count: list[int]
    points: list[int]
    material: int
    gems: int
    turn: int
    seat: int
    key: int
    # The moves made since the root, with what `unmake` needs to take them back.
    was_move: list[int]
    was_captured: list[int]
    was_index: list[int]
    was_taken: list[int]
    was_points: list[int]
    was_turn: list[int]
    was_seat: list[int]
    was_key: list[int]
    was_scored: list[int]
    was_material: list[int]
    scored: list[int]
    scored_top: int
    null_at: int
    # What the search has learnt so far.
    killers: list[int]
    history: list[int]
    fold_turn: int
    # Tables: the neighbour of a square in each direction or -1, squares in reach of a hand-on, and so on.
    next: list[int]
    near: list[int]
    near_count: list[int]
    zone: list[int]
    steps: list[int]
    piece_key: list[int]
    free_key: list[int]
    held_key: list[int]
    worth: list[int]
    value: list[int]
    square_value: list[int]
    held_value: list[int]
    side_key: int


@cache
def tables() -> dict[str, int | list[int]]:
    """Return the tables that never change."""
    rng = Random(11)
    squares = range(SQUARES)
    near = [[*bits(hand_on_range(square))] for square in squares]
    steps = [0] * SQUARES + [
        moves_to_zone(piece, square, side) for side, kinds in enumerate((b"CTLS", b"ctls")) for piece in kinds
        for square in squares
    ]  # fmt: skip
    return {
        "next": [(GRID.ray(square, step)[:1] or (-1,))[0] for step in (*ORTHOGONAL, *DIAGONAL) for square in squares],
        "near": [target for targets in near for target in targets + [-1] * (24 - len(targets))],
        "near_count": [len(targets) for targets in near],
        "zone": [int(ZONES[1 - seat] & BIT[square] != 0) for seat in (0, 1) for square in squares],
        "steps": steps,
        "piece_key": _keys(rng, 9 * SQUARES),
        "free_key": _keys(rng, 2 * SQUARES),
        "held_key": _keys(rng, 2 * SQUARES),
        "side_key": _keys(rng, 1)[0],
        "worth": [POINTS.get(piece, 0) for piece in PIECES],
        "value": [100 * POINTS[piece] + MATERIAL[kind(piece)] if index else 0 for index, piece in enumerate(PIECES)],
        "held_value": [value for gem in (BLUE, RED) for value in HELD_GEM[gem]],
    }


def square_fields_of(state: State) -> dict[str, int | list[int]]:
    """Return the fields with which a search also minds the squares of the pieces."""
    return {"square_value": _square_values(), "material": material(state) + placement(state)}


@cache
def _square_values() -> list[int]:
    """Return the value for Black of each piece on each square."""
    return [0] * SQUARES + [
        sign * square_value(piece, square, side) for side, sign in enumerate((1, -1)) for piece in b"CTLS"
        for square in range(SQUARES)
    ]  # fmt: skip


def _keys(rng: Random, number: int) -> list[int]:
    return [rng.getrandbits(62) for _ in range(number)]


def fields_of(state: State) -> dict[str, int | list[int]]:
    """Return the fields of a position in the form that `Kernel.begin` takes."""
    board = [PIECES.index(content) if content in PIECES else 0 for content in state.board]
    where = [[*bits(state.black)], [*bits(state.white)]]
    gems = sorted(bits(state.gems | state.holders))
    gem_at, index = [0] * SQUARES, [0] * SQUARES
    for number, square in enumerate(gems, 1):
        gem_at[square] = number
    for squares in where:
        for number, square in enumerate(squares):
            index[square] = number
    red = [int(state.board[square] == RED or state.red & BIT[square] != 0) for square in gems]
    held = [int(state.holders & BIT[square] != 0) for square in gems]
    key = 0
    for square, is_red, is_held in zip(gems, red, held, strict=True):
        key ^= _numbers("held_key" if is_held else "free_key")[is_red * SQUARES + square]
    for square, piece in enumerate(board):
        key ^= _numbers("piece_key")[piece * SQUARES + square] if piece else 0
    return {
        "board": board, "gem_at": gem_at, "index": index, "gems": len(gems), "turn": state.turn, "seat": state.seat,
        "gem_square": _pad(gems), "gem_state": _pad(held), "gem_red": _pad(red), "key": key,
        "pieces": _pad(where[0]) + _pad(where[1]), "count": [len(squares) for squares in where],
        "points": list(state.points), "material": material(state),
    }  # fmt: skip


def _numbers(name: str) -> list[int]:
    """Return a table that is a list of numbers."""
    values = tables()[name]
    return values if isinstance(values, list) else [values]


def _pad(values: list[int]) -> list[int]:
    return values + [0] * (SQUARES - len(values))


def number_of(move: Move) -> int:
    """Return the number that stands for the move."""
    return move.origin | move.target << 7 | (HANDED if move.verb == HAND_ON else 0)


def move_of(number: int) -> Move:
    """Return the move that the number stands for."""
    return Move(HAND_ON if number & HANDED else MOVE, number & 127, number >> 7 & 127)


MODULES = (
    "games.core.kernel.tree",
    "games.core.kernel.positions",
    "games.core.kernel.table",
    "games.choccer.kernel.position",
    "games.choccer.kernel.value",
    "games.choccer.kernel.search",
)
"""The modules to compile, in the order in which they depend on each other."""
KERNEL = Kernel(
    MODULES,
    Memory,
    sizes(_TABLE_BITS),
    sizes(_COMPILED_TABLE_BITS),
)
