"""What a position is worth, as `evaluate.expected_points` has it, on the integers of a `Memory`.

Compiled if numba is installed.
"""

from __future__ import annotations

from games.core.kernel.tree import DECIDED
from games.cyberzul.kernel.memory import (
    AFTER_ROUND,
    COLOUR,
    COLUMN,
    FILLS,
    IN_CENTRE,
    KINDS,
    ROW,
    SEATS,
    WALLS,
    WEIGHTS,
    Memory,
)
from games.cyberzul.kernel.position import run_points
from games.cyberzul.position import LINES
from games.cyberzul.scoring import COLUMNS

WON = DECIDED + 30_000
"""What a match that is over adds to the lead of the winner."""
AHEAD = 500
"""What it adds if the match would be over, but the round goes on."""
ALL, FIRST_COLUMN, LAST_COLUMN = (1 << 25) - 1, COLUMNS[0], COLUMNS[-1]


def count_bits(bits: int) -> int:
    """Return the number of ones among 32 bits."""
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F
    return bits * 0x01010101 >> 24 & 63


def has_complete_row(wall: int) -> bool:
    """Whether a row of the wall is complete, which ends the match (RULES 4.1)."""
    found = False
    for row in range(LINES):
        found = found or wall >> 5 * row & 31 == 31
    return found


def bonus(k: Memory, wall: int) -> int:
    """Return the final points of a wall (RULES 4.3), a tenth more for each row, which decides a tie, in hundredths."""
    points = 0
    for each in range(5):
        if wall >> 5 * each & 31 == 31:
            points += 210
        if count_bits(wall & FIRST_COLUMN << each) == 5:
            points += 700
        if count_bits(wall & k.spaces[5 * COLOUR + each]) == 5:
            points += 1000
    return points


def row_of(space: int) -> int:
    """Return the row of a wall space, given as a bit."""
    row = 0
    while space >> 5 * row > 31:
        row += 1
    return row


def wall_worth(k: Memory, wall: int, weights: int) -> int:
    """Return what a wall promises beyond its points. The worth of walls met before is kept."""
    known = wall * WEIGHTS + weights + 1
    place = (known * 2_654_435_761 >> 16) % WALLS
    if k.known_wall[place] == known:
        return k.known_worth[place]
    beside = (wall << 1 & ALL & ~FIRST_COLUMN | wall >> 1 & ~LAST_COLUMN) & ~wall
    above = (wall << 5 | wall >> 5) & ~wall & ALL
    worth = k.across[weights] * count_bits(beside) + k.down[weights] * count_bits(above)
    worth += k.both[weights] * count_bits(beside & above)
    for kind in range(KINDS):
        sets = kind * WEIGHTS + weights
        for each in range(5):
            spaces = k.spaces[5 * kind + each]
            number = count_bits(wall & spaces)
            worth += k.tiles_worth[6 * sets + number]
            if number == 4:
                worth += k.last_worth[5 * sets + row_of(spaces & ~wall)]
    k.known_wall[place] = known
    k.known_worth[place] = worth
    return worth


def tile(k: Memory, seat: int, lines: int, fallen: int, score: int) -> int:
    """Return the wall of a seat after the round, and the score in the bits above it (RULES 3)."""
    wall = k.wall[seat]
    for row in range(LINES):
        code = lines >> 6 * row & 63
        if code >> 3 == row + 1:
            space = k.space[5 * row + (code & 7)]
            if wall >> space & 1 == 0:
                wall |= 1 << space
                score += run_points(k, wall, row, space % 5)
    return max(0, score - k.floor_sum[fallen]) << 25 | wall


def worth_for_set(k: Memory, wall: int, weights: int, kind: int, each: int, at: int) -> int:
    """Return what an unfinished line is worth for the column, colour or row of its space."""
    number = count_bits(wall & k.spaces[5 * kind + each])
    return k.set_worth[FILLS * (6 * (kind * WEIGHTS + weights) + number) + at]


def promise(k: Memory, lines: int, wall: int, weights: int) -> int:
    """Return the points to expect of a mat after tiling, beyond its score, in hundredths."""
    worth = wall_worth(k, wall, weights)
    for row in range(LINES):
        code = lines >> 6 * row & 63
        number = code >> 3
        if 0 < number <= row:
            colour, at = code & 7, 6 * row + number
            column = k.space[5 * row + colour] % 5
            worth += k.line_worth[FILLS * weights + at]
            worth += k.aim[FILLS * weights + at] * run_points(k, wall, row, column)
            worth += worth_for_set(k, wall, weights, COLUMN, column, at)
            worth += worth_for_set(k, wall, weights, COLOUR, colour, at)
            worth += worth_for_set(k, wall, weights, ROW, row, at)
    return worth


def count_points(k: Memory) -> bool:
    """Count the points of each seat if the round ended now, in hundredths; return whether it is the last one.

    They are final then, and expected otherwise.
    """
    first, is_last = SEATS * k.ply, False
    for seat in range(k.seats):
        mat = tile(k, seat, k.lines[first + seat], k.fallen[first + seat], k.score[seat])
        k.mat[seat] = mat
        is_last = is_last or has_complete_row(mat & ALL)
    for seat in range(k.seats):
        wall = k.mat[seat] & ALL
        more = bonus(k, wall) if is_last else promise(k, k.lines[first + seat], wall, AFTER_ROUND)
        k.points[seat] = 100 * (k.mat[seat] >> 25) + more
    if not is_last:
        k.points[k.start if k.marker[k.ply] == IN_CENTRE else k.marker[k.ply]] += k.start_worth[AFTER_ROUND]
    return is_last


def value_now(k: Memory) -> int:
    """Return the lead of the player to move, one of two, in hundredths of a point, if the round ended now.

    It is exact where the match is over; then a win is worth WON more.
    """
    is_last, seat = count_points(k), k.turn[k.ply]
    lead = k.points[seat] - k.points[1 - seat]
    if not is_last or lead == 0:
        return lead
    won = WON if k.rest[k.ply] == 0 else AHEAD
    return lead + won if lead > 0 else lead - won
