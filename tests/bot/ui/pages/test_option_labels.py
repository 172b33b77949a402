"""Every option of a menu or a window that is words of ours begins with a capital, as Discord's own do."""

from __future__ import annotations

import ast

import pytest
from discord import ui

from bot.club.guild_settings import GuildSettings
from bot.ui.components.custom_id import Click
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages import setup
from games.core.i18n import Message, gettext
from tests.bot.ui.labels import labels, written_words

CAPITALISED = ("language.alone(", "with_capital(")
"""What begins with a capital whatever the words are."""

SWITCHES = {"ranked", "theme"}
"""Topics of /setup without a page: choosing one switches it."""

OF_OTHERS = {
    ("acts.py", "f'#{told.match.code} · {language(KINDS[told.act.kind])}'"),
    ("personal_blocks.py", "bare(one.name)"),
    ("challenge.py", "info.title"),
    ("exclusions.py", "_label(one)"),
    ("moderation.py", "language(who(player))"),
    ("overview.py", "f'#{one.match.code} · {game_of(one.match).info.title}'"),
    ("owner.py", "label"),
    ("rating_roles.py", "one.info.title"),
    ("rating_roles.py", "f'{number} · {with_capital(describe_rule(rule, language))}'[:100]"),
    ("seeks.py", "one.info.title"),
    ("setup.py", "_LANGUAGES[code]"),
    ("setup.py", "game.info.title"),
    ("setup.py", "one.info.title"),
    ("tournament_window.py", "one.info.title"),
    ("tournaments.py", "f'{places[one.number]}. {language(one.name)}'[:100]"),
    ("welcome.py", "one.info.title"),
}
"""Names of people, servers, games, languages and matches, by file and expression."""

OF_GAMES = {
    ("choices.py", "label"),
    ("questions.py", "f'{index + 1}/{len(found)} · {_title(other, language)}'"),
    ("questions.py", "_title(page, language)"),
    ("questions.py", "text"),
    ("quick.py", "language(words)"),
    ("rules.py", "other.title"),
    ("trainer.py", "f'{index + 1} · {language(one.title)}'"),
    ("tutorial.py", "title"),
    ("typed.py", "words[text]"),
}
"""Moves and places as the game writes them: "b2", and the titles of its pages."""


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_option_begins_with_a_capital(code: str) -> None:
    language, small = Language(code), []
    for file, label in labels(("items.option",)):
        shown, written = ast.unparse(label), written_words(label)
        if written is None and not shown.startswith(CAPITALISED) and (file, shown) not in OF_OTHERS | OF_GAMES:
            small.append((file, shown))
        if written is not None and language(written)[:1].islower():
            small.append((file, language(written)))
    assert small == []


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_option_of_the_set_up_topics_begins_with_a_capital(code: str) -> None:
    pages = [setup.topic(GuildSettings(1), key, Language(code)) for key in setup.TITLES if key not in SWITCHES]
    menus = [one for page in pages for one in page.walk_children() if isinstance(one, ui.Select)]
    with_choices = ("games", "time", "posting", "across", "language")
    assert {menu.custom_id for menu in menus} == {str(Click("setup-set", rest=key)) for key in with_choices}
    assert [option.label for menu in menus for option in menu.options if option.label[:1].islower()] == []


@pytest.mark.parametrize("code", SUPPORTED)
def test_words_that_stand_alone_begin_with_a_capital(code: str) -> None:
    words: Message = gettext("no clock")
    language = Language(code)
    assert language(words)[0].islower()
    assert language.alone(words) == language(words)[0].upper() + language(words)[1:]
