"""The value of a position: `games.conquid.evaluate` in hundredths of a cell. It is compiled if numba is installed."""

from __future__ import annotations

from games.conquid.distances import CROSSING_COST
from games.conquid.kernel.board import conquer, copy, is_unbreakable
from games.conquid.kernel.memory import Memory
from games.conquid.kernel.places import (
    AFTER_MINE,
    AFTER_THEIRS,
    CROSSED,
    GATES,
    GROUND,
    LEFT,
    MINE,
    OUT,
    RINGS,
    ROWS,
    TAKEN,
    THEIRS,
)

WIN, CELL = 100_000, 100
"""The value of a match won now, and of a cell. Each ply until the end makes a win, or a loss, smaller by one cell."""
TEMPO, THREAT, MOST_THREAT, SIEGE = 150, 55, 12, 115
"""The weights of being to move, of what a conquer would break (up to so many cells), and of cells in contact."""
GAIN, LOSS = 125, 60
"""The weights of a cell that the next conquer takes: of the side to move, and of the other side."""
LAND, ENOUGH, SPARE = 70, 30, 15
"""The weight of a cell more that is owned, up to so many, and of each further one: they don't complete a chain."""


def extend_ring(k: Memory, own: int, ring: int) -> None:
    """Add to a ring the remaining own cells that are connected with it."""
    b, rows = k.b, k.rows
    again = True
    while again:
        again = False
        for row in range(rows):
            ring_row = b[ring + row]
            here = b[own + row] & b[LEFT + row] & ~ring_row
            if here == 0:
                continue
            reached = (ring_row << 1 | ring_row >> 1 | b[ring + row - 1] | b[ring + row + 1]) & here
            if reached:
                last = 0
                while last != reached:
                    last = reached
                    reached |= (reached << 1 | reached >> 1) & here
                b[ring + row] = ring_row | reached
                again = True


def distance(k: Memory, own: int, other: int, start: int, goal: int, out: int) -> int:
    """Return what a chain between two gates needs, as `distances.rings` counts it; store the rings from `out` on."""
    b, rows, full = k.b, k.rows, k.full
    for row in range(rows):
        b[LEFT + row] = b[GROUND + row]
        b[out + row] = b[start + row] & b[own + row]
    number = 0
    while True:
        ring, crossed = out + number * ROWS, CROSSED + number * ROWS
        extend_ring(k, own, ring)
        met, open_ways = 0, 0
        for row in range(rows):
            here = b[ring + row]
            met |= here & b[goal + row]
            left = b[LEFT + row] & ~here
            b[LEFT + row] = left
            beside = here << 1 & full | here >> 1 | b[ring + row - 1] | b[ring + row + 1]
            if number == 0:
                beside |= b[start + row]
            walls = beside & b[other + row]
            b[crossed + row] = walls
            step = beside & left & ~b[own + row] & ~b[other + row]
            if number >= CROSSING_COST - 1:
                step |= b[crossed - (CROSSING_COST - 1) * ROWS + row] & left
                open_ways |= b[crossed - ROWS + row]
            elif number:
                open_ways |= b[crossed - ROWS + row]
            open_ways |= step | walls
            b[ring + ROWS + row] = step
        if met or open_ways == 0 or number + 2 >= RINGS:
            return number
        number += 1


def chain_distance(k: Memory, own: int, other: int, seat: int) -> int:
    """Return what the seat's shortest chain still needs, in empty cells; 0 if the headquarters are joined."""
    return distance(k, own, other, GATES + seat * ROWS, GATES + (1 - seat) * ROWS, OUT)


def touching(k: Memory, own: int, other: int) -> int:
    """Return the number of cells of `own` beside a cell of `other`."""
    b, rows, number = k.b, k.rows, 0
    for row in range(rows):
        beside = b[other + row] << 1 | b[other + row] >> 1 | b[other + row - 1] | b[other + row + 1]
        left = beside & b[own + row]
        while left:
            left &= left - 1
            number += 1
    return number


def count_cells(k: Memory, board: int) -> int:
    """Return the number of cells of a board."""
    number = 0
    for row in range(k.rows):
        left = k.b[board + row]
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
    if need == 0 and is_unbreakable(k, AFTER_MINE, AFTER_THEIRS, seat):
        return WIN - 2 * CELL
    return CELL * (theirs - need) - TEMPO


def is_decided(value: int) -> bool:
    """Whether the value is that of a match won or lost."""
    return value < -WIN // 2 or value > WIN // 2


def chains_value(need: int, theirs: int) -> int:
    """Return the value for the side to move if its chain needs `need` cells and its opponent's `theirs`."""
    if need == 0:
        return WIN
    return CELL * (theirs - need) + TEMPO if theirs else CELL - WIN


def land_value(lead: int) -> int:
    """Return the value of owning so many cells more: those beyond `ENOUGH` count less."""
    cells = abs(lead)
    value = LAND * min(cells, ENOUGH) + SPARE * max(0, cells - ENOUGH)
    return value if lead > 0 else -value


def contact_value(k: Memory, own: int, other: int, seat: int, need: int) -> int:
    """Return the value of what the opponent's next conquer would take and break, of contact, and of land."""
    value = SIEGE * (touching(k, own, other) - touching(k, other, own))
    value += land_value(count_cells(k, own) - count_cells(k, other))
    if conquer(k, other, own):
        value -= LOSS * count_cells(k, TAKEN)
        copy(k, THEIRS, AFTER_MINE)
        copy(k, MINE, AFTER_THEIRS)
        broken = chain_distance(k, AFTER_MINE, AFTER_THEIRS, seat) - need
        value -= THREAT * min(MOST_THREAT, broken)
    return value


def static_value(k: Memory, own: int, other: int, seat: int) -> int:
    """Return the value for the seat, which is to move, as `evaluate.static_value` tells it."""
    need = chain_distance(k, own, other, seat)
    if need == 0:
        return WIN
    best = chains_value(need, chain_distance(k, other, own, 1 - seat))
    gain = 0
    if conquer(k, own, other):
        gain = GAIN * count_cells(k, TAKEN)
        best = max(best, after_conquer(k, seat))
    return best if is_decided(best) else best + gain + contact_value(k, own, other, seat, need)


def discount(value: int, plies: int) -> int:
    """Return a value as seen this many plies earlier: a sooner win is better, and so is a later loss."""
    if value > WIN // 2:
        return value - CELL * plies
    return value + CELL * plies if value < -WIN // 2 else value
