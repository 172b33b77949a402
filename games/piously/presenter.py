"""The presentation of Piously: the table, moves in words, questions and lessons."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.description import MoveDescription
from games.core.i18n import Translate
from games.core.lesson import Lesson, Trainer
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.status import Seat
from games.core.table import Table
from games.piously import composer
from games.piously import typed as typed_moves
from games.piously.describe import describe
from games.piously.exercises import TRAINER
from games.piously.labels import summarize
from games.piously.lessons import LESSONS
from games.piously.moves import Move
from games.piously.position import State
from games.piously.preview import preview
from games.piously.refusals import not_your_turn
from games.piously.suggest import suggest
from games.piously.table import table
from games.piously.threats import threats
from games.piously.typed_words import EXAMPLES


class PiouslyPresenter(Presenter[State, Move]):
    """The presentation of Piously."""

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return describe(state, move)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def trainer(self) -> Trainer:
        return TRAINER

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return composer.tokens(state, move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return composer.compose(draft)

    def summarize(self, steps: Sequence[tuple[State, Move]]) -> str:
        return summarize(steps)

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        if state.mover != seat or state.phase == "over":
            raise not_your_turn(state)
        return composer.ask(state, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return preview(state, draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        return suggest(state, typed, limit) if state.mover == seat and state.phase != "over" else ()

    def read_words(self, state: State, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        return typed_moves.read(state, seat, typed, translate)

    def examples(self, state: State) -> str:
        return EXAMPLES

    def threats(self, state: State, seat: Seat) -> tuple[str, ...]:
        return tuple(threats(state, seat))

    def chapter(self, state: State) -> int:
        learnt = state.arts[0] | state.arts[1]
        return {"build": 2, "place": 3, "play": 7 if learnt else 5}.get(state.phase, 8)
