"""The contract, answered by the modules of this folder."""

from __future__ import annotations

from random import Random

from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.errors import BadNotation
from games.core.game import Game
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves
from games.core.lesson import Lesson
from games.core.player import Player, Thought
from games.core.presenter import Presenter
from games.core.question import Choice, Question
from games.core.rules import Rules
from games.core.say import say
from games.core.status import CHANCE, Outcome, Seat, Turn
from games.core.table import Table
from games.cyberzul import ask, moves, position, rules, thinker
from games.cyberzul.lessons import LESSONS
from games.cyberzul.moves import Move
from games.cyberzul.scoring import standing
from games.cyberzul.state import FILL, State, first_state
from games.cyberzul.table import table
from games.cyberzul.tell import tell

_PLAYERS = tuple(say("Player {number}", number=number) for number in range(1, 5))
_FIRST = Option(
    key="first",
    title=say("Starting player"),
    values=("0", "1", "2", "3"),
    default="0",
    labels=_PLAYERS,
)

INFO = GameInfo(
    key="cyberzul",
    title="Cyberzul",
    version=1,
    summary=say("Draft tiles from the factories and cover your wall, for two to four players."),
    sides=_PLAYERS,
    max_seats=4,
    options=(_FIRST,),
)


class CyberzulRules(Rules[State, Move]):
    """Take tiles of one colour, fill pattern lines, cover your wall. Chance fills the factories."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        return first_state(seats, self._first(seats, options))

    def _first(self, seats: int, options: Options) -> int:
        first = int(self.info.check_options(options)["first"])
        if first >= seats:
            raise BadNotation(say("Seat {first} can't begin: the seats are 0 to {last}.", first=first, last=seats - 1))
        return first

    def seats(self, state: State) -> int:
        return len(state.boards)

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
        state = position.load(text)
        self._first(len(state.boards), options)
        return state


class CyberzulPresenter(Presenter[State, Move]):
    """How Cyberzul is shown."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return tell(state, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return ask.tokens(move)

    def prompt(self, state: State, seat: Seat, draft: tuple[str, ...]) -> str:
        return ask.prompt(draft)

    def choice(self, state: State, seat: Seat, draft: tuple[str, ...], token: str) -> Choice:
        return ask.choice(state, draft, token)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        if seat == CHANCE and state.phase == FILL:
            return ask.ask_deal(state, draft)
        return super().ask(state, seat, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return () if seat == CHANCE else ask.suggest(self.rules.legal(state, seat), typed, limit)


class CyberzulPlayer(Player[State, Move]):
    """The computer opponent."""

    def evaluate(self, state: State, seat: Seat) -> float:
        mine = standing(state.boards[seat])
        best = max(standing(board) for other, board in enumerate(state.boards) if other != seat)
        return (mine - best) / (abs(mine - best) + 20)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        return thinker.think(view, level, budget, rng)


RULES = CyberzulRules()
PRESENTER = CyberzulPresenter(RULES)
GAME = Game(INFO, RULES, PRESENTER, CyberzulPlayer(RULES))
