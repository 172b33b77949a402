"""The value of a position: `games.onyx.evaluate` on the integers of a `Memory`.

It is compiled if numba is installed. Values are in hundredths of a point.
"""

from __future__ import annotations

from games.onyx.board import SURROUNDED
from games.onyx.kernel.memory import DEGREE, SPACES, Memory
from games.onyx.scoring import SECOND_PLAYER

WIN = 100_000
POINT = 100
PIECE_OPEN, PIECE_SHUT, WEAKER_OPEN, WEAKER_SHUT = 83, 54, 104, 44
STACK_OPEN, STACK_SHUT, EXCLUSIVE_OPEN, EXCLUSIVE_SHUT = 356, -110, 28, 80
NEARER_OPEN, NEARER_SHUT = 49, 35
ATTACKED_3_OPEN, ATTACKED_3_SHUT, ATTACKED_2_OPEN, ATTACKED_2_SHUT = 26, -170, -310, -270
ATTACKED_1_OPEN, ATTACKED_1_SHUT = -151, -221
EXPOSED_3_OPEN, EXPOSED_3_SHUT, EXPOSED_2_OPEN, EXPOSED_2_SHUT = -59, -157, -195, -217
EXPOSED_1_OPEN, EXPOSED_1_SHUT = -106, -166
MOVED_OPEN, MOVED_SHUT, SECOND_OPEN, SECOND_SHUT = -468, 82, 217, 84
LEAD = 50


def lead(k: Memory, seat: int) -> int:
    """Return the lead in points if the match were scored now (RULES 7)."""
    colour, near, mark, queue, land = k.colour, k.near, k.mark, k.queue, k.land
    k.stamp += 1
    stamp = k.stamp
    for each in range(1, 5):
        land[each] = k.held[each]
    for start in range(k.size):
        if colour[start] or mark[start] == stamp:
            continue
        mark[start] = stamp
        queue[0] = start
        length, at, touched = 1, 0, 0
        while at < length:
            space = queue[at]
            at += 1
            for place in range(space * DEGREE, space * DEGREE + k.near_count[space]):
                other = near[place]
                found = colour[other]
                if found:
                    touched |= 1 << found
                elif mark[other] != stamp:
                    mark[other] = stamp
                    queue[length] = other
                    length += 1
        for each in range(1, 5):
            if touched >> each & 1:
                land[each] += length
    points = land[1] + land[2] + min(land[1], land[2]) - land[3] - land[4] - min(land[3], land[4]) - SECOND_PLAYER
    return -points if seat else points


def take_off(k: Memory, seat: int) -> int:
    """Take stacks of the seat off as `removal.best_removal` does, and store them in `removed`; return its lead."""
    colour, number = k.colour, k.number
    points = lead(k, seat)
    gaining = True
    while gaining:
        gaining = False
        for space in range(k.size):
            found = colour[space]
            if found == 0 or number[space] != 2 or (found - 1) >> 1 != seat:
                continue
            colour[space] = 0
            k.held[found] -= 1
            gained = lead(k, seat)
            if gained > points:
                points = gained
                gaining = True
                k.removed[k.removed_top] = space
                k.removed_colour[k.removed_top] = found
                k.removed_top += 1
            else:
                colour[space] = found
                k.held[found] += 1
    return points


def settled_lead(k: Memory, seat: int) -> int:
    """Return the lead after both sides have removed their best stacks (RULES 6), as `removal.settled_lead` does."""
    if k.stacks[1] + k.stacks[2] + k.stacks[3] + k.stacks[4] == 0:
        return lead(k, seat)
    k.removed_top = 0
    take_off(k, 1 - seat)
    points = take_off(k, seat)
    for at in range(k.removed_top):
        space, found = k.removed[at], k.removed_colour[at]
        k.colour[space] = found
        k.held[found] += 1
    k.removed_top = 0
    return points


def final_value(points: int) -> int:
    """Return the value of a final lead."""
    if points > 0:
        return POINT * points + WIN
    return POINT * points - WIN if points < 0 else 0


