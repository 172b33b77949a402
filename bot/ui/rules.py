"""The rules of a game as pages: the words of its RULES.md, or RULES.de.md, with the positions drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from discord import ui

import games
from bot.ui import items
from bot.ui.custom_id import Click
from bot.ui.language import Language
from bot.ui.limits import OPTIONS, clip
from render.rules import Example, Section, read_rules

PAGE_TEXT = 3000
MOST_PICTURES = 4


@dataclass(frozen=True, slots=True)
class Page:
    """One topic: its number, title, words and the positions it shows."""

    number: int
    title: str
    words: str
    examples: tuple[Example, ...]


@cache
def pages(game: str, language: str = "en") -> tuple[Page, ...]:
    """The topics of a game's rules, one for each chapter; in English where they are not there in the language."""
    folder = resources.files(f"games.{game}")
    translated = folder.joinpath(f"RULES.{language}.md")
    file = translated if translated.is_file() else folder.joinpath("RULES.md")
    text = file.read_text(encoding="utf-8")
    chapters: list[list[Section]] = []
    for section in read_rules(text):
        if section.level <= 2 or not chapters:
            chapters.append([])
        chapters[-1].append(section)
    shown = [chapter for chapter in chapters if any(part.words.strip() or part.examples for part in chapter)]
    return tuple(_page(number, chapter) for number, chapter in enumerate(shown[:OPTIONS]))


def _page(number: int, chapter: list[Section]) -> Page:
    words = [chapter[0].words.strip(), *(f"**{part.title}**\n{part.words.strip()}" for part in chapter[1:])]
    examples = tuple(example for part in chapter for example in part.examples)
    return Page(number, chapter[0].title, clip(_tables("\n\n".join(words)), PAGE_TEXT), examples)


def _tables(markdown: str) -> str:
    """Discord knows no tables: their rows become lines of code."""
    lines: list[str] = []
    inside = False
    for line in markdown.splitlines():
        row = line.startswith("|")
        if row != inside:
            lines.append("```")
            inside = row
        if not (row and set(line) <= set("|-: ")):
            lines.append(_cells(line) if row else line)
    return "\n".join([*lines, "```"] if inside else lines)


def _cells(line: str) -> str:
    return "  ".join(cell.strip() for cell in line.strip().strip("|").split("|"))


def find(game: str, topic: str, language: Language) -> Page | None:
    """The page whose number or title begins so."""
    found = pages(game, language.code)
    wanted = topic.strip().lower()
    numbered = next((page for page in found if str(page.number) == wanted), None)
    return numbered or next((page for page in found if wanted in page.title.lower()), None)


def view(game: str, page: Page, pictures: list[tuple[str, str]], language: Language) -> ui.LayoutView:
    """The page with its pictures (file name and description), and a menu of the topics."""
    info = games.find(game).info
    rows: list[items.Item] = [items.text(f"## {info.title} · {page.title}\n{page.words}")]
    for example, (name, alt) in zip(page.examples, pictures, strict=False):
        rows.append(items.picture(name, alt))
        if example.caption:
            rows.append(items.text(f"-# {example.caption}"))
    options = [items.option(str(other.number), other.title) for other in pages(game, language.code)]
    rows.append(items.menu(Click("rules-page", rest=game), language.say("Another topic"), options))
    if games.find(game).lessons():
        rows.append(
            items.buttons(items.button(Click("tutorial", rest=f"{game}.0"), language.say("Tutorial: five steps")))
        )
    return items.layout(*rows)
