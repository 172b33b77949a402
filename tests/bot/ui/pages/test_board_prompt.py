"""What is asked above the buttons of a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from discord import ui

from bot.ui.components import items
from bot.ui.i18n.language import Language
from bot.ui.pages.board import PROMPT, board
from tests.bot.table import Club
from tests.bot.turns_of_steps import begin, begin_piously

PICTURE = items.text("the board")


def asked(view: ui.LayoutView) -> str:
    """The text right above the first row of controls."""
    rows = view.children
    first = next(place for place, row in enumerate(rows) if isinstance(row, ui.ActionRow))
    above = rows[first - 1]
    assert isinstance(above, ui.TextDisplay)
    return above.content


@pytest.mark.parametrize(
    "game, options, code, question",
    [
        ("choccer", {}, "en", "Which piece?"),
        ("choccer", {}, "de", "Welche Figur?"),
        ("conquid", {}, "en", "What do you want to do?"),
        ("onyx", {}, "de", "Was setzt du?"),
        ("cyberzul", {}, "en", "Where do you take tiles from?"),
    ],
)
async def test_the_first_choice_of_a_move_is_asked_above_its_buttons(
    sqlite_club: Club, game: str, options: Mapping[str, str], code: str, question: str
) -> None:
    match = await begin(sqlite_club, game, **options)
    assert asked(board(match, None, PICTURE, Language(code))) == f"{PROMPT}{question}"


async def test_a_turn_of_steps_tells_what_is_left_of_it(sqlite_club: Club) -> None:
    match = await begin_piously(sqlite_club)
    assert asked(board(match, None, PICTURE, Language("en"))) == f"{PROMPT}What do you do? 3 actions left"


@pytest.mark.parametrize("code", ["en", "de"])
async def test_nobody_is_offered_a_move_while_an_ai_is_to_move(sqlite_club: Club, code: str) -> None:
    match = await begin(sqlite_club, "choccer")
    taken = replace(match, players=tuple(replace(player, user=None, ai="easy") for player in match.players))
    language = Language(code)
    shown = [
        item.label for item in board(taken, None, PICTURE, language).walk_children() if isinstance(item, ui.Button)
    ]
    assert shown == [language.gettext("Board as text"), language.gettext("More")]
