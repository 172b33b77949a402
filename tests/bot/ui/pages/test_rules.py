"""The rules as pages: found by number or by words, small enough for a menu and for a message."""

from __future__ import annotations

from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest
from discord import ui

import games
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.limits import MESSAGE_TEXT, OPTIONS
from bot.ui.pages import rules
from bot.ui.pages.rules import chapter, find, pages, view
from tests.bot.ui.views import labels


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("key", games.keys())
def test_every_page_fits_a_message_and_all_titles_fit_a_menu(key: str, code: str) -> None:
    found = pages(key, code)
    assert 1 < len(found) <= OPTIONS
    assert [page.number for page in found] == list(range(len(found)))
    assert all(page.title and len(page.words) < MESSAGE_TEXT for page in found)


def test_a_game_without_rules_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game from another folder may be: one page, with what it is about and what to do instead."""
    monkeypatch.setattr(resources, "files", lambda *_: tmp_path)
    for code, said in (("en", "No rules were written"), ("de", "liegen keine Regeln bei")):
        (page,) = pages.__wrapped__("onyx", code)
        language = Language(code)
        assert page.words.startswith(language(games.find("onyx").info.summary))
        assert said in page.words
        monkeypatch.setattr(rules, "pages", lambda *_, found=(page,): found)
        assert find("onyx", "0", language) == chapter("onyx", 7, language) == page
        assert not any(isinstance(item, ui.Select) for item in view("onyx", page, [], language).walk_children())


def test_a_topic_is_found_by_its_number_or_by_words_of_its_title() -> None:
    language = Language("en")
    second = pages("onyx")[1]
    for topic in ("1", " 1 ", second.title, second.title.upper(), second.title[2:-1]):
        assert find("onyx", topic, language) == second
    for topic in ("99", "²", "no such thing"):
        assert find("onyx", topic, language) is None


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("key", games.keys())
def test_every_page_but_the_last_leads_on(key: str, code: str) -> None:
    """Its button names the topic that follows, without the number."""
    language = Language(code)
    leads = [str(labels(view(key, page, [], language))[0]) for page in pages(key, code)]
    wanted = [language.gettext("Next: {topic}", topic=page.title.lstrip("0123456789. ")) for page in pages(key, code)]
    for lead, following in zip(leads, wanted[1:], strict=False):
        assert lead == following or (lead.endswith("…") and following.startswith(lead[:-1]))
    assert not leads[-1].startswith(language.gettext("Next: {topic}", topic=""))


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("key", games.keys())
def test_sentences_run_on_and_tables_are_narrow(key: str, code: str) -> None:
    """Discord breaks lines where the text does, and a phone shows a table of at most fifty letters on its lines."""
    for page in pages(key, code):
        words = page.words.split("```")
        assert "\n\n\n" not in page.words
        assert all(len(line) <= 50 for block in words[1::2] for line in block.splitlines() if "custom" not in line)
        for line, after in pairwise(line for part in words[::2] for line in part.splitlines()):
            assert not (after[:1].islower() and line[-1:].isalpha() and len(line) > 80), (line, after)


def test_a_table_is_aligned_or_becomes_a_list() -> None:
    table = next(page.words for page in pages("cyberzul") if "The wall" in page.words)
    assert "\nrow 1  blue    orange  red     black   white\n" in table
    actions = next(page.words for page in pages("piously") if page.title == "5 Actions")
    assert "\n- 5.5 · end · 0 · always · the turn ends, perhaps with learning\n" in actions
