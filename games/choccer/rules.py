"""What an action does, and how a match ends (RULES 4-7)."""

from __future__ import annotations

from games.choccer.moves import HAND_ON, Action, can_act
from games.choccer.state import BIT, BLUE, EMPTY, NOBODY, RED, TURNS, ZONES, State
from games.core.say import say
from games.core.status import Outcome, tie, won

WORTH = dict(zip(b"CTLSctls", (1, 1, 2, 2, 1, 1, 2, 2), strict=True)) | {BLUE: 4, RED: 10}
"""The points of a captured piece and of a scored gem (RULES 4.3, 6.1)."""


def acted(state: State, action: Action) -> State:
    """The state after an action that is allowed: gems scored, turn passed on."""
    board, black, white, gems, holders, red, points, turn, seat = state
    verb, origin, target = action
    own, other = (white, black) if seat else (black, white)
    start, end = BIT[origin], BIT[target]
    both = start | end
    if verb != HAND_ON:
        piece, found = board[origin], board[target]
        squares = bytearray(board)
        squares[origin] = EMPTY
        squares[target] = piece
        board = bytes(squares)
        own ^= both
        if other & end:
            # A gem held on `end` stays there: the capturer has it now.
            other ^= end
            points = _added(points, seat, WORTH[found])
        elif gems & end:
            gems ^= end
            holders |= end
            if found == RED:
                red |= end
    if holders & start:
        holders ^= both
        if red & start:
            red ^= both
    home = holders & own & ZONES[1 - seat]
    following = 1 - seat
    if home:
        scored = home & red
        points = _added(points, seat, WORTH[RED] * scored.bit_count() + WORTH[BLUE] * (home ^ scored).bit_count())
        holders ^= home
        red ^= scored
        if scored:
            following = NOBODY
    black, white = (other, own) if seat else (own, other)
    if turn == TURNS:
        following = NOBODY
    # Past State's own constructor: a tenth of the time of a ply.
    values = (board, black, white, gems, holders, red, points, turn + 1, following)
    return settled(tuple.__new__(State, values))


def _added(points: tuple[int, int], seat: int, more: int) -> tuple[int, int]:
    black, white = points
    return (black, white + more) if seat else (black + more, white)


def settled(state: State) -> State:
    """The state with the turns of sides that cannot act skipped: they count (RULES 2.3)."""
    while state.seat != NOBODY and not can_act(state, state.seat):
        following = NOBODY if state.turn == TURNS else 1 - state.seat
        state = state._replace(turn=state.turn + 1, seat=following)
    return state


def outcome(state: State) -> Outcome:
    """How the match ended, once nobody is to act (RULES 7)."""
    black, white = state.points
    if state.turn > TURNS:
        reason = say(
            "all {n} turns are played, and the points are {black} to {white}", n=TURNS, black=black, white=white
        )
    else:
        reason = say("the red gem is scored, and the points are {black} to {white}", black=black, white=white)
    if black == white:
        return tie(2, reason, state.points)
    return won(0 if black > white else 1, reason, state.points)
