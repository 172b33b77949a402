"""Conquid behind the contract of a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from games.conquid import ask, moves, play, proposals, state, suggest, table, tell, thinker
from games.conquid.evaluate import evaluate
from games.conquid.field import SIZES
from games.conquid.legal import legal
from games.conquid.lessons import LESSONS
from games.conquid.moves import Move
from games.conquid.state import State
from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.game import Game
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves
from games.core.lesson import Lesson
from games.core.player import Player, Thought
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.rules import Rules
from games.core.say import say
from games.core.status import Outcome, Seat, Turn, turn, won
from games.core.table import Table

_SIZE = Option(
    key="size",
    title=say("Board"),
    values=SIZES,
    default="medium",
    labels=(say("Small, 14 × 7"), say("Medium, 28 × 14"), say("Large, 42 × 21")),
)

INFO = GameInfo(
    key="conquid",
    title="Conquid",
    version=1,
    summary=say("Take land three cells a turn and join your headquarters to your opponent's"),
    sides=play.SIDES,
    options=(_SIZE,),
    repetition=3,
)


class ConquidRules(Rules[State, Move]):
    """The game as RULES.md has it."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        return State(self._size(options), (0, 0))

    def status(self, state: State) -> Turn | Outcome:
        return turn(state.turn) if state.turn is not None else _conquest(state.winner)

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return legal(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return play.play(state, seat, move)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def text(self, move: Move) -> str:
        return moves.text(move)

    def dump(self, position: State) -> str:
        return state.dump(position)

    def load(self, text: str, options: Options) -> State:
        return state.load(text, self._size(options))

    def _size(self, options: Options) -> str:
        return self.info.check_options(options)["size"]


class ConquidPresenter(Presenter[State, Move]):
    """How Conquid is shown."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table.table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return tell.tell(state, seat, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        return ask.ask(state, seat, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return ask.preview(state, seat, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return suggest.suggest(state, seat, typed, limit)


class ConquidPlayer(Player[State, Move]):
    """The computer opponent."""

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def propose(self, state: State, seat: Seat, rng: Random) -> Iterable[Move]:
        """The winning declaration; else conquer, the blocks worth emptying, and acquires of the most useful cells."""
        return proposals.propose(state, seat, rng)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        return thinker.think(view, seat, level, budget, rng)


@cache
def _conquest(winner: int | None) -> Outcome:
    return won(winner or 0, say("a chain of cells joins the two headquarters, and conquest has been declared"))


RULES = ConquidRules()
PRESENTER = ConquidPresenter(RULES)
GAME = Game(INFO, RULES, PRESENTER, ConquidPlayer(RULES))
