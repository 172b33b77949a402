"""Composing a move: an ephemeral message that only the mover sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.match.model import Match, Player
from bot.match.play import game_of, state_of
from bot.ui.components import items
from bot.ui.components.custom_id import click_now
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.i18n.language import Language
from bot.ui.pages import questions
from bot.ui.pages.quick import Quick, quick_controls, quick_next
from games.core.question import Question
from games.core.table import Mark, Table


@dataclass(frozen=True, slots=True)
class Draft:
    """A move in the making: the question that comes next, or the whole move as text."""

    match: Match
    player: Player
    tokens: tuple[str, ...]
    question: Question | None
    move: str

    @property
    def complete(self) -> bool:
        """True when nothing is left to choose."""
        return self.question is None


def draft_of(match: Match, player: Player, tokens: tuple[str, ...]) -> Draft:
    """The draft that the tokens make. Raises GameError when they lead nowhere."""
    game = game_of(match)
    state = _view(match, player)
    question = game.presenter.ask(state, player.seat, tokens)
    return Draft(match, player, tokens, question, game.presenter.compose(tokens) if question is None else "")


def draft_table(draft: Draft, page: int) -> Table:
    """The table as it looks while composing, with numbered targets."""
    game = game_of(draft.match)
    shown = game.presenter.preview(_view(draft.match, draft.player), draft.player.seat, draft.tokens)
    table = replace(shown, composing=True)
    if draft.question is None:
        state = _view(draft.match, draft.player)
        return table.with_marks(*game.presenter.describe(state, draft.player.seat, game.rules.parse(draft.move)).marks)
    numbered = questions.targets(questions.shown(draft.question, page))
    return table.with_marks(*(Mark("target", (cell,), sign) for cell, sign in numbered))


def quick_moves(draft: Draft, page: int) -> Sequence[Quick]:
    """Whole moves to offer beside a page of the next choices."""
    return quick_next(draft.match, draft.player, draft.tokens, draft.question, page) if draft.question else ()


def compose(
    draft: Draft, page: int, shown: items.Item, language: Language, quick: Sequence[Quick] = ()
) -> ui.LayoutView:
    """The message: what has been chosen, the board, and the next choices or Confirm."""
    match = draft.match
    game = game_of(match)
    rows: list[items.Item] = [items.text(_heading(draft, page, language)), shown]
    last = []
    if draft.question is None:
        confirm = click_now("confirm", match, questions.stamp(draft.tokens))
        last.append(items.button(confirm, language.gettext("Confirm"), Style.success))
    else:
        rows += questions.controls(draft.question, match, draft.tokens, page, language)
        rows += quick_controls(quick, match, language)
    if draft.tokens:
        last.append(items.button(click_now("back", match), language.gettext("Back")))
        last.append(items.button(click_now("reset", match), language.gettext("Reset")))
    elif game.info.multi_step:
        last.append(items.button(click_now("undo", match), language.gettext("Undo step")))
        last.append(items.button(click_now("turn", match), language.gettext("Reset turn")))
    last.append(items.button(click_now("type", match), language.gettext("Type move")))
    rows.append(items.buttons(*last))
    return items.layout(*rows)


def _heading(draft: Draft, page: int, language: Language) -> str:
    if draft.question is None:
        game = game_of(draft.match)
        telling = game.presenter.describe(
            _view(draft.match, draft.player), draft.player.seat, game.rules.parse(draft.move)
        )
        words = plain(language(telling.words), 200)
        return language.gettext("**{words}** (`{move}`). Play it?", words=words, move=draft.move)
    prompt = language(draft.question.prompt)
    side = game_of(draft.match).info.sides
    seat = draft.player.seat
    shown = f"{language(side[seat])}: " if draft.match.hot_seat and seat < len(side) else ""
    notes = [f"-# {plain(note, 120)}" for note in questions.notes(draft.question, page, language)]
    return "\n".join([f"{shown}**{prompt}**", *notes])


def choose(draft: Draft, values: list[str]) -> tuple[str, ...]:
    """The tokens after choosing options by their index in the question. Raises GameError when they are not offered."""
    question = draft.question
    if question is None:
        return draft.tokens
    last = len(question.choices) - 1
    chosen = [question.choices[index] for value in values if (index := read_number(value, last)) is not None]
    if question.most > 1:
        return (*draft.tokens, question.answer(choice.token for choice in chosen))
    return (*draft.tokens, *(choice.token for choice in chosen[:1]))


def _view(match: Match, player: Player) -> object:
    game = game_of(match)
    return game.rules.view(state_of(match), player.seat)
