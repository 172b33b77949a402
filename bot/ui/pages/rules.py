"""The rules of a game as pages: the text of RULES.md, or RULES.de.md, with its positions drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import zip_longest
from typing import assert_never

from discord import ui

import games
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT, OPTIONS, clip
from games.core.sentences import end_sentence
from render.markdown import Block, Code, Grid, Heading, Words
from render.rules import Example, Section, read_rules

PAGE_TEXT = 3000
MOST_PICTURES = 4
_MOST_TITLE = 28
"""The longest title on a button that fits on a phone, in characters."""
CODE_WIDTH = 48
"""The number of monospaced characters that fit on a line of a phone."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A topic: its number, title, text and positions."""

    number: int
    title: str
    words: str
    examples: tuple[Example, ...]

    @property
    def board_characters(self) -> int:
        """Return the room for each of its boards as text, in characters."""
        captions = sum(len(example.caption) for example in self.examples)
        return (MESSAGE_TEXT - 300 - len(self.words) - captions) // max(1, len(self.examples[:MOST_PICTURES]))


@cache
def pages(game: str, language: str = "en") -> tuple[RulesPage, ...]:
    """Return the topics of a game's rules, one per chapter; in English if there is no translation.

    A game of another folder may have no rules: then one page says so, and what the game is about.
    """
    folder = resources.files(f"games.{game}")
    translated = folder.joinpath(f"RULES.{language}.md")
    file = translated if translated.is_file() else folder.joinpath("RULES.md")
    if not file.is_file():
        return (_page_without_rules(game, Language(language)),)
    text = file.read_text(encoding="utf-8")
    chapters: list[list[Section]] = []
    for section in read_rules(text):
        if section.level <= 2 or not chapters:
            chapters.append([])
        chapters[-1].append(section)
    shown = [chapter for chapter in chapters if any(part.blocks or part.examples for part in chapter)]
    return tuple(_page(number, chapter) for number, chapter in enumerate(shown[:OPTIONS]))


def _page_without_rules(game: str, language: Language) -> RulesPage:
    info = games.find(game).info
    missing = language.gettext("No rules were written for this game. Try it against the easy AI: `/{game}`", game=game)
    return RulesPage(0, language(info.title), f"{end_sentence(language(info.summary))}\n\n{missing}", ())


def _page(number: int, chapter: list[Section]) -> RulesPage:
    words = [_words(chapter[0]), *(f"**{part.title}**\n{_words(part)}" for part in chapter[1:])]
    examples = tuple(example for part in chapter for example in part.examples)
    return RulesPage(number, chapter[0].title, clip("\n\n".join(words), PAGE_TEXT), examples)


def _words(section: Section) -> str:
    return "\n\n".join("\n".join(_lines(block)) for block in section.blocks)


def _lines(block: Block) -> Sequence[str]:
    """Yield a block's lines for Discord, which keeps line breaks and has no tables."""
    match block:
        case Words(lines):
            return lines
        case Code(_, text):
            # Inline code, because a phone does not wrap the lines of a code block.
            return [f"`{line}`" for line in text.splitlines()]
        case Grid(rows):
            return _table(rows)
        case Heading(_, title):
            return [f"**{title}**"]
    assert_never(block)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Yield a table's lines: narrow tables as monospaced text, wide ones as lists."""
    bare = [[cell.replace("`", "").replace("**", "") for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*bare, fillvalue="")]
    if sum(widths) + 2 * len(widths) <= CODE_WIDTH:
        aligned = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in bare)
        return ["```", *aligned, "```"]
    heads, *others = [" · ".join(filter(None, row)) for row in rows]
    return [f"-# {heads}", *(f"- {row}" for row in others)]


def find(game: str, topic: str, language: Language) -> RulesPage | None:
    """Return the page whose number or title begins with `topic`."""
    found = pages(game, language.code)
    wanted = topic.strip().lower()
    numbered = next((page for page in found if str(page.number) == wanted), None)
    return numbered or next((page for page in found if wanted in page.title.lower()), None)


def trainer_button(game: str, language: Language) -> list[items.Button]:
    """Return the button that opens the game's exercises; none if it has none."""
    trainer = games.find(game).presenter.trainer()
    return [] if trainer is None else [items.button(Click("trainer", rest=f"{game}.0"), language(trainer.title))]


def chapter(game: str, number: int, language: Language) -> RulesPage:
    """Return the page of a chapter by its number in the rules; the first page if there is no such chapter."""
    found = pages(game, language.code)
    headed = re.compile(rf"{number}[. ]")
    return next((page for page in found if headed.match(page.title)), found[0])


def view(game: str, page: RulesPage, shown: Sequence[items.Item], language: Language) -> ui.LayoutView:
    """Return the page with its boards and a menu of topics."""
    info = games.find(game).info
    heading = info.title if page.title == info.title else f"{info.title} · {page.title}"
    rows: list[items.Item] = [items.text(f"## {heading}\n{page.words}")]
    for example, board in zip_longest(page.examples[: len(shown)], shown):
        rows.append(board)
        if example is not None and example.caption:
            rows.append(items.text(f"-# {example.caption}"))
    options = [items.option(str(other.number), other.title) for other in pages(game, language.code)]
    if len(options) > 1:
        rows.append(items.menu(Click("rules-page", rest=game), language.gettext("Another topic"), options))
    controls = _following(game, page, language)
    if games.find(game).presenter.lessons():
        tutorial = items.button(Click("tutorial", rest=f"{game}.0"), language.gettext("Tutorial: five steps"))
        controls += [tutorial, *trainer_button(game, language)]
    return items.layout(*rows, *([items.buttons(*controls)] if controls else []))


def _following(game: str, page: RulesPage, language: Language) -> list[items.Button]:
    """Return the button to the next topic, which it names; none on the last page."""
    following = next((other for other in pages(game, language.code) if other.number > page.number), None)
    if following is None:
        return []
    click, title = Click("rules-page", rest=f"{game}.{following.number}"), without_number(following.title)
    return [items.button(click, language.gettext("Next: {topic}", topic=clip(title, _MOST_TITLE)), Style.primary)]


def without_number(title: str) -> str:
    """Return a chapter's title without its number: "3. A turn" and "3 A turn" become "A turn"."""
    return re.sub(r"^\d+[. ]+", "", title)
