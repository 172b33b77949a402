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
