"""The steps of the tutorials: the same controls in every language."""

from __future__ import annotations

import pytest

import games
from bot.ui.components.custom_id import Click
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.choices import answer_rows
from games.core.question import Question
from tests.bot.ui.lessons import attempts


def kinds(question: Question, code: str) -> list[list[str]]:
    """Which controls answer a question: buttons or menus, row by row."""
    rows = answer_rows(question, 0, lambda answer: Click("pick", rest=answer), Language(code), numbered=True)
    return [[type(control).__name__ for control in row.children] for row in rows]


@pytest.mark.parametrize("key", games.keys())
def test_a_step_has_buttons_in_every_language_where_it_has_them_in_english(key: str) -> None:
    """A translation too long for a button would turn all of them into a menu."""
    for number, lesson in enumerate(games.find(key).presenter.lessons()):
        for tried in lesson.tries:
            for made, _ in attempts(key, number, tried.move):
                assert made.question is not None
                shown = {code: kinds(made.question, code) for code in SUPPORTED}
                assert all(each == shown["en"] for each in shown.values()), (number, tried.move, made.tokens)
