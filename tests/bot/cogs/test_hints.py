"""The button *Play it* of a hint."""

from __future__ import annotations

from random import Random

import pytest
from discord import ui

import games
from bot.cogs.menu import play_it
from bot.match.turn_path import MARK, read_path
from bot.ui.components.custom_id import read_click
from bot.ui.i18n.language import Language
from bot.ui.limits import CUSTOM_ID
from tests.bot.random_turns import middle_of, turn_of


@pytest.mark.parametrize("key", games.keys())
def test_every_turn_finds_room_in_a_button(key: str) -> None:
    """As text, or as the choices that lead to it."""
    dice = Random(7)
    for number in range(60):
        draft = middle_of(key, dice, number // 2)
        turn = turn_of(draft, dice)
        (row,) = play_it(draft, turn, Language("en"))
        assert isinstance(row, ui.ActionRow)
        (button,) = row.children
        assert isinstance(button, ui.Button)
        assert button.custom_id is not None
        assert len(button.custom_id) <= CUSTOM_ID
        click = read_click(button.custom_id)
        assert click is not None, turn
        said = read_path(draft, click.rest) if click.rest.startswith(MARK) else click.rest
        assert (click.match, click.turn, said) == (draft.match.id, draft.match.turn, turn)
