"""What the documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bot.texts import messages

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "sandbox/README.md")
DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in PAGES)]
FOLDERS = "bench|bot|deploy|docs|games|migrations|render|sandbox|tests"
ROOMS = "admin|club|cogs|match|process|store|ui"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]*|(?:{ROOMS})/\w[\w./-]*)`")
"""In backticks: a path from the top, or one from `bot` without an ending, such as `match/clock`."""
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
ANCHOR = re.compile(r"\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
OF_A_READER = {"games/nim", "games/nim/"}
"""The game that a reader of docs/new-game.md makes."""


def is_there(name: str) -> bool:
    if (ROOT / name).exists():
        return True
    module = ROOT / "bot" / name
    return module.exists() or module.with_suffix(".py").exists()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_and_links_of_a_document_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = {name for name in PATH.findall(text) if not any(name.startswith(one) for one in OF_A_READER)}
    assert sorted(name for name in named if not is_there(name)) == []
    assert sorted(link for link in LINK.findall(text) if not (document.parent / link).exists()) == []


def anchors_of(document: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = HEADING.findall(document.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_anchors_of_a_document_lead_to_a_heading(document: Path) -> None:
    links = ANCHOR.findall(document.read_text(encoding="utf-8"))
    missing = {
        f"{path}#{anchor}"
        for path, anchor in links
        if anchor not in anchors_of(document.parent / path if path else document)
    }
    assert missing == set()


def test_the_architecture_names_paths() -> None:
    """So that the test above compares something."""
    assert len(PATH.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))) > 50


def test_decisions_have_numbers_of_their_own() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs" / "adr").glob("*.md"))]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]


FOR_USERS = ("README.md", *(f"docs/{name}.md" for name in ("hosting", "organising", "playing")))
BUTTON = re.compile(r"\b[Pp]ress(?:es|ed)?\b|\bbuttons?\b")
EMPHASIZED = re.compile(r"\*{1,2}([^*|]+?)\*{1,2}")
SENTENCE = re.compile(r"(?<=[.:!?])\s+|\n\n|\n(?=[-|])")


@pytest.mark.parametrize("name", FOR_USERS)
def test_a_button_in_a_document_is_named_as_it_is_labelled(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    labels = set(messages("en"))
    said = [sentence for sentence in SENTENCE.split(text) if BUTTON.search(sentence)]
    named = [label.replace("\n", " ") for sentence in said for label in EMPHASIZED.findall(sentence)]
    assert [label for label in named if label not in labels] == []
    assert said
