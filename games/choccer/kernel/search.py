"""Alpha-beta search with iterative deepening on the integers of a `Memory`. It is compiled if numba is installed.

It is a principal variation search with a transposition table, quiescence, killer moves, history, a null move and late
move reductions. Values are from the view of the side to act, in hundredths of a point. The arguments of a recursive
call are computed, never literals: a compiled function that was loaded from the cache would not return from such a call.
"""

from __future__ import annotations

from games.choccer.kernel.memory import LONGEST, ROOM, SQUARES, Memory
from games.choccer.kernel.position import gain, generate, make, make_null, unmake, unmake_null
from games.choccer.kernel.value import static_value, terminal_value
from games.choccer.position import NOBODY
from games.core.kernel.positions import is_repeated
from games.core.kernel.table import look_up, remember, settles
from games.core.kernel.tree import DECIDED, MASK, bound_of, is_over, keep_line, keep_root_value, pick

INFINITE = 200_000
SPARE_MOVES = 4096
QUIESCENCE = 10
"""The number of plies beyond the depth for which captures and scoring moves are searched."""
FIRST = 1 << 40
CAPTURE = 1 << 30
KILLER = 1 << 28


def position_key(k: Memory) -> int:
    """Return the hash key of the position, its points, the side to act and, towards the end of the match, the turn."""
    key = k.key ^ ((k.points[0] - k.points[1] + 1_000_003) * 2_654_435_761_123 & MASK)
    if k.seat:
        key ^= k.side_key
    if k.fold_turn:
        key ^= k.turn * 40_503_786_121_717 & MASK
    return key


def put_in_order(k: Memory, first: int, number: int, best: int) -> None:
    """Rank the moves on the stack: first the move from the table, then by gain, then killer moves, then by history."""
    moves, order, ply = k.moves, k.order, k.ply
    one, two = k.killers[2 * ply], k.killers[2 * ply + 1]
    base = k.seat * SQUARES * SQUARES
    for at in range(first, first + number):
        move = moves[at]
        if move == best:
            order[at] = FIRST
            continue
        gained = gain(k, move)
        if gained >= 40:
            order[at] = CAPTURE + gained
        elif move == one:
            order[at] = KILLER + 1
        elif move == two:
            order[at] = KILLER
        else:
            order[at] = 10 * gained + k.history[base + (move & 127) * SQUARES + (move >> 7 & 127)]


def quiesce(k: Memory, plies: int, alpha: int, beta: int) -> int:
    """Return the value after captures and scoring moves only; the static value if there are none."""
    if is_over(k):
        return alpha
    seat = k.seat
    best = static_value(k, seat)
    if best >= beta or plies <= 0 or k.top + SPARE_MOVES > ROOM:
        return best
    low = max(alpha, best)
    first = k.top
    number = generate(k, seat)
    end = first
    for at in range(first, first + number):
        gained = gain(k, k.moves[at])
        # Leave out a capture that cannot reach alpha even with all that it gains.
        if gained >= 100 and best + gained + 300 > low:
            k.moves[end] = k.moves[at]
            k.order[end] = gained
            end += 1
    k.top = end
    for at in range(first, end):
        make(k, pick(k, at, end))
        if k.seat == NOBODY:
            value = terminal_value(k, seat)
        elif k.seat == seat:
            value = quiesce(k, plies - 1, low, beta)
        else:
            value = -quiesce(k, plies - 1, -beta, -low)
        unmake(k)
        if k.aborted:
            break
        if value > best:
            best = value
            low = max(low, value)
            if value >= beta:
                break
    k.top = first
    return best


def reward(k: Memory, seat: int, move: int, depth: int) -> None:
    """Reward a quiet move that was good enough, so that it is tried early elsewhere."""
    ply = k.ply
    if k.killers[2 * ply] != move:
        k.killers[2 * ply + 1] = k.killers[2 * ply]
        k.killers[2 * ply] = move
    at = seat * SQUARES * SQUARES + (move & 127) * SQUARES + (move >> 7 & 127)
    k.history[at] = min(k.history[at] + depth * depth, 1 << 24)


