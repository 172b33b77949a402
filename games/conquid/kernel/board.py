"""The effects of the actions (RULES 3-6), on rows of bits at the given places. It is compiled if numba is installed."""

from __future__ import annotations

from games.conquid.kernel.memory import CONQUER, VANQUISH, Memory
from games.conquid.kernel.places import CHAIN, GATES, HELD, MINE, POSITIONS, ROWS, TAKEN, THEIRS
from games.core.kernel.positions import mix

SUPPORT = 4


def position_key(k: Memory, ply: int, seat: int) -> int:
    """Return the number by which the search knows the position at a ply, with this seat to move."""
    key, place = seat, POSITIONS + 2 * ply * ROWS
    for row in range(2 * ROWS):
        key = mix(key, k.b[place + row])
    return key


def copy(k: Memory, source: int, target: int) -> None:
    """Copy a board to another place."""
    for row in range(k.rows):
        k.b[target + row] = k.b[source + row]


def conquer(k: Memory, own: int, other: int) -> int:
    """Store in TAKEN the cells of `other` that a conquer takes (RULES 4), and in MINE and THEIRS what both then own.

    Returns 1 if it takes any.
    """
    b, rows, full = k.b, k.rows, k.full
    copy(k, own, MINE)
    copy(k, other, THEIRS)
    for row in range(rows):
        b[TAKEN + row] = 0
    found, again = 0, True
    while again:
        again = False
        for row in range(rows):
            left = b[THEIRS + row]
            if left == 0:
                continue
            here = b[MINE + row]
            west, east = here << 1 & full, here >> 1
            south, north = b[MINE + row - 1], b[MINE + row + 1]
            taken = (west & east | north & south | (west | east) & (north | south)) & left
            if taken:
                b[THEIRS + row] = left ^ taken
                b[MINE + row] = here | taken
                b[TAKEN + row] |= taken
                found = 1
                again = True
    return found


def flood(k: Memory, own: int, out: int) -> None:
    """Extend the board at `out` to all cells of `own` that are connected with it."""
    b, rows = k.b, k.rows
    again = True
    while again:
        again = False
        for row in range(rows):
            here = b[own + row]
            wider = (b[out + row] | b[out + row - 1] | b[out + row + 1]) & here
            last = 0
            while last != wider:
                last = wider
                wider = (wider | wider << 1 | wider >> 1) & here
            if wider != b[out + row]:
                b[out + row] = wider
                again = True


def is_connected(k: Memory, own: int, seat: int) -> bool:
    """Whether own cells join the two headquarters (RULES 6)."""
    b, near, far = k.b, GATES + seat * ROWS, GATES + (1 - seat) * ROWS
    start, goal = 0, 0
    for row in range(k.rows):
        b[CHAIN + row] = b[near + row] & b[own + row]
        start |= b[CHAIN + row]
        goal |= b[far + row] & b[own + row]
    if start == 0 or goal == 0:
        return False
    flood(k, own, CHAIN)
    reached = 0
    for row in range(k.rows):
        reached |= b[CHAIN + row] & b[far + row]
    return reached != 0


def is_supported(k: Memory, own: int, row: int, column: int) -> bool:
    """Whether enough own cells share an edge with the block that has this bottom left cell (RULES 5.4)."""
    b, number = k.b, 0
    for step in range(4):
        if row > 0:
            number += b[own + row - 1] >> (column + step) & 1
        if row + 4 < k.rows:
            number += b[own + row + 4] >> (column + step) & 1
        if column > 0:
            number += b[own + row + step] >> (column - 1) & 1
        number += b[own + row + step] >> (column + 4) & 1
    return number >= SUPPORT


def full_blocks(k: Memory, board: int, row: int) -> int:
    """Return the left columns of the 4 × 4 blocks in these four rows that the board fills."""
    four = k.b[board + row] & k.b[board + row + 1] & k.b[board + row + 2] & k.b[board + row + 3]
    return four & four >> 1 & four >> 2 & four >> 3


def empty_block(k: Memory, board: int, row: int, column: int) -> None:
    """Remove a block of 4 × 4 cells from the board."""
    for step in range(4):
        k.b[board + row + step] &= ~(15 << column)


def is_unbreakable(k: Memory, own: int, other: int, seat: int) -> bool:
    """Whether the seat's chain is complete after any move of the opponent."""
    conquer(k, other, own)
    if not is_connected(k, THEIRS, seat):
        return False
    for row in range(k.rows - 3):
        blocks = full_blocks(k, own, row)
        column = 0
        while blocks >> column:
            if blocks >> column & 1 and is_supported(k, other, row, column):
                copy(k, own, HELD)
                empty_block(k, HELD, row, column)
                if not is_connected(k, HELD, seat):
                    return False
            column += 1
    return True


def put_cells(k: Memory, own: int, cells: int, size: int, out: int) -> None:
    """Store the board of `own` with a set of `size` cells."""
    copy(k, own, out)
    for each in range(size):
        cell = cells >> 11 * each & 2047
        k.b[out + (cell >> 6)] |= 1 << (cell & 63)


def carry_out(k: Memory, move: int, own: int, other: int, own_after: int, other_after: int) -> None:
    """Write what both sides own after a move to other places."""
    copy(k, other, other_after)
    if move == CONQUER:
        conquer(k, own, other)
        copy(k, MINE, own_after)
        copy(k, THEIRS, other_after)
    elif move & VANQUISH:
        row, column = (move & 2047) >> 6, move & 63
        copy(k, own, own_after)
        empty_block(k, own_after, row, column)
        empty_block(k, other_after, row, column)
    else:
        put_cells(k, own, move, 3, own_after)
