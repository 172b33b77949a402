"""The steps of the tutorials: the same controls in every language."""

from __future__ import annotations

import pytest

import games
from bot.ui.components.custom_id import Click
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.choices import answer_rows
from bot.ui.pages.tutorial import attempt
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


def labels_of(game: str, number: int, *path: str) -> list[str]:
    """What a question of a step offers."""
    question = attempt(game, number, path).question
    assert question is not None
    return [str(choice.label) for choice in question.choices]


def test_places_are_offered_in_their_order_and_the_right_answer_has_no_place_of_its_own() -> None:
    lines = labels_of("cyberzul", 0, "0", "0")
    assert [label for label in lines if label.startswith("Line")] == [f"Line {n}" for n in range(1, 6)]
    columns = [label for label in labels_of("onyx", 2, "0", "0", "0") if len(label) == 1]
    assert columns == list("abcde")
    steps = [labels_of("piously", number) for number in range(5)]
    moves = [[at for at, label in enumerate(step) if label.startswith("Move to")] for step in steps]
    assert all(places == list(range(places[0], places[-1] + 1)) for places in moves if places)
    assert len({places[0] for places in moves if places}) > 1, "no kind always comes first"
