"""Requests that are typed for a move: which they are, and that no move of any game is taken for one."""

from __future__ import annotations

import pytest

import games
from bot.match.errors import Refused
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.typed_requests import WORDS, must_be_move, must_not_be_request
from games.core.errors import BadNotation
from tests.bot.table import Club

GERMAN = Language("de")


@pytest.mark.parametrize("typed", ["Pass", "c2e4", "take star", "give h4", "end", "gib weiter", "conquer"])
async def test_moves_are_left_to_the_game(sqlite_club: Club, typed: str) -> None:
    match = await sqlite_club.begin()
    for language in (ENGLISH, GERMAN):
        must_be_move(typed, match, language)
        must_not_be_request(typed, match, language)


@pytest.mark.parametrize("typed", ["I'd like to offer a draw", "resing", "Remiss?", "ich will aufgeben"])
async def test_slips_and_courtesy_do_not_matter(sqlite_club: Club, typed: str) -> None:
    match = await sqlite_club.begin()
    with pytest.raises(Refused, match=r"That's not a move\."):
        must_not_be_request(typed, match, GERMAN)


async def test_what_names_two_requests_or_none_is_not_guessed(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    for typed in ("resign or draw", "don't resign", "xyzzy", "please", ""):
        must_not_be_request(typed, match, ENGLISH)


@pytest.mark.parametrize("key", games.keys())
def test_no_request_is_notation(key: str) -> None:
    """What is a move as it is written in a record can always be typed."""
    rules = games.find(key).rules
    for language in (ENGLISH, GERMAN):
        for words in WORDS.values():
            for word in language(words).split(","):
                with pytest.raises(BadNotation):
                    rules.parse(word.strip())
