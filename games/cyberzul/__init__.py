"""Cyberzul: take tiles of one colour, fill pattern lines, cover your wall. Two to four players. See RULES.md."""

from __future__ import annotations

from random import Random

from games.core.errors import BadNotation
from games.core.game import Game
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves
from games.core.question import Question
from games.core.say import say
from games.core.status import Outcome, Seat, Turn
from games.core.table import Table, Telling
from games.core.thought import Budget, Thought
from games.cyberzul import moves, position, rules
from games.cyberzul.moves import Move
from games.cyberzul.state import State, first_state

_FIRST = Option(
    "first",
    "Starting player",
    ("0", "1", "2", "3"),
    "0",
    labels=("Player 1", "Player 2", "Player 3", "Player 4"),
)


class Cyberzul(Game[State, Move]):
    """The contract, answered by the modules of this folder."""

    info = GameInfo(
        key="cyberzul",
        title="Cyberzul",
        version=1,
        summary="Draft tiles from the factories and cover your wall, for two to four players.",
        sides=("Player 1", "Player 2", "Player 3", "Player 4"),
        max_seats=4,
        options=(_FIRST,),
    )

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        first = int(self.info.check_options(options)["first"])
        if first >= seats:
            raise BadNotation(say("Seat {first} can't begin: the seats are 0 to {last}.", first=first, last=seats - 1))
        return first_state(seats, first)

    def status(self, state: State) -> Turn | Outcome:
        return rules.status(state)

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return rules.legal(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return rules.play(state, seat, move)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def text(self, move: Move) -> str:
        return moves.text(move)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str, options: Options) -> State:
        return position.load(text)

    def table(self, state: State, viewer: Seat | None) -> Table:
        raise NotImplementedError
    def tell(self, state: State, seat: Seat, move: Move) -> Telling:
        raise NotImplementedError
    def evaluate(self, state: State, seat: Seat) -> float:
        return 0.0


GAME = Cyberzul()
