"""What a position is worth, as `evaluate.expected_points` has it, on the integers of a `Memory`.

Compiled if numba is installed.
"""

from __future__ import annotations

from games.core.kernel.tree import DECIDED
from games.cyberzul.kernel.memory import IN_CENTRE, SEATS, STAGES, WALLS, Memory
from games.cyberzul.kernel.position import mover, run_points
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


def stage_of(wall: int) -> int:
    """Return the number of tiles in the fullest row."""
    most = 0
    for row in range(5):
        most = max(most, count_bits(wall >> 5 * row & 31))
    return most


def bonus(k: Memory, wall: int) -> int:
    """Return the final points of a wall (RULES 4.3), a tenth more for each row, which decides a tie, in hundredths."""
    points = 0
    for each in range(5):
        if wall >> 5 * each & 31 == 31:
            points += 210
        if count_bits(wall & FIRST_COLUMN << each) == 5:
            points += 700
        if count_bits(wall & k.colour_spaces[each]) == 5:
            points += 1000
    return points


def wall_worth(k: Memory, wall: int, stage: int) -> int:
    """Return what a wall promises beyond its points. The worth of walls met before is kept."""
    known = wall * STAGES + stage + 1
    place = (known * 2_654_435_761 >> 16) % WALLS
    if k.known_wall[place] == known:
        return k.known_worth[place]
    beside = (wall << 1 & ALL & ~FIRST_COLUMN | wall >> 1 & ~LAST_COLUMN) & ~wall
    above = (wall << 5 | wall >> 5) & ~wall & ALL
    worth = k.across[stage] * count_bits(beside) + k.down[stage] * count_bits(above)
    worth += k.both[stage] * count_bits(beside & above)
    for each in range(5):
        worth += k.column_worth[6 * stage + count_bits(wall & FIRST_COLUMN << each)]
        worth += k.colour_worth[6 * stage + count_bits(wall & k.colour_spaces[each])]
        worth += k.row_worth[6 * stage + count_bits(wall >> 5 * each & 31)]
    k.known_wall[place] = known
    k.known_worth[place] = worth
    return worth


def tile(k: Memory, seat: int) -> int:
    """Return the wall after the round if it ended now, and the score in the bits above it (RULES 3)."""
    lines, wall, score = k.lines[SEATS * k.ply + seat], k.wall[seat], k.score[seat]
    for row in range(LINES):
        code = lines >> 6 * row & 63
        if code >> 3 == row + 1:
            space = k.space[5 * row + (code & 7)]
            if wall >> space & 1 == 0:
                wall |= 1 << space
                score += run_points(k, wall, row, space % 5)
    return max(0, score - k.floor_sum[k.fallen[SEATS * k.ply + seat]]) << 25 | wall


def promise(k: Memory, seat: int, wall: int, stage: int) -> int:
    """Return the points to expect of a mat after tiling, beyond its score, in hundredths."""
    lines, worth = k.lines[SEATS * k.ply + seat], wall_worth(k, wall, stage)
    for row in range(LINES):
        code = lines >> 6 * row & 63
        number = code >> 3
        if 0 < number <= row:
            at = (stage * LINES + row) * 6 + number
            column = k.space[5 * row + (code & 7)] % 5
            worth += k.line_worth[at] + k.aim[at] * run_points(k, wall, row, column)
    starter = k.start if k.marker[k.ply] == IN_CENTRE else k.marker[k.ply]
    return worth + k.start_worth[stage] if starter == seat else worth


def value_now(k: Memory) -> int:
    """Return the lead of the player to move, in hundredths of a point, if the round ended now.

    It is exact where the match is over; then a win is worth WON more.
    """
    seat = mover(k, k.ply)
    mine, other = tile(k, seat), tile(k, 1 - seat)
    my_wall, other_wall = mine & ALL, other & ALL
    lead = 100 * ((mine >> 25) - (other >> 25))
    stage = max(stage_of(my_wall), stage_of(other_wall))
    if stage < STAGES:
        return lead + promise(k, seat, my_wall, stage) - promise(k, 1 - seat, other_wall, stage)
    lead += bonus(k, my_wall) - bonus(k, other_wall)
    won = WON if k.rest[k.ply] == 0 else AHEAD
    if lead == 0:
        return 0
    return lead + won if lead > 0 else lead - won
