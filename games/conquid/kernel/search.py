"""Alpha-beta search of promising moves with iterative deepening. It is compiled if numba is installed.

Values are from the view of the side to move, in hundredths of a cell. The arguments of a recursive call are computed,
never literals: a compiled function that was loaded from the cache would not return from such a call.
"""

from __future__ import annotations

from games.conquid.kernel.board import carry_out, is_connected, position_key
from games.conquid.kernel.memory import ROOM, Memory
from games.conquid.kernel.places import PLIES, POSITIONS, ROWS
from games.conquid.kernel.propose import find_chain, propose
from games.conquid.kernel.value import CELL, WIN, discount, static_value
from games.core.kernel.positions import is_repeated
from games.core.kernel.tree import error_of, is_over, keep_best, keep_line, misjudge, pick

INFINITE = 1_000_000
SPARE_MOVES = 512
ROOT_CELLS, ROOT_WIDTH = 24, 8
CELLS, WIDTH, BRANCHES = 12, 3, 5


def search(k: Memory, ply: int, depth: int, alpha: int, beta: int, seat: int) -> int:
    """Return the value of the position at a ply for the seat, which is to move, searched this many plies deep."""
    own, other = POSITIONS + (2 * ply + seat) * ROWS, POSITIONS + (2 * ply + 1 - seat) * ROWS
    k.line_length[ply] = 0
    if is_over(k):
        return alpha
    if is_connected(k, own, seat):
        return discount(WIN, ply)
    if not is_connected(k, other, 1 - seat) and find_chain(k, own, other, seat):
        return discount(WIN, ply + 2)
    key = position_key(k, ply, seat)
    if is_repeated(k, ply, key):
        return 0
    k.path[ply] = key
    if depth <= 0 or ply + 2 >= PLIES or k.top + SPARE_MOVES > ROOM:
        return discount(static_value(k, own, other, seat), ply)
    first = k.top
    number = propose(k, own, other, seat, CELLS, WIDTH)
    best, low = -INFINITE, alpha
    for at in range(first, first + min(number, BRANCHES)):
        move = pick(k, at, first + number)
        value = discount(k.order[at], ply + 1)
        k.line_length[ply + 1] = 0
        if depth > 1 and not k.aborted:
            after = POSITIONS + (2 * ply + 2) * ROWS
            carry_out(k, move, own, other, after + seat * ROWS, after + (1 - seat) * ROWS)
            value = -search(k, ply + 1, depth - 1, -beta, -low, 1 - seat)
        if k.aborted:
            break
        if value > best:
            best = value
            if value > low:
                low = value
                keep_line(k, ply, move)
                if value >= beta:
                    break
    k.top = first
    return best


def search_root(k: Memory, depth: int, seat: int) -> None:
    """Search all root moves one ply deeper and put the best first, even if the search stops before all are done."""
    alpha = -INFINITE
    k.path[0] = position_key(k, 0, seat)
    for number in range(k.root_count):
        move = k.root_moves[number]
        k.line_length[1] = 0
        own, other = POSITIONS + seat * ROWS, POSITIONS + (1 - seat) * ROWS
        carry_out(k, move, own, other, POSITIONS + (2 + seat) * ROWS, POSITIONS + (3 - seat) * ROWS)
        error = error_of(k, move)
        value = -search(k, 1, depth - 1, -INFINITE, -misjudge(alpha, -error), 1 - seat)
        if k.aborted:
            return
        value = misjudge(value, error)
        k.root_values[number] = value
        if value > alpha:
            alpha = value
            keep_best(k, number, value, depth)
    k.root_depth = depth


def deepen(k: Memory, deepest: int, seat: int) -> None:
    """Search deeper and deeper until the time is up or the answer cannot change."""
    own, other = POSITIONS + seat * ROWS, POSITIONS + (1 - seat) * ROWS
    number = propose(k, own, other, seat, ROOT_CELLS, ROOT_WIDTH)
    for at in range(number):
        k.root_moves[at] = pick(k, at, number)
        k.root_values[at] = discount(k.order[at], 1)
    k.root_count, k.top = number, 0
    for depth in range(2, deepest + 1):
        if k.aborted or k.root_count == 1 or k.root_values[0] > WIN - 10 * CELL:
            return
        search_root(k, depth, seat)
