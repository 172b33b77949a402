"""Promising turns: pieces and stacks by what they change around them, and pairs of the best pieces of both colours."""

from __future__ import annotations

from games.onyx.board import SURROUNDED
from games.onyx.kernel.memory import DEGREE, PAIR, PASS, SPACES, STACK, Memory
from games.onyx.kernel.position import is_legal, make, unmake
from games.onyx.kernel.value import loss_when_attacked, loss_when_exposed, shut_spaces, value_after_move

PIECE_VALUE, WEAKER_VALUE, STACK_VALUE, EXCLUSIVE_VALUE = 150, 80, 600, 70
FIRST = 1 << 40
MOST_PAIRED = 16
OPENING = 5
"""Up to this many spaces with pieces, turns look much alike at a glance, so that more of them are looked at."""


def exclusive(around: int, mine: int, theirs: int) -> int:
    """Return 1 if only this seat may place beside this many pieces (`mine` of one own colour), -1 if only the other."""
    value = 1 if around - mine < SURROUNDED else 0
    return value - 1 if around - theirs < SURROUNDED else value


def effect_on_empty(k: Memory, near: int, colour: int, own: int, number: int) -> int:
    """Return how pieces of a colour change an empty space beside them; `own` is the other colour of the side."""
    tally, around, their_colour = k.tally, k.total[near], 3 - 2 * ((colour - 1) >> 1)
    first, second = tally[colour * SPACES + near], tally[own * SPACES + near]
    theirs = max(tally[their_colour * SPACES + near], tally[(their_colour + 1) * SPACES + near])
    after = exclusive(around + number, max(first + number, second), theirs)
    return EXCLUSIVE_VALUE * (after - exclusive(around, max(first, second), theirs))


def effect_on_piece(k: Memory, near: int, colour: int, own: int, number: int) -> int:
    """Return how pieces of a colour change the value of a piece beside them."""
    found, shut, size = k.colour[near], k.shut, k.size
    if found == colour:
        return 0
    before = k.total[near] - k.tally[found * SPACES + near]
    after = before + number
    worth = PIECE_VALUE + (k.number[near] - 1) * STACK_VALUE + WEAKER_VALUE // 2
    if found == own:
        if after >= SURROUNDED:
            return -worth
        return (loss_when_attacked(after, shut, size) - loss_when_attacked(before, shut, size)) // size
    if after >= SURROUNDED:
        return worth
    return (loss_when_exposed(before, shut, size) - loss_when_exposed(after, shut, size)) // size


def note_effects(k: Memory, colour: int) -> None:
    """Store in `effect` how one piece of the colour (and from SPACES on, two) would change each space beside it."""
    own = 4 * ((colour - 1) >> 1) + 3 - colour
    for near in range(k.size):
        for number in range(1, 3):
            place = (number - 1) * SPACES + near
            if k.total[near] == 0 and k.colour[near] == 0:
                k.effect[place] = 0
            elif k.colour[near]:
                k.effect[place] = effect_on_piece(k, near, colour, own, number)
            else:
                k.effect[place] = effect_on_empty(k, near, colour, own, number)


def gain(k: Memory, space: int, colour: int, number: int) -> int:
    """Estimate by `effect` what a piece or stack changes for the side that places it, to order the turns."""
    tally, total, seat = k.tally, k.total, (colour - 1) >> 1
    own = 4 * seat + 3 - colour
    their_colour = 3 - 2 * seat
    size = k.size
    value = PIECE_VALUE + (number - 1) * STACK_VALUE
    value += loss_when_attacked(total[space] - tally[colour * SPACES + space], k.shut, size) // size
    if k.held[colour] < k.held[own]:
        value += WEAKER_VALUE
    mine = max(tally[colour * SPACES + space], tally[own * SPACES + space])
    theirs = max(tally[their_colour * SPACES + space], tally[(their_colour + 1) * SPACES + space])
    value -= EXCLUSIVE_VALUE * exclusive(total[space], mine, theirs)
    base = (number - 1) * SPACES
    for at in range(space * DEGREE, space * DEGREE + k.near_count[space]):
        value += k.effect[base + k.near[at]]
    return value


