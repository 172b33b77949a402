"""The answers to a question of a drafted turn: buttons in rows by kind, or a menu if there are too many.

The caller makes the custom ids, so that the same controls serve a match and the trainer.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.pages import questions
from games.core.question import Choice, Question

ClickOf = Callable[[str], Click]
"""Returns the click for an answer: a choice's index, or `questions.NOTHING`; empty for a menu."""
EndsTurn = Callable[[Choice], bool]
"""Whether a choice ends the turn."""


def ends_nothing(_choice: Choice) -> bool:
    """Default for `ends`, used in tutorials, where no button stands out."""
    return False


def answer_rows(
    question: Question, page: int, click: ClickOf, language: Language, ends: EndsTurn = ends_nothing, *, numbered: bool
) -> list[items.Row]:
    """Return the rows that answer a question.

    `numbered`: the picture beside them has the numbers of the choices.
    """
    here = questions.choice_page(question, page)
    shown = [question.choices[index] for index in here.indices]
    marked = questions.signs(shown) if numbered else [""] * len(shown)
    labels = [_label(sign, choice, language) for sign, choice in zip(marked, shown, strict=True)]
    if questions.are_buttons(question, labels):
        clicks = (click(str(index)) for index in here.indices)
        made = [
            (choice, items.button(one, label, _style(choice, ends, numbered=numbered)))
            for choice, one, label in zip(shown, clicks, labels, strict=True)
        ]
        return questions.button_rows(made)
    options = [
        items.option(str(index), label, _note(choice, language))
        for index, choice, label in zip(here.indices, shown, labels, strict=True)
    ]
    most = min(question.most, len(options))
    rows = [items.menu(click(""), language(question.prompt), options, here.least, most)]
    if question.least == 0:  # Discord sends no event if nothing is chosen in a menu
        rows.append(items.buttons(items.button(click(questions.NOTHING), language.gettext("None of these"))))
    return rows


def explanations(question: Question, language: Language) -> str:
    """Return explanations of the choices, one line each, with why one is not on offer now; empty if there are none."""
    lines = []
    for one in question.explanations:
        line = f"-# **{plain(language(one.title), 100)}**: {plain(language(one.words), 300)}"
        if one.obstacle:
            line += " " + language.gettext("*Not now: {reason}*", reason=plain(language(one.obstacle), 200))
        lines.append(line)
    return "\n".join(lines)


def _label(sign: str, choice: Choice, language: Language) -> str:
    label = language(choice.label)
    return f"{sign} · {label}" if sign and not choice.sign else label


def _note(choice: Choice, language: Language) -> str:
    return " · ".join(part for part in (language(choice.group), language(choice.note)) if part)


def _style(choice: Choice, ends: EndsTurn, *, numbered: bool) -> Style:
    """Return a button's style; on the board itself, ending the turn does not stand out."""
    if choice.confirms:
        return Style.success
    return Style.primary if numbered and ends(choice) else Style.secondary
