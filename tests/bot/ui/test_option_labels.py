"""Every option of a menu or a window that is words of ours begins with a capital, as Discord's own do."""

from __future__ import annotations

import ast

import pytest

from bot.ui.i18n.language import SUPPORTED, Language
from games.core.i18n import Message, gettext
from tests.bot.ui.labels import labels, written_words

CAPITALISED = ("language.alone(", "with_capital(")
"""What begins with a capital whatever the words are."""

OF_OTHERS = {
    "bare(one.name)", "language(who(player))", "label", "f'{places[one.number]}. {one.name}'[:100]",
    "info.title", "one.info.title", "game.info.title", "_LANGUAGES[code]",
    "f'#{told.match.code} · {language(KINDS[told.act.kind])}'",
    "f'#{one.match.code} · {game_of(one.match).info.title}'",
}  # fmt: skip
"""Names of people, games, languages and matches."""

OF_GAMES = {
    "text", "language(words)", "words[text]", "title", "other.title", "_title(page, language)",
    "f'{index + 1}/{len(found)} · {_title(other, language)}'", "f'{index + 1} · {language(one.title)}'",
}  # fmt: skip
"""Moves and places as the game writes them: "b2", and the titles of its pages."""


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_option_begins_with_a_capital(code: str) -> None:
    language, small = Language(code), []
    for file, label in labels(("items.option",)):
        shown, written = ast.unparse(label), written_words(label)
        if written is None and not shown.startswith(CAPITALISED) and shown not in OF_OTHERS | OF_GAMES:
            small.append((file, shown))
        if written is not None and language(written)[:1].islower():
            small.append((file, language(written)))
    assert small == []


@pytest.mark.parametrize("code", SUPPORTED)
def test_words_that_stand_alone_begin_with_a_capital(code: str) -> None:
    words: Message = gettext("no clock")
    language = Language(code)
    assert language(words)[0].islower()
    assert language.alone(words) == language(words)[0].upper() + language(words)[1:]
