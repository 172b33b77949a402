"""The presentation of Onyx: the table, moves in words, questions and lessons."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.i18n import Translate
from games.core.lesson import Lesson
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.status import Seat, Turn
from games.core.table import Table
from games.onyx import composer
from games.onyx import typed as typed_moves
from games.onyx.describe import describe
from games.onyx.lessons import LESSONS
from games.onyx.moves import Move
from games.onyx.position import State
from games.onyx.preview import preview
from games.onyx.suggest import suggest
from games.onyx.table import table
from games.onyx.threats import threats


class OnyxPresenter(Presenter[State, Move]):
    """The presentation of Onyx."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return describe(state, seat, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return composer.tokens(state, move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return composer.compose(draft)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        return composer.ask(state, seat, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return preview(state, seat, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        status = self.rules.status(state)
        return suggest(state, seat, typed, limit) if isinstance(status, Turn) and seat in status.seats else ()

    def read_text(self, state: State, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        if typed_moves.removes_by_words(state, typed):
            return self.read_words(state, seat, typed, translate)
        return super().read_text(state, seat, typed, translate)

    def read_words(self, state: State, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        return typed_moves.read(state, seat, typed, translate)

    def examples(self, state: State) -> str:
        return typed_moves.EXAMPLES_OF_REMOVAL if state.phase == "remove" else typed_moves.EXAMPLES

    def threats(self, state: State, seat: Seat) -> tuple[str, ...]:
        return tuple(threats(state, seat))

    def own_roles(self, seat: Seat) -> frozenset[str]:
        return frozenset(("black", "purple") if seat == 0 else ("white", "yellow"))

    def chapter(self, state: State) -> int:
        return {"play": 3, "remove": 6}.get(state.phase, 7)
