"""From a question of the game to controls: buttons (at most 5), a menu (at most 25), or pages of menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from zlib import crc32

from bot.match.model import Match
from bot.ui.components import items
from bot.ui.components.custom_id import click_now
from bot.ui.components.limits import OPTIONS, ROW_BUTTONS
from bot.ui.i18n.language import Language
from games.core.i18n import gettext
from games.core.question import Choice, Question

MOST_PAGES = 25
NOTHING = "none"
"""In the place of the index of a choice: none of them."""


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
            same = last.title == page.title or not page.title
            title = last.title if same else gettext("{first} – {last}", first=last.title, last=page.title)
            found[-1] = Page(last.start, page.stop, title)
        else:
            found.append(page)
    return found


def stamp(draft: tuple[str, ...]) -> str:
    """A short fingerprint of a draft, so that a click on an outdated menu can be told."""
    return format(crc32("\n".join(draft).encode()) & 0xFFFFFF, "x")


Label = Callable[[int, str, Choice], str]


def _numbered_label(number: int, label: str, choice: Choice) -> str:
    return f"{number} · {label}" if choice.cells else label


def _bare_label(_number: int, label: str, _choice: Choice) -> str:
    return label


def controls(
    question: Question, match: Match, draft: tuple[str, ...], page: int, language: Language
) -> list[items.Row]:
    """The rows that answer a question, numbered as in the picture; `page` counts from 0 and is put in range."""
    found = pages(question)
    page = max(0, min(page, len(found) - 1))
    rows = _answers(question, match, stamp(draft), found[page], _numbered_label, language)
    if len(found) > 1:
        rows.append(_pager(found, match, stamp(draft), page, language))
    return rows


def opening_controls(question: Question, match: Match, language: Language) -> list[items.Row]:
    """The rows that answer the first question on the board itself, whose picture has no numbers.

    Of more choices than a menu holds it offers the pages: the composing message opens with the one chosen.
    """
    found = pages(question)
    if len(found) == 1:
        return _answers(question, match, stamp(()), found[0], _bare_label, language)
    options = [items.option(str(index), _title(page, language)) for index, page in enumerate(found[:MOST_PAGES])]
    return [items.menu(click_now("page", match, stamp(())), language(question.prompt), options)]


def _title(page: Page, language: Language) -> str:
    return language(page.title) or language.gettext("Choices {first}-{last}", first=page.start + 1, last=page.stop)


def _answers(
    question: Question, match: Match, rest: str, page: Page, label: Label, language: Language
) -> list[items.Row]:
    shown = question.choices[page.start : page.stop]
    labels = [label(number, language(choice.label), choice) for number, choice in enumerate(shown, 1)]
    if len(question.choices) <= ROW_BUTTONS and question.most == 1:
        clicks = (click_now("pick", match, f"{rest}.{index}") for index in range(len(shown)))
        return [items.buttons(*(items.button(click, text) for click, text in zip(clicks, labels, strict=True)))]
    options = []
    for index, (text, choice) in enumerate(zip(labels, shown, strict=True), page.start):
        note = " · ".join(part for part in (language(choice.group), language(choice.note)) if part)
        options.append(items.option(str(index), text, note))
    placeholder = language(question.prompt) + (f" ({language(page.title)})" if page.title else "")
    most = min(question.most, len(options))
    rows = [items.menu(click_now("pick", match, rest), placeholder, options, question.least, most)]
    if question.least == 0:  # Discord tells nothing of a menu in which nothing was chosen
        rows.append(
            items.buttons(
                items.button(click_now("pick", match, f"{rest}.{NOTHING}"), language.gettext("None of these"))
            )
        )
    return rows


def shown(question: Question, page: int) -> tuple[Choice, ...]:
    """The choices of a page, in the order of their numbers; `page` counts from 0 and is put in range."""
    found = pages(question)
    here = found[max(0, min(page, len(found) - 1))]
    return question.choices[here.start : here.stop]


def _pager(found: list[Page], match: Match, rest: str, page: int, language: Language) -> items.Row:
    """A menu that leads to the other pages; of many, those around the page that is shown."""
    options = []
    first = max(0, min(page - MOST_PAGES // 2, len(found) - MOST_PAGES))
    for index, other in enumerate(found[first : first + MOST_PAGES], first):
        here = language.gettext("shown now") if index == page else ""
        options.append(items.option(str(index), f"{index + 1}/{len(found)} · {_title(other, language)}", here))
    return items.menu(click_now("page", match, rest), language.gettext("More choices"), options)
