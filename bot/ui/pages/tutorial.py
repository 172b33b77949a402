"""The tutorial of a game: five steps. In each, the reader composes a move as in a match, and gets an explanation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from zlib import crc32

from discord import ui

import games
from bot.match.names import is_number
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.i18n.language import Language
from bot.ui.limits import OPTIONS
from bot.ui.pages import questions
from bot.ui.pages.choices import answer_rows
from bot.ui.pages.rules import trainer_button
from games.core.i18n import pgettext
from games.core.lesson import Lesson, Try
from games.core.question import Choice, Question, only_answer
from games.core.sentences import ME, YOU, end_sentence, fill_names
from games.core.status import Seat, Turn
from games.core.table import Mark, Table

State = Any
PICK, PAGE = "tutorial-pick", "tutorial-page"
"""The actions of a step's choices, and of the menu of its pages."""


def lesson_of(game: str, number: int) -> Lesson | None:
    """Return the step with this number, from 0."""
    lessons = games.find(game).presenter.lessons() if game in games.keys() else ()
    return lessons[number] if 0 <= number < len(lessons) else None


def before(game: str, lesson: Lesson) -> State:
    """Return the position of a step."""
    played = games.find(game)
    return played.rules.load(lesson.position, played.info.check_options(dict(lesson.options)))


def table_of(game: str, lesson: Lesson, tried: Try | None) -> Table:
    """Return the table of a step; after a try and the opponent's reply, with that move marked."""
    played, state = games.find(game), before(game, lesson)
    if tried is None:
        return for_learner(played.presenter.table(played.rules.view(state, lesson.seat), lesson.seat), lesson.seat)
    moves = _moves_of(game, lesson, tried)
    seat, move, state = moves[-1]
    marks = played.presenter.describe(state, seat, move).marks
    table = played.presenter.table(played.rules.view(played.rules.play(state, seat, move), lesson.seat), lesson.seat)
    return for_learner(table.with_marks(*marks), lesson.seat)


def for_learner(table: Table, seat: Seat) -> Table:
    """Return the table with names for a lesson: the learner in this seat, and the bot."""
    players = tuple(
        replace(strip, name=YOU if strip.seat == seat else ME, side="" if is_number(strip.side) else strip.side)
        for strip in table.players
    )
    return replace(table, players=players)


_PLACE = re.compile(r"\b[A-Za-z]{0,2}\d+$|^[a-z]$")
"""Matches a place at the end of a label: the "c4" of "Move to c4", the number of a line, a column alone."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move being composed by a learner: the answers so far, the next question, the complete move at the end.

    `path` holds an answer a question: the index of a choice, or several joined by `+`.
    """

    game: str
    number: int
    lesson: Lesson
    path: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    question: Question | None = None
    move: str = ""

    @property
    def rest(self) -> str:
        """Return the rest of a control's custom id, to which an answer is appended."""
        return f"{self.game}.{self.number}." + "".join(f"{answer}_" for answer in self.path)

    @property
    def state(self) -> State:
        """The state that the learner sees."""
        return games.find(self.game).rules.view(before(self.game, self.lesson), self.lesson.seat)


def attempt(game: str, number: int, path: Sequence[str] = ()) -> Attempt:
    """Return the attempt with these answers. Raises LookupError for an unknown step or answer."""
    lesson = lesson_of(game, number)
    if lesson is None:
        raise LookupError(game)
    presenter, made = games.find(game).presenter, Attempt(game, number, lesson)
    tokens, question = _follow(game, lesson, made.state, ())
    for answer in path:
        if question is None:
            raise LookupError(answer)
        tokens, question = _follow(game, lesson, made.state, (*tokens, _token(question, answer)))
    move = presenter.compose(tokens) if question is None else ""
    return replace(made, path=tuple(path), tokens=tokens, question=question, move=move)


