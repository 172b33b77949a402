"""From a question of a game to buttons, menus, and pages of menus."""

from __future__ import annotations

from itertools import pairwise

import pytest
from discord import ui

from bot.match.model import Match, MatchId, Place, UserId
from bot.ui.components.custom_id import read_click
from bot.ui.components.items import Row
from bot.ui.components.limits import OPTIONS
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.questions import NOTHING, Page, controls, opening_controls, pages, shown, stamp
from games.core.question import Choice, Question

MATCH = Match(MatchId(5), "ABCDE", "onyx", 1, {}, (), UserId(1), Place(10, 20), turn=3, ply=2)


def asked(*groups: tuple[str, int], most: int = 1) -> Question:
    """A question with so many choices of each group, called `a0`, `a1`, … after the group's name."""
    choices = tuple(
        Choice(f"{group}{i}", f"{group}{i}", (f"{group}{i}",), group=group) for group, n in groups for i in range(n)
    )
    return Question("Which one?", choices, most=most)


def menu(row: Row) -> ui.Select[ui.LayoutView]:
    """The menu in a row."""
    (found,) = row.children
    assert isinstance(found, ui.Select)
    return found


def values(row: Row) -> list[str]:
    return [option.value for option in menu(row).options]


def test_what_fits_one_menu_has_no_pages() -> None:
    assert pages(asked(("a", 20), ("b", 5))) == [Page(0, 25, "")]


def test_whole_groups_stay_together() -> None:
    assert pages(asked(("a", 20), ("b", 20), ("c", 3))) == [Page(0, 20, "a"), Page(20, 43, "b – c")]


def test_a_large_group_is_cut() -> None:
    assert pages(asked(("a", 60))) == [Page(0, 25, "a"), Page(25, 50, "a"), Page(50, 60, "a")]


@pytest.mark.parametrize("sizes", [(26,), (1,) * 40, (24, 2, 25, 1, 26, 50, 3), (300, 1, 1)])
def test_every_choice_is_on_one_page(sizes: tuple[int, ...]) -> None:
    question = asked(*((chr(97 + number % 26), size) for number, size in enumerate(sizes)))
    found = pages(question)
    assert (found[0].start, found[-1].stop) == (0, len(question.choices))
    assert all(one.stop == following.start for one, following in pairwise(found))
    assert all(0 < page.stop - page.start <= OPTIONS for page in found)


def test_up_to_five_choices_are_buttons_with_the_numbers_of_the_picture() -> None:
    (row,) = controls(asked(("a", 3)), MATCH, ("draft",), 0, ENGLISH)
    buttons = [item for item in row.children if isinstance(item, ui.Button)]
    assert [button.label for button in buttons] == ["1 · a0", "2 · a1", "3 · a2"]
    clicks = [read_click(button.custom_id or "") for button in buttons]
    assert [click and (click.action, click.turn, click.rest) for click in clicks] == [
        ("pick", 3, f"{stamp(('draft',))}.{number}") for number in range(3)
    ]


def test_several_choices_at_once_are_a_menu_however_few() -> None:
    (row,) = controls(asked(("a", 3), most=2), MATCH, (), 0, ENGLISH)
    assert (menu(row).min_values, menu(row).max_values) == (1, 2)


def test_choices_without_cells_have_no_numbers() -> None:
    question = Question("What?", (Choice("p", "Pass"), Choice("q", "Stay", ("a1",))))
    (row,) = controls(question, MATCH, (), 0, ENGLISH)
    assert [item.label for item in row.children if isinstance(item, ui.Button)] == ["Pass", "2 · Stay"]


def test_a_page_shows_its_choices_by_their_index_in_the_question() -> None:
    question = asked(("a", 20), ("b", 20))
    answers, pager = controls(question, MATCH, (), 1, ENGLISH)
    assert values(answers) == [str(index) for index in range(20, 40)]
    assert menu(answers).options[0].label == "1 · b0"
    assert menu(answers).placeholder == "Which one? (b)"
    assert [option.label for option in menu(pager).options] == ["1/2 · a", "2/2 · b"]
    assert [option.description for option in menu(pager).options] == [None, "shown now"]
    assert [choice.cells for choice in shown(question, 1)] == [(f"b{i}",) for i in range(20)]


@pytest.mark.parametrize("page, first", [(-1, "0"), (99, "25")])
def test_a_page_that_is_not_there_is_the_nearest(page: int, first: str) -> None:
    question = asked(("a", 30))
    assert values(controls(question, MATCH, (), page, ENGLISH)[0])[0] == first
    assert shown(question, page)[0].cells == (f"a{first}",)


@pytest.mark.parametrize("page, first, last", [(0, 0, 24), (20, 8, 32), (39, 15, 39)])
def test_of_many_pages_those_around_are_offered(page: int, first: int, last: int) -> None:
    question = asked(*((f"g{number}", 25) for number in range(40)))
    _, pager = controls(question, MATCH, (), page, ENGLISH)
    assert (values(pager)[0], values(pager)[-1]) == (str(first), str(last))
    assert str(page) in values(pager)


def test_on_the_board_choices_have_no_numbers() -> None:
    (row,) = opening_controls(asked(("a", 2)), MATCH, ENGLISH)
    assert [item.label for item in row.children if isinstance(item, ui.Button)] == ["a0", "a1"]


def test_on_the_board_many_choices_are_offered_by_their_pages() -> None:
    (row,) = opening_controls(asked(("a", 25), ("", 25)), MATCH, ENGLISH)
    assert [option.label for option in menu(row).options] == ["a", "Choices 26-50"]
    click = read_click(menu(row).custom_id)
    assert click is not None
    assert click.action == "page"


def test_none_of_several_is_a_button() -> None:
    """Discord's clients say nothing of a menu in which nothing was chosen."""
    question = Question("Which ones?", asked(("a", 3)).choices, least=0, most=3)
    for rows in (opening_controls(question, MATCH, ENGLISH), controls(question, MATCH, ("x",), 0, ENGLISH)):
        _, none = rows
        (button,) = none.children
        assert isinstance(button, ui.Button)
        assert button.label == "None of these"
        assert button.custom_id is not None
        click = read_click(button.custom_id)
        assert click is not None
        assert click.rest.partition(".")[2] == NOTHING


def test_titles_of_joined_pages_are_translated() -> None:
    joined = pages(asked(("a", 25), ("b", 1), ("c", 1)))[1]
    assert Language("de")(joined.title) == "b – c"


def test_another_draft_has_another_stamp() -> None:
    assert len({stamp(draft) for draft in [(), ("a",), ("a", "b"), ("b", "a"), ("ab",)]}) == 5
