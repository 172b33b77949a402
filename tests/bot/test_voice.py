"""The voice: what holds for every message and for the rules in each language, as far as a program can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.locales.__main__ import FOLDERS, ROOT
from bot.locales.extractor import called_name
from bot.ui.i18n.language import SUPPORTED
from tests.bot.texts import count_words, messages, rule_sentences, rules, sentences_of
from tests.bot.ui.labels import labels, written_words

MOST_WORDS = 15
LANGUAGES = sorted(SUPPORTED)
READ_BY_PLAYERS = (*(f"docs/{name}.md" for name in ("playing", "organising")), "README.md")

# ---------------------------------------------------------------------- length


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_has_at_most_15_words(code: str) -> None:
    found = [sentence for text in messages(code) for sentence in sentences_of(text)]
    assert [sentence for sentence in found if count_words(sentence) > MOST_WORDS] == []
    assert len(found) > 2500


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_of_the_rules_has_at_most_15_words(code: str) -> None:
    found = {key: list(rule_sentences(text)) for key, text in rules(code).items()}
    long = {key: [one for one in sentences if count_words(one) > MOST_WORDS] for key, sentences in found.items()}
    assert {key: sentences for key, sentences in long.items() if sentences} == {}
    assert all(len(sentences) > 60 for sentences in found.values())


def test_words_are_counted_by_sentence() -> None:
    text = "It costs 1. Then {name} wins, e.g. by 3–2 (`a b c`). (Now!) Go on: a 1.5, z. B. so …"
    assert list(sentences_of(text)) == [
        "It costs 1.",
        "Then {name} wins, eg by 3–2 (x).",
        "(Now!",
        "Go on: a 15, zB so …",
    ]
    assert [count_words(one) for one in sentences_of(text)] == [3, 7, 1, 6]
    page = "- 5.4 One thing (1.1).\n- 5.5 **Name** (Pr): two things [U1].\n\n| a | b |\n| c d | e f |"
    assert [count_words(one) for one in rule_sentences(page)] == [2, 2, 1, 1, 2, 2]


# ---------------------------------------------------------------------- numbers


def test_no_sign_stands_for_by_or_times() -> None:
    """A screen reader says "multiplication sign" for it, or nothing."""
    texts = [text for code in LANGUAGES for text in (*messages(code), *rules(code).values())]
    texts += [(ROOT / name).read_text(encoding="utf-8") for name in READ_BY_PLAYERS]
    assert [text for text in texts if "×" in re.sub(r"`[^`\n]+`", "", text)] == []
    written = [node for file in _files() for node in ast.walk(ast.parse(file.read_text())) if _is_shown_sign(node)]
    assert [ast.unparse(node) for node in written] == []


def _is_shown_sign(node: ast.AST) -> bool:
    """A text put together at run time with the sign in it; what is drawn beside a chip is none of words."""
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    return any(isinstance(part, ast.Constant) and "×" in str(part.value) for part in parts)


_RANGE = re.compile(r"(?<![\d:.,@-])\b\d+-\d+\b(?![\d:-])|\}-\{")
_CHANGE = re.compile(r"(?<![\w@.,:(<>=-])-\d|[+−-]\d+ [+−-]\d")


@pytest.mark.parametrize("code", LANGUAGES)
def test_scores_and_ranges_have_a_dash_and_no_change_is_a_bare_number(code: str) -> None:
    """As in "130–92" and "Ben −1"; a hyphen stands in what people type: times, dates, moves, positions."""
    texts = [sentence for text in messages(code) for sentence in sentences_of(text)]
    pages = [sentence for text in rules(code).values() for sentence in rule_sentences(text)]
    assert [text for text in (*texts, *pages) if _RANGE.search(text)] == []
    assert [text for text in texts if _CHANGE.search(text)] == []
    assert [
        text for text in ("31-23", "Ana +3 -1", "Ben -1") if not (_RANGE.search(text) or _CHANGE.search(text))
    ] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_scores_are_not_told_as_words(code: str) -> None:
    """Only a screen reader needs "92 to 67": it may not tell a dash."""
    score = re.compile(r"\b(?:win|wins|lose|loses|gewinnst|verlierst|steht es)\b[^.]*\d+ (?:to|zu) \d+")
    assert [text for text in messages(code) if score.search(text)] == []


# ---------------------------------------------------------------------- full stops


@pytest.mark.parametrize("code", LANGUAGES)
def test_several_sentences_end_with_a_full_stop(code: str) -> None:
    """But for an ellipsis, a question, and what introduces a list or an example."""
    several = [text for text in messages(code) if re.search(r"[a-zäöü}][.?!] [A-ZÄÖÜ{/]", text)]
    open_ends = {text for text in several if not text.rstrip("*`)“").endswith((".", "?", "!", "…", ":"))}
    assert {text for text in open_ends if not _ends_open(text)} == set()
    assert len(several) > 300


def _ends_open(text: str) -> bool:
    """What goes on after it: a reason of somebody's own, examples, or the second of two sentences; or a description."""
    return text.endswith(("}", "a1-b1-c1", "board:P0,0,0/I3,-1,1/...")) or count_words(text) <= MOST_WORDS


def _error_texts(code: str) -> Iterator[str]:
    """The texts of the errors that a module raises, where they are written out."""
    for node in ast.walk(ast.parse(code)):
        call = node.exc if isinstance(node, ast.Raise) else None
        for made in call.args if isinstance(call, ast.Call) else []:
            if isinstance(made, ast.Call) and called_name(made) in ("gettext", "ngettext"):
                yield from (str(one.value) for one in made.args if isinstance(one, ast.Constant))


def test_a_refusal_is_a_sentence() -> None:
    found = [text for file in _files() for text in _error_texts(file.read_text())]
    assert [text for text in found if not text.rstrip("*`)").endswith((".", "?", "!", "}", "..."))] == []
    assert len(found) > 150


def _files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def _headings(text: str) -> list[str]:
    return re.findall(r"(?m)^#+ (.*)$", text)


def test_labels_and_headings_have_no_full_stop() -> None:
    made = [written_words(label) for _, label in labels(("items.button", "items.link", "items.field", "items.label"))]
    shown = [str(one) for one in made if one is not None]
    assert len(shown) > 60
    headings = [heading for code in LANGUAGES for text in rules(code).values() for heading in _headings(text)]
    assert len(headings) > 80
    assert [one for one in (*shown, *headings) if one.rstrip().endswith((".", ":", "!"))] == []


# ---------------------------------------------------------------------- words for signs


def test_a_label_has_words() -> None:
    """An icon says nothing to a screen reader: it stands beside a word, or not at all."""
    made = [written_words(label) for _, label in labels(("items.button", "items.link"))]
    assert [str(one) for one in made if one is not None and not re.search(r"[^\W\d_]{2}|\{", str(one))] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mark_for_right_or_wrong_stands_before_a_word(code: str) -> None:
    marked = [text for text in messages(code) if re.search(r"[✔✘⏮⏭◀▶⋯]", text)]
    assert [text for text in marked if not re.match(r"[✔✘] \w+", text)] == []
    assert len(marked) > 3
