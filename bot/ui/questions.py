"""From a question of the game to controls: buttons (at most 5), a menu (at most 25), or pages of menus."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from zlib import crc32

from discord import ui

from bot.match.model import Match
from bot.ui import items
from bot.ui.custom_id import Click
from bot.ui.language import Language
from bot.ui.limits import OPTIONS, ROW_BUTTONS
from games.core.question import Choice, Question

MOST_PAGES = 25


@dataclass(frozen=True, slots=True)
class Page:
    """Some choices of a question that fit one menu: those from `start` up to, without, `stop`, under a title."""

    start: int
    stop: int
    title: str


def pages(question: Question) -> list[Page]:
    """The choices cut into menus: whole groups together where they fit, in the order of the question."""
    choices = question.choices
    if len(choices) <= OPTIONS:
        return [Page(0, len(choices), "")]
    chunks: list[Page] = []
    start = 0
    for group, members in groupby(choices, key=lambda choice: choice.group):
        count = len(list(members))
        for offset in range(0, count, OPTIONS):
            stop = start + min(offset + OPTIONS, count)
            chunks.append(Page(start + offset, stop, group))
        start += count
    return _merged(chunks)


def _merged(chunks: list[Page]) -> list[Page]:
    """Neighbouring small pages joined, so that there are few."""
    found: list[Page] = []
    for page in chunks:
        if found and page.stop - found[-1].start <= OPTIONS:
            last = found[-1]
            title = last.title if last.title == page.title or not page.title else f"{last.title} – {page.title}"
            found[-1] = Page(last.start, page.stop, title)
        else:
            found.append(page)
    return found


def stamp(draft: tuple[str, ...]) -> str:
    """A short fingerprint of a draft, so that a click on an outdated menu can be told."""
    return format(crc32("\n".join(draft).encode()) & 0xFFFFFF, "x")


def controls(
    question: Question, match: Match, draft: tuple[str, ...], page: int, language: Language
) -> list[items.Row]:
    """The rows that answer a question; `page` counts from 0 and is put in range."""
    found = pages(question)
    page = max(0, min(page, len(found) - 1))
    rest = stamp(draft)
    shown = question.choices[found[page].start : found[page].stop]
    if len(found) == 1 and question.most == 1 and len(shown) <= ROW_BUTTONS:
        return [items.buttons(*(_button(match, rest, i, choice, language) for i, choice in enumerate(shown)))]
    rows = [_menu(question, match, rest, found[page], language)]
    if len(found) > 1:
        rows.append(_pager(found, match, rest, page, language))
    return rows


def numbered(question: Question, page: int) -> list[tuple[str, ...]]:
    """The cells that the choices of a page point at, in the order of their numbers."""
    found = pages(question)
    here = found[max(0, min(page, len(found) - 1))]
    return [choice.cells for choice in question.choices[here.start : here.stop]]


def _button(match: Match, rest: str, index: int, choice: Choice, language: Language) -> ui.Button[ui.LayoutView]:
    label = language(choice.label)
    shown = f"{index + 1} · {label}" if choice.cells else label
    return items.button(Click("pick", match.id, match.turn, f"{rest}.{index}"), shown)


def _menu(question: Question, match: Match, rest: str, page: Page, language: Language) -> items.Row:
    options = []
    for number, index in enumerate(range(page.start, page.stop), 1):
        choice = question.choices[index]
        label = language(choice.label)
        note = " · ".join(part for part in (language(choice.group), language(choice.note)) if part)
        options.append(items.option(str(index), f"{number} · {label}" if choice.cells else label, note))
    placeholder = language(question.prompt) + (f" ({language(page.title)})" if page.title else "")
    return items.menu(
        Click("pick", match.id, match.turn, rest),
        placeholder,
        options,
        question.least,
        min(question.most, len(options)),
    )


def _pager(found: list[Page], match: Match, rest: str, page: int, language: Language) -> items.Row:
    """A menu that leads to the other pages."""
    options = []
    for index, other in enumerate(found[:MOST_PAGES]):
        title = language(other.title) or language.say("Choices {first}-{last}", first=other.start + 1, last=other.stop)
        here = language.say("shown now") if index == page else ""
        options.append(items.option(str(index), f"{index + 1}/{len(found)} · {title}", here))
    return items.menu(Click("page", match.id, match.turn, rest), language.say("More choices"), options)
