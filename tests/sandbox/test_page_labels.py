"""The labels of the sandbox's page: what it says in English it also says in German, with the same values filled in."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
STRING = r'"([^"]+)"'
ENTRY = re.compile(rf"^  (?:{STRING}|(\w+)):\s+{STRING},$", re.MULTILINE)
CALL = re.compile(r'(?<![\w.$])(?:t|phrase)\(((?:"[^"]*"|[^"){])*)')
MARKED = re.compile(r'data-t[^>]*>([^<]+)<|aria-label="([^"]+)" data-t')
ROW = re.compile(rf"^  \[{STRING}, ", re.MULTILINE)


def german() -> dict[str, str]:
    """The entries of `german.js`: a key of one word has no quotation marks."""
    entries = ENTRY.findall((PAGE / "german.js").read_text())
    return {quoted or bare: text for quoted, bare, text in entries}


def labels() -> set[str]:
    """What the scripts ask for, what the page marks, and the buttons of the trouble panel."""
    scripts = [path.read_text() for path in PAGE.glob("*.js") if path.name not in {"german.js", "language.js"}]
    asked = {text for script in scripts for call in CALL.findall(script) for text in re.findall(STRING, call)}
    marked = {text.strip() or label for text, label in MARKED.findall((PAGE / "index.html").read_text())}
    counted = set(re.findall(rf"\bt\({STRING}", (PAGE / "language.js").read_text()))
    return asked | marked | counted | set(ROW.findall((PAGE / "trouble.js").read_text()))


def test_every_label_has_its_german_and_no_german_is_left_over() -> None:
    assert labels() ^ german().keys() == set()


def test_german_labels_fill_in_the_same_values() -> None:
    def values(text: str) -> list[str]:
        return sorted(re.findall(r"\{\w+\}", text))

    assert {english: text for english, text in german().items() if values(english) != values(text)} == {}
