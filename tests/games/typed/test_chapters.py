"""The rules open from a match at the chapter that its position is about, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from bot.ui.i18n.language import Language
from bot.ui.pages.rules import chapter, pages
from games import find, keys
from games.core.status import Outcome
from tests.games.conformance.walks import random_step, walks


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_position_has_a_chapter(game: str, language: str) -> None:
    found, rng = find(game), Random(3)
    states = [state for state, _ in walks(found, 30)]
    for state in rng.sample(states, min(40, len(states))):
        number = found.presenter.chapter(state)
        page = chapter(game, number, Language(language))
        assert page.title.startswith((f"{number}.", f"{number} ")), number


def test_an_unknown_chapter_is_the_beginning() -> None:
    assert chapter("onyx", 99, Language("en")) == pages("onyx", "en")[0]


def test_piously_tells_of_spells_once_one_is_learnt() -> None:
    game = find("piously")
    card = "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X-"
    for owners, number in (("-------", 5), ("w------", 7)):
        state = game.rules.load(f"{card} .w../..../..../.w../..../bb../..../- W=P2,B=L1 {owners} - w1 7", {})
        assert game.presenter.chapter(state) == number


def test_the_end_is_told_at_the_end() -> None:
    game, rng = find("onyx"), Random(1)
    state = game.rules.start(2, {"board": "king-4"})
    while not isinstance(game.rules.status(state), Outcome):
        _, _, state = random_step(game, state, rng)
    assert game.presenter.chapter(state) == 7
