"""The trainer of a game: small positions, solved with the same questions as in a match.

Nothing is stored: the custom ids carry everything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from discord import ui

import games
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.match.play import game_of
from bot.match.turn_draft import Draft, draft_of, draft_table, follow, with_typed
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.i18n.language import Language
from bot.ui.pages import choices, questions
from bot.ui.pages.compose import choose, ends_turn
from bot.ui.pages.tutorial import for_learner
from games.core.errors import GameError
from games.core.lesson import Exercise, Trainer
from games.core.sentences import end_sentence, fill_names, sentences
from games.core.status import Outcome, Seat
from games.core.table import Mark, Table

OPEN, ANSWER = "trainer", "train"
"""The actions for opening an exercise and answering a question."""
_MOST_TOLD = 300


@dataclass(frozen=True, slots=True)
class Practice:
    """An exercise in progress. `path` holds the answers by their indices in the questions."""

    game: str
    number: int
    path: tuple[str, ...]
    draft: Draft
    revealed: bool = False
    """Whether this is the solution shown by the bot."""

    @property
    def exercise(self) -> Exercise:
        """The exercise itself."""
        return exercises_of(self.game)[self.number]

    @property
    def solved(self) -> bool:
        """Whether the turn wins for the learner."""
        rules = game_of(self.draft.match).rules
        status = rules.status(self.draft.state)
        places = status.places if isinstance(status, Outcome) else ()
        return bool(places) and places[self.exercise.seat] == 1 and places.count(1) == 1


def trainer_of(game: str) -> Trainer | None:
    """Return the exercises of a known game."""
    return games.find(game).presenter.trainer() if game in games.keys() else None


def exercises_of(game: str) -> tuple[Exercise, ...]:
    """Return the exercises of a game; empty if it has none."""
    trainer = trainer_of(game)
    return trainer.exercises if trainer is not None else ()


def read_practice(rest: str, values: tuple[str, ...] = ()) -> Practice | None:
    """Parse `game.number.path`, with what was chosen in a menu; None if there is no such exercise.

    The path is answers joined by `-`, each of them indices joined by `+`.
    """
    game, text, told, *_ = (*rest.split("."), "", "")
    number = read_number(text, len(exercises_of(game)) - 1) if exercises_of(game) else None
    if number is None:
        return None
    path = (*filter(None, told.split("-")), *(["+".join(values)] if values else []))
    return _follow(game, number, path)


def solution_of(game: str, number: int) -> Practice:
    """Return the exercise with its solution."""
    begun = _follow(game, number, ())
    return replace(begun, draft=with_typed(begun.draft, begun.exercise.solution), revealed=True)


def _follow(game: str, number: int, path: tuple[str, ...]) -> Practice:
    """Return the exercise after these answers, as far as they are valid."""
    match = _match(game, exercises_of(game)[number])
    player = match.players[exercises_of(game)[number].seat]
    draft = draft_of(match, player, ())
    taken: list[str] = []
    for answer in path:
        if draft.complete:
            break
        tokens = choose(draft, answer.split("+"))
        try:
            draft = follow(draft_of(match, player, tokens))
        except GameError:
            break
        taken.append(answer)
    return Practice(game, number, tuple(taken), draft)


def _match(game: str, exercise: Exercise) -> Match:
    """Return the position as a match that nobody else sees."""
    played = games.find(game)
    options = played.info.check_options(dict(exercise.options))
    players = tuple(Player(Seat(seat), to_act=seat == exercise.seat) for seat in range(len(played.info.sides) or 2))
    return Match(
        id=MatchId(0),
        code="",
        game=game,
        rules=played.info.version,
        options=options,
        players=players,
        host=UserId(0),
        place=Place(None, 0),
        stage=Stage.LIVE,
        position=exercise.position,
    )


def practice_table(practice: Practice) -> Table:
    """Return the table with what was chosen and the numbers of the choices."""
    table = for_learner(replace(draft_table(practice.draft), composing=True), practice.exercise.seat)
    question = practice.draft.question
    if question is None:
        return table
    numbered = questions.targets(questions.choices_of_page(question, 0))
    return table.with_marks(*(Mark("target", (cell,), sign) for cell, sign in numbered))


def page(practice: Practice, shown: items.Item, language: Language) -> ui.LayoutView:
    """Return the page: the task, the board, and the next choices or the result."""
    rows: list[items.Item] = [items.text(_heading(practice, language)), shown]
    if practice.draft.question is not None:
        click, ends = partial(_answer_click, practice), partial(ends_turn, practice.draft)
        rows += choices.answer_rows(practice.draft.question, 0, click, language, ends, numbered=True)
    rows.append(items.buttons(*_controls(practice, language)))
    rows.append(_others(practice, language))
    return items.layout(*rows)


def _heading(practice: Practice, language: Language) -> str:
    trainer, draft = trainer_of(practice.game), practice.draft
    title = language(trainer.title) if trainer is not None else ""
    number = language.gettext(
        "{n} of {all}: {title}",
        n=practice.number + 1,
        all=len(exercises_of(practice.game)),
        title=language(practice.exercise.title),
    )
    lines = [f"## {title}", f"**{number}**", language(practice.exercise.words)]
    if draft.steps:
        lines.append(_steps_line(practice, language))
    if draft.question is not None:
        lines += [f"**{language(draft.question.prompt)}**", choices.explanations(draft.question, language)]
    elif practice.revealed:
        lines.append(language.gettext("✔ That turn wins. Now play it yourself, or go on."))
    elif practice.solved:
        lines.append(language.gettext("✔ Solved! You have won."))
    else:
        lines.append(language.gettext("✘ Not yet: this turn doesn't win. Go back, or start again."))
    return "\n".join(line for line in lines if line)


def _steps_line(practice: Practice, language: Language) -> str:
    """Return the steps so far; those of the solution in whole sentences, with everything that a spell changes."""
    draft, presenter = practice.draft, game_of(practice.draft.match).presenter
    if practice.revealed:
        told = [presenter.describe(before, draft.seat, move).personal for before, move in draft.moves()]
        by_side = fill_names(sentences(*told), game_of(draft.match).info.sides)
        return language.gettext("A solution: {steps}", steps=plain(end_sentence(language(by_side)), _MOST_TOLD))
    steps = plain(language(presenter.summarize(draft.moves())), _MOST_TOLD)
    if practice.solved:
        return language.gettext("Your turn: {steps}", steps=steps)
    return language.gettext("Your turn so far: {steps}", steps=steps)


def _controls(practice: Practice, language: Language) -> list[items.Button]:
    game, number, path = practice.game, practice.number, practice.path
    found = []
    if practice.solved and number + 1 < len(exercises_of(game)):
        found.append(items.button(_open(game, number + 1), language.gettext("Next"), Style.success))
    elif practice.solved:
        found.append(items.button(Click("play-ai", rest=game), language.gettext("Play the easy AI"), Style.success))
    if practice.revealed:
        found.append(items.button(_open(game, number), language.gettext("Play it yourself")))
    if path:
        found.append(items.button(_answer(game, number, path[:-1], "back"), language.gettext("Back")))
        found.append(items.button(_answer(game, number, (), "again"), language.gettext("Start again")))
    if not practice.solved:
        found.append(items.button(_open(game, number, "solution"), language.gettext("Show a solution")))
    return found


def _others(practice: Practice, language: Language) -> items.Row:
    options = [
        items.option(str(index), f"{index + 1} · {language(one.title)}")
        for index, one in enumerate(exercises_of(practice.game))
    ]
    return items.menu(Click(OPEN, rest=f"{practice.game}.list"), language.gettext("Another exercise"), options)


def _open(game: str, number: int, more: str = "") -> Click:
    return Click(OPEN, rest=f"{game}.{number}.{more}" if more else f"{game}.{number}")


def _answer_click(practice: Practice, answer: str) -> Click:
    return _answer(practice.game, practice.number, (*practice.path, *([answer] if answer else [])))


def _answer(game: str, number: int, path: tuple[str, ...], what: str = "") -> Click:
    """Return the click for a path; `what` distinguishes two buttons that lead to the same."""
    return Click(ANSWER, rest=f"{game}.{number}.{'-'.join(path)}" + (f".{what}" if what else ""))
