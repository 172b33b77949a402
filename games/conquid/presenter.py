"""The presentation of Conquid: the table, moves in words, questions and lessons."""

from __future__ import annotations

from games.conquid import composer
from games.conquid import typed as typed_moves
from games.conquid.describe import describe
from games.conquid.lessons import LESSONS
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.preview import preview
from games.conquid.suggest import suggest
from games.conquid.table import table
from games.conquid.threats import chapter, threats
from games.core.description import MoveDescription
from games.core.i18n import Translate
from games.core.lesson import Lesson
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.status import Seat
from games.core.table import Table


class ConquidPresenter(Presenter[State, Move]):
    """The presentation of Conquid."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return describe(state, seat, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return composer.tokens(move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return composer.compose(draft)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        return composer.ask(state, seat, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return preview(state, seat, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return suggest(state, seat, typed, limit)

    def read_words(self, state: State, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        return typed_moves.read(state, seat, typed, translate)

    def examples(self, state: State) -> str:
        return typed_moves.EXAMPLES

    def threats(self, state: State, seat: Seat) -> tuple[str, ...]:
        return tuple(threats(state, seat))

    def chapter(self, state: State) -> int:
        return chapter(state)