def loss_when_attacked(opposing: int, shut: int, size: int) -> int:
    """Return how much opposing pieces weigh on a piece in reach of the opponent, who is to move; times `size`."""
    if opposing >= SURROUNDED:
        return ATTACKED_3_OPEN * (size - shut) + ATTACKED_3_SHUT * shut
    if opposing == 2:
        return ATTACKED_2_OPEN * (size - shut) + ATTACKED_2_SHUT * shut
    if opposing:
        return ATTACKED_1_OPEN * (size - shut) + ATTACKED_1_SHUT * shut
    return 0


def loss_when_exposed(opposing: int, shut: int, size: int) -> int:
    """Return the same for a piece of the side to move, which can still save it."""
    if opposing >= SURROUNDED:
        return EXPOSED_3_OPEN * (size - shut) + EXPOSED_3_SHUT * shut
    if opposing == 2:
        return EXPOSED_2_OPEN * (size - shut) + EXPOSED_2_SHUT * shut
    if opposing:
        return EXPOSED_1_OPEN * (size - shut) + EXPOSED_1_SHUT * shut
    return 0


def shut_spaces(k: Memory) -> int:
    """Return the number of spaces that nobody may use; store in `open` who may use the others: 1, 2, or both sides."""
    colour, tally, total, free = k.colour, k.tally, k.total, k.open
    shut, exclusive, nearer = 0, 0, 0
    for space in range(k.size):
        flags = 0
        if colour[space] == 0:
            black, purple = tally[SPACES + space], tally[2 * SPACES + space]
            white, yellow = tally[3 * SPACES + space], tally[4 * SPACES + space]
            around = total[space] - SURROUNDED
            if around < max(black, purple):
                flags = 1
            if around < max(white, yellow):
                flags |= 2
            exclusive += 1 if flags == 1 else -1 if flags == 2 else 0
            nearer += int(black + purple > white + yellow) - int(black + purple < white + yellow)
        if flags == 0:
            shut += 1
        free[space] = flags
    k.exclusive, k.nearer, k.shut = exclusive, nearer, shut
    return shut


def static_value(k: Memory, seat: int) -> int:
    """Return the value of the position for the seat, which has just moved, without regard to passes."""
    colour, tally, total, free = k.colour, k.tally, k.total, k.open
    shut = shut_spaces(k)
    size = k.size
    left = size - shut
    held, stacks = k.held, k.stacks
    value = (PIECE_OPEN * left + PIECE_SHUT * shut) * (held[1] + held[2] - held[3] - held[4])
    value += (WEAKER_OPEN * left + WEAKER_SHUT * shut) * (min(held[1], held[2]) - min(held[3], held[4]))
    value += (STACK_OPEN * left + STACK_SHUT * shut) * (stacks[1] + stacks[2] - stacks[3] - stacks[4])
    value += (EXCLUSIVE_OPEN * left + EXCLUSIVE_SHUT * shut) * k.exclusive
    value += (NEARER_OPEN * left + NEARER_SHUT * shut) * k.nearer
    value -= SECOND_OPEN * left + SECOND_SHUT * shut
    if seat:
        value = -value
    value += MOVED_OPEN * left + MOVED_SHUT * shut
    for space in range(size):
        found = colour[space]
        if found == 0:
            continue
        opposing = total[space] - tally[found * SPACES + space]
        if opposing == 0:
            continue
        owner = (found - 1) >> 1
        for at in range(space * DEGREE, space * DEGREE + k.near_count[space]):
            if free[k.near[at]] >> (1 - owner) & 1:
                value += (
                    loss_when_attacked(opposing, shut, size)
                    if owner == seat
                    else -loss_when_exposed(opposing, shut, size)
                )
                break
    if 4 * shut > size:
        value += LEAD * shut * lead(k, seat)
    return value // size


def value_after_move(k: Memory, seat: int) -> int:
    """Return the value of the position for the seat, which has just moved."""
    if k.over:
        return final_value(settled_lead(k, seat))
    if k.passed >> seat & 1:
        # The opponent may end the match by passing: being behind loses, and level points are at best a draw.
        points = settled_lead(k, seat)
        if points <= 0:
            return min(final_value(points), static_value(k, seat))
    return static_value(k, seat)