def _follow(
    game: str, lesson: Lesson, state: State, tokens: tuple[str, ...]
) -> tuple[tuple[str, ...], Question | None]:
    """Return the tokens with forced answers added, and the next question."""
    question = _ask(game, lesson, state, tokens)
    while question is not None and (answer := only_answer(question)) is not None:
        tokens = (*tokens, answer)
        question = _ask(game, lesson, state, tokens)
    return tokens, question


def _ask(game: str, lesson: Lesson, state: State, tokens: tuple[str, ...]) -> Question | None:
    """Return the next question, without hints about its answers and in a random order."""
    asked = games.find(game).presenter.ask(state, lesson.seat, tokens)
    if asked is None:
        return None
    silent = [replace(choice, note="", group="") for choice in asked.choices]
    if asked.most == 1 and len(silent) <= OPTIONS and len({str(choice.group) for choice in asked.choices}) > 1:
        silent = _shuffle(silent, "\n".join((game, str(lesson.title), *tokens)))
    elif len(silent) > OPTIONS:
        silent = [replace(choice, note="") for choice in asked.choices]  # the groups are the headings of the pages
    return replace(asked, choices=tuple(silent), explanations=())


def _shuffle(choices: Sequence[Choice], seed: str) -> list[Choice]:
    """Shuffle the kinds of choices, keeping the places of each kind in order: lines 1 to 5, then the floor line.

    It is the same for the same seed, so that an index stays what it was.
    """
    kinds: dict[str, list[Choice]] = {}
    for one in sorted(choices, key=_in_order):
        kinds.setdefault(_PLACE.sub("", str(one.label)), []).append(one)
    mixed = list(kinds.values())
    Random(crc32(seed.encode())).shuffle(mixed)  # noqa: S311 - no secret
    return [one for kind in mixed for one in kind]


def _in_order(choice: Choice) -> list[tuple[int, str]]:
    """Return a sort key for labels in natural order: line 2 before line 10."""
    parts = re.findall(r"\d+|\D+", str(choice.label))
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _token(question: Question, answer: str) -> str:
    indices = [read_number(one, len(question.choices) - 1) for one in answer.split("+")]
    chosen = [question.choices[index].token for index in indices if index is not None]
    if answer == questions.NOTHING and question.least == 0:
        return question.answer(())
    if len(chosen) != len(indices) or not question.least <= len(set(chosen)) <= question.most:
        raise LookupError(answer)
    return question.answer(chosen) if question.most > 1 else chosen[0]


def attempt_table(made: Attempt, page: int) -> Table:
    """Return the board while composing, with numbered targets, or after the complete move."""
    presenter, rules = games.find(made.game).presenter, games.find(made.game).rules
    if made.question is None:
        move, seat = rules.parse(made.move), made.lesson.seat
        after = rules.play(before(made.game, made.lesson), seat, move)
        marks = presenter.describe(made.state, seat, move).marks
        return for_learner(presenter.table(rules.view(after, seat), seat).with_marks(*marks), seat)
    table = replace(presenter.preview(made.state, made.lesson.seat, made.tokens), composing=True)
    numbered = questions.targets(questions.choices_of_page(made.question, page))
    return for_learner(table, made.lesson.seat).with_marks(*(Mark("target", (cell,), sign) for cell, sign in numbered))


def try_draft(made: Attempt) -> Try | None:
    """Return what the lesson says about the complete move; None if it says nothing."""
    rules, lesson = games.find(made.game).rules, made.lesson
    move = rules.parse(made.move)
    named = next((one for one in lesson.tries if rules.parse(one.move) == move), None)
    if named is not None or lesson.goal is None:
        return named
    after = rules.play(before(made.game, lesson), lesson.seat, move)
    if lesson.goal.reached(after):
        return Try(made.move, lesson.goal.words)
    return Try(made.move, lesson.goal.missed, good=False)


