"""From a question of a game to buttons, menus, and pages of menus."""

from __future__ import annotations

import pytest
from discord import ui

import games
from bot.match.model import Match, MatchId, Place, UserId
from bot.ui.components.custom_id import read_click
from bot.ui.components.items import Row
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.limits import OPTIONS
from bot.ui.pages.choices import explanations
from bot.ui.pages.questions import (
    NOTHING,
    ChoicePage,
    choices_of_page,
    controls,
    notes,
    opening_controls,
    pages,
    stamp,
    targets,
)
from games.core.question import Choice, Explanation, Question
from games.core.status import Seat

MATCH = Match(MatchId(5), "ABCDE", "onyx", 1, {}, (), UserId(1), Place(10, 20), turn=3, ply=2)


def make_question(*groups: tuple[str, int], most: int = 1) -> Question:
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
    assert pages(make_question(("a", 20), ("b", 5))) == [ChoicePage(tuple(range(25)), "")]


def test_whole_groups_stay_together() -> None:
    assert pages(make_question(("a", 20), ("b", 20), ("c", 3))) == [
        ChoicePage(tuple(range(20)), "a"),
        ChoicePage(tuple(range(20, 43)), "b … c"),
    ]


def test_a_large_group_is_cut_into_pages_that_are_numbered() -> None:
    assert pages(make_question(("a", 60))) == [
        ChoicePage(tuple(range(25)), "a (1 of 3)"),
        ChoicePage(tuple(range(25, 50)), "a (2 of 3)"),
        ChoicePage(tuple(range(50, 60)), "a (3 of 3)"),
    ]


@pytest.mark.parametrize("sizes", [(26,), (1,) * 40, (24, 2, 25, 1, 26, 50, 3), (300, 1, 1)])
def test_every_choice_is_on_one_page(sizes: tuple[int, ...]) -> None:
    question = make_question(*((chr(97 + number % 26), size) for number, size in enumerate(sizes)))
    found = pages(question)
    assert [index for page in found for index in page.indices] == list(range(len(question.choices)))
    assert all(0 < len(page.indices) <= OPTIONS for page in found)


def test_what_is_suggested_comes_before_all_groups_and_stands_there_again() -> None:
    choices = make_question(("a", 25), ("b", 25)).choices
    question = Question("Which?", choices, 3, 3, suggested=("b0", "a3"))
    found = pages(question)
    assert [(page.title, page.indices[:2], page.least) for page in found] == [
        ("Suggested", (3, 25), 3),
        ("a", (0, 1), 1),
        ("b", (25, 26), 1),
    ]
    first, _ = controls(question, MATCH, ("x",), 0, ENGLISH)
    assert (menu(first).min_values, menu(first).max_values) == (2, 2)
    other, _ = controls(question, MATCH, ("x",), 1, ENGLISH)
    assert (menu(other).min_values, menu(other).max_values) == (1, 3)


def test_where_one_menu_holds_all_it_takes_as_many_as_are_wanted() -> None:
    (row,) = controls(
        Question("Which?", make_question(("a", 25)).choices, 3, 3, suggested=("a1",)), MATCH, (), 0, ENGLISH
    )
    assert (menu(row).min_values, menu(row).max_values) == (3, 3)


@pytest.mark.parametrize(
    "number, rows", [(1, [1]), (5, [5]), (6, [3, 3]), (8, [4, 4]), (11, [4, 4, 3]), (20, [5, 5, 5, 5])]
)
def test_up_to_twenty_choices_are_buttons_in_four_rows(number: int, rows: list[int]) -> None:
    found = controls(make_question(("a", number)), MATCH, (), 0, ENGLISH)
    assert [len(row.children) for row in found] == rows
    assert all(isinstance(item, ui.Button) for row in found for item in row.children)


def test_each_group_has_a_row_of_its_own() -> None:
    def lengths(*groups: tuple[str, int]) -> list[int]:
        return [len(row.children) for row in controls(make_question(*groups), MATCH, (), 0, ENGLISH)]

    assert lengths(("a", 2), ("b", 1), ("c", 6)) == [2, 1, 3, 3]
    assert lengths(("a", 2), ("b", 1), ("c", 6), ("d", 1)) == [5, 5], "where there are too many, they share rows"


