"""The memory of the search: the board, one position with the turns that led to it, and what has been found.

Colours are numbered 1 black, 2 purple, 3 white, 4 yellow; 0 is an empty space. A turn is one number: `space`,
`| SECOND` for the second colour of the seat, `| STACK` for two pieces; a pair is `| PAIR` with the space of the first
colour and, from bit 12 on, that of the second; or PASS.
"""

from __future__ import annotations

from functools import cache
from random import Random

from games.core.boards.grid import bits
from games.core.kernel.memory import TableMemory, table_sizes
from games.core.kernel.run import Kernel
from games.onyx.board import Board, members
from games.onyx.moves import PASS as PASS_TURN
from games.onyx.moves import Pieces, Place
from games.onyx.position import State

SPACES = 400
"""The greatest number of spaces of a board."""
DEGREE = 12
SECOND, STACK, PAIR, PASS = 1 << 9, 1 << 10, 1 << 11, 1 << 22
LONGEST = 64
"""The greatest number of plies from the root to the end of a line."""
ROOM = 8192
"""The greatest number of turns on the stack, from the root to the end of a line."""
LOST = 4096

_POSITION = {
    "size": 0, "near": SPACES * DEGREE, "near_count": SPACES, "colour": SPACES, "number": SPACES,
    "tally": 5 * SPACES, "total": SPACES, "held": 5, "stacks": 5, "seat": 0, "passed": 0, "over": 0, "key": 0,
}  # fmt: skip
_WAY = {
    "was_move": LONGEST, "was_key": LONGEST, "was_passed": LONGEST, "was_lost": LONGEST,
    "lost_space": LOST, "lost_colour": LOST, "lost_number": LOST, "lost_top": 0, "null_at": 0,
}  # fmt: skip
_SCRATCH = {
    "open": SPACES, "exclusive": 0, "nearer": 0, "shut": 0, "mark": SPACES, "stamp": 0, "queue": SPACES, "land": 5,
    "removed": SPACES, "removed_colour": SPACES, "removed_top": 0, "best_space": 128, "best_gain": 128,
    "best_count": 2, "effect": 2 * SPACES,
}  # fmt: skip
_FIXED = {"width": 0, "scan_order": SPACES, "piece_key": 9 * SPACES, "pass_key": 4, "side_key": 0}
_FOUND = {"steady_value": 0}
_TABLE_BITS, _COMPILED_TABLE_BITS = 14, 18


def sizes(table_bits: int) -> dict[str, int]:
    """Return the number of integers of every field, 0 for a single one; the table has 2 ** `table_bits` entries."""
    return _POSITION | _WAY | _SCRATCH | _FIXED | _FOUND | table_sizes(LONGEST, ROOM, table_bits)


class Memory(TableMemory):
    """The fields of `sizes`. If the search is compiled, they are the fields of a record."""

    # The board and the position. `near` has DEGREE places for each space. `tally` counts for each colour the pieces
    # around a space, `total` those of all colours; `held` the spaces of a colour, `stacks` those with two pieces.
    size: int
    near: list[int]
    near_count: list[int]
    colour: list[int]
    number: list[int]
    tally: list[int]
    total: list[int]
    held: list[int]
    stacks: list[int]
    seat: int
    passed: int
    over: int
    key: int
    # The moves made since the root, with what `unmake` needs to take them back.
    was_move: list[int]
    was_key: list[int]
    was_passed: list[int]
    was_lost: list[int]
    lost_space: list[int]
    lost_colour: list[int]
    lost_number: list[int]
    lost_top: int
    null_at: int
    # Scratch space: who may use an empty space, regions, land, stacks removed on trial.
    open: list[int]
    exclusive: int
    nearer: int
    shut: int
    mark: list[int]
    stamp: int
    queue: list[int]
    land: list[int]
    removed: list[int]
    removed_colour: list[int]
    removed_top: int
    best_space: list[int]
    best_gain: list[int]
    best_count: list[int]
    effect: list[int]
    # How many turns are tried in a position; the spaces in the order in which they are tried; random numbers for the
    # hash keys.
    width: int
    scan_order: list[int]
    piece_key: list[int]
    pass_key: list[int]
    side_key: int
    # The value of the best turn, from the last two depths.
    steady_value: int


