"""The presentation of Cyberzul: the table, moves in words, questions and lessons."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.errors import IllegalMove
from games.core.i18n import Translate
from games.core.lesson import Lesson
from games.core.presenter import Presenter
from games.core.question import Choice, Question
from games.core.status import CHANCE, Seat
from games.core.table import Table
from games.cyberzul import composer
from games.cyberzul import typed as typed_moves
from games.cyberzul.describe import describe
from games.cyberzul.lessons import LESSONS
from games.cyberzul.moves import Move
from games.cyberzul.position import DRAFT, FILL, OVER, State
from games.cyberzul.preview import preview
from games.cyberzul.suggest import suggest
from games.cyberzul.table import table


class CyberzulPresenter(Presenter[State, Move]):
    """The presentation of Cyberzul."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return describe(state, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return composer.tokens(state, move)

    def prompt(self, state: State, seat: Seat, draft: tuple[str, ...]) -> str:
        return composer.prompt(state, draft)

    def choice(self, state: State, seat: Seat, draft: tuple[str, ...], token: str) -> Choice:
        return composer.choice(state, draft, token)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        if seat == CHANCE and state.phase == FILL:
            return composer.ask_deal(state, draft)
        return super().ask(state, seat, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        if not draft or seat != state.turn or state.phase != DRAFT:
            return self.table(state, seat)
        try:
            self.ask(state, seat, draft)
        except IllegalMove:
            return self.table(state, seat)
        return preview(state, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return () if seat == CHANCE else suggest(self.rules.legal(state, seat), typed, limit)

    def read_words(self, state: State, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        return typed_moves.read(state, typed, translate)

    def examples(self, state: State) -> str:
        return typed_moves.EXAMPLES

    def chapter(self, state: State) -> int:
        return 2 if state.phase != OVER else 4
