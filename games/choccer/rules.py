"""The effects of moves, and the end of a match (RULES 4-7)."""

from __future__ import annotations

from games.choccer import moves
from games.choccer.info import INFO
from games.choccer.legal import has_legal_move, is_legal, legal_moves
from games.choccer.moves import HAND_ON, Move
from games.choccer.position import (
    BIT,
    BLACK,
    BLUE,
    EMPTY,
    NOBODY,
    RED,
    TURNS,
    WHITE,
    ZONES,
    State,
    dump,
    parse_position,
    start,
)
from games.choccer.refusals import explain_illegal
from games.choccer.words import SIDES
from games.core.errors import IllegalMove, NotYourTurn
from games.core.i18n import gettext
from games.core.info import Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.rules import Rules
from games.core.status import Outcome, Seat, Turn, tie, turn, win

POINTS = dict(zip(b"CTLSctls", (1, 1, 2, 2, 1, 1, 2, 2), strict=True)) | {BLUE: 4, RED: 10}
"""The points of a captured piece or a scored gem (RULES 4.3, 6.1)."""

_TURNS = turn(BLACK), turn(WHITE)


class ChoccerRules(Rules[State, Move]):
    """The rules of RULES.md."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        self.info.check_options(options)
        return start()

    def status(self, state: State) -> Turn | Outcome:
        return outcome(state) if state.seat == NOBODY else _TURNS[state.seat]

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return ListedMoves(legal_moves(state, seat) if _may_act(state, seat) else ())

    def play(self, state: State, seat: Seat, move: Move) -> State:
        if not _may_act(state, seat):
            raise _not_your_turn(state)
        if not is_legal(state, seat, move):
            raise IllegalMove(explain_illegal(state, move))
        return apply(state, move)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def text(self, move: Move) -> str:
        return moves.text(move)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str, options: Options) -> State:
        self.info.check_options(options)
        return skip_blocked_turns(parse_position(text))


def apply(state: State, move: Move) -> State:
    """Return the state after a legal move, with gems scored and the turn passed on."""
    board, black, white, gems, holders, red, points, turn, seat = state
    verb, origin, target = move
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
            # A gem held on `end` stays there: the capturing piece holds it now.
            other ^= end
            points = _add_points(points, seat, POINTS[found])
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
        points = _add_points(
            points, seat, POINTS[RED] * scored.bit_count() + POINTS[BLUE] * (home ^ scored).bit_count()
        )
        holders ^= home
        red ^= scored
        if scored:
            following = NOBODY
    black, white = (other, own) if seat else (own, other)
    if turn == TURNS:
        following = NOBODY
    # Without State's own constructor, which takes a tenth of the time of a ply.
    values = (board, black, white, gems, holders, red, points, turn + 1, following)
    return skip_blocked_turns(tuple.__new__(State, values))


def _add_points(points: tuple[int, int], seat: int, more: int) -> tuple[int, int]:
    black, white = points
    return (black, white + more) if seat else (black + more, white)


def skip_blocked_turns(state: State) -> State:
    """Return the state after skipping the turns of sides that cannot act; the skipped turns count (RULES 2.3)."""
    while state.seat != NOBODY and not has_legal_move(state, state.seat):
        following = NOBODY if state.turn == TURNS else 1 - state.seat
        state = state._replace(turn=state.turn + 1, seat=following)
    return state


def outcome(state: State) -> Outcome:
    """Return the outcome of a match in which nobody is to act any more (RULES 7)."""
    black, white = state.points
    reason = (
        gettext("all {n} turns have been played", n=TURNS)
        if state.turn > TURNS
        else gettext("the red gem has been scored")
    )
    if black == white:
        return tie(2, reason, state.points)
    return win(0 if black > white else 1, reason, state.points)


def _may_act(state: State, seat: Seat) -> bool:
    return seat == state.seat != NOBODY


def _not_your_turn(state: State) -> NotYourTurn:
    if state.seat == NOBODY:
        return NotYourTurn(gettext("The match is over."))
    return NotYourTurn(gettext("It's {name}'s move.", name=SIDES[state.seat]))