@cache
def _keys() -> list[int]:
    rng = Random(17)
    return [rng.getrandbits(62) for _ in range(9 * SPACES + 5)]


@cache
def _graph(board: Board) -> dict[str, int | list[int]]:
    """Return the fields of a board."""
    near = [[*bits(around)] for around in board.graph.neighbours]
    scan_order = [*range(len(near))]
    Random(len(near)).shuffle(scan_order)  # so that the first of many equal spaces lie all over the board
    return {
        "size": len(near),
        "near": [space for around in near for space in around + [0] * (DEGREE - len(around))],
        "near_count": [len(around) for around in near],
        "scan_order": scan_order,
        "piece_key": _keys()[: 9 * SPACES],
        "pass_key": [0, *_keys()[9 * SPACES : 9 * SPACES + 3]],
        "side_key": _keys()[-1],
    }


def fields_of(state: State) -> dict[str, int | list[int]]:
    """Return the fields of a board and a position in the form that `Kernel.begin` takes."""
    return {**_graph(state.board), **position_fields(state)}


def position_fields(state: State) -> dict[str, int | list[int]]:
    """Return the fields of a position without those of its board."""
    board, size = state.board, len(state.board.bit)
    colour, number = [0] * size, [0] * size
    tally, total = [0] * (5 * SPACES), [0] * size
    held, stacks = [0] * 5, [0] * 5
    for space, bit in enumerate(board.bit):
        for each in range(1, 5):
            if state.held[each - 1] & bit:
                pieces = 2 if state.stacks & bit else 1
                colour[space], number[space] = each, pieces
                held[each] += 1
                stacks[each] += pieces - 1
                for near in bits(board.graph.neighbours[space]):
                    tally[each * SPACES + near] += pieces
                    total[near] += pieces
    return {
        "colour": colour, "number": number, "tally": tally, "total": total, "held": held, "stacks": stacks,
        "seat": state.turn, "passed": state.passed, "over": int(state.phase != "play"), "key": key_of(state),
    }  # fmt: skip


def key_of(state: State) -> int:
    """Return the number by which the search knows the position."""
    keys = _keys()
    key = (keys[9 * SPACES + state.passed - 1] if state.passed else 0) ^ (keys[-1] if state.turn else 0)
    for each, held in enumerate(state.held, 1):
        for space in members(held):
            pieces = 2 if state.stacks & state.board.bit[space] else 1
            key ^= keys[(2 * each + pieces - 2) * SPACES + space]
    return key


def number_of(state: State, seat: int, turn: Place) -> int:
    """Return the number that stands for the turn."""
    if not turn.pieces:
        return PASS
    index_of = state.board.graph.index_of
    if len(turn.pieces) == 1:
        one = turn.pieces[0]
        return index_of[one.space] | (SECOND if one.colour != 2 * seat else 0) | (STACK if one.number == 2 else 0)
    spaces = {one.colour: index_of[one.space] for one in turn.pieces}
    return PAIR | spaces[2 * seat] | spaces[2 * seat + 1] << 12


def turn_of(state: State, seat: int, number: int) -> Place:
    """Return the turn that the number stands for."""
    if number == PASS:
        return PASS_TURN
    pieces: tuple[Pieces, ...]
    own = state.board.pieces[2 * seat], state.board.pieces[2 * seat + 1]
    if number & PAIR:
        pieces = own[0][0][number & 511], own[1][0][number >> 12]
    else:
        pieces = (own[int(number & SECOND != 0)][int(number & STACK != 0)][number & 511],)
    return Place(pieces)


MODULES = (
    "games.core.kernel.tree",
    "games.core.kernel.positions",
    "games.core.kernel.table",
    "games.onyx.kernel.position",
    "games.onyx.kernel.value",
    "games.onyx.kernel.propose",
    "games.onyx.kernel.search",
)
"""The modules to compile, in the order in which they depend on each other."""
KERNEL = Kernel(
    MODULES,
    Memory,
    sizes(_TABLE_BITS),
    sizes(_COMPILED_TABLE_BITS),
)
