"""The presentation of Choccer: the table, moves in words, questions and lessons."""

from __future__ import annotations

from games.choccer import composer
from games.choccer import typed as typed_moves
from games.choccer.describe import describe
from games.choccer.lessons import LESSONS
from games.choccer.moves import Move
from games.choccer.position import State
from games.choccer.preview import preview
from games.choccer.suggest import suggest
from games.choccer.table import table
from games.choccer.threats import threats
from games.core.description import MoveDescription
from games.core.i18n import Translate
from games.core.lesson import Lesson
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.status import Seat
from games.core.table import Table


class ChoccerPresenter(Presenter[State, Move]):
    """The presentation of Choccer."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return describe(state, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return composer.tokens(move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return "".join(draft)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        return composer.ask(state, draft, list(self.rules.legal(state, seat)))

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return preview(state, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return suggest(state, typed, limit) if seat == state.seat else ()

    def read_words(self, state: State, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        return typed_moves.read(state, typed, translate)

    def examples(self, state: State) -> str:
        return typed_moves.EXAMPLES

    def threats(self, state: State, seat: Seat) -> tuple[str, ...]:
        return threats(state, seat)

    def chapter(self, state: State) -> int:
        return 6 if state.holders else 3
