"""Piously behind the contract of a game."""

from __future__ import annotations

from random import Random

from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.game import Game
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.lesson import Lesson
from games.core.player import Player, Thought
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.rules import Rules
from games.core.say import say
from games.core.status import CHANCE, Outcome, Seat, Turn
from games.core.table import Table
from games.piously import notation, position, rules
from games.piously.ask import ask, compose, tokens
from games.piously.boards import CLASSIC
from games.piously.layout import layout
from games.piously.legal import Steps
from games.piously.lessons import LESSONS
from games.piously.moves import Move
from games.piously.preview import preview
from games.piously.rooms import BLACK, WHITE
from games.piously.standing import standing
from games.piously.state import NO_BOARD, State, first
from games.piously.suggest import suggest
from games.piously.table import table
from games.piously.tell import tell
from games.piously.thinker import think

BOARD = Option(
    key="board",
    title=say("Board"),
    values=("built", "random", "classic"),
    default="built",
    labels=(say("Black builds it"), say("Drawn by chance"), say("The designer's board")),
)

INFO = GameInfo(
    key="piously",
    title="Piously",
    version=1,
    summary=say("Link all seven rooms with your auras: bless tiles, learn spells, outwit the other piece."),
    sides=(say("White"), say("Black")),
    options=(BOARD,),
    multi_step=True,
)


class PiouslyRules(Rules[State, Move]):
    """Two players link seven rooms with auras, moving, blessing and casting spells."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        board = self.info.check_options(options)[BOARD.key]
        if board == "classic":
            return first(layout(CLASSIC), WHITE, "place")
        return first(NO_BOARD, CHANCE if board == "random" else BLACK, "build")

    def status(self, state: State) -> Turn | Outcome:
        return rules.status(state)

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return Steps(state) if state.mover == seat and state.phase != "over" else ListedMoves()

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return rules.play(state, seat, move)

    def parse(self, text: str) -> Move:
        return notation.parse(text)

    def text(self, move: Move) -> str:
        return notation.text(move)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str, options: Options) -> State:
        return position.load(text)


class PiouslyPresenter(Presenter[State, Move]):
    """How Piously is shown."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return tell(state, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return tokens(state, move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return compose(draft)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        if state.mover != seat or state.phase == "over":
            raise rules.not_your_turn(state)
        return ask(state, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return preview(state, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return suggest(state, typed, limit) if state.mover == seat and state.phase != "over" else ()


class PiouslyPlayer(Player[State, Move]):
    """The computer opponent."""

    def evaluate(self, state: State, seat: Seat) -> float:
        return standing(state, seat)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        return think(view, level, budget, rng)


RULES = PiouslyRules()
PRESENTER = PiouslyPresenter(RULES)
GAME = Game(INFO, RULES, PRESENTER, PiouslyPlayer(RULES))
