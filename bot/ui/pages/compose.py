"""Composing a move: an ephemeral message that only the player sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from discord import ui

from bot.match import turn_draft
from bot.match.model import Match
from bot.match.names import with_names
from bot.match.play import game_of
from bot.match.turn_draft import Draft, end_turn, forced_questions, is_drafted
from bot.ui.components import items
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.i18n.language import Language, with_capital
from bot.ui.limits import READ_AT_A_GLANCE
from bot.ui.pages import choices, questions
from bot.ui.pages.quick import Quick, quick_controls, quick_next
from games.core.i18n import Message
from games.core.question import Choice, Question
from games.core.sentences import end_sentence, sentences
from games.core.table import Mark, Table

STEP = "step"
"""The action of choices in a drafted turn; single moves use `pick`."""
_MOST_TOLD = 800
"""The longest description of a draft, in characters."""


def draft_table(draft: Draft, page: int) -> Table:
    """Return the table while composing, with numbered targets."""
    table = replace(turn_draft.draft_table(draft), composing=True, opening=_opening_cells(draft))
    if draft.question is None:
        return replace(table, near=_cells_before(draft))
    choices = questions.choices_of_page(draft.question, page)
    numbered = questions.targets(choices)
    table = replace(table, near=_cells_of(choices))
    return table.with_marks(*(Mark("target", (cell,), sign) for cell, sign in numbered))


def _opening_cells(draft: Draft) -> tuple[str, ...]:
    """Return the cells of the turn's first question."""
    state = draft.steps[0].before if draft.steps else draft.state
    question = game_of(draft.match).presenter.ask(state, draft.seat, ())
    return () if question is None else _cells_of(questions.choices_of_page(question, 0))


def _cells_before(draft: Draft) -> tuple[str, ...]:
    """Return the cells that the last answer was chosen from, so that a close-up of them stays."""
    step = draft.steps[-1]
    *before, answer = step.tokens
    question = game_of(draft.match).presenter.ask(step.before, draft.seat, tuple(before))
    if question is None:
        return ()
    chosen = set(answer.split(","))
    for page in range(len(questions.pages(question))):
        here = questions.choices_of_page(question, page)
        if chosen <= {choice.token for choice in here}:
            return _cells_of(here)
    return ()


def _cells_of(choices: Iterable[Choice]) -> tuple[str, ...]:
    """Return all cells that these choices point at."""
    return tuple(dict.fromkeys(cell for choice in choices for cell in choice.cells))


def quick_moves(draft: Draft, page: int) -> Sequence[Quick]:
    """Return whole moves or steps to offer besides a page of the next choices."""
    if draft.question is None:
        return ()
    return quick_next(draft.match, draft.player, draft.choosing, draft.question, page, draft.state)


def compose(
    draft: Draft,
    page: int,
    shown: items.Item,
    language: Language,
    quick: Sequence[Quick] = (),
    notice: Message | str = "",
    *,
    committed: bool = False,
) -> ui.LayoutView:
    """Return the composing message: what was chosen, the board, and the next choices or Confirm.

    `notice` is said first. `committed`: steps of this turn have been played already, in a version before.
    """
    told = _turn_heading if is_drafted(draft.match) else _heading
    said = "\n".join(part for part in (language(notice), told(draft, page, language)) if part)
    rows: list[items.Item] = [items.text(said), shown]
    if draft.question is not None:
        rows += _answers(draft, draft.question, page, language)
        rows += quick_controls(quick, draft.match, language)
    rows.append(items.buttons(*_last_row(draft, language, committed=committed)))
    return items.layout(*rows)


def first_rows(draft: Draft, language: Language) -> list[items.Row]:
    """Return the answers to a turn's first question on the board itself, whose picture has no numbers."""
    if draft.question is None:
        return []
    click = partial(_step_click, draft.match, ())
    return choices.answer_rows(draft.question, 0, click, language, partial(ends_turn, draft), numbered=False)


def _answers(draft: Draft, question: Question, page: int, language: Language) -> list[items.Row]:
    match = draft.match
    if not is_drafted(match):
        return questions.controls(question, match, draft.tokens, page, language)
    click = partial(_step_click, match, draft.tokens)
    rows = choices.answer_rows(question, page, click, language, partial(ends_turn, draft), numbered=True)
    return [*rows, *questions.pager(question, match, draft.tokens, page, language)]


def _step_click(match: Match, tokens: tuple[str, ...], answer: str) -> Click:
    stamp = questions.stamp(tokens)
    return click_now(STEP, match, f"{stamp}.{answer}" if answer else stamp)


