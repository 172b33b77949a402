"""The steps of the tutorials: the same controls in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from discord import ui

import games
from bot.ui.components.custom_id import Click
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.choices import answer_rows
from bot.ui.pages.match_view import with_words
from bot.ui.pages.questions import pages
from bot.ui.pages.tutorial import Attempt, attempt, attempt_table, before, other, table_of, try_draft
from games.core.lesson import Lesson, Try
from games.core.question import Question, only_answer
from games.core.status import Outcome, Seat
from render.words import alt_text
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


FIRST_PERSON = {"en": r"\b(I|[Mm]y|mine)\b", "de": r"\b([Ii]ch|[Mm]ein\w*|mir|mich)\b"}


def replies() -> list[tuple[str, Lesson, Try]]:
    """Every try of a tutorial that the opponent replies to."""
    lessons = [(key, lesson) for key in games.keys() for lesson in games.find(key).presenter.lessons()]
    return [(key, lesson, tried) for key, lesson in lessons for tried in lesson.tries if tried.reply]


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("key, lesson, tried", replies())
def test_what_i_reply_is_told_by_me_with_its_places(key: str, lesson: Lesson, tried: Try, code: str) -> None:
    """The bot is "I" all through the tutorial: there is no line about a third person beside it."""
    game, state = games.find(key), before(key, lesson)
    after = game.rules.play(state, lesson.seat, game.rules.parse(tried.move))
    seat = Seat(1 - lesson.seat)
    marks = game.presenter.describe(after, seat, game.rules.parse(tried.reply)).marks
    words = Language(code)(tried.words)
    assert re.search(FIRST_PERSON[code], words)
    places = [cell for mark in marks if mark.kind == "last" for cell in mark.cells if re.fullmatch(r"[A-Za-z]\d", cell)]
    assert [place for place in places if place not in words] == []


def test_what_a_round_brings_is_told_to_you_and_me() -> None:
    """A game whose sides have no names has none for the learner either."""
    number = len(games.find("cyberzul").presenter.lessons()) - 1
    lines = labels_of("cyberzul", number)
    made = attempt("cyberzul", number, (str(lines.index("White to floor line")),))
    said = {}
    for code in SUPPORTED:
        view = other(made, ui.TextDisplay("board"), Language(code))
        said[code] = "".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert "Round 3: you −1 (now 8)" in said["en"]
    assert "Player" not in said["en"]
    assert "Spieler" not in said["de"]


@pytest.mark.parametrize("key", games.keys())
def test_pictures_name_you_and_me(key: str) -> None:
    """A newcomer does not know which of two sides is theirs."""
    for number, lesson in enumerate(games.find(key).presenter.lessons()):
        tables = [attempt_table(attempt(key, number), 0), *(table_of(key, lesson, tried) for tried in lesson.tries)]
        for table in tables:
            shown = with_words(table, Language("de")).players
            assert {strip.name for strip in shown} <= {"Du", "Ich"}
            assert all(strip.name == "Du" for strip in shown if strip.seat == lesson.seat)
            assert not any("Spieler" in strip.side for strip in shown)


@pytest.mark.parametrize("code, yours, mine", [("en", "Your lines: ", "My lines: "), ("de", "Deine ", "Meine ")])
def test_a_picture_is_told_to_you_by_me(code: str, yours: str, mine: str) -> None:
    """As the bot attaches it: the table is translated before it is put into words."""
    language = Language(code)
    words = alt_text(with_words(attempt_table(attempt("cyberzul", 1), 0), language), language)
    assert yours in words
    assert mine in words
    assert {"en": "We are level at 1.", "de": "Wir liegen mit 1 gleichauf."}[code] in words


def comment(key: str, number: int, move: str) -> Try | None:
    """What a step says about a complete move."""
    return try_draft(replace(attempt(key, number), question=None, move=move))


@pytest.mark.parametrize(
    "key, number, move",
    [
        ("conquid", 0, "A a1 b1 f4"),
        ("conquid", 1, "A f4 i5 j5"),
        ("onyx", 0, "b@a1 p@b5"),
        ("onyx", 1, "b@b3 p@d4"),
        ("onyx", 2, "b@d3 p@e5"),
        ("cyberzul", 0, "2 orange 2"),
        ("piously", 3, "Pr:S2"),
    ],
)
def test_whoever_reaches_the_goal_in_another_way_is_right(key: str, number: int, move: str) -> None:
    said = comment(key, number, move)
    assert said is not None
    assert said.good
    assert said.words not in {one.words for one in attempt(key, number).lesson.tries}


def test_whoever_misses_the_goal_is_told_what_is_lacking() -> None:
    for key, number, move, words in (
        ("onyx", 0, "b@b1", "a piece of each colour in one turn"),
        ("conquid", 0, "A a1 b1 c2", "f4 is still free"),
        ("choccer", 2, "d4-b4", "no nearer to the zone"),
        ("piously", 3, "Pr:O4", "I bless O3 next turn"),
    ):
        said = comment(key, number, move)
        assert said is not None
        assert not said.good
        assert words in said.words


@pytest.mark.parametrize("key", games.keys())
def test_a_move_that_wins_is_never_wrong(key: str) -> None:
    rules = games.find(key).rules
    for number, lesson in enumerate(games.find(key).presenter.lessons()):
        state = before(key, lesson)
        for move in islice(rules.legal(state, lesson.seat), 1000):
            status = rules.status(rules.play(state, lesson.seat, move))
            if isinstance(status, Outcome) and status.places[lesson.seat] == 1:
                said = comment(key, number, rules.text(move))
                assert said is not None, (number, rules.text(move))
                assert said.good, (number, rules.text(move))


def reachable(key: str, number: int, path: tuple[str, ...] = ()) -> Iterator[Attempt]:
    """Every attempt of a step, as far as somebody takes one choice a question; of sets the first ones."""
    made = attempt(key, number, path)
    if made.question is not None:
        yield made
        answers = [str(index) for index in range(len(made.question.choices))]
        taken = answers if made.question.most == 1 else ["+".join(answers[: made.question.least or 1])]
        for answer in taken if len(path) < 3 else []:
            yield from reachable(key, number, (*path, answer))


@pytest.mark.parametrize("key", games.keys())
def test_nothing_is_asked_that_has_one_answer(key: str) -> None:
    for number in range(len(games.find(key).presenter.lessons())):
        idle = [made.tokens for made in reachable(key, number) if only_answer(made.question or Question("", ()))]
        assert idle == [], number


@pytest.mark.parametrize("key", games.keys())
def test_no_choice_says_what_it_leads_to(key: str) -> None:
    """Nor where the choices fill several menus."""
    asked = [
        made.question for number in range(len(games.find(key).presenter.lessons())) for made in reachable(key, number)
    ]
    assert {choice.note for question in asked if question for choice in question.choices} == {""}


@pytest.mark.parametrize("key", games.keys())
def test_the_cells_of_every_try_stand_in_one_menu(key: str) -> None:
    """Cells that are chosen together stand on one page: a try that needs two of them could not be chosen."""
    for number, lesson in enumerate(games.find(key).presenter.lessons()):
        for tried in lesson.tries:
            for made, indices in attempts(key, number, tried.move):
                assert made.question is not None
                wanted = {int(index) for index in indices}
                assert any(wanted <= set(page.indices) for page in pages(made.question)), (number, tried.move)
