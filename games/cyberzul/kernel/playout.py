"""Playouts: everybody makes the move that gains most for themselves. Compiled if numba is installed.

Gains are those of `policy.takes_with_gains`, in hundredths of a point.
"""

from __future__ import annotations

from games.core.kernel.positions import mix
from games.cyberzul.kernel.memory import DRAFTING, GAINS, IN_CENTRE, LONGEST, SEATS, SOURCES, Memory
from games.cyberzul.kernel.position import free_places, make, put, takes
from games.cyberzul.kernel.value import ALL, count_points, promise, tile
from games.cyberzul.position import FLOOR_SPACES, LINES

NOISE = 50
"""The most hundredths of a point that a playout adds to a gain, so that playouts differ."""
BEST_LINE = 6
"""The place of the best line, after the gains of each."""
NEVER = -1_000_000
"""The gain of tiles in a line that does not take them."""
AMPLE_SCORE = 100
"""A score that no floor line reduces to zero."""
WHOLE = 1_000_000
"""More than any result."""
SCALE = 700
"""The lead at the end of a round, in hundredths of a point, that is worth half of `WHOLE`."""
WON = 600_000
"""What winning is worth, whatever the lead, in the result of a finished match."""


def draw(k: Memory, below: int) -> int:
    """Return a random number from 0 to below `below`."""
    k.random = k.random * 1_103_515_245 + 12_345 & 0x7FFFFFFF
    return (k.random >> 8) % below


def mat_value(k: Memory, seat: int, lines: int, fallen: int) -> int:
    """Return the value of a mat with these lines and floor line, if the round ended now."""
    mat = tile(k, seat, lines, fallen, AMPLE_SCORE)
    return 100 * (mat >> 25) + promise(k, lines, mat & ALL, DRAFTING)


def gains_of(k: Memory, colour: int, number: int, marker: int) -> int:
    """Return the place in `gains` of what this many tiles gain, by line; `marker` is 1 if it comes with them."""
    seat = k.turn[k.ply]
    lines, fallen = k.lines[SEATS * k.ply + seat], k.fallen[SEATS * k.ply + seat]
    known = (((lines << 2 | seat) << 3 | fallen) << 3 | colour) << 9 | number << 1 | marker
    place = mix(known, known) % GAINS
    first = 8 * place
    if k.known_gains[place] == known:
        return first
    k.known_gains[place] = known
    before = mat_value(k, seat, lines, fallen) - marker * k.start_worth[DRAFTING]
    best = NEVER
    for line in range(LINES + 1):
        gain = NEVER
        if line == 0:
            gain = mat_value(k, seat, lines, min(fallen + marker + number, FLOOR_SPACES)) - before
        elif takes(k, k.ply, seat, colour, line):
            left = max(0, number - free_places(lines, line))
            after = min(fallen + marker + left, FLOOR_SPACES)
            gain = mat_value(k, seat, put(lines, line, colour, number), after) - before
        k.gains[first + line] = gain
        if gain > best:
            best = gain
            k.gains[first + BEST_LINE] = line
    return first


def marker_at(k: Memory, source: int) -> int:
    """Return 1 if the marker comes with tiles from there."""
    return 1 if source == 0 and k.marker[k.ply] == IN_CENTRE else 0


def promising_move(k: Memory) -> int:
    """Return the move that gains most after some noise is added to each gain."""
    first, best, move = SOURCES * k.ply, NEVER, 0
    for source in range(k.sources):
        heap = k.heap[first + source]
        if heap == 0:
            continue
        marker = marker_at(k, source)
        for colour in range(5):
            number = heap >> 8 * colour & 255
            if number == 0:
                continue
            at = gains_of(k, colour, number, marker)
            line = k.gains[at + BEST_LINE]
            gain = k.gains[at + line] + draw(k, NOISE + 1)
            if gain > best:
                best, move = gain, 30 * source + 6 * colour + line
    return move


def play_out(k: Memory) -> None:
    """Play the round to its end."""
    while k.rest[k.ply] != 0 and k.ply + 1 < LONGEST:
        make(k, promising_move(k))


def count_results(k: Memory) -> None:
    """Count the result of the round for each seat, in millionths from a loss to a win: the lead over the best other."""
    is_last = count_points(k)
    first = second = NEVER
    for seat in range(k.seats):
        points = k.points[seat]
        if points > first:
            first, second = points, first
        elif points > second:
            second = points
    for seat in range(k.seats):
        lead = k.points[seat] - (second if k.points[seat] == first else first)
        result = WHOLE * abs(lead) // (abs(lead) + SCALE)
        if is_last and lead != 0:
            result = WON + (WHOLE - WON) * result // WHOLE
        k.result[seat] = result if lead > 0 else -result
