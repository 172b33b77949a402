"""The tutorial of a game: five steps, each a position with a few moves to try."""

from __future__ import annotations

from typing import Any

from discord import ui

import games
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from games.core.lesson import Lesson, Try
from games.core.sentences import fill_names
from games.core.status import Seat, Turn
from games.core.table import Table

State = Any


def lesson_of(game: str, number: int) -> Lesson | None:
    """The step of this number, from 0."""
    lessons = games.find(game).presenter.lessons() if game in games.keys() else ()
    return lessons[number] if number < len(lessons) else None


def before(game: str, lesson: Lesson) -> State:
    """The position of a step."""
    played = games.find(game)
    return played.rules.load(lesson.position, played.info.check_options(dict(lesson.options)))


def table_of(game: str, lesson: Lesson, tried: Try | None) -> Table:
    """The table of a step; after a try, and the opponent's reply to it, with that move marked."""
    played, state = games.find(game), before(game, lesson)
    if tried is None:
        return played.presenter.table(played.rules.view(state, lesson.seat), lesson.seat)
    moves = _moves_of(game, lesson, tried)
    seat, move, state = moves[-1]
    marks = played.presenter.describe(state, seat, move).marks
    return played.presenter.table(
        played.rules.view(played.rules.play(state, seat, move), lesson.seat), lesson.seat
    ).with_marks(*marks)


def page(game: str, number: int, shown: items.Item, language: Language) -> ui.LayoutView:
    """A step: what is explained, the board, and the moves to try."""
    played, lesson = games.find(game), games.find(game).presenter.lessons()[number]
    rows = [*_head(game, number, language(lesson.words), language), shown]
    state = before(game, lesson)
    labels = [
        language(played.presenter.describe(state, lesson.seat, played.rules.parse(one.move)).personal)
        for one in lesson.tries
    ]
    clicks = [Click("tutorial-try", rest=f"{game}.{number}.{index}") for index in range(len(labels))]
    tries = [items.button(click, label) for click, label in zip(clicks, labels, strict=True)]
    rows.append(items.buttons(*tries))
    return items.layout(*rows)


def answer(game: str, number: int, tried: Try, shown: items.Item, language: Language) -> ui.LayoutView:
    """What a try leads to: on to the next step, or once more."""
    lesson = games.find(game).presenter.lessons()[number]
    rows = _head(game, number, ("✔ " if tried.good else "✘ ") + language(tried.words), language)
    if tried.reply:
        seat, move, state = _moves_of(game, lesson, tried)[-1]
        played = games.find(game)
        told = fill_names(played.presenter.describe(state, seat, move).words, played.info.sides)
        rows.append(items.text(f"{plain(language(told), 200)}."))
    rows.append(shown)
    last = number + 1 == len(games.find(game).presenter.lessons())
    again = items.button(Click("tutorial", rest=f"{game}.{number}"), language.gettext("Once more"))
    if not tried.good:
        rows.append(items.buttons(again))
    elif last:
        rows.append(
            items.text(
                language.gettext("That was the tutorial. Play your first match with /{game} ai:easy.", game=game)
            )
        )
    else:
        on = items.button(Click("tutorial", rest=f"{game}.{number + 1}"), language.gettext("Next"), Style.primary)
        rows.append(items.buttons(on, again))
    return items.layout(*rows)


def _head(game: str, number: int, words: str, language: Language) -> list[items.Item]:
    lessons = games.find(game).presenter.lessons()
    step = language.gettext("step {number} of {all}", number=number + 1, all=len(lessons))
    heading = f"## {games.find(game).info.title} · {language(lessons[number].title)}\n-# {step}"
    return [items.text(f"{heading}\n{words}")]


def _moves_of(game: str, lesson: Lesson, tried: Try) -> list[tuple[Seat, Any, State]]:
    """The try and the reply to it: who plays what in which position."""
    played, state = games.find(game), before(game, lesson)
    found = [(lesson.seat, played.rules.parse(tried.move), state)]
    after = played.rules.play(state, lesson.seat, found[0][1])
    status = played.rules.status(after)
    if tried.reply and isinstance(status, Turn):
        found.append((min(status.seats), played.rules.parse(tried.reply), after))
    return found
