"""Values of a game's options, as people type them in their language."""

from __future__ import annotations

import pytest

import games
from bot.ui.i18n.language import SUPPORTED, Language
from games.core.game import AnyGame


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.info.key)
@pytest.mark.parametrize("code", SUPPORTED)
def test_a_value_is_known_by_the_label_that_is_shown_however_it_is_written(game: AnyGame, code: str) -> None:
    language = Language(code)
    for option in game.info.options:
        for value in option.values:
            shown = language(option.label(value))
            for typed in (shown, shown.upper(), shown.lower().replace(" ", "")):
                assert option.read(typed, language) == value


@pytest.mark.parametrize(
    "key, typed, value",
    [
        *(("onyx", typed, "king-6") for typed in ("6", "6x6", "6 × 6", "6 by 6", "6 mal 6")),
        ("onyx", "13x13", "grid-13"),
        ("onyx", "7x9", "7x9"),
        ("conquid", "42x21", "large"),
        ("conquid", "14", "small"),
        ("cyberzul", "4", "4"),
    ],
)
def test_a_board_is_known_by_its_size(key: str, typed: str, value: str) -> None:
    """What fits several is the first of them; a number that names a player is no size."""
    (option,) = games.find(key).info.options
    assert option.read(typed) == value