def reduction(depth: int, number: int) -> int:
    """Return by how many plies the quiet move at this place in the order is first searched less deep."""
    if depth < 3 or number < 3:
        return 0
    return min(1 + number // 10 + depth // 7, depth - 2)


def search(k: Memory, depth: int, alpha: int, beta: int) -> int:  # noqa: C901, PLR0912, PLR0915
    """Return the value of the position, searched this many plies deep.

    This is one long function because two functions that call each other do not return from numba's cache.
    """
    ply, seat = k.ply, k.seat
    k.line_length[ply] = 0
    if depth <= 0 or ply + QUIESCENCE + 2 >= LONGEST or k.top + SPARE_MOVES > ROOM:
        return quiesce(k, QUIESCENCE, alpha, beta)
    if is_over(k):
        return alpha
    key = position_key(k)
    if is_repeated(k, ply, key):
        return static_value(k, seat)
    k.path[ply] = key
    scout = beta - alpha == 1
    best_move = -1
    place = look_up(k, key)
    if place >= 0:
        best_move = k.table_move[place]
        if scout and settles(k, place, depth, beta):
            return k.table_value[place]
    standing = static_value(k, seat)
    if (
        scout
        and depth > 2
        and k.null_at != ply
        and standing >= beta
        and beta < DECIDED
        and k.count[seat] > 3
        and k.turn < 95
    ):
        make_null(k)
        k.null_at = k.ply
        value = -search(k, depth - 3 - depth // 4, -beta, -alpha)
        k.null_at = 0
        unmake_null(k)
        if k.aborted:
            return alpha
        if value >= beta:
            return min(value, DECIDED)
    first = k.top
    number = generate(k, seat)
    put_in_order(k, first, number, best_move)
    best, low = -INFINITE, alpha
    for at in range(first, first + number):
        move = pick(k, at, first + number)
        quiet = gain(k, move) < 40
        if scout and quiet and depth <= 2 and best > -DECIDED and not k.gem_at[move & 127]:
            # A quiet move changes little more than where its piece stands.
            hope = standing + 60 + 90 * depth
            if hope <= alpha:
                best = max(best, hope)
                continue
        k.line_length[ply + 1] = 0
        make(k, move)
        if k.seat == NOBODY:
            value = terminal_value(k, seat)
        else:
            sign = 1 if k.seat == seat else -1
            bottom = low if sign == 1 else -low - 1
            less = reduction(depth, at - first) if quiet else 0
            value = low + 1
            if at > first:
                value = sign * search(k, depth - 1 - less, bottom, bottom + 1)
                if value > low and less > 0 and not k.aborted:
                    value = sign * search(k, depth - 1, bottom, bottom + 1)
            if at == first or (low < value < beta and not k.aborted):
                value = sign * search(k, depth - 1, low if sign == 1 else -beta, beta if sign == 1 else -low)
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
                    if quiet:
                        reward(k, seat, move, depth)
                    break
    k.top = first
    if not k.aborted:
        remember(k, key, depth, best, best_move, alpha, beta)
    return best


def value_after(k: Memory, move: int, depth: int, alpha: int, beta: int) -> int:
    """Return the value of a root move for its side, with the position after it searched this many plies deep."""
    seat = k.seat
    k.line_length[1] = 0
    make(k, move)
    if k.seat == NOBODY:
        value = terminal_value(k, seat)
    elif k.seat == seat:
        value = search(k, depth, alpha, beta)
    else:
        value = -search(k, depth, -beta, -alpha)
    unmake(k)
    return value


def search_root(k: Memory, depth: int) -> None:
    """Search all root moves one ply deeper and put the best first, even if the search stops before all are done."""
    alpha = -INFINITE
    k.path[0] = position_key(k)
    for number in range(k.root_count):
        move = k.root_moves[number]
        low = bound_of(k, move, alpha)
        value = low + 1
        if number:
            value = value_after(k, move, depth - 1, low, low + 1)
        if number == 0 or (value > low and not k.aborted):
            value = value_after(k, move, depth - 1, low, INFINITE)
        if k.aborted:
            return
        alpha = keep_root_value(k, number, value, alpha, depth)
    k.root_depth = depth


def sort_root(k: Memory) -> None:
    """Sort the root moves by what they gain, highest first; equal ones keep their order."""
    for number in range(1, k.root_count):
        move = k.root_moves[number]
        gained = gain(k, move)
        at = number
        while at > 0 and gain(k, k.root_moves[at - 1]) < gained:
            k.root_moves[at] = k.root_moves[at - 1]
            at -= 1
        k.root_moves[at] = move


def deepen(k: Memory, deepest: int) -> None:
    """Search deeper and deeper until the time is up or the answer cannot change."""
    sort_root(k)
    for depth in range(1, deepest + 1):
        search_root(k, depth)
        if k.aborted or abs(k.root_values[0]) > DECIDED:
            return
