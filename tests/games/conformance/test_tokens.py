"""What lies beside a board is told in words that can be counted."""

from __future__ import annotations

import pytest

from bot.ui.i18n.language import SUPPORTED, Language
from games import find, keys
from games.core.diagram import held_words, token_words
from games.core.i18n import Message
from games.core.status import Seat
from games.core.table import PlayerStrip, Token
from tests.games.conformance.walks import walks


@pytest.mark.parametrize("key", keys())
def test_several_things_are_told_in_the_plural(key: str) -> None:
    game = find(key)
    for state, _ in walks(game, 30):
        for seat in (None, Seat(0)):
            strips = game.presenter.table(game.rules.view(state, seat), seat).players
            for token in (token for strip in strips for token in strip.tokens if token.number > 1):
                assert isinstance(token.name, Message)
                assert token.name.plural, token.name
                for language in map(Language, SUPPORTED):
                    assert language(token_words(token)) != f"{token.number} {language(token.name)}"


def test_what_a_player_holds_is_told_as_held() -> None:
    """A gem alone, after the points, would read as one that has been scored."""
    gems = Token("gem", "red", name="red gem"), Token("gem", "blue", name="blue gem")
    assert str(held_words(PlayerStrip(Seat(0), "black", tokens=gems))) == "holds: red gem and blue gem"
    assert held_words(PlayerStrip(Seat(0), "black")) == ""


@pytest.mark.parametrize("number", range(4))
def test_artworks_are_called_so_once(number: int) -> None:
    game = find("piously")
    for state, _ in walks(game, 30):
        for strip in game.presenter.table(state, None).players:
            if len(strip.tokens) == number:
                told = str(held_words(strip))
                assert told.count("artwork") == (number > 0)
                assert all(str(token.name).removeprefix("artwork ") in told for token in strip.tokens)
