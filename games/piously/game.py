"""Piously behind the contract of a game."""

from __future__ import annotations

from random import Random

from games.core.game import Game
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.lesson import Lesson
from games.core.question import Question
from games.core.say import say
from games.core.status import CHANCE, Outcome, Seat, Turn
from games.core.table import Table, Telling
from games.core.thought import Budget, Thought
from games.piously import notation, position, rules
from games.piously.boards import CLASSIC
from games.piously.layout import layout
from games.piously.legal import Steps
from games.piously.moves import Move
from games.piously.rooms import BLACK, WHITE
from games.piously.standing import standing
from games.piously.state import NO_BOARD, State, first

BOARD = Option(
    key="board",
    title=say("Board"),
    values=("built", "random", "classic"),
    default="built",
    labels=(say("Black builds it"), say("Drawn by chance"), say("The designer's board")),
)


class Piously(Game[State, Move]):
    """Two players link seven rooms with auras, moving, blessing and casting spells."""

    info = GameInfo(
        key="piously",
        title="Piously",
        version=1,
        summary=say("Link all seven rooms with your auras: bless tiles, learn spells, outwit the other piece."),
        sides=(say("White"), say("Black")),
        options=(BOARD,),
        multi_step=True,
    )

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

    # What follows is loaded when it is first wanted: whoever imports the games to play moves never needs it.

    def table(self, state: State, viewer: Seat | None) -> Table:
        from games.piously.table import table  # noqa: PLC0415

        return table(state)

    def tell(self, state: State, seat: Seat, move: Move) -> Telling:
        from games.piously.tell import tell  # noqa: PLC0415

        return tell(state, move)

    def evaluate(self, state: State, seat: Seat) -> float:
        return standing(state, seat)

    def lessons(self) -> tuple[Lesson, ...]:
        from games.piously.lessons import LESSONS  # noqa: PLC0415

        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        from games.piously.ask import tokens  # noqa: PLC0415

        return tokens(state, move)

    def compose(self, draft: tuple[str, ...]) -> str:
        from games.piously.ask import compose  # noqa: PLC0415

        return compose(draft)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        from games.piously.ask import ask  # noqa: PLC0415

        if state.mover != seat or state.phase == "over":
            raise rules.not_your_turn(state)
        return ask(state, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        from games.piously.preview import preview  # noqa: PLC0415

        return preview(state, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        from games.piously.suggest import suggest  # noqa: PLC0415

        return suggest(state, typed, limit) if state.mover == seat and state.phase != "over" else ()

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        from games.piously.thinker import think  # noqa: PLC0415

        return think(view, level, budget, rng)
