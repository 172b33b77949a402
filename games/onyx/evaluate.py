"""How well a position stands, for a player who thinks: what is safe, what is in danger, what only one side can fill.

The weights were fitted to some hundred matches between earlier players and then tried against their neighbours.
"""

from __future__ import annotations

from games.onyx.board import Board
from games.onyx.position import State
from games.onyx.removal import settled_lead
from games.onyx.scoring import lead

WIN = 1000.0
"""The value of a decided match, to which the points of the lead are added."""

PIECE_VALUE, WEAKER_VALUE, STACK_VALUE, EXCLUSIVE_VALUE = 2.0, 1.8, 2.2, 2.2
"""A space held; one held by the weaker colour besides; a stack; an empty space that only this side may use."""
ATTACKED = (-10.0, -3.0, -3.5)
"""Own pieces with 3, 2, 1 foreign pieces around, where the opponent, who is to move, can play beside them."""
EXPOSED = (-2.0, -1.0, -2.0)
"""The same for the side to move, which can still save them."""
LEAD_WEIGHT = 0.5
"""The lead in points counts this much when no space is open any more, and hardly while many are."""


def final_value(points: int) -> float:
    """The value of a final lead."""
    return points + (WIN if points > 0 else -WIN if points < 0 else 0.0)


def evaluate_after_move(state: State, seat: int) -> float:
    """The value of the position for `seat`, which has just moved."""
    if state.phase != "play":
        return final_value(settled_lead(state, seat))
    if state.passed >> seat & 1:
        # The opponent may pass and so end the match: being behind here is lost.
        points = settled_lead(state, seat)
        if points < 0:
            return final_value(points)
    return static_value(state, seat)


def static_value(state: State, seat: int) -> float:
    """The same without regard to passes."""
    board, held, tally, stacks = state.board, state.held, state.tally, state.stacks
    total = tally[0] + tally[1] + tally[2] + tally[3]
    empty = board.all & ~(held[0] | held[1] | held[2] | held[3])
    foreign = [total - own for own in tally]
    legal = [empty & ~board.surrounded_spaces(count) for count in foreign]
    a, b = 2 * seat, 2 * seat + 1
    c, d = 2 - 2 * seat, 3 - 2 * seat
    mine, theirs = legal[a] | legal[b], legal[c] | legal[d]
    value = EXCLUSIVE_VALUE * ((mine & ~theirs).bit_count() - (theirs & ~mine).bit_count())
    value += _material(held[a], held[b], stacks) - _material(held[c], held[d], stacks)
    reach = board.neighbours_of(theirs)
    value += _danger(board, held[a] & reach, foreign[a], ATTACKED) + _danger(
        board, held[b] & reach, foreign[b], ATTACKED
    )
    reach = board.neighbours_of(mine)
    value -= _danger(board, held[c] & reach, foreign[c], EXPOSED) + _danger(board, held[d] & reach, foreign[d], EXPOSED)
    closed = 1 - (mine | theirs).bit_count() / len(board.bit)
    return value + LEAD_WEIGHT * closed**3 * lead(state, seat) if closed > 0.5 else value


def _material(one: int, two: int, stacks: int) -> float:
    first, second = one.bit_count(), two.bit_count()
    return (
        PIECE_VALUE * (first + second)
        + WEAKER_VALUE * min(first, second)
        + STACK_VALUE * ((one | two) & stacks).bit_count()
    )


def _danger(board: Board, held: int, foreign: int, weights: tuple[float, float, float]) -> float:
    """What the pieces in reach of the opponent lose by the foreign pieces around them."""
    if not held:
        return 0.0
    three = held & board.spaces_with(foreign, 3)
    two = held & board.spaces_with(foreign, 2)
    one = held & board.spaces_with(foreign, 1)
    n3, n2 = three.bit_count(), two.bit_count()
    return weights[0] * n3 + weights[1] * (n2 - n3) + weights[2] * (one.bit_count() - n2)
