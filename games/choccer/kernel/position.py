"""Making and unmaking moves (RULES 2-7) on the integers of a `Memory`.

The module uses only plain loops, assignments and calls, since it is compiled if numba is installed.
"""

from __future__ import annotations

from games.choccer.kernel.memory import HANDED, SQUARES, Memory
from games.choccer.position import NOBODY, TURNS

FREE, HELD, SCORED = 0, 1, 2
BLUE_POINTS, RED_POINTS = 4, 10


def generate(k: Memory, seat: int) -> int:
    """Put all legal moves of the seat on the stack, and return their number."""
    board, gem_at, following, near, moves = k.board, k.gem_at, k.next, k.near, k.moves
    first = top = k.top
    base = seat * SQUARES
    for number in range(k.count[seat]):
        origin = k.pieces[base + number]
        kind = (board[origin] - 1) & 3
        direction = (kind & 1) * 4
        most = 1 if kind < 2 else 3
        holds = gem_at[origin]
        for way in range(direction, direction + 4):
            target = following[way * SQUARES + origin]
            steps = most
            while target >= 0 and steps > 0:
                found = board[target]
                if found:
                    if not holds and (found - 1) >> 2 != seat:
                        moves[top] = origin | target << 7
                        top += 1
                    break
                if not (holds and gem_at[target]):
                    moves[top] = origin | target << 7
                    top += 1
                target = following[way * SQUARES + target]
                steps -= 1
        if holds:
            for at in range(origin * 24, origin * 24 + k.near_count[origin]):
                target = near[at]
                if board[target] and (board[target] - 1) >> 2 == seat and not gem_at[target]:
                    moves[top] = origin | target << 7 | HANDED
                    top += 1
    k.top = top
    return top - first


def has_move(k: Memory, seat: int) -> bool:
    """Whether the seat has a legal move (RULES 2.3)."""
    board, gem_at, following, near = k.board, k.gem_at, k.next, k.near
    base = seat * SQUARES
    for number in range(k.count[seat]):
        origin = k.pieces[base + number]
        kind = (board[origin] - 1) & 3
        direction = (kind & 1) * 4
        most = 1 if kind < 2 else 3
        holds = gem_at[origin]
        for way in range(direction, direction + 4):
            target = following[way * SQUARES + origin]
            steps = most
            while target >= 0 and steps > 0:
                found = board[target]
                if found:
                    if not holds and (found - 1) >> 2 != seat:
                        return True
                    break
                if not (holds and gem_at[target]):
                    return True
                target = following[way * SQUARES + target]
                steps -= 1
        if holds:
            for at in range(origin * 24, origin * 24 + k.near_count[origin]):
                target = near[at]
                if board[target] and (board[target] - 1) >> 2 == seat and not gem_at[target]:
                    return True
    return False


def gain(k: Memory, move: int) -> int:
    """Estimate what the move of the side to act gains at once, in hundredths of a point, to order the moves."""
    origin, target = move & 127, move >> 7 & 127
    held = k.gem_at[origin]
    if held:
        if k.zone[k.seat * SQUARES + target]:
            return 1000 if k.gem_red[held - 1] else 400
        return 10 if move >= HANDED else 5
    found, gem = k.board[target], k.gem_at[target]
    if found:
        value = k.value[found]
        if gem:
            value += 700 if k.gem_red[gem - 1] else 300
        return value
    if gem:
        return 500 if k.gem_red[gem - 1] else 200
    return 0


def remove(k: Memory, side: int, square: int, ply: int) -> None:
    """Remove a captured piece from the list of its side, and put the last piece of the list in its place."""
    number, last, base = k.index[square], k.count[side] - 1, side * SQUARES
    moved = k.pieces[base + last]
    k.pieces[base + number] = moved
    k.index[moved] = number
    k.count[side] = last
    k.was_index[ply] = number


def score(k: Memory, seat: int) -> bool:
    """Score the gems that the seat holds in its zone (RULES 6); return True if a red one is among them."""
    over = False
    for number in range(k.gems):
        square = k.gem_square[number]
        if k.gem_state[number] == HELD and k.zone[seat * SQUARES + square] and (k.board[square] - 1) >> 2 == seat:
            k.gem_state[number] = SCORED
            k.gem_at[square] = 0
            k.scored[k.scored_top] = number
            k.scored_top += 1
            k.key ^= k.held_key[k.gem_red[number] * SQUARES + square]
            if k.gem_red[number]:
                k.points[seat] += RED_POINTS
                over = True
            else:
                k.points[seat] += BLUE_POINTS
    return over


