"""Composing a move: question by question, from a draft that is text."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from discord import ui

from bot.match.challenges import ChallengeRequest
from bot.match.model import Match
from bot.match.turn_draft import Draft, draft_of
from bot.ui.components.custom_id import read_click
from bot.ui.components.picture import Picture
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.compose import choose, compose, draft_table
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
    return [click.action for click in clicks if click is not None and click.action not in ("pick", "step")]


def draft(match: Match, *tokens: str) -> Draft:
    return draft_of(match, match.to_act[0], tokens)


def compose_page(present: Draft, image: str | None = "board.png", language: Language = ENGLISH) -> ui.LayoutView:
    picture = PICTURE if image else replace(PICTURE, png=None)
    return compose(present, 0, picture.item(image or ""), language)


async def test_the_first_question_stands_over_the_picture(sqlite_club: Club) -> None:
    view = compose_page(draft(await sqlite_club.begin()))
    (heading,) = text(view)
    first, *leads_to = heading.splitlines()
    assert first == "**Which piece?**"
    assert "-# 4 · Clover i5: to" in leads_to[3]
    (gallery,) = [item for item in view.walk_children() if isinstance(item, ui.MediaGallery)]
    assert gallery.items[0].description == "what the picture shows"
    assert actions(view) == ["type"]


async def test_without_a_picture_there_is_the_board_as_text(sqlite_club: Club) -> None:
    view = compose_page(draft(await sqlite_club.begin()), image=None)
    heading, board = text(view)
    assert heading.startswith("**Which piece?**")
    assert board == "```\nthe board as text\n```"


async def test_what_has_been_chosen_can_be_taken_back(sqlite_club: Club) -> None:
    view = compose_page(draft(await sqlite_club.begin(), "h4"), language=Language("de"))
    assert actions(view) == ["back", "reset", "type"]


async def test_a_whole_move_is_told_before_it_is_played(sqlite_club: Club) -> None:
    whole = draft(await sqlite_club.begin(), "h4", "-g4")
    assert whole.complete
    assert whole.move == "h4-g4"
    view = compose_page(whole)
    assert text(view)[0].endswith("(`h4-g4`). Play it?")
    assert actions(view) == ["confirm", "back", "reset", "type"]


async def turn_of(club: Club) -> Match:
    """Piously, with White to make the first turn."""
    match = await club.service.challenge(
        ChallengeRequest("piously", ANA, HERE, (BEN,), options={"board": "classic"}, first="me")
    )
    match = await club.service.accept(match.id, BEN)
    for person, place in ((ANA, "@P1"), (BEN, "@S1")):
        match = await club.service.submit(match.id, person.user, place)
    return match


async def test_steps_that_a_version_before_has_played_are_taken_back(sqlite_club: Club) -> None:
    match = await turn_of(sqlite_club)
    picture = PICTURE.item("board.png")
    assert actions(compose(draft(match), 0, picture, ENGLISH, committed=True))[-3:] == ["undo", "turn", "type"]
    assert actions(compose(draft(match), 0, picture, ENGLISH))[-1:] == ["type"]


async def test_a_turn_is_told_step_by_step(sqlite_club: Club) -> None:
    match = await turn_of(sqlite_club)
    view = compose_page(draft(match, "b", "m:P3"))
    assert text(view)[0].splitlines()[:2] == [
        "Your turn so far: bless P1 and move to P3",
        "**What do you do? 1 action left**",
    ]
    assert actions(view)[-3:] == ["back", "reset", "type"]
    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert "End turn" in labels


async def test_a_whole_turn_says_what_it_will_do(sqlite_club: Club) -> None:
    whole = draft(await turn_of(sqlite_club), "b", "m:P3", "b", "end:Pr")
    assert whole.complete
    assert whole.move == "b m:P3 b end:Pr"
    view = compose_page(whole)
    assert actions(view) == ["confirm", "back", "reset", "type"]
    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert labels[0] == "Learn Priestess"
    told, asked = text(view)[0].splitlines()
    assert (
        told
        == "**You bless P1. You move to P3. You bless P3. You end the turn and learn Priestess (Ben gets Purify).**"
    )
    assert asked == "Play it?"


async def test_the_picture_of_a_draft_marks_its_changes(sqlite_club: Club) -> None:
    table = draft_table(draft(await turn_of(sqlite_club), "b", "m:P3"), 0)
    assert {(mark.kind, mark.cells) for mark in table.marks} >= {
        ("last", ("P1",)),
        ("last", ("P3",)),
        ("from", ("P1",)),
    }
    assert [piece.cell for piece in table.pieces if piece.glyph == "aura"] == ["P1"]
    assert {mark.text for mark in table.marks if mark.kind == "target"}


async def test_every_screen_of_a_turn_fits_a_message(sqlite_club: Club) -> None:
    """At most 40 components, and every number of a choice stands in the picture, and the other way round."""
    match, rng = await turn_of(sqlite_club), Random(5)
    for _ in range(12):
        present = draft(match)
        for _ in range(25):
            view = compose_page(present)
            assert sum(1 for _ in view.walk_children()) <= 40
            if present.question is None:
                break
            drawn = {mark.text for mark in draft_table(present, 0).marks if mark.kind == "target"}
            assert drawn - {choice.sign for choice in present.question.choices} == numbers_of(view)
            present = draft(match, *choose(present, [str(rng.randrange(len(present.question.choices)))]))
        move = present.move if present.complete else f"{present.move} end"
        match = await sqlite_club.service.submit(match.id, match.to_act[0].user or ANA.user, move)


def numbers_of(view: ui.LayoutView) -> set[str]:
    """The numbers that the controls of a message name."""
    labels = [item.label or "" for item in view.walk_children() if isinstance(item, ui.Button)]
    labels += [one.label for item in view.walk_children() if isinstance(item, ui.Select) for one in item.options]
    return {label.partition(" · ")[0] for label in labels if " · " in label}


async def test_who_plays_both_sides_is_told_which(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    assert text(compose_page(draft(match)))[0].splitlines()[0].endswith(": **Which piece?**")


async def test_the_table_numbers_what_can_be_chosen(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    targets = [mark for mark in draft_table(draft(match, "h4"), 0).marks if mark.kind == "target"]
    assert [(mark.cells, mark.text) for mark in targets] == [(("g4",), "1"), (("i4",), "2")]


async def test_the_table_shows_the_whole_move(sqlite_club: Club) -> None:
    table = draft_table(draft(await sqlite_club.begin(), "h4", "-g4"), 0)
    assert {(mark.kind, mark.cells) for mark in table.marks} >= {("from", ("h4",)), ("last", ("g4",))}
    assert all(mark.kind != "target" for mark in table.marks)


async def test_an_option_is_chosen_by_its_index(sqlite_club: Club) -> None:
    present = draft(await sqlite_club.begin(), "h4")
    assert choose(present, ["1"]) == ("h4", "-i4")
    for nothing in ([], ["7"], ["x"], ["²"], ["-1"]):
        assert choose(present, nothing) == ("h4",)


async def test_where_nothing_is_left_to_choose_nothing_is_chosen(sqlite_club: Club) -> None:
    assert choose(draft(await sqlite_club.begin(), "h4", "-g4"), ["0"]) == ("h4", "-g4")


async def test_several_options_make_one_token_in_the_order_of_the_question(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    question = Question("Which?", (Choice("a", "A"), Choice("b", "B")), 0, 2)
    several = Draft(match, match.to_act[0], (), None, ("x",), question)
    assert choose(several, ["1", "0"]) == ("x", "a,b")
    assert choose(several, [NOTHING]) == ("x", "-")


@pytest.mark.parametrize("tokens", [("h9",), ("h4", "-a1")])
async def test_a_draft_that_leads_nowhere_is_refused(sqlite_club: Club, tokens: tuple[str, ...]) -> None:
    match = await sqlite_club.begin()
    with pytest.raises(GameError):
        draft(match, *tokens)