def test_more_than_twenty_choices_are_a_menu() -> None:
    (row,) = controls(make_question(("a", 21)), MATCH, (), 0, ENGLISH)
    assert len(menu(row).options) == 21


def test_choices_whose_labels_no_phone_shows_whole_are_a_menu() -> None:
    """20 letters, with the number."""
    fits, too_long = (Choice("p", "x" * length, ("a1",)) for length in (16, 17))
    (row,) = controls(Question("What?", (fits,)), MATCH, (), 0, ENGLISH)
    assert [item.label for item in row.children if isinstance(item, ui.Button)] == ["1 · " + "x" * 16]
    (row,) = controls(Question("What?", (too_long,)), MATCH, (), 0, ENGLISH)
    assert len(menu(row).options) == 1


def test_what_buttons_lead_to_is_told_above_them() -> None:
    noted = Choice("p", "c4", ("c4",), "captures a star")
    question = Question("What?", (Choice("q", "b1", ("b1",)), noted))
    assert notes(question, 0, ENGLISH) == ["2 · c4: captures a star"]
    assert notes(Question("What?", (noted,), most=2), 0, ENGLISH) == []


def test_a_sign_of_its_own_stands_in_the_picture_and_in_the_label() -> None:
    question = Question("Where?", (Choice("x", "Line 3", ("L31",), sign="3"), Choice("y", "c1", ("c1",))))
    assert targets(question.choices) == [("L31", "3"), ("c1", "1")]
    (row,) = controls(question, MATCH, (), 0, ENGLISH)
    assert [item.label for item in row.children if isinstance(item, ui.Button)] == ["Line 3", "1 · c1"]


def test_choices_are_numbered_at_the_cell_they_lead_to() -> None:
    """Only what has a place has a number; choices of one place share it."""
    cells = [("a1", "b1"), (), ("c1",), ("d1", "b1")]
    choices = [Choice(str(number), "?", where) for number, where in enumerate(cells)]
    assert targets(choices) == [("b1", "1/3"), ("c1", "2")]


def test_up_to_five_choices_are_buttons_with_the_numbers_of_the_picture() -> None:
    (row,) = controls(make_question(("a", 3)), MATCH, ("draft",), 0, ENGLISH)
    buttons = [item for item in row.children if isinstance(item, ui.Button)]
    assert [button.label for button in buttons] == ["1 · a0", "2 · a1", "3 · a2"]
    clicks = [read_click(button.custom_id or "") for button in buttons]
    assert [click and (click.action, click.turn, click.rest) for click in clicks] == [
        ("pick", 3, f"{stamp(('draft',))}.{number}") for number in range(3)
    ]


def test_several_choices_at_once_are_a_menu_however_few() -> None:
    (row,) = controls(make_question(("a", 3), most=2), MATCH, (), 0, ENGLISH)
    assert (menu(row).min_values, menu(row).max_values) == (1, 2)


def test_choices_without_cells_have_no_numbers() -> None:
    question = Question("What?", (Choice("p", "Pass"), Choice("q", "Stay", ("a1",))))
    (row,) = controls(question, MATCH, (), 0, ENGLISH)
    assert [item.label for item in row.children if isinstance(item, ui.Button)] == ["Pass", "1 · Stay"]


def test_a_page_shows_its_choices_by_their_index_in_the_question() -> None:
    question = make_question(("a", 20), ("b", 20))
    answers, pager = controls(question, MATCH, (), 1, ENGLISH)
    assert values(answers) == [str(index) for index in range(20, 40)]
    assert menu(answers).options[0].label == "1 · b0"
    assert menu(answers).placeholder == "Which one? · b"
    assert [option.label for option in menu(pager).options] == ["1/2 · a", "2/2 · b"]
    assert [option.description for option in menu(pager).options] == [None, "shown now"]
    assert [choice.cells for choice in choices_of_page(question, 1)] == [(f"b{i}",) for i in range(20)]


@pytest.mark.parametrize("page, first", [(-1, "0"), (99, "25")])
def test_a_page_that_is_not_there_is_the_nearest(page: int, first: str) -> None:
    question = make_question(("a", 30))
    assert values(controls(question, MATCH, (), page, ENGLISH)[0])[0] == first
    assert choices_of_page(question, page)[0].cells == (f"a{first}",)


