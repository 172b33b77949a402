"""Taking tiles (RULES 2) on the integers of a `Memory`, and what a move gains at a glance.

Compiled if numba is installed.
"""

from __future__ import annotations

from games.core.kernel.positions import mix
from games.core.kernel.tree import MASK
from games.cyberzul.kernel.memory import IN_CENTRE, SEATS, SOURCES, Memory
from games.cyberzul.position import FLOOR_SPACES, LINES


def takes(k: Memory, ply: int, seat: int, colour: int, line: int) -> bool:
    """Whether a pattern line takes tiles of this colour (RULES 2.5)."""
    code = k.lines[SEATS * ply + seat] >> 6 * (line - 1) & 63
    if code >> 3 == line or (code != 0 and code & 7 != colour):
        return False
    return k.wall[seat] >> k.space[5 * (line - 1) + colour] & 1 == 0


def generate(k: Memory) -> int:
    """Put the legal moves on the stack, and return their number; of factories with the same tiles, one is enough."""
    ply, moves = k.ply, k.moves
    seat, first = k.turn[ply], SOURCES * ply
    top = k.top
    for source in range(k.sources):
        heap = k.heap[first + source]
        is_known = heap == 0
        for other in range(1, source):
            is_known = is_known or k.heap[first + other] == heap
        if is_known:
            continue
        for colour in range(5):
            if heap >> 8 * colour & 255 == 0:
                continue
            move = 30 * source + 6 * colour
            for line in range(1, LINES + 1):
                if takes(k, ply, seat, colour, line):
                    moves[top] = move + line
                    top += 1
            moves[top] = move
            top += 1
    number = top - k.top
    k.top = top
    return number


def free_places(lines: int, line: int) -> int:
    """Return the number of tiles that a pattern line lacks."""
    return line - (lines >> 6 * (line - 1) + 3 & 7)


def put(lines: int, line: int, colour: int, number: int) -> int:
    """Return the pattern lines after up to this many tiles are put into one of them, as many as it lacks."""
    shift = 6 * (line - 1)
    code = lines >> shift & 63
    after = (code >> 3) + min(number, line - (code >> 3)) << 3 | colour
    return lines + (after - code << shift)


def make(k: Memory, move: int) -> None:
    """Make a legal move; `rest` is 0 afterwards if the round is over."""
    ply = k.ply
    seat, now, then = k.turn[ply], SOURCES * ply, SOURCES * (ply + 1)
    source, colour, line = move // 30, move // 6 % 5, move % 6
    for other in range(k.sources):
        k.heap[then + other] = k.heap[now + other]
    for other in range(k.seats):
        k.lines[SEATS * (ply + 1) + other] = k.lines[SEATS * ply + other]
        k.fallen[SEATS * (ply + 1) + other] = k.fallen[SEATS * ply + other]
    k.marker[ply + 1] = k.marker[ply]
    k.turn[ply + 1] = seat + 1 if seat + 1 < k.seats else 0
    number = k.heap[now + source] >> 8 * colour & 255
    taken = number << 8 * colour
    k.rest[ply + 1] = k.rest[ply] - taken
    at = SEATS * (ply + 1) + seat
    if source == 0:
        k.heap[then] -= taken
        if k.marker[ply] == IN_CENTRE:
            k.marker[ply + 1] = seat
            k.fallen[at] = min(k.fallen[at] + 1, FLOOR_SPACES)
    else:
        k.heap[then] += k.heap[now + source] - taken
        k.heap[then + source] = 0
    if line > 0:
        free = free_places(k.lines[at], line)
        k.lines[at] = put(k.lines[at], line, colour, number)
        number = max(0, number - free)
    k.fallen[at] = min(k.fallen[at] + number, FLOOR_SPACES)
    k.ply = ply + 1


def unmake(k: Memory) -> None:
    """Take the last move back."""
    k.ply -= 1


def run_points(k: Memory, wall: int, row: int, column: int) -> int:
    """Return the points for a tile on this space of the wall (RULES 3.3)."""
    lane = wall >> column
    across = k.run[5 * (wall >> 5 * row & 31) + column]
    down = k.run[5 * (lane & 1 | lane >> 4 & 2 | lane >> 8 & 4 | lane >> 12 & 8 | lane >> 16 & 16) + row]
    if across == 1:
        return down
    return across if down == 1 else across + down


def gain(k: Memory, move: int) -> int:
    """Return what a move gains at a glance, in hundredths of a point: for tiles in lines, for a full one, for falls.

    The marker costs what it is worth.
    """
    ply = k.ply
    seat, source, colour, line = k.turn[ply], move // 30, move // 6 % 5, move % 6
    left = k.heap[SOURCES * ply + source] >> 8 * colour & 255
    gained = 0
    if line > 0:
        free = free_places(k.lines[SEATS * ply + seat], line)
        gained = 20 * min(left, free)
        if left >= free:
            space = k.space[5 * (line - 1) + colour]
            gained += 60 + 30 * run_points(k, k.wall[seat], line - 1, space % 5)
        left = max(0, left - free)
    before = k.fallen[SEATS * ply + seat]
    if source == 0 and k.marker[ply] == IN_CENTRE:
        before = min(before + 1, FLOOR_SPACES)
    return gained - 100 * (k.floor_sum[min(before + left, FLOOR_SPACES)] - k.floor_sum[before])


def position_key(k: Memory) -> int:
    """Return the key of the position, the same whatever the order of the factories."""
    ply = k.ply
    key = 0
    for source in range(1, k.sources):
        heap = k.heap[SOURCES * ply + source]
        key += mix(mix(heap, 0), heap)
    key = mix(key & MASK, k.heap[SOURCES * ply])
    for seat in range(k.seats):
        key = mix(key, k.lines[SEATS * ply + seat])
        key = mix(key, k.fallen[SEATS * ply + seat])
    return mix(key, SEATS * k.marker[ply] + k.turn[ply])
