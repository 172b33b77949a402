"""The value of a position: `games.conquid.evaluate` in hundredths of a cell. It is compiled if numba is installed."""

from __future__ import annotations

from games.conquid.kernel.board import conquer, copy, is_connected
from games.conquid.kernel.memory import Memory
from games.conquid.kernel.places import (
    AFTER_MINE,
    AFTER_THEIRS,
    BEYOND,
    CROSSED,
    GATES,
    GROUND,
    LEFT,
    MINE,
    OUT,
    RINGS,
    ROWS,
    STEP,
    THEIRS,
)

WIN, CELL = 100_000, 100
"""The value of a match won now, and of a cell. Each ply until the end makes a win, or a loss, smaller by one cell."""
TEMPO, THREAT, MOST_THREAT, SIEGE, LAND = 150, 60, 12, 120, 25
"""The weights of being to move, of what a conquer would break (up to so many cells), of cells in contact, and of land.

Those of what would be broken, of contact and of land are the best that were tried in matches.
"""
CROSSING_COST = 3


def extend_ring(k: Memory, own: int, ring: int) -> None:
    """Add to a ring the remaining own cells that are connected with it."""
    b, rows = k.b, k.rows
    again = True
    while again:
        again = False
        for row in range(rows):
            before = b[ring + row]
            wider = before << 1 | before >> 1
            if row:
                wider |= b[ring + row - 1]
            if row < rows - 1:
                wider |= b[ring + row + 1]
            here = b[own + row] & b[LEFT + row]
            wider = before | wider & here
            last = 0
            while last != wider:
                last = wider
                wider |= (wider << 1 | wider >> 1) & here
            if wider != before:
                b[ring + row] = wider
                again = True


def distance(k: Memory, own: int, other: int, start: int, goal: int, out: int) -> int:
    """Return what a chain between two gates needs, as `distances.rings` counts it; store the rings from `out` on."""
    b, rows, full = k.b, k.rows, k.full
    for row in range(rows):
        b[LEFT + row] = b[GROUND + row]
        b[STEP + row] = b[start + row] & b[own + row]
        b[BEYOND + row] = b[start + row]
    number = 0
    while True:
        ring, crossed = out + number * ROWS, CROSSED + number * ROWS
        for row in range(rows):
            b[ring + row] = b[STEP + row]
        extend_ring(k, own, ring)
        met, open_ways = 0, 0
        for row in range(rows):
            here = b[ring + row]
            met |= here & b[goal + row]
            b[LEFT + row] &= ~here
        if met:
            return number
        for row in range(rows):
            beside = b[BEYOND + row] | (b[ring + row] << 1 & full) | b[ring + row] >> 1
            if row:
                beside |= b[ring + row - 1]
            if row < rows - 1:
                beside |= b[ring + row + 1]
            walls = beside & b[other + row]
            b[crossed + row] = walls
            step = beside & b[LEFT + row] & ~b[own + row] & ~b[other + row]
            if number >= CROSSING_COST - 1:
                step |= b[crossed - (CROSSING_COST - 1) * ROWS + row] & b[LEFT + row]
                open_ways |= b[crossed - ROWS + row]
            elif number:
                open_ways |= b[crossed - ROWS + row]
            open_ways |= step | walls
            b[STEP + row] = step
            b[BEYOND + row] = 0
        if open_ways == 0 or number + 2 >= RINGS:
            return number
        number += 1


def chain_distance(k: Memory, own: int, other: int, seat: int) -> int:
    """Return what the seat's shortest chain still needs, in empty cells; 0 if the headquarters are joined."""
    return distance(k, own, other, GATES + seat * ROWS, GATES + (1 - seat) * ROWS, OUT)


def touching(k: Memory, own: int, other: int) -> int:
    """Return the number of cells of `own` beside a cell of `other`."""
    b, rows, number = k.b, k.rows, 0
    for row in range(rows):
        beside = b[other + row] << 1 | b[other + row] >> 1
        if row:
            beside |= b[other + row - 1]
        if row < rows - 1:
            beside |= b[other + row + 1]
        left = beside & b[own + row]
        while left:
            left &= left - 1
            number += 1
    return number


def land(k: Memory, own: int) -> int:
    """Return the number of cells that a side owns."""
    number = 0
    for row in range(k.rows):
        left = k.b[own + row]
        while left:
            left &= left - 1
            number += 1
    return number


def after_conquer(k: Memory, seat: int) -> int:
    """Return the value after the conquer that is stored in MINE and THEIRS, with the opponent to move."""
    copy(k, MINE, AFTER_MINE)
    copy(k, THEIRS, AFTER_THEIRS)
    theirs = chain_distance(k, AFTER_THEIRS, AFTER_MINE, 1 - seat)
    if theirs == 0:
        return CELL - WIN
    need = chain_distance(k, AFTER_MINE, AFTER_THEIRS, seat)
    if need == 0:
        conquer(k, AFTER_THEIRS, AFTER_MINE)
        # After the opponent's conquer, THEIRS holds the cells that this side has left.
        if is_connected(k, THEIRS, seat):
            return WIN - 2 * CELL
    return CELL * (theirs - need) - TEMPO


def static_value(k: Memory, own: int, other: int, seat: int) -> int:
    """Return the value for the seat, which is to move: how many more cells the opponent's chain needs than its own."""
    need = chain_distance(k, own, other, seat)
    if need == 0:
        return WIN
    theirs = chain_distance(k, other, own, 1 - seat)
    best = CELL * (theirs - need) + TEMPO if theirs else CELL - WIN
    if conquer(k, own, other):
        best = max(best, after_conquer(k, seat))
    if best < -WIN // 2 or best > WIN // 2:
        return best
    if conquer(k, other, own):
        copy(k, THEIRS, AFTER_MINE)
        copy(k, MINE, AFTER_THEIRS)
        broken = chain_distance(k, AFTER_MINE, AFTER_THEIRS, seat) - need
        best -= THREAT * min(MOST_THREAT, broken)
    siege = touching(k, own, other) - touching(k, other, own)
    return best + SIEGE * siege + LAND * (land(k, own) - land(k, other))


def discount(value: int, plies: int) -> int:
    """Return a value as seen this many plies earlier: a sooner win is better, and so is a later loss."""
    if value > WIN // 2:
        return value - CELL * plies
    return value + CELL * plies if value < -WIN // 2 else value