@pytest.mark.parametrize("pages_of_it, menus", [(25, 1), (26, 2), (40, 2), (100, 4)])
def test_every_page_is_one_tap_away(pages_of_it: int, menus: int) -> None:
    question = make_question(*((f"g{number}", 25) for number in range(pages_of_it)))
    _, *pager = controls(question, MATCH, (), 3, ENGLISH)
    assert [value for row in pager for value in values(row)] == [str(page) for page in range(pages_of_it)]
    assert len(pager) == menus
    assert len({menu(row).custom_id for row in pager}) == menus
    opening = opening_controls(question, MATCH, ENGLISH)
    assert [value for row in opening for value in values(row)] == [str(page) for page in range(pages_of_it)]


@pytest.mark.parametrize("page, first, last", [(0, 0, 99), (60, 10, 109), (119, 20, 119)])
def test_of_very_many_pages_those_around_are_offered(page: int, first: int, last: int) -> None:
    question = make_question(*((f"g{number}", 25) for number in range(120)))
    _, *pager = controls(question, MATCH, (), page, ENGLISH)
    offered = [value for row in pager for value in values(row)]
    assert (offered[0], offered[-1]) == (str(first), str(last))
    assert str(page) in offered


def test_every_cell_of_the_largest_conquid_is_two_taps_away_and_has_its_number() -> None:
    """One to the page of its region, one for the cell."""
    game = games.find("conquid")
    state = game.rules.start(2, game.info.check_options({"size": "large"}))
    question = game.presenter.ask(state, Seat(0), ("A",))
    assert question is not None
    _, *pager = controls(question, MATCH, ("A",), 0, ENGLISH)
    offered: set[str] = set()
    for number in (int(value) for row in pager for value in values(row)):
        here = choices_of_page(question, number)
        assert len(here) <= OPTIONS
        assert {cell for cell, _ in targets(here)} == {choice.cells[-1] for choice in here}
        labels = [option.label for option in menu(controls(question, MATCH, ("A",), number, ENGLISH)[0]).options]
        assert labels == [f"{sign} · {cell}" for cell, sign in targets(here)]
        offered |= {choice.token for choice in here}
    assert offered == {cell.name for area in game.presenter.table(state, None).areas for cell in area.cells} - {
        piece.cell for piece in game.presenter.table(state, None).pieces
    }


def test_on_the_board_choices_have_no_numbers() -> None:
    (row,) = opening_controls(make_question(("a", 2)), MATCH, ENGLISH)
    assert [item.label for item in row.children if isinstance(item, ui.Button)] == ["a0", "a1"]


def test_on_the_board_many_choices_are_offered_by_their_pages() -> None:
    (row,) = opening_controls(make_question(("a", 25), ("", 25)), MATCH, ENGLISH)
    assert [option.label for option in menu(row).options] == ["a", "Choices 26–50"]
    click = read_click(menu(row).custom_id)
    assert click is not None
    assert click.action == "page"


def test_none_of_several_is_a_button() -> None:
    """Discord's clients say nothing of a menu in which nothing was chosen."""
    question = Question("Which ones?", make_question(("a", 3)).choices, least=0, most=3)
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
    joined = pages(make_question(("a", 25), ("b", 1), ("c", 1)))[1]
    assert Language("de")(joined.title) == "b … c"


def test_another_draft_has_another_stamp() -> None:
    assert len({stamp(draft) for draft in [(), ("a",), ("a", "b"), ("b", "a"), ("ab",)]}) == 5


def test_what_cannot_be_chosen_now_is_explained_as_well_as_why() -> None:
    shovel = Explanation("Shovel", "Tile X goes to an empty place.", "You have already cast Shovel this turn.")
    leap = Explanation("Leap", "Swap places.")
    told = explanations(Question("Which spell?", (), explanations=(shovel, leap)), ENGLISH)
    assert told == (
        "-# **Shovel**: Tile X goes to an empty place. *Not now: You have already cast Shovel this turn.*\n"
        "-# **Leap**: Swap places."
    )
