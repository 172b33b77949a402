"""Turn a question of the game into controls: buttons (at most 20), a menu (at most 25), or pages of menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from zlib import crc32

from discord import SelectOption

from bot.match.model import Match
from bot.ui.components import items
from bot.ui.components.custom_id import click_now
from bot.ui.i18n.language import Language
from bot.ui.limits import MOST_BUTTONS, OPTIONS, READ_AT_A_GLANCE, ROW_BUTTONS
from games.core.i18n import gettext
from games.core.question import Choice, Question

_MOST_PAGE_MENUS = 4
"""The most menus that lead to pages; if there are more pages, they lead to those around the current one."""
_MOST_ROWS = MOST_BUTTONS // ROW_BUTTONS
NOTHING = "none"
"""Used instead of a choice's index: none of them."""


@dataclass(frozen=True, slots=True)
class ChoicePage:
    """Choices of a question that fit into one menu, by their index, with a title; at least `least` must be taken."""

    indices: tuple[int, ...]
    title: str
    least: int = 1


def pages(question: Question) -> list[ChoicePage]:
    """Split the choices into menus: suggested ones first, then in order, keeping groups together if they fit."""
    choices = question.choices
    if len(choices) <= OPTIONS:
        return [ChoicePage(tuple(range(len(choices))), "", question.least)]
    chunks: list[ChoicePage] = []
    start, least = 0, min(1, question.least)
    for group, members in groupby(choices, key=lambda choice: choice.group):
        stop = start + len(list(members))
        chunks += [
            ChoicePage(tuple(range(first, min(first + OPTIONS, stop))), group, least)
            for first in range(start, stop, OPTIONS)
        ]
        start = stop
    return [*_suggestion_page(question), *_number_alike(_merge(chunks))]


def _suggestion_page(question: Question) -> list[ChoicePage]:
    """Return the page of choices that the game suggests, if any."""
    wanted = frozenset(question.suggested)
    found = tuple(index for index, choice in enumerate(question.choices) if choice.token in wanted)
    return [ChoicePage(found, gettext("Suggested"), question.least)] if found else []


def _merge(chunks: list[ChoicePage]) -> list[ChoicePage]:
    """Merge neighbouring small pages."""
    found: list[ChoicePage] = []
    first = ""
    for page in chunks:
        if found and len(found[-1].indices) + len(page.indices) <= OPTIONS:
            last = found[-1]
            same = page.title in {first, ""}
            title = last.title if same else gettext("{first} … {last}", first=first, last=page.title)
            found[-1] = ChoicePage(last.indices + page.indices, title, page.least)
        else:
            first = page.title
            found.append(page)
    return found


def _number_alike(found: Sequence[ChoicePage]) -> list[ChoicePage]:
    """Number the pages that have the same title."""
    numbers = Counter(page.title for page in found)
    seen: Counter[str] = Counter()
    numbered = []
    for page in found:
        seen[page.title] += 1
        title = page.title
        if title and numbers[title] > 1:
            title = gettext("{title} ({n} of {all})", title=title, n=seen[title], all=numbers[title])
        numbered.append(replace(page, title=title))
    return numbered


def stamp(draft: tuple[str, ...]) -> str:
    """Return a short fingerprint of a draft, which detects clicks on an outdated menu."""
    return format(crc32("\n".join(draft).encode()) & 0xFFFFFF, "x")


def signs(choices: Sequence[Choice]) -> list[str]:
    """Return each choice's sign in the picture: its own, or a number; empty if it has no place there."""
    numbers = iter(range(1, len(choices) + 1))
    return [(choice.sign or str(next(numbers))) if choice.cells else "" for choice in choices]


def numbered_labels(choices: Sequence[Choice], language: Language) -> list[str]:
    """Return the labels with the numbers of the picture; a choice's own sign is part of its label."""
    return [
        f"{sign} · {language(choice.label)}" if sign and not choice.sign else language(choice.label)
        for sign, choice in zip(signs(choices), choices, strict=True)
    ]


def _bare_labels(choices: Sequence[Choice], language: Language) -> list[str]:
    return [language(choice.label) for choice in choices]


def controls(
    question: Question, match: Match, draft: tuple[str, ...], page: int, language: Language
) -> list[items.Row]:
    """Return the rows that answer a question, numbered as in the picture; `page` counts from 0 and is clamped."""
    labels = numbered_labels(choices_of_page(question, page), language)
    rows = _answers(question, match, stamp(draft), choice_page(question, page), labels, language)
    return [*rows, *pager(question, match, draft, page, language)]


def opening_controls(question: Question, match: Match, language: Language) -> list[items.Row]:
    """Return the rows that answer the first question on the board itself, whose picture has no numbers.

    Of more choices than a menu holds it offers the pages: the composing message opens with the one chosen.
    """
    found = pages(question)
    if len(found) == 1:
        return _answers(question, match, stamp(()), found[0], _bare_labels(question.choices, language), language)
    options = [items.option(str(index), _title(page, language)) for index, page in enumerate(found)]
    return _page_menus(options, match, stamp(()), language(question.prompt))


