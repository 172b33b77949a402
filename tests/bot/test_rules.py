"""The rules as pages: found by number or by words, small enough for a menu and for a message."""

from __future__ import annotations

import pytest

import games
from bot.ui.language import SUPPORTED, Language
from bot.ui.limits import MESSAGE_TEXT, OPTIONS
from bot.ui.rules import find, pages


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("key", games.keys())
def test_every_page_fits_a_message_and_all_titles_fit_a_menu(key: str, code: str) -> None:
    found = pages(key, code)
    assert 1 < len(found) <= OPTIONS
    assert [page.number for page in found] == list(range(len(found)))
    assert all(page.title and len(page.words) < MESSAGE_TEXT for page in found)


def test_a_topic_is_found_by_its_number_or_by_words_of_its_title() -> None:
    language = Language("en")
    second = pages("onyx")[1]
    for topic in ("1", " 1 ", second.title, second.title.upper(), second.title[2:-1]):
        assert find("onyx", topic, language) == second
    for topic in ("99", "²", "no such thing"):
        assert find("onyx", topic, language) is None
