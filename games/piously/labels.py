"""Steps as they are offered: in a few words, with the tile they point at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core.i18n import Message, gettext, join_list, ngettext, pgettext
from games.piously import moves as m
from games.piously.actions import blessing_cost
from games.piously.position import State
from games.piously.rooms import ARTWORK, SPELL_NAMES, TILE_NAMES
from games.piously.spells import SPELL_OF
from games.piously.spells.spell import Label


def label(state: State, move: m.Move) -> Message:
    """Return the step in a few words."""
    return _LABELS[type(move)](state, move)[0]


def target_tiles(state: State, move: m.Move) -> tuple[str, ...]:
    """Return the tiles that the step points at."""
    tile = _LABELS[type(move)](state, move)[1]
    return () if tile is None else (TILE_NAMES[tile],)


def _walk(_state: State, move: m.Walk) -> Label:
    return gettext("Move to {tile}", tile=TILE_NAMES[move.tile]), move.tile


def _bless(state: State, _move: m.Bless) -> Label:
    tile = state.objects[state.mover]
    return ngettext("Bless {tile}", "Bless {tile} for {n}", blessing_cost(state), tile=TILE_NAMES[tile]), tile


def _drop(_state: State, move: m.Drop) -> Label:
    return gettext(
        "Drop the {artwork} on {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[move.tile]
    ), move.tile


def _pick_up(state: State, move: m.PickUp) -> Label:
    return gettext("Take {artwork}", artwork=SPELL_NAMES[move.room]), state.objects[ARTWORK + move.room]


def _end(_state: State, move: m.End) -> Label:
    if move.learn is None:
        return gettext("End turn"), None
    return gettext("Learn {spell}", spell=SPELL_NAMES[move.learn]), None


_LABELS: dict[type, Callable[[State, Any], Label]] = {
    m.Walk: _walk,
    m.Bless: _bless,
    m.Drop: _drop,
    m.PickUp: _pick_up,
    m.End: _end,
    **{kind: spell.label for kind, spell in SPELL_OF.items()},
}


def summarize(steps: Sequence[tuple[State, m.Move]]) -> Message | str:
    """Return the steps of a turn in a few words: "End turn: bless P1 and move to P2"."""
    if not steps:
        return ""
    *others, (state, last) = steps
    if not isinstance(last, m.End):
        return _list(steps)
    end = label(state, last)
    if not others:
        return end
    return gettext("{end}: {steps}", end=end, steps=_list(others))


def _list(steps: Sequence[tuple[State, m.Move]]) -> Message | str:
    """Return the steps as a list; semicolons part them where a step is told by a list itself."""
    words: list[Message] = [_step(before, move) for before, move in steps]
    if len(words) == 1 or not any(", " in word or " and " in word for word in words):
        return join_list(words)
    joined = words[0]
    for word in words[1:]:
        joined = gettext("{first}; {second}", first=joined, second=word)
    return joined


def _step(state: State, move: m.Move) -> Message:
    """Return a step as it reads in a list of several."""
    if isinstance(move, m.Walk):
        return pgettext("step", "move to {tile}", tile=TILE_NAMES[move.tile])
    if isinstance(move, m.Bless):
        return pgettext("step", "bless {tile}", tile=TILE_NAMES[state.objects[state.mover]])
    if isinstance(move, m.Drop):
        return pgettext("step", "drop {artwork} on {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[move.tile])
    if isinstance(move, m.PickUp):
        return pgettext("step", "take {artwork} back", artwork=SPELL_NAMES[move.room])
    if isinstance(move, m.Build):
        return gettext("Use this board")
    if isinstance(move, m.Put):
        return gettext("Enter on {tile}", tile=TILE_NAMES[move.tile])
    if isinstance(move, m.End):
        return label(state, move)
    return SPELL_OF[type(move)].summary(state, move)
