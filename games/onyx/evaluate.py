"""The value of a position for the AI: what is safe, what is in danger, and what only one side can fill."""

from __future__ import annotations

from math import tanh

from games.onyx.board import WIDTH, Board
from games.onyx.kernel import value as kernel
from games.onyx.position import State
from games.onyx.removal import settled_lead
from games.onyx.scoring import lead

WIN = kernel.WIN
"""The value of a decided match, to which the points of the lead are added."""
POINT = kernel.POINT

PIECE = kernel.PIECE_OPEN, kernel.PIECE_SHUT
WEAKER = kernel.WEAKER_OPEN, kernel.WEAKER_SHUT
STACK = kernel.STACK_OPEN, kernel.STACK_SHUT
EXCLUSIVE = kernel.EXCLUSIVE_OPEN, kernel.EXCLUSIVE_SHUT
NEARER = kernel.NEARER_OPEN, kernel.NEARER_SHUT
"""The weights of each feature while all spaces are open, and when none is: a space held; the same for the weaker colour
(in addition); a stack; an empty space that only this side may use; an empty space with more own pieces around it.
"""
ATTACKED = (
    (kernel.ATTACKED_3_OPEN, kernel.ATTACKED_3_SHUT),
    (kernel.ATTACKED_2_OPEN, kernel.ATTACKED_2_SHUT),
    (kernel.ATTACKED_1_OPEN, kernel.ATTACKED_1_SHUT),
)
"""The weights of own pieces with 3, 2, 1 of other colours around that the opponent, who is to move, can attack."""
EXPOSED = (
    (kernel.EXPOSED_3_OPEN, kernel.EXPOSED_3_SHUT),
    (kernel.EXPOSED_2_OPEN, kernel.EXPOSED_2_SHUT),
    (kernel.EXPOSED_1_OPEN, kernel.EXPOSED_1_SHUT),
)
"""The same for the pieces of the side to move, which can still save them."""
MOVED = kernel.MOVED_OPEN, kernel.MOVED_SHUT
SECOND_SIDE = kernel.SECOND_OPEN, kernel.SECOND_SHUT
"""The weights of having just moved, and of being the second player, who gets points for it."""
LEAD = kernel.LEAD
"""The weight of each point of the lead when no space is open any more; it counts nothing while most are open."""


def evaluate(state: State, seat: int) -> float:
    """Return the lead at a glance, from -1 to 1; points worth a sixth of the board are nearly decisive."""
    return tanh(6 * lead(state, seat) / len(state.board.bit))


def final_value(points: int) -> int:
    """Return the value of a final lead."""
    return POINT * points + (WIN if points > 0 else -WIN if points < 0 else 0)


def evaluate_after_move(state: State, seat: int) -> int:
    """Return the value of the position for `seat`, which has just moved."""
    if state.phase != "play":
        return final_value(settled_lead(state, seat))
    if state.passed >> seat & 1:
        # The opponent may end the match by passing: being behind loses, and level points are at best a draw.
        points = settled_lead(state, seat)
        if points <= 0:
            return min(final_value(points), static_value(state, seat))
    return static_value(state, seat)


WEIGHTS = (PIECE, WEAKER, STACK, EXCLUSIVE, NEARER, *ATTACKED, *EXPOSED, MOVED, SECOND_SIDE)


def static_value(state: State, seat: int) -> int:
    """Return the value of the position for `seat`, which has just moved, without regard to passes."""
    size = len(state.board.bit)
    numbers, shut = features(state, seat)
    open_spaces = size - shut
    value = sum(
        number * (weight[0] * open_spaces + weight[1] * shut) for number, weight in zip(numbers, WEIGHTS, strict=True)
    )
    if 4 * shut > size:
        value += LEAD * shut * lead(state, seat)
    return value // size


def features(state: State, seat: int) -> tuple[tuple[int, ...], int]:
    """Return the features that `WEIGHTS` weigh, for the seat that has just moved, and the number of unusable spaces."""
    board, held, tally = state.board, state.held, state.tally
    total = tally[0] + tally[1] + tally[2] + tally[3]
    empty = board.all & ~(held[0] | held[1] | held[2] | held[3])
    others = [total - own for own in tally]
    legal = [empty & ~board.surrounded_spaces(count) for count in others]
    a, b = 2 * seat, 2 * seat + 1
    c, d = 2 - 2 * seat, 3 - 2 * seat
    mine, theirs = legal[a] | legal[b], legal[c] | legal[d]
    mine_near, theirs_near = _nearer(board, empty, tally[a] + tally[b], tally[c] + tally[d])
    reach, back = board.neighbours_of(theirs), board.neighbours_of(mine)
    attacked = _dangers(board, (held[a] & reach, others[a]), (held[b] & reach, others[b]))
    exposed = _dangers(board, (held[c] & back, others[c]), (held[d] & back, others[d]))
    numbers = (
        held[a].bit_count() + held[b].bit_count() - held[c].bit_count() - held[d].bit_count(),
        _weaker(held[a], held[b]) - _weaker(held[c], held[d]),
        ((held[a] | held[b]) & state.stacks).bit_count() - ((held[c] | held[d]) & state.stacks).bit_count(),
        (mine & ~theirs).bit_count() - (theirs & ~mine).bit_count(),
        mine_near.bit_count() - theirs_near.bit_count(),
        *attacked,
        *(-number for number in exposed),
        1,
        1 if seat else -1,
    )
    return numbers, len(board.bit) - (mine | theirs).bit_count()


def _weaker(one: int, two: int) -> int:
    return min(one.bit_count(), two.bit_count())


def _nearer(board: Board, empty: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return, for both sides, the empty spaces with more pieces of that side around them than of the other."""
    top = (1 << (WIDTH - 1)) * board.all
    not_less, not_more = (mine + top - theirs) >> (WIDTH - 1), (theirs + top - mine) >> (WIDTH - 1)
    return empty & not_less & ~not_more, empty & not_more & ~not_less


def _dangers(board: Board, *pieces: tuple[int, int]) -> tuple[int, int, int]:
    """Return the numbers of pieces with 3 or more, 2, and 1 pieces of another colour around them."""
    found = [0, 0, 0]
    for held, others in pieces:
        if held:
            three, two, one = ((held & board.spaces_with(others, number)).bit_count() for number in (3, 2, 1))
            found[0] += three
            found[1] += two - three
            found[2] += one - two
    return found[0], found[1], found[2]
