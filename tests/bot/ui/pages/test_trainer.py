"""The trainer: exercises composed with the questions of a match, with nothing stored."""

from __future__ import annotations

import pytest
from discord import ui

from bot.ui.components import items
from bot.ui.components.custom_id import Click, read_click
from bot.ui.i18n.language import ENGLISH, SUPPORTED, Language
from bot.ui.pages import trainer
from bot.ui.pages.trainer import Practice
from tests.bot.ui.views import labels, text

PICTURE = items.picture("board.png", "a board")
NUMBERS = range(len(trainer.exercises_of("piously")))


def show(practice: Practice, language: Language = ENGLISH) -> ui.LayoutView:
    return trainer.page(practice, PICTURE, language)


def open_practice(rest: str, *values: str) -> Practice:
    found = trainer.read_practice(rest, values)
    assert found is not None
    return found


def press(practice: Practice, label: str) -> Practice:
    """What the button leads to whose label, without its number, begins so."""
    buttons = [item for item in show(practice).walk_children() if isinstance(item, ui.Button)]
    (found,) = [one for one in buttons if str(one.label).rpartition(" · ")[2].startswith(label)]
    return open_practice(click_of(found.custom_id).rest)


def click_of(custom_id: str | None) -> Click:
    found = read_click(custom_id or "")
    assert found is not None
    return found


def test_an_exercise_is_composed_step_by_step() -> None:
    begun = open_practice("piously.0")
    assert "1 of 14: Priestess" in text(show(begun))
    aimed = press(begun, "Priestess")
    assert "Which tile gets your aura?" in text(show(aimed))
    solved = press(aimed, "Y3")
    assert solved.solved
    assert "Solved!" in text(show(solved))
    assert "Next" in labels(show(solved))


def test_a_turn_that_does_not_win_says_so_and_is_taken_back() -> None:
    ended = press(open_practice("piously.0"), "End turn")
    assert not ended.solved
    assert "doesn't win" in text(show(ended))
    assert press(ended, "Back").path == ()


def test_a_solution_is_not_praised_as_the_learners_and_may_be_played() -> None:
    shown = show(trainer.solution_of("piously", 0))
    assert "A solution: You cast Priestess (Y3 turns white). You now link all seven rooms." in text(shown)
    assert "Solved" not in text(shown)
    assert labels(shown) == ["Next", "Play it yourself"]


@pytest.mark.parametrize("language", SUPPORTED)
@pytest.mark.parametrize("number", NUMBERS)
def test_no_title_of_an_exercise_or_a_spell_is_cut(number: int, language: str) -> None:
    assert "…" not in text(show(open_practice(f"piously.{number}"), Language(language)))
    assert "…" not in text(show(trainer.solution_of("piously", number), Language(language)))


def test_after_the_last_exercise_a_match_is_offered() -> None:
    last = trainer.solution_of("piously", NUMBERS[-1])
    assert labels(show(last)) == ["Play the easy AI", "Play it yourself"]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_screen_of_a_solution_fits_a_message(number: int, language: str) -> None:
    """40 components, ids of 100 characters, and a menu of the other exercises."""
    solution = trainer.solution_of("piously", number)
    assert solution.solved
    practice, tokens = open_practice(f"piously.{number}"), list(solution.draft.tokens)
    for _ in range(20):
        if (question := practice.draft.question) is None:
            break
        view = show(practice, Language(language))
        assert sum(1 for _ in view.walk_children()) <= 40
        ids = [item.custom_id for item in view.walk_children() if isinstance(item, ui.Button | ui.Select)]
        assert len(set(ids)) == len(ids)
        token = tokens[len(practice.draft.tokens)]
        wanted = token.split(",") if question.most > 1 else [token]
        chosen = [str(index) for index, choice in enumerate(question.choices) if choice.token in wanted]
        practice = open_practice(f"piously.{number}.{'-'.join(practice.path)}", *chosen)
        assert trainer.practice_table(practice).areas
    assert practice.solved


@pytest.mark.parametrize("rest", ["piously.99", "piously.x", "choccer.0", "nonsense.0", "", "piously"])
def test_an_exercise_that_does_not_exist_is_none(rest: str) -> None:
    assert trainer.read_practice(rest) is None


@pytest.mark.parametrize("path", ["999", "x-y", "0-0-0-0-0-0-0-0-0"])
def test_answers_that_are_not_on_offer_are_left_out(path: str) -> None:
    assert "Priestess" in text(show(open_practice(f"piously.0.{path}")))
