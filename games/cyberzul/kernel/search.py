"""Alpha-beta search to the end of the round, one move deeper at a time. Compiled if numba is installed."""

from __future__ import annotations

from games.core.kernel.table import look_up, remember, settles
from games.core.kernel.tree import DECIDED, bound_of, is_over, keep_line, keep_root_value, pick
from games.cyberzul.kernel.memory import LONGEST, Memory
from games.cyberzul.kernel.position import gain, generate, make, position_key, unmake
from games.cyberzul.kernel.value import value_now

INFINITE = 200_000
COMPLETE = 63
"""The depth of what was searched to the end of the round."""
KILLER = 150
"""How much more a killer move seems to gain, in hundredths of a point; what history adds is at most `FAVOUR`."""
FAVOUR = 100


def put_in_order(k: Memory, first: int, number: int, best_move: int) -> None:
    """Give each move on the stack a number to be tried by: the best move of before, then by what it gains."""
    for at in range(first, first + number):
        move = k.moves[at]
        if move == best_move:
            k.order[at] = INFINITE
            continue
        k.order[at] = gain(k, move) + min(k.history[move] >> 4, FAVOUR)
        if move in (k.killers[2 * k.ply], k.killers[2 * k.ply + 1]):
            k.order[at] += KILLER


def reward(k: Memory, move: int, depth: int) -> None:
    """Reward a move that was good enough, so that it is tried early elsewhere."""
    at = 2 * k.ply
    if k.killers[at] != move:
        k.killers[at + 1] = k.killers[at]
        k.killers[at] = move
    k.history[move] = min(k.history[move] + depth * depth, FAVOUR << 4)


def reduction(depth: int, number: int) -> int:
    """Return by how many plies the move at this place in the order is first searched less deep."""
    if depth < 3 or number < 6:
        return 0
    return 1 if number < 16 else 2


def is_settled(k: Memory, place: int, depth: int, beta: int) -> bool:
    """Whether what is known at this place of the table (none if it is negative) decides if the value reaches beta."""
    if place < 0 or not settles(k, place, depth, beta):
        return False
    if k.table_depth[place] >> 2 < COMPLETE:
        k.is_cut = 1
    return True


def search(k: Memory, depth: int, alpha: int, beta: int) -> int:  # noqa: C901, PLR0915
    """Return the value of the position for the player to move, searched this many plies deep.

    This is one long function because two functions that call each other do not return from numba's cache.
    """
    ply = k.ply
    k.line_length[ply] = 0
    if is_over(k):
        return alpha
    if k.rest[ply] == 0:
        return value_now(k)
    if depth <= 0 or ply + 1 >= LONGEST:
        k.is_cut = 1
        return value_now(k)
    key = position_key(k)
    place = look_up(k, key)
    if beta - alpha == 1 and is_settled(k, place, depth, beta):
        return k.table_value[place]
    best_move = k.table_move[place] if place >= 0 else -1
    was_cut, k.is_cut = k.is_cut, 0
    first = k.top
    number = generate(k)
    put_in_order(k, first, number, best_move)
    best, low = -INFINITE, alpha
    for at in range(first, first + number):
        move = pick(k, at, first + number)
        k.line_length[ply + 1] = 0
        make(k, move)
        value = low + 1
        if at > first:
            less = reduction(depth, at - first)
            value = -search(k, depth - 1 - less, -low - 1, -low)
            if value > low and less > 0 and k.aborted == 0:
                value = -search(k, depth - 1, -low - 1, -low)
        if at == first or (low < value < beta and k.aborted == 0):
            value = -search(k, depth - 1, -beta, -low)
        unmake(k)
        if k.aborted != 0:
            break
        if value > best:
            best, best_move = value, move
        if value > low:
            low = value
            keep_line(k, ply, move)
        if value >= beta:
            reward(k, move, depth)
            break
    k.top = first
    if k.aborted == 0:
        remember(k, key, COMPLETE if k.is_cut == 0 else depth, best, best_move, alpha, beta)
    k.is_cut |= was_cut
    return best


def value_after(k: Memory, move: int, depth: int, alpha: int, beta: int) -> int:
    """Return the value of a root move for its side, with the position after it searched this many plies deep."""
    k.line_length[1] = 0
    make(k, move)
    value = -search(k, depth, -beta, -alpha)
    unmake(k)
    return value


def search_root(k: Memory, depth: int) -> None:
    """Search all root moves this deep and put the best first, even if the search stops before all are done."""
    alpha = -INFINITE
    for number in range(k.root_count):
        move = k.root_moves[number]
        low = bound_of(k, move, alpha)
        value = low + 1
        if number:
            value = value_after(k, move, depth - 1, low, low + 1)
        if number == 0 or (value > low and k.aborted == 0):
            value = value_after(k, move, depth - 1, low, INFINITE)
        if k.aborted != 0:
            return
        alpha = keep_root_value(k, number, value, alpha, depth)
    k.root_depth = depth


def glance(k: Memory, move: int) -> int:
    """Return the value of a root move if the round ended after it."""
    make(k, move)
    value = -value_now(k)
    unmake(k)
    return value


def deepen(k: Memory, deepest: int) -> None:
    """Put the moves in order at a glance, then search deeper until the time is up or the answer cannot change."""
    k.top = 0
    k.root_count = generate(k)
    for at in range(k.root_count):
        k.order[at] = glance(k, k.moves[at])
    for at in range(k.root_count):
        k.root_moves[at] = pick(k, at, k.root_count)
        k.root_values[at] = k.order[at]
    for depth in range(1, deepest + 1):
        k.is_cut = 0
        search_root(k, depth)
        if k.aborted != 0 or k.is_cut == 0 or abs(k.root_values[0]) > DECIDED:
            return
