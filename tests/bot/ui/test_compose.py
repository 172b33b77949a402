"""Composing a move: question by question, from a draft that is text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.match.challenges import ChallengeRequest
from bot.match.model import Match
from bot.ui.components.custom_id import read_click
from bot.ui.delivery.pictures import Picture
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.compose import Draft, choose, compose, draft_of, draft_table
from bot.ui.pages.questions import NOTHING
from games.core.errors import GameError
from games.core.question import Choice, Question
from tests.bot.table import ANA, BEN, HERE, Club

PICTURE = Picture(b"png", "what the picture shows", lambda: "the board as text")


def text(view: ui.LayoutView) -> list[str]:
    return [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]


def actions(view: ui.LayoutView) -> list[str]:
    """What the buttons do, in order, answers to the question left out."""
    clicks = [read_click(item.custom_id or "") for item in view.walk_children() if isinstance(item, ui.Button)]
    return [click.action for click in clicks if click is not None and click.action != "pick"]


def draft(match: Match, *tokens: str) -> Draft:
    return draft_of(match, match.to_act[0], tokens)


def composed(present: Draft, image: str | None = "board.png", language: Language = ENGLISH) -> ui.LayoutView:
    picture = PICTURE if image else replace(PICTURE, png=None)
    return compose(present, 0, picture.item(image or ""), language)


async def test_the_first_question_stands_over_the_picture(sqlite_club: Club) -> None:
    view = composed(draft(await sqlite_club.begun()))
    (heading,) = text(view)
    first, *leads_to = heading.splitlines()
    assert first == "**Which piece?**"
    assert "-# 4 · Clover i5: to" in leads_to[3]
    (gallery,) = [item for item in view.walk_children() if isinstance(item, ui.MediaGallery)]
    assert gallery.items[0].description == "what the picture shows"
    assert actions(view) == ["type"]


async def test_without_a_picture_there_is_the_board_as_text(sqlite_club: Club) -> None:
    view = composed(draft(await sqlite_club.begun()), image=None)
    heading, board = text(view)
    assert heading.startswith("**Which piece?**")
    assert board == "```\nthe board as text\n```"


async def test_what_has_been_chosen_can_be_taken_back(sqlite_club: Club) -> None:
    view = composed(draft(await sqlite_club.begun(), "h4"), language=Language("de"))
    assert actions(view) == ["back", "reset", "type"]


async def test_a_whole_move_is_told_before_it_is_played(sqlite_club: Club) -> None:
    whole = draft(await sqlite_club.begun(), "h4", "-g4")
    assert whole.complete
    assert whole.move == "h4-g4"
    view = composed(whole)
    assert text(view)[0].endswith("(`h4-g4`). Play it?")
    assert actions(view) == ["confirm", "back", "reset", "type"]


async def test_a_game_of_several_steps_takes_steps_back(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(
        ChallengeRequest("piously", ANA, HERE, (BEN,), options={"board": "classic"})
    )
    match = await sqlite_club.service.accept(match.id, BEN)
    assert actions(composed(draft(match)))[-3:] == ["undo", "turn", "type"]


async def test_who_plays_both_sides_is_told_which(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    assert text(composed(draft(match)))[0].splitlines()[0].endswith(": **Which piece?**")


async def test_the_table_numbers_what_can_be_chosen(sqlite_club: Club) -> None:
    match = await sqlite_club.begun()
    targets = [mark for mark in draft_table(draft(match, "h4"), 0).marks if mark.kind == "target"]
    assert [(mark.cells, mark.text) for mark in targets] == [(("g4",), "1"), (("i4",), "2")]


async def test_the_table_shows_the_whole_move(sqlite_club: Club) -> None:
    table = draft_table(draft(await sqlite_club.begun(), "h4", "-g4"), 0)
    assert {(mark.kind, mark.cells) for mark in table.marks} >= {("from", ("h4",)), ("last", ("g4",))}
    assert all(mark.kind != "target" for mark in table.marks)


async def test_an_option_is_chosen_by_its_index(sqlite_club: Club) -> None:
    present = draft(await sqlite_club.begun(), "h4")
    assert choose(present, ["1"]) == ("h4", "-i4")
    for nothing in ([], ["7"], ["x"], ["²"], ["-1"]):
        assert choose(present, nothing) == ("h4",)


async def test_where_nothing_is_left_to_choose_nothing_is_chosen(sqlite_club: Club) -> None:
    assert choose(draft(await sqlite_club.begun(), "h4", "-g4"), ["0"]) == ("h4", "-g4")


async def test_several_options_make_one_token_in_the_order_of_the_question(sqlite_club: Club) -> None:
    match = await sqlite_club.begun()
    several = Draft(match, match.to_act[0], ("x",), Question("Which?", (Choice("a", "A"), Choice("b", "B")), 0, 2), "")
    assert choose(several, ["1", "0"]) == ("x", "a,b")
    assert choose(several, [NOTHING]) == ("x", "-")


@pytest.mark.parametrize("tokens", [("h9",), ("h4", "-a1")])
async def test_a_draft_that_leads_nowhere_is_refused(sqlite_club: Club, tokens: tuple[str, ...]) -> None:
    match = await sqlite_club.begun()
    with pytest.raises(GameError):
        draft(match, *tokens)
