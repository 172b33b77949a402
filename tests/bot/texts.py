"""What people read: the messages of the catalogue and the rules pages, in each language, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import games
from bot.locales.review import read_catalogue
from bot.ui.i18n.language import catalogue_file

TYPED = "typed"
"""The context of words that people type: they may type any."""


def forms(value: str | Sequence[str]) -> Sequence[str]:
    """The one form of a message, or its forms for one thing and for several."""
    return (value,) if isinstance(value, str) else value


@cache
def messages(code: str) -> tuple[str, ...]:
    """Each form of each message in this language; not what people type."""
    shown = (one for one in read_catalogue(catalogue_file("de"), "de") if one.id and one.context != TYPED)
    return tuple(form for one in shown for form in forms((one.id if code == "en" else one.string) or ""))


@cache
def rules(code: str) -> dict[str, str]:
    """The rules of each game in this language, as they are written."""
    name = "RULES.md" if code == "en" else f"RULES.{code}.md"
    return {key: (Path(games.__file__).parent / key / name).read_text(encoding="utf-8") for key in games.keys()}


_POSITION = re.compile(r"```position\n.*?```", re.DOTALL)
_CAPTION = re.compile(r"^caption: (.*)$", re.MULTILINE)
_HEAD = re.compile(r"^(?:- |\d+\. )?(?:\*\*[\d.]+\*\* |\d+\.\d+ |\*\*[\d.]+ )?(?:\*\*[^*]+\*\*(?: \([^)]*\))?:)?")
_REFERENCE = re.compile(r" \[[A-Z]\d\]| \((?:\d|Abschnitt \d|section \d)[\d., ]*\)")
"""What stands before a point of a list, and what refers to a rule: no part of a sentence."""


def without_code(text: str) -> str:
    """A rules page without what stands in it as code."""
    return re.sub(r"`[^`\n]+`", "", text)


def rule_sentences(text: str) -> Iterator[str]:
    """The sentences of a rules page: of its paragraphs, points, cells of tables and captions."""
    prose = _POSITION.sub(lambda block: "\n\n" + "\n\n".join(_CAPTION.findall(block[0])) + "\n\n", text)
    prose = re.sub(r"(?m)^(?:    |#).*$", "", prose)
    for part in re.split(r"\n\s*\n|\n(?=- |\d+\. |\|)", prose):
        for piece in part.split("|") if part.startswith("|") else [part]:
            words = " ".join(piece.split())
            yield from sentences_of(_REFERENCE.sub("", _HEAD.sub("", words)))


_DOTS = re.compile(r"\b(?:e\.g\.|z\. ?B\.|K\.-o\.-\w+|\d\.(?=\d))|\.\.\.")
"""Full stops that end no sentence."""
_END = re.compile(r"(?<=[.?!])[)*_“”\"']*\s+|\n+| · ")


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text. What stands in backticks is one word; a middle dot separates as well."""
    bare = _DOTS.sub(lambda found: re.sub(r"[. ]", "", found[0]) or "x", re.sub(r"`[^`\n]+`", "x", text))
    return (sentence.strip() for sentence in _END.split(bare) if sentence.strip())


def count_words(sentence: str) -> int:
    """Words and numbers; a placeholder is one, signs alone are none."""
    return sum(1 for word in re.sub(r"\{\w+\}", "x", sentence).split() if re.search(r"\w", word))