def _last_row(draft: Draft, language: Language, *, committed: bool) -> list[items.Button]:
    match = draft.match
    last = []
    if draft.question is None:
        click = click_now("confirm", match, questions.stamp(draft.tokens))
        last.append(items.button(click, _confirming(draft, language), Style.success))
    if draft.tokens:
        last.append(items.button(click_now("back", match), language.gettext("Back")))
        last.append(items.button(click_now("reset", match), language.gettext("Reset")))
    elif committed:
        last.append(items.button(click_now("undo", match), language.gettext("Undo step")))
        last.append(items.button(click_now("turn", match), language.gettext("Reset turn")))
    last.append(items.button(click_now("type", match), language.gettext("Type move")))
    return last


def ends_turn(draft: Draft, choice: Choice) -> bool:
    """Whether this choice ends the turn. What the turn does is told above the buttons."""
    return draft.question is not None and draft.question.most == 1 and end_turn(draft, choice) is not None


def _confirming(draft: Draft, language: Language) -> str:
    """Return the label of the button that plays a draft: the last step of a turn if it fits on a phone."""
    if is_drafted(draft.match):
        words = with_capital(language(game_of(draft.match).presenter.summarize(draft.moves()[-1:])))
        if len(words) <= READ_AT_A_GLANCE:
            return words
    return language.gettext("Confirm")


def _turn_words(draft: Draft, language: Language) -> str:
    return language(game_of(draft.match).presenter.summarize(draft.moves()))


def _turn_heading(draft: Draft, page: int, language: Language) -> str:
    """Return the steps so far, the question, and explanations of its choices."""
    if draft.question is None:
        told = plain(_sentences(draft, language), _MOST_TOLD)
        lines = [f"{_side(draft, language)}**{told}**", language.gettext("Play it?"), _only_choice(draft, language)]
        return "\n".join(line for line in lines if line)
    so_far = plain(_turn_words(draft, language), _MOST_TOLD) if draft.steps else ""
    lines = [
        language.gettext("Your turn so far: {steps}", steps=so_far) if so_far else "",
        _only_choice(draft, language),
        f"{_side(draft, language)}**{language(draft.question.prompt)}**{_notes(draft.question, page, language)}",
        choices.explanations(draft.question, language),
        "-# " + language.gettext("Nobody else sees this until you end your turn."),
    ]
    return "\n".join(line for line in lines if line)


def _sentences(draft: Draft, language: Language) -> str:
    """Return the whole turn as its player reads it: "You move to P3. You bless P3." and so on."""
    presenter = game_of(draft.match).presenter
    told = [presenter.describe(before, draft.seat, move).personal for before, move in draft.moves()]
    return end_sentence(language(with_names(draft.match, sentences(*told))))


def _heading(draft: Draft, page: int, language: Language) -> str:
    if draft.question is None:
        game, step = game_of(draft.match), draft.steps[-1]
        description = game.presenter.describe(step.before, draft.seat, game.rules.parse(step.text))
        words = plain(language(with_names(draft.match, description.personal)), 300)
        lines = [language.gettext("**{words}** (`{move}`). Play it?", words=words, move=draft.move)]
        return "\n".join(filter(None, [*lines, _only_choice(draft, language)]))
    asked = f"{_side(draft, language)}**{language(draft.question.prompt)}**{_notes(draft.question, page, language)}"
    return "\n".join(filter(None, [_only_choice(draft, language), asked]))


def _only_choice(draft: Draft, language: Language) -> str:
    """Return what was chosen automatically; empty if nothing was."""
    labels = [language(choice.label) for question in forced_questions(draft) for choice in question.choices]
    if not labels:
        return ""
    return "-# " + plain(language.gettext("The only choice here: {choices}.", choices=language.join_list(labels)), 200)


def _notes(question: Question, page: int, language: Language) -> str:
    """Return what the buttons lead to, one line each."""
    return "".join(f"\n-# {plain(note, 120)}" for note in questions.notes(question, page, language))


def _side(draft: Draft, language: Language) -> str:
    """Return the side to move, for a person who plays all sides."""
    sides = game_of(draft.match).info.sides
    return f"{language(sides[draft.seat])}: " if draft.match.hot_seat and draft.seat < len(sides) else ""


def choose(draft: Draft, values: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens after choosing options by their index, ignoring those that are not offered."""
    question = draft.question
    if question is None:
        return draft.tokens
    last = len(question.choices) - 1
    chosen = [question.choices[index] for value in values if (index := read_number(value, last)) is not None]
    if question.most > 1:
        return (*draft.tokens, question.answer(choice.token for choice in chosen))
    return (*draft.tokens, *(choice.token for choice in chosen[:1]))
