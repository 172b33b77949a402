"""Suggestions: steps that continue the typed text, quickly even if a spell can be cast in thousands of ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from games.core.errors import GameError
from games.piously import legal
from games.piously import moves as m
from games.piously.boards import CLASSIC, numbered_board
from games.piously.legal import Steps
from games.piously.notation import parse, text
from games.piously.position import State
from games.piously.rooms import (
    SPELL_CODES,
    SPELL_NAMES,
)
from games.piously.spells import ready_spells

_SEARCHED = 3000
"""The most ways to cast a spell that are searched."""
_SAMPLES = 3
"""The number of ways to cast each spell that are shown while nothing is typed."""


def suggest(state: State, typed: str, limit: int) -> tuple[str, ...]:
    """Return at most `limit` legal steps that start as typed; the typed step itself comes first if it is whole."""
    wanted = _normalize(typed)
    found = chain(
        _exact_match(state, typed), (shown for shown in _texts(state, wanted) if shown.lower().startswith(wanted))
    )
    return tuple(islice(_deduplicate(found), limit))


def _deduplicate(found: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for shown in found:
        if shown not in seen:
            seen.add(shown)
            yield shown


def _normalize(typed: str) -> str:
    """Return the text in lower case without blanks, with a spell's name, or a part of it, as its two letters."""
    compact = "".join(typed.lower().split())
    head, colon, rest = compact.partition(":")
    for name, code in zip(SPELL_NAMES, SPELL_CODES, strict=True):
        if len(head) > len(code) and name.lower().startswith(head):
            return code.lower() + colon + rest
    return compact


def _exact_match(state: State, typed: str) -> Iterator[str]:
    try:
        move = parse(typed)
    except GameError:
        return
    if move in Steps(state):
        yield text(move)


def _texts(state: State, wanted: str) -> Iterator[str]:
    if state.phase == "build":
        yield from map(text, (m.Build(CLASSIC), *(m.Build(numbered_board(number)) for number in range(1, 6))))
        return
    if state.phase == "place":
        yield from map(text, legal.puts(state))
        return
    yield from (text(move) for kind in legal.ACTIONS for move in kind(state))
    for spell in ready_spells(state):
        code = spell.code.lower()
        if not wanted:
            yield from map(text, islice(spell.casts(state), _SAMPLES))
        elif wanted.startswith(code[: len(wanted)]):
            yield from map(text, islice(spell.casts_like(state, wanted), _SEARCHED))
