"""Bullet: complete moves as single choices, where choosing step by step would take more than two taps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, ParamSpec

import structlog

from bot.match.model import Match, Player
from bot.match.names import with_names
from bot.match.play import AnyGame, State, game_of, state_of
from bot.match.turn_draft import is_drafted
from bot.ui.components import items
from bot.ui.components.custom_id import click_now
from bot.ui.components.workers import Workers
from bot.ui.i18n.language import Language
from bot.ui.limits import OPTION_VALUE, OPTIONS
from bot.ui.pages import questions
from games.core.i18n import Message
from games.core.question import DONE, Choice, Question, answers
from games.core.search.greedy import shortlist

P = ParamSpec("P")
_log = structlog.get_logger(__name__)

BEST, ALONE = "quick", "alone"
"""The actions of the two kinds of menus: some whole moves, and all shortest complete moves."""

MOST_MENUS = 3
"""The most menus of shortest moves; if they don't fit, none are offered."""


@dataclass(frozen=True, slots=True)
class Quick:
    """A menu of whole moves: their texts and descriptions."""

    action: str
    moves: tuple[tuple[str, Message | str], ...]


async def in_bullet(
    workers: Workers, match: Match, work: Callable[P, Sequence[Quick]], *args: P.args, **kwargs: P.kwargs
) -> Sequence[Quick]:
    """Return the menus that `work` finds, in a thread; none under other clocks or if it fails."""
    if match.time.kind != "bullet":
        return ()
    try:
        return await workers.run(work, *args, **kwargs)
    except Exception:  # noqa: BLE001 - the edge: a match never stops for a menu
        _log.exception("no whole moves", match=match.code)
        return ()


def quick_first(match: Match) -> Sequence[Quick]:
    """Return, for the board, some of the moves that are more than two taps away."""
    if len(match.to_act) != 1 or match.to_act[0].user is None:
        return ()
    player = match.to_act[0]
    writer = _Writer(match, player, game_of(match).rules.view(state_of(match), player.seat))
    question = writer.ask(())
    if question is None:
        return ()
    # If there are many choices, the board offers pages, and opening a page is the first tap.
    taps = 2 if len(questions.pages(question)) == 1 else 1
    return _without_empty(Quick(BEST, writer.describe_all(writer.best((), question.choices, taps))))


def quick_next(
    match: Match, player: Player, draft: tuple[str, ...], question: Question, page: int, state: State
) -> Sequence[Quick]:
    """Return, for a page of a question after `draft`, moves that would take more than one further tap."""
    writer = _Writer(match, player, state)
    choices = questions.choices_of_page(question, page)
    alone = list(writer.alone(draft)) if question.most == 1 else []
    whole = (text for text in writer.best(draft, choices, 1) if text not in alone)
    menus = (
        Quick(ALONE, writer.describe_all(alone[start : start + OPTIONS])) for start in range(0, len(alone), OPTIONS)
    )
    return _without_empty(*menus, Quick(BEST, writer.describe_all(whole)))


def quick_controls(menus: Sequence[Quick], match: Match, language: Language) -> list[items.Row]:
    """Return the rows of these menus."""
    headings = {
        BEST: language.gettext("Whole steps")
        if is_drafted(match)
        else language.gettext("Full moves (played immediately)"),
        ALONE: language.gettext("Just this (played immediately)"),
    }
    return [
        items.menu(
            click_now(menu.action, match, str(number) if number else ""),
            headings[menu.action],
            [items.option(text, language(words), text) for text, words in menu.moves],
        )
        for number, menu in enumerate(menus)
    ]


def _without_empty(*menus: Quick) -> Sequence[Quick]:
    return [menu for menu in menus if menu.moves]


class _Writer:
    """Finds whole moves of a player in a state as the player sees it."""

    def __init__(self, match: Match, player: Player, state: State) -> None:
        self._match = match
        self._game: AnyGame = game_of(match)
        self._rated = match.rated
        self._seat = player.seat
        self._state = state

    def ask(self, draft: tuple[str, ...]) -> Question | None:
        """Return the next question."""
        return self._game.presenter.ask(self._state, self._seat, draft)

    def best(self, draft: tuple[str, ...], choices: Sequence[Choice], taps: int) -> Iterator[str]:
        """Return moves that begin with the draft and one of the choices, and need more than `taps` taps from there.

        Where none of the shortlist does, each choice goes on in the first way that is offered.
        """
        begun, depth, found = {choice.token for choice in choices}, len(draft), False
        for move in self._worth_a_look():
            tokens = self._game.presenter.tokens(self._state, move)
            further = tokens[depth:]
            if _taps(further) > taps and tokens[:depth] == draft and begun.issuperset(further[0].split(",")):
                found = True
                yield self._game.rules.text(move)
        several = not found and (question := self.ask(draft)) is not None and question.most > 1
        begins = [draft] if several else [(*draft, choice.token) for choice in choices]
        for path in () if found else map(self._first_way, begins):
            if _taps(path[depth:]) > taps:
                yield self._game.presenter.compose(path)

    def _worth_a_look(self) -> list[Any]:
        """Yield whole moves, the best at a glance first; in rated matches those that typing would offer."""
        if self._rated:
            return [
                self._game.rules.parse(text)
                for text in self._game.presenter.suggest(self._state, self._seat, "", OPTIONS)
            ]
        same_each_time = Random(0)  # noqa: S311 - a list to choose from is no secret
        return shortlist(self._game.player, self._state, self._seat, same_each_time)

    def _first_way(self, draft: tuple[str, ...]) -> tuple[str, ...]:
        while (question := self.ask(draft)) is not None:
            draft = (*draft, next(iter(answers(question))))
        return draft

    def alone(self, draft: tuple[str, ...]) -> Sequence[str]:
        """Return all shortest moves that begin with the draft and need more than one further choice."""
        paths = list(islice(self._shortest_ways(draft), MOST_MENUS * OPTIONS + 1))
        if len(paths) > MOST_MENUS * OPTIONS:
            return ()
        return [self._game.presenter.compose(path) for path in paths if len(path) > len(draft) + 1]

    def _shortest_ways(self, draft: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield every shortest continuation of the draft."""
        question = self.ask(draft)
        if question is None:
            yield draft
        elif question.choices[0].token == DONE:
            yield (*draft, DONE)
        else:
            for token in answers(question):
                yield from self._shortest_ways((*draft, token))

    def _describe(self, text: str) -> str:
        move = self._game.rules.parse(text)
        return with_names(self._match, self._game.presenter.describe(self._state, self._seat, move).personal)

    def describe_all(self, texts: Iterable[str]) -> tuple[tuple[str, Message | str], ...]:
        """Describe as many moves as a menu holds."""
        fitting = islice(dict.fromkeys(text for text in texts if len(text) <= OPTION_VALUE), OPTIONS)
        return tuple((text, self._describe(text)) for text in fitting)


def _taps(tokens: Sequence[str]) -> int:
    """Count the taps for these tokens; some answers take several."""
    return sum(len(token.split(",")) for token in tokens)
