"""The rules as a game: options, whose turn it is, what is hidden, and the result (RULES 1, 6.2, 7)."""

from __future__ import annotations

from games.core.i18n import gettext, ngettext
from games.core.info import Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.rules import Rules
from games.core.status import Outcome, Seat, Turn, tie, turn, win
from games.onyx import moves, scoring
from games.onyx.board import Board, find_board
from games.onyx.info import INFO
from games.onyx.legal import Placements, Removals
from games.onyx.moves import Move
from games.onyx.position import State, dump, empty_board, parse_position
from games.onyx.turns import play

_BOTH_TURNS = Turn(frozenset({Seat(0), Seat(1)}), "remove")


class OnyxRules(Rules[State, Move]):
    """The rules of Onyx. See `position.State` for a position and `moves.Move` for a move."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        return empty_board(self._board(options))

    def status(self, state: State) -> Turn | Outcome:
        if state.phase == "play":
            return turn(state.turn)
        if state.phase == "over":
            return _outcome(state)
        return turn(2 - state.removed, "remove") if state.removed else _BOTH_TURNS

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        if state.phase == "play" and state.turn == seat:
            return Placements(state, seat)
        if state.phase == "remove" and seat in {0, 1} and not state.removed >> seat & 1:
            return Removals(state, seat)
        return ListedMoves()

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return play(state, seat, move)

    def parse(self, text: str) -> Move:
        return moves.parse_move(text)

    def text(self, move: Move) -> str:
        return moves.notation_of(move)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str, options: Options) -> State:
        return parse_position(text, self._board(options))

    def view(self, state: State, viewer: Seat | None) -> State:
        """Return the state with sealed stacks hidden from all but the seat that named them (RULES 6.2)."""
        if state.phase != "remove" or not state.removed:
            return state
        knows = viewer is not None and viewer >= 0 and state.removed >> viewer & 1
        return state if knows else state._replace(sealed=None)

    def _board(self, options: Options) -> Board:
        return find_board(self.info.check_options(options)["board"])


def _outcome(state: State) -> Outcome:
    """Return the result by points (RULES 7.3)."""
    scores = scoring.player_scores(state)
    high, low = max(scores), min(scores)
    if high == low:
        return tie(2, ngettext("{n} point each", "{n} points each", high), scores)
    winner = scores.index(high)
    return win(winner, gettext("more points"), scores)
