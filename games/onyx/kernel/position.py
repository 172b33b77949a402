"""Making and unmaking turns (RULES 3-6.1) on the integers of a `Memory`.

The module uses only plain loops, assignments and calls, since it is compiled if numba is installed.
"""

from __future__ import annotations

from games.onyx.board import SURROUNDED
from games.onyx.kernel.memory import DEGREE, PAIR, PASS, SECOND, SPACES, STACK, Memory
from games.onyx.turns import BOTH


def is_legal(k: Memory, space: int, colour: int) -> bool:
    """Whether a piece of the colour may be placed on the space (RULES 4)."""
    return k.colour[space] == 0 and k.total[space] - k.tally[colour * SPACES + space] < SURROUNDED


def put(k: Memory, space: int, colour: int, number: int) -> None:
    """Place pieces on an empty space."""
    k.colour[space] = colour
    k.number[space] = number
    k.held[colour] += 1
    k.stacks[colour] += number - 1
    k.key ^= k.piece_key[(2 * colour + number - 2) * SPACES + space]
    base = colour * SPACES
    for at in range(space * DEGREE, space * DEGREE + k.near_count[space]):
        near = k.near[at]
        k.tally[base + near] += number
        k.total[near] += number


def lift(k: Memory, space: int) -> None:
    """Take the pieces off a space."""
    colour, number = k.colour[space], k.number[space]
    k.colour[space] = 0
    k.number[space] = 0
    k.held[colour] -= 1
    k.stacks[colour] -= number - 1
    k.key ^= k.piece_key[(2 * colour + number - 2) * SPACES + space]
    base = colour * SPACES
    for at in range(space * DEGREE, space * DEGREE + k.near_count[space]):
        near = k.near[at]
        k.tally[base + near] -= number
        k.total[near] -= number


def find_suffocated(k: Memory, space: int, spared: int, first: int) -> None:
    """Store the pieces beside the space that are suffocated (RULES 5); `first` is where this turn's entries begin."""
    for at in range(space * DEGREE, space * DEGREE + k.near_count[space]):
        near = k.near[at]
        colour = k.colour[near]
        if colour == 0 or near == spared or k.total[near] - k.tally[colour * SPACES + near] < SURROUNDED:
            continue
        known = False
        for other in range(first, k.lost_top):
            if k.lost_space[other] == near:
                known = True
        if not known:
            top = k.lost_top
            k.lost_space[top] = near
            k.lost_colour[top] = colour
            k.lost_number[top] = k.number[near]
            k.lost_top = top + 1


def make(k: Memory, move: int) -> None:
    """Make a turn of the side to move."""
    ply, seat, first = k.ply, k.seat, k.lost_top
    k.was_move[ply] = move
    k.was_key[ply] = k.key
    k.was_passed[ply] = k.passed
    k.was_lost[ply] = first
    if move == PASS:
        k.key ^= k.pass_key[k.passed]
        k.passed |= 1 << seat
        k.key ^= k.pass_key[k.passed]
    elif move & PAIR:
        one, two = move & 511, move >> 12
        put(k, one, 2 * seat + 1, 1)
        put(k, two, 2 * seat + 2, 1)
        find_suffocated(k, one, two, first)
        find_suffocated(k, two, one, first)
    else:
        space = move & 511
        put(k, space, 2 * seat + 1 + (move >> 9 & 1), 1 + (move >> 10 & 1))
        find_suffocated(k, space, space, first)
    for at in range(first, k.lost_top):
        lift(k, k.lost_space[at])
    if k.passed == BOTH:
        k.over = 1
    k.seat = 1 - seat
    k.key ^= k.side_key
    k.ply = ply + 1


def unmake(k: Memory) -> None:
    """Unmake the last turn."""
    ply = k.ply - 1
    move, first = k.was_move[ply], k.was_lost[ply]
    k.ply = ply
    k.seat = 1 - k.seat
    for at in range(first, k.lost_top):
        put(k, k.lost_space[at], k.lost_colour[at], k.lost_number[at])
    k.lost_top = first
    if move & PAIR:
        lift(k, move & 511)
        lift(k, move >> 12)
    elif move != PASS:
        lift(k, move & 511)
    k.passed = k.was_passed[ply]
    k.key = k.was_key[ply]
    k.over = 0


def make_null(k: Memory) -> None:
    """Let the other side move, as if this side had made some turn other than a pass."""
    k.seat = 1 - k.seat
    k.key ^= k.side_key
    k.ply += 1


def unmake_null(k: Memory) -> None:
    """Unmake a null turn."""
    k.ply -= 1
    k.key ^= k.side_key
    k.seat = 1 - k.seat


def generate(k: Memory) -> int:
    """Put all legal turns of the side to move on the stack, and return their number."""
    first = top = k.top
    k.moves[top] = PASS
    top += 1
    one, two = 2 * k.seat + 1, 2 * k.seat + 2
    for space in range(k.size):
        if is_legal(k, space, one):
            k.moves[top] = space
            k.moves[top + 1] = space | STACK
            top += 2
            for other in range(k.size):
                if other != space and is_legal(k, other, two):
                    k.moves[top] = space | PAIR | other << 12
                    top += 1
        if is_legal(k, space, two):
            k.moves[top] = space | SECOND
            k.moves[top + 1] = space | SECOND | STACK
            top += 2
    k.top = top
    return top - first


def perft(k: Memory, depth: int) -> int:
    """Return the number of lines of play of this many turns; in the removal, all sets of stacks of both seats count."""
    if k.over:
        if depth > 2:
            return 0
        stacks = k.stacks[2 * k.seat + 1] + k.stacks[2 * k.seat + 2]
        if depth > 1:
            stacks += k.stacks[3 - 2 * k.seat] + k.stacks[4 - 2 * k.seat]
        return 1 << stacks
    first = k.top
    number = generate(k)
    count = number
    if depth > 1:
        count = 0
        for at in range(first, first + number):
            make(k, k.moves[at])
            count += perft(k, depth - 1)
            unmake(k)
    k.top = first
    return count