def make(k: Memory, move: int) -> None:  # noqa: PLR0915 - one function for what is done most often
    """Make a legal move of the side to act, as `rules.apply` does."""
    ply, seat, key = k.ply, k.seat, k.key
    origin, target = move & 127, move >> 7 & 127
    board, gem_at = k.board, k.gem_at
    k.was_move[ply] = move
    k.was_turn[ply] = k.turn
    k.was_seat[ply] = seat
    k.was_key[ply] = key
    k.was_points[ply] = k.points[seat]
    k.was_material[ply] = k.material
    k.was_scored[ply] = k.scored_top
    captured = 0
    taken = 0
    gem = gem_at[origin]
    if move < HANDED:
        piece, captured = board[origin], board[target]
        if captured:
            remove(k, 1 - seat, target, ply)
            k.points[seat] += k.worth[captured]
            less = k.value[captured] - 100 * k.worth[captured]
            k.material += -less if captured < 5 else less
            k.material -= k.square_value[captured * SQUARES + target]
            key ^= k.piece_key[captured * SQUARES + target]
        elif gem_at[target]:
            taken = gem_at[target]
            k.gem_state[taken - 1] = HELD
            at = k.gem_red[taken - 1] * SQUARES + target
            key ^= k.free_key[at] ^ k.held_key[at]
        board[origin] = 0
        board[target] = piece
        k.material += k.square_value[piece * SQUARES + target] - k.square_value[piece * SQUARES + origin]
        key ^= k.piece_key[piece * SQUARES + origin] ^ k.piece_key[piece * SQUARES + target]
        number = k.index[origin]
        k.index[target] = number
        k.pieces[seat * SQUARES + number] = target
    k.was_captured[ply] = captured
    k.was_taken[ply] = taken
    if gem:
        gem_at[origin] = 0
        gem_at[target] = gem
        k.gem_square[gem - 1] = target
        red = k.gem_red[gem - 1] * SQUARES
        key ^= k.held_key[red + origin] ^ k.held_key[red + target]
    k.key = key
    following = 1 - seat
    if score(k, seat) or k.turn >= TURNS:
        following = NOBODY
    k.turn += 1
    while following != NOBODY and not has_move(k, following):
        following = NOBODY if k.turn == TURNS else 1 - following
        k.turn += 1
    k.seat = following
    k.ply = ply + 1


def unmake(k: Memory) -> None:
    """Unmake the last move."""
    ply = k.ply - 1
    k.ply = ply
    move, seat = k.was_move[ply], k.was_seat[ply]
    origin, target = move & 127, move >> 7 & 127
    board, gem_at = k.board, k.gem_at
    while k.scored_top > k.was_scored[ply]:
        k.scored_top -= 1
        number = k.scored[k.scored_top]
        k.gem_state[number] = HELD
        gem_at[k.gem_square[number]] = number + 1
    k.seat, k.turn, k.key = seat, k.was_turn[ply], k.was_key[ply]
    k.points[seat] = k.was_points[ply]
    k.material = k.was_material[ply]
    captured, taken = k.was_captured[ply], k.was_taken[ply]
    gem = gem_at[target]
    if gem and not captured and not taken:
        gem_at[target] = 0
        gem_at[origin] = gem
        k.gem_square[gem - 1] = origin
    if move < HANDED:
        number = k.index[target]
        board[origin] = board[target]
        board[target] = captured
        k.index[origin] = number
        k.pieces[seat * SQUARES + number] = origin
        if captured:
            base = (1 - seat) * SQUARES
            number, last = k.was_index[ply], k.count[1 - seat]
            moved = k.pieces[base + number]
            k.pieces[base + last] = moved
            k.index[moved] = last
            k.pieces[base + number] = target
            k.index[target] = number
            k.count[1 - seat] = last + 1
        elif taken:
            k.gem_state[taken - 1] = FREE


def make_null(k: Memory) -> None:
    """Pass the turn to the other side without a move."""
    ply = k.ply
    k.was_turn[ply] = k.turn
    k.was_seat[ply] = k.seat
    k.turn += 1
    k.seat = 1 - k.seat
    k.ply = ply + 1


def unmake_null(k: Memory) -> None:
    """Unmake a null move."""
    k.ply -= 1
    k.seat, k.turn = k.was_seat[k.ply], k.was_turn[k.ply]


def perft(k: Memory, depth: int) -> int:
    """Return the number of lines of play of this many moves."""
    if k.seat == NOBODY:
        return 0
    first = k.top
    number = generate(k, k.seat)
    count = number
    if depth > 1:
        count = 0
        for at in range(first, first + number):
            make(k, k.moves[at])
            count += perft(k, depth - 1)
            unmake(k)
    k.top = first
    return count