def page(made: Attempt, shown: items.Item, number: int, language: Language) -> ui.LayoutView:
    """Return the page of a step: explanation, board and next question, answered as in a match."""
    question = made.question
    assert question is not None  # noqa: S101
    rows: list[items.Item] = [*_head(made.game, made.number, language(made.lesson.words), language), shown]
    rows.append(items.text(f"**{language(question.prompt)}**"))
    rows += answer_rows(question, number, lambda answer: Click(PICK, rest=made.rest + answer), language, numbered=True)
    found = questions.pages(question)
    if len(found) > 1:
        titles = [language(one.title) or str(index) for index, one in enumerate(found, 1)]
        options = [items.option(str(index), title) for index, title in enumerate(titles[:OPTIONS])]
        rows.append(items.menu(Click(PAGE, rest=made.rest), language.gettext("More choices"), options))
    if made.path:
        first = Click("tutorial", rest=f"{made.game}.{made.number}")
        rows.append(items.buttons(items.button(first, language.gettext("Reset"))))
    return items.layout(*rows)


def other(made: Attempt, shown: items.Item, language: Language) -> ui.LayoutView:
    """Return the comment on a legal move that the lesson does not mention."""
    played = games.find(made.game)
    told = played.presenter.describe(made.state, made.lesson.seat, played.rules.parse(made.move)).personal
    words = plain(end_sentence(language(fill_names(told, _names(made)))), 200)
    said = language.gettext("{move} You may play that, but this step is about another move. Try again.", move=words)
    again = items.button(Click("tutorial", rest=f"{made.game}.{made.number}"), language.gettext("Once more"))
    head = _head(made.game, made.number, f"✘ {said}", language)
    return items.layout(*head, shown, items.buttons(again))


def _names(made: Attempt) -> list[str]:
    """Return the names of the sides; if they have none, the learner and the bot."""
    mine = (pgettext("who gets points", "you"), pgettext("who gets points", "me"))
    by_seat = mine if made.lesson.seat == 0 else mine[::-1]
    sides = games.find(made.game).info.sides
    return list(by_seat if any(map(is_number, sides)) else sides)


def answer(game: str, number: int, tried: Try, shown: items.Item, language: Language) -> ui.LayoutView:
    """Return the page after a try: the next step, or another try."""
    verdict = language.gettext("✔ Right.") if tried.good else language.gettext("✘ Not quite.")
    rows = _head(game, number, f"**{verdict}** {language(tried.words)}", language)
    rows.append(shown)
    last = number + 1 == len(games.find(game).presenter.lessons())
    again = items.button(Click("tutorial", rest=f"{game}.{number}"), language.gettext("Once more"))
    if not tried.good:
        rows.append(items.buttons(again))
    elif last:
        rows.append(items.text(language.gettext("That was the tutorial. Your first match is one button away.")))
        play = items.button(Click("play-ai", rest=game), language.gettext("Play the easy AI"), Style.success)
        rows.append(items.buttons(play, *trainer_button(game, language), again))
    else:
        on = items.button(Click("tutorial", rest=f"{game}.{number + 1}"), language.gettext("Next"), Style.primary)
        rows.append(items.buttons(on, again))
    return items.layout(*rows)


def _head(game: str, number: int, words: str, language: Language) -> list[items.Item]:
    lessons = games.find(game).presenter.lessons()
    step = language.gettext("Step {number} of {all}", number=number + 1, all=len(lessons))
    heading = f"## {games.find(game).info.title} · {language(lessons[number].title)}\n-# {step}"
    return [items.text(f"{heading}\n{words}")]


def _moves_of(game: str, lesson: Lesson, tried: Try) -> list[tuple[Seat, Any, State]]:
    """Return the try and the reply to it, each as seat, move and position."""
    played, state = games.find(game), before(game, lesson)
    found = [(lesson.seat, played.rules.parse(tried.move), state)]
    after = played.rules.play(state, lesson.seat, found[0][1])
    status = played.rules.status(after)
    if tried.reply and isinstance(status, Turn):
        found.append((min(status.seats), played.rules.parse(tried.reply), after))
    return found
