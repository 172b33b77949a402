"""Choccer behind the contract of a game."""

from __future__ import annotations

from random import Random

from games.choccer import ask, moves, tell
from games.choccer.judgement import standing
from games.choccer.lessons import LESSONS
from games.choccer.moves import Action
from games.choccer.refusal import refusal
from games.choccer.rules import acted, outcome, settled
from games.choccer.state import BLACK, NOBODY, WHITE, State, dump, read, start
from games.choccer.table import table
from games.choccer.thinker import think
from games.choccer.words import SIDES
from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.errors import IllegalMove, NotYourTurn
from games.core.game import Game
from games.core.info import GameInfo, Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.lesson import Lesson
from games.core.player import Player, Thought
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.rules import Rules
from games.core.say import say
from games.core.status import Outcome, Seat, Turn, turn
from games.core.table import Mark, Table

_TURNS = turn(BLACK), turn(WHITE)

INFO = GameInfo(
    key="choccer",
    title="Choccer",
    version=1,
    summary=say("Chess meets soccer: carry gems into the other side's zone, capture what stands in your way"),
    sides=SIDES,
)


class ChoccerRules(Rules[State, Action]):
    """The game as RULES.md has it."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        self.info.check_options(options)
        return start()

    def status(self, state: State) -> Turn | Outcome:
        return outcome(state) if state.seat == NOBODY else _TURNS[state.seat]

    def legal(self, state: State, seat: Seat) -> LegalMoves[Action]:
        return ListedMoves(moves.listed(state, seat) if _may_act(state, seat) else ())

    def play(self, state: State, seat: Seat, move: Action) -> State:
        if not _may_act(state, seat):
            raise NotYourTurn(_wait(state))
        if not moves.allowed(state, seat, move):
            raise IllegalMove(refusal(state, move))
        return acted(state, move)

    def parse(self, text: str) -> Action:
        return moves.parse(text)

    def text(self, move: Action) -> str:
        return moves.text(move)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str, options: Options) -> State:
        self.info.check_options(options)
        return settled(read(text))


class ChoccerPresenter(Presenter[State, Action]):
    """How Choccer is shown."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Action) -> MoveDescription:
        return tell.tell(state, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Action) -> tuple[str, ...]:
        return ask.tokens(move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return "".join(draft)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        return ask.ask(state, draft, list(self.rules.legal(state, seat)))

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        shown = table(state)
        return shown.marked(Mark("chosen", draft[:1])) if draft else shown

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return ask.suggest(state, typed, limit) if _may_act(state, seat) else ()


class ChoccerPlayer(Player[State, Action]):
    """The computer opponent."""

    def evaluate(self, state: State, seat: Seat) -> float:
        return standing(state, seat)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Action]:
        return think(view, level, budget, rng)


def _may_act(state: State, seat: Seat) -> bool:
    return seat == state.seat != NOBODY


def _wait(state: State) -> str:
    if state.seat == NOBODY:
        return say("The match is over.")
    return say("It is {side}'s turn. You are next.", side=SIDES[state.seat])


RULES = ChoccerRules()
PRESENTER = ChoccerPresenter(RULES)
GAME = Game(INFO, RULES, PRESENTER, ChoccerPlayer(RULES))
