"""English as its players say it: what stands in the messages and in the rules, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import games
from bot.locales.review import read_catalogue
from bot.ui.i18n.language import catalogue_file
from tests.bot.test_german import TYPED, WITHOUT_MARKDOWN, forms

OF_DISCORD = {"Allow anyone to @mention this role", "Create Events", "Manage Channels", "Manage Roles"}
"""What Discord itself calls its permissions and settings."""
GONE = (
    r"enem(?:y|ies)(?:'s)?",
    r"(?:becomes?|become) own",
    r"(?:re)?charge[sd]? (?:again|itself)",
    r"tie[sd]?",
    r"other side's",
    r"mover's",
)
"""Words that the glossary has another word for, as regular expressions."""


def sentences() -> Iterator[str]:
    """Each form of the English of each message; not what people type."""
    for message in read_catalogue(catalogue_file("de"), "de"):
        if message.id and message.context != TYPED:
            yield from forms(message.id)


def rules() -> dict[str, str]:
    """The English rules of each game, without what stands in them as code."""
    texts = {key: (Path(games.__file__).parent / key / "RULES.md").read_text() for key in games.keys()}
    return {key: re.sub(r"`[^`\n]+`", "", text) for key, text in texts.items()}


_BOLD = re.compile(r"\*\*([^*{}.→]+)\*\*")
"""Names in bold, but for ways through Discord's settings."""
_PRESS = re.compile(r"\b[Pp]ress\b")


def test_a_button_is_named_as_it_is_labelled() -> None:
    """Whoever looks for **Resume** finds a button of that name: some message is exactly that."""
    labels = set(sentences()) | OF_DISCORD
    named = [
        (name, text) for text in sentences() for name in _BOLD.findall(text) if not text.startswith(f"**{name}**:")
    ]
    assert [(name, text) for name, text in named if name not in labels] == []
    assert len(named) > 40


def test_a_button_is_named_in_bold() -> None:
    plain = [text for text in sentences() if _PRESS.search(text) and not _BOLD.search(text)]
    assert sorted(plain) == sorted(WITHOUT_MARKDOWN)


def test_words_that_the_glossary_has_another_word_for_are_not_used() -> None:
    gone = re.compile(rf"\b(?:{'|'.join(GONE)})(?!\w)", re.IGNORECASE)
    assert [text for text in sentences() if gone.search(re.sub(r"\{\w+\}", "", text))] == []
    assert {key: found for key, text in rules().items() if (found := gone.findall(text))} == {}
