"""Alpha-beta search of promising moves with iterative deepening. It is compiled if numba is installed.

It is a principal variation search with a transposition table. Values are from the view of the side to move, in
hundredths of a cell. A win or a loss is worth less the more plies it is away: from the root in the search, from the
position itself in the table. The arguments of a recursive call are computed, never literals: a compiled function that
was loaded from the cache would not return from such a call.
"""

from __future__ import annotations

from games.conquid.kernel.board import carry_out, is_connected, position_key
from games.conquid.kernel.memory import ROOM, Memory
from games.conquid.kernel.places import PLIES, POSITIONS, ROWS
from games.conquid.kernel.propose import find_chain, propose
from games.conquid.kernel.value import CELL, WIN, discount, static_value
from games.core.kernel.positions import is_repeated
from games.core.kernel.table import look_up, remember, settles
from games.core.kernel.tree import bound_of, is_over, keep_line, keep_root_value, pick

INFINITE = 1_000_000
SPARE_MOVES = 512
ROOT_CELLS, ROOT_WIDTH = 24, 8
CELLS, WIDTH, BRANCHES = 12, 3, 5
LAST_WIDTH = 1
"""The width of the beam for the last move of a line."""


def search(k: Memory, ply: int, depth: int, alpha: int, beta: int, seat: int) -> int:  # noqa: C901, PLR0912, PLR0915
    """Return the value of the position at a ply for the seat, which is to move, searched this many plies deep."""
    own, other = POSITIONS + (2 * ply + seat) * ROWS, POSITIONS + (2 * ply + 1 - seat) * ROWS
    k.line_length[ply] = 0
    if is_over(k):
        return alpha
    if is_connected(k, own, seat):
        return discount(WIN, ply)
    key = position_key(k, ply, seat)
    if is_repeated(k, ply, key):
        return 0
    k.path[ply] = key
    place = look_up(k, key)
    table_move = -1
    if place >= 0:
        table_move = k.table_move[place]
        if beta - alpha == 1 and settles(k, place, depth, discount(beta, -ply)):
            return discount(k.table_value[place], ply)
    if not is_connected(k, other, 1 - seat) and find_chain(k, own, other, seat):
        return discount(WIN, ply + 2)
    if depth <= 0 or ply + 2 >= PLIES or k.top + SPARE_MOVES > ROOM:
        return discount(static_value(k, own, other, seat), ply)
    after = POSITIONS + (2 * ply + 2) * ROWS
    own_after, other_after = after + seat * ROWS, after + (1 - seat) * ROWS
    first = at = end = k.top
    best, low, best_move, tried = -INFINITE, alpha, -1, 0
    listed = False
    while tried < BRANCHES:
        if tried == 0 and depth > 1 and table_move >= 0:
            move, value = table_move, 0
        else:
            if not listed:  # only now, since the move from the table is often good enough
                listed = True
                end = first + propose(k, own, other, seat, CELLS, WIDTH if depth > 1 else LAST_WIDTH)
            if at == end or k.aborted:
                break
            move = pick(k, at, end)
            value = discount(k.order[at], ply + 1)
            at += 1
            if depth > 1 and move == table_move:
                continue
        k.line_length[ply + 1] = 0
        carry_out(k, move, own, other, own_after, other_after)
        if depth == 1:
            if is_repeated(k, ply + 1, position_key(k, ply + 1, 1 - seat)):
                value = 0
        else:
            value = low + 1
            if tried:
                value = -search(k, ply + 1, depth - 1, -low - 1, -low, 1 - seat)
            if tried == 0 or (low < value < beta and not k.aborted):
                value = -search(k, ply + 1, depth - 1, -beta, -low, 1 - seat)
        if k.aborted:
            break
        tried += 1
        if value > best:
            best = value
            best_move = move
            if value > low:
                low = value
                keep_line(k, ply, move)
                if value >= beta:
                    break
    k.top = first
    if not k.aborted:
        remember(k, key, depth, discount(best, -ply), best_move, discount(alpha, -ply), discount(beta, -ply))
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
        low = bound_of(k, move, alpha)
        value = low + 1
        if number:
            value = -search(k, 1, depth - 1, -low - 1, -low, 1 - seat)
        if number == 0 or (value > low and not k.aborted):
            value = -search(k, 1, depth - 1, -INFINITE, -low, 1 - seat)
        if k.aborted:
            return
        alpha = keep_root_value(k, number, value, alpha, depth)
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