def insert(k: Memory, base: int, count: int, most: int, space: int, worth: int) -> int:
    """Insert a space into the best few of `best_space`, from `base` on, best first; return their new number."""
    at = min(most, count)
    while at > 0 and k.best_gain[base + at - 1] < worth:
        if at < most:
            k.best_gain[base + at] = k.best_gain[base + at - 1]
            k.best_space[base + at] = k.best_space[base + at - 1]
        at -= 1
    if at < most:
        k.best_gain[base + at] = worth
        k.best_space[base + at] = space
        return min(count + 1, most)
    return count


def is_opening(k: Memory) -> int:
    """Return 1 if there are only few pieces on the board, else 0."""
    return 1 if k.held[1] + k.held[2] + k.held[3] + k.held[4] <= OPENING else 0


def list_pieces(k: Memory, paired: int) -> None:
    """Put all pieces and stacks on the stack, and note the best `paired` pieces of each colour."""
    moves, order, seat, top = k.moves, k.order, k.seat, k.top
    shut_spaces(k)
    for second in range(2):
        colour = 2 * seat + 1 + second
        note_effects(k, colour)
        count = 0
        for at in range(k.size):
            space = k.scan_order[at]
            if not is_legal(k, space, colour):
                continue
            one = gain(k, space, colour, 1)
            moves[top] = space | second << 9
            order[top] = one
            moves[top + 1] = space | second << 9 | STACK
            order[top + 1] = gain(k, space, colour, 2)
            top += 2
            count = insert(k, second * MOST_PAIRED, count, paired, space, one)
        k.best_count[second] = count
    k.top = top


def list_pairs(k: Memory) -> None:
    """Put the pairs of the best pieces of both colours on the stack."""
    moves, order, top = k.moves, k.order, k.top
    for one in range(k.best_count[0]):
        for two in range(k.best_count[1]):
            space, other = k.best_space[one], k.best_space[MOST_PAIRED + two]
            if space != other:
                moves[top] = space | PAIR | other << 12
                order[top] = k.best_gain[one] + k.best_gain[MOST_PAIRED + two]
                top += 1
    k.top = top


def put_first(k: Memory, first: int, end: int, move: int) -> int:
    """Move a turn to the front of the stack, or add it there; return the end of the stack."""
    where = end
    for at in range(first, end):
        if k.moves[at] == move:
            where = at
    for at in range(where, first, -1):
        k.moves[at] = k.moves[at - 1]
        k.order[at] = k.order[at - 1]
    k.moves[first] = move
    k.order[first] = FIRST
    return max(end, where + 1)


def keep_highest(k: Memory, first: int, most: int) -> int:
    """Keep at most this many turns on the stack, those of the highest order, highest first; return their end."""
    moves, order, end = k.moves, k.order, first
    for at in range(first, k.top):
        move, worth = moves[at], order[at]
        if end - first == most:
            if worth <= order[end - 1]:
                continue
            end -= 1
        place = end
        while place > first and order[place - 1] < worth:
            moves[place], order[place] = moves[place - 1], order[place - 1]
            place -= 1
        moves[place], order[place] = move, worth
        end += 1
    k.top = end
    return end


def shortlist(k: Memory, paired: int, most: int) -> int:
    """Put the best turns other than a pass by `gain` alone on the stack, best first; return their end.

    In the opening, where any stack gains more at a glance than two pieces, a third of the turns are pairs.
    """
    first = k.top
    list_pieces(k, paired)
    if is_opening(k):
        end = keep_highest(k, first, most - min(most // 3, k.best_count[0] * k.best_count[1]))
        list_pairs(k)
        keep_highest(k, end, most - (end - first))
    else:
        list_pairs(k)
    return keep_highest(k, first, most)


def propose(k: Memory, paired: int, glances: int, width: int, table_move: int) -> int:
    """Put the `width` best turns other than a pass on the stack, best first; return their number.

    The best `glances` turns by `gain` are judged by the position after them, at least one of them; once the time is up,
    the others are left out and the search is aborted. The turn from the table comes first.
    """
    first, seat = k.top, k.seat
    end = shortlist(k, paired, glances)
    if glances > width:
        for at in range(first, end):
            if at > first and k.stop != 0:
                k.aborted = 1
                k.top = at
                break
            make(k, k.moves[at])
            k.order[at] = value_after_move(k, seat)
            unmake(k)
        k.nodes += (k.top - first) // 4
        end = keep_highest(k, first, width)
    if table_move >= 0 and table_move != PASS:
        end = put_first(k, first, end, table_move)
    k.top = end
    return end - first
