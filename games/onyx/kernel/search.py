"""Alpha-beta search with iterative deepening on the integers of a `Memory`. It is compiled if numba is installed.

It is a principal variation search of the most promising turns with a transposition table. Values are from the view of
the side to move, in hundredths of a point. The arguments of a recursive call are computed, never literals: a compiled
function that was loaded from the cache would not return from such a call.
"""

from __future__ import annotations

from games.core.kernel.positions import is_repeated
from games.core.kernel.table import look_up, remember, settles
from games.core.kernel.tree import DECIDED, bound_of, is_over, keep_line, keep_root_value, value_of_best
from games.core.search.alpha_beta import NULL_LESS, SHALLOW
from games.onyx.kernel.memory import LONGEST, PASS, ROOM, Memory
from games.onyx.kernel.position import make, make_null, unmake, unmake_null
from games.onyx.kernel.propose import is_opening, propose
from games.onyx.kernel.value import final_value, settled_lead, value_after_move

INFINITE = 1_000_000
SPARE_MOVES = 2048
ROOT_PAIRED, PAIRED = 16, 8
ROOT_WIDTH, ROOT_GLANCES = 64, 256
CLEARLY = 150
"""Up to the depth SHALLOW, a position is not searched if its value exceeds beta by this much per ply."""
LATE = 4
"""The number of turns of each position that are searched in full depth."""


def search(k: Memory, depth: int, alpha: int, beta: int) -> int:  # noqa: C901, PLR0911, PLR0912, PLR0915
    """Return the value of the position, searched this many plies deep.

    This is one long function because two functions that call each other do not return from numba's cache.
    """
    ply, seat = k.ply, k.seat
    k.line_length[ply] = 0
    if is_over(k):
        return alpha
    if is_repeated(k, ply, k.key):
        return 0
    if k.over or depth <= 0 or ply + 2 >= LONGEST or k.top + SPARE_MOVES > ROOM:
        return -value_after_move(k, 1 - seat)
    k.path[ply] = k.key
    best_move, best, low = -1, -INFINITE, alpha
    may_end = k.passed >> (1 - seat) & 1
    if may_end:
        # A pass ends the match, so its value is exact.
        best, best_move = final_value(settled_lead(k, seat)), PASS
        if best > DECIDED or best >= beta:
            return best
        low = max(low, best)
    table_move = -1
    place = look_up(k, k.key)
    if place >= 0:
        table_move = k.table_move[place]
        if beta - alpha == 1 and settles(k, place, depth, beta):
            return k.table_value[place]
    if beta - alpha == 1 and may_end == 0 and k.passed == 0 and -DECIDED < beta < DECIDED:
        standing = -value_after_move(k, 1 - seat)
        if depth <= SHALLOW and standing - CLEARLY * depth >= beta:
            return standing
        if depth > SHALLOW and k.null_at != ply and standing >= beta:
            make_null(k)
            k.null_at = k.ply
            value = -search(k, depth - NULL_LESS, -beta, -alpha)
            k.null_at = 0
            unmake_null(k)
            if k.aborted:
                return alpha
            if value >= beta:
                return min(value, DECIDED)
    first = at = end = k.top
    if table_move >= 0 and table_move != PASS:
        k.moves[first] = table_move
        end = k.top = first + 1
    listed = False
    while True:
        if at == end and not listed:  # only now, since the turn from the table is often good enough
            listed = True
            k.top = first
            if depth == 1:
                width = k.width + k.width // 2
                number = propose(k, PAIRED, width, width, table_move)
            elif is_opening(k):
                number = propose(k, ROOT_PAIRED, ROOT_GLANCES, 2 * k.width, table_move)
            else:
                number = propose(k, PAIRED, 3 * k.width, k.width, table_move)
            end = first + number
            if not may_end:
                k.moves[end] = PASS
                end += 1
                k.top += 1
        if at == end:
            break
        move = k.moves[at]
        k.line_length[ply + 1] = 0
        make(k, move)
        less = 1 if at - first >= LATE and depth > 2 else 0
        value = low + 1
        if at > first:
            value = -search(k, depth - 1 - less, -low - 1, -low)
            if value > low and less > 0 and not k.aborted:
                value = -search(k, depth - 1, -low - 1, -low)
        if at == first or (low < value < beta and not k.aborted):
            value = -search(k, depth - 1, -beta, -low)
        unmake(k)
        if k.aborted:
            break
        if value > best:
            best = value
            best_move = move
            if value > low:
                low = value
                keep_line(k, ply, move)
                if value >= beta:
                    break
        at += 1
    k.top = first
    if not k.aborted:
        remember(k, k.key, depth, best, best_move, alpha, beta)
    return best


def value_of(k: Memory, move: int, depth: int, alpha: int, beta: int) -> int:
    """Return the value of a root turn for its side, with the position after it searched this many plies deep."""
    k.line_length[1] = 0
    make(k, move)
    value = -search(k, depth, -beta, -alpha)
    unmake(k)
    return value


def search_root(k: Memory, depth: int) -> None:
    """Search all root turns one ply deeper and put the best first, even if the search stops before all are done."""
    alpha = -INFINITE
    k.path[0] = k.key
    for number in range(k.root_count):
        move = k.root_moves[number]
        low = bound_of(k, move, alpha)
        value = low + 1
        if number:
            value = value_of(k, move, depth - 1, low, low + 1)
        if number == 0 or (value > low and not k.aborted):
            value = value_of(k, move, depth - 1, low, INFINITE)
        if k.aborted:
            return
        alpha = keep_root_value(k, number, value, alpha, depth)
    k.root_depth = depth


def begin(k: Memory) -> None:
    """Put the turns of the root in order, best first at a glance: pieces, stacks and pairs, and a pass."""
    number = propose(k, ROOT_PAIRED, ROOT_GLANCES, ROOT_WIDTH, -1)
    for at in range(number):
        k.root_moves[at] = k.moves[at]
        k.root_values[at] = k.order[at]
    k.root_moves[number] = PASS
    make(k, PASS)
    value = value_after_move(k, 1 - k.seat)
    unmake(k)
    k.root_values[number] = value
    at = number
    while at > 0 and k.root_values[at - 1] < value:
        k.root_values[at] = k.root_values[at - 1]
        k.root_moves[at] = k.root_moves[at - 1]
        at -= 1
    k.root_values[at], k.root_moves[at] = value, PASS
    k.root_count = number + 1
    k.top = 0


def deepen(k: Memory, deepest: int) -> None:
    """Search deeper and deeper until the time is up or the answer cannot change.

    The steady value is the mean of the last two depths, since the side that placed last in a line looks too good.
    """
    begin(k)
    before = k.steady_value = k.root_values[0]
    if k.root_count == 1 or (k.passed >> (1 - k.seat) & 1 and k.root_moves[0] == PASS and k.root_values[0] > DECIDED):
        return
    for depth in range(2, deepest + 1):
        search_root(k, depth)
        if k.aborted:
            return
        value = value_of_best(k)
        k.steady_value = (before + value) // 2
        before = value