def _title(page: ChoicePage, language: Language) -> str:
    first, last = page.indices[0] + 1, page.indices[-1] + 1
    return language(page.title) or language.gettext("Choices {first}–{last}", first=first, last=last)


def are_buttons(question: Question, labels: Sequence[str]) -> bool:
    """Whether each choice gets a button: a single choice of at most 20, with labels that fit on a phone."""
    return question.most == 1 and len(question.choices) <= MOST_BUTTONS and max(map(len, labels)) <= READ_AT_A_GLANCE


def _answers(
    question: Question, match: Match, rest: str, page: ChoicePage, labels: Sequence[str], language: Language
) -> list[items.Row]:
    if are_buttons(question, labels):
        clicks = (click_now("pick", match, f"{rest}.{index}") for index in page.indices)
        made = (items.button(click, text) for click, text in zip(clicks, labels, strict=True))
        return button_rows(list(zip((question.choices[index] for index in page.indices), made, strict=True)))
    options = []
    for index, text in zip(page.indices, labels, strict=True):
        choice = question.choices[index]
        heading = "" if page.title else language(choice.group)
        note = " · ".join(part for part in (heading, language(choice.note)) if part)
        options.append(items.option(str(index), text, note))
    placeholder = language(question.prompt) + (f" · {language(page.title)}" if page.title else "")
    most = min(question.most, len(options))
    rows = [items.menu(click_now("pick", match, rest), placeholder, options, page.least, most)]
    if question.least == 0:  # Discord sends no event if nothing is chosen in a menu
        rows.append(
            items.buttons(
                items.button(click_now("pick", match, f"{rest}.{NOTHING}"), language.gettext("None of these"))
            )
        )
    return rows


def button_rows(made: Sequence[tuple[Choice, items.Button]]) -> list[items.Row]:
    """Return a row for each group of choices if that makes few rows; else full rows."""
    groups = [[button for _, button in members] for _, members in groupby(made, key=lambda one: str(one[0].group))]
    rows = [row for group in groups for row in _evenly(group)]
    return rows if len(rows) <= _MOST_ROWS else items.rows_of([button for _, button in made])


def _evenly(buttons: Sequence[items.Button]) -> Iterable[items.Row]:
    """Return rows of nearly equal length: six buttons are two rows of three."""
    rows = -(-len(buttons) // ROW_BUTTONS)
    width = -(-len(buttons) // rows)
    return (items.buttons(*buttons[start : start + width]) for start in range(0, len(buttons), width))


def notes(question: Question, page: int, language: Language) -> list[str]:
    """Return what the buttons of a page lead to, one line each, since buttons have no description."""
    here = choices_of_page(question, page)
    labels = numbered_labels(here, language)
    if not are_buttons(question, labels):
        return []
    return [f"{label}: {language(choice.note)}" for label, choice in zip(labels, here, strict=True) if choice.note]


def choices_of_page(question: Question, page: int) -> tuple[Choice, ...]:
    """Return the choices of a page, in the order of their numbers; `page` counts from 0 and is clamped."""
    return tuple(question.choices[index] for index in choice_page(question, page).indices)


def choice_page(question: Question, page: int) -> ChoicePage:
    """Return a page of the question; `page` counts from 0 and is clamped."""
    found = pages(question)
    return found[max(0, min(page, len(found) - 1))]


def targets(choices: Sequence[Choice]) -> list[tuple[str, str]]:
    """Return cells and their signs for these choices; several choices at one cell share a sign."""
    found: dict[str, str] = {}
    for sign, choice in zip(signs(choices), choices, strict=True):
        if sign:
            cell = choice.cells[-1]
            found[cell] = f"{found[cell]}/{sign}" if cell in found else sign
    return list(found.items())


def pager(question: Question, match: Match, draft: tuple[str, ...], page: int, language: Language) -> list[items.Row]:
    """Return menus that lead to the other pages; none for a single page."""
    found = pages(question)
    if len(found) == 1:
        return []
    page = max(0, min(page, len(found) - 1))
    options = []
    most = _MOST_PAGE_MENUS * OPTIONS
    first = max(0, min(page - most // 2, len(found) - most))
    for index, other in enumerate(found[first : first + most], first):
        here = language.gettext("shown now") if index == page else ""
        options.append(items.option(str(index), f"{index + 1}/{len(found)} · {_title(other, language)}", here))
    return _page_menus(options, match, stamp(draft), language.gettext("More choices"))


def _page_menus(options: Sequence[SelectOption], match: Match, rest: str, words: str) -> list[items.Row]:
    """Return the pages in as few menus as possible, of similar length, each naming its pages if there are several."""
    number = min(_MOST_PAGE_MENUS, -(-len(options) // OPTIONS))
    size = min(OPTIONS, -(-len(options) // number))
    rows = []
    for menu in range(number):
        here = options[menu * size : (menu + 1) * size]
        first, last = menu * size + 1, menu * size + len(here)
        label = words if number == 1 else f"{words} ({first}-{last})"
        rows.append(items.menu(click_now("page", match, f"{rest}.{menu}" if menu else rest), label, here))
    return rows
