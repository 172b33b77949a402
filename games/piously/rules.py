"""The rules as a game: options, whose turn it is, and how a match ends (RULES 1 and 8)."""

from __future__ import annotations

from games.core.i18n import gettext
from games.core.info import Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.rules import Rules
from games.core.status import CHANCE, Outcome, Seat, Turn, tie, turn, win
from games.piously import notation
from games.piously.boards import CLASSIC
from games.piously.info import BOARD, INFO
from games.piously.layout import layout
from games.piously.legal import Steps
from games.piously.moves import Move
from games.piously.position import NO_BOARD, TIED, State, initial_state
from games.piously.position_line import dump, load
from games.piously.rooms import BLACK, WHITE
from games.piously.turns import play


class PiouslyRules(Rules[State, Move]):
    """The rules: two players link seven rooms with auras, by moving, blessing and casting spells."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        board = self.info.check_options(options)[BOARD.key]
        if board == "classic":
            return initial_state(layout(CLASSIC), WHITE, "place")
        return initial_state(NO_BOARD, CHANCE if board == "random" else BLACK, "build")

    def status(self, state: State) -> Turn | Outcome:
        return status(state)

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return Steps(state) if state.mover == seat and state.phase != "over" else ListedMoves()

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return play(state, seat, move)

    def parse(self, text: str) -> Move:
        return notation.parse(text)

    def text(self, move: Move) -> str:
        return notation.text(move)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str, options: Options) -> State:
        return load(text)


def status(state: State) -> Turn | Outcome:
    """Return the turn, or the outcome of the match (RULES 8)."""
    if state.phase != "over":
        return turn(state.mover, state.phase)
    if state.mover == TIED:
        return tie(2, gettext("Both colours have linked all seven rooms at once"))
    if state.mover == BLACK:
        return win(BLACK, gettext("Black's auras link all seven rooms"))
    return win(state.mover, gettext("White's auras link all seven rooms"))
