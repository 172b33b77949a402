"""Steps as they are offered: in few words, and the tile they point at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.i18n import Message, gettext, ngettext
from games.piously import moves as m
from games.piously.actions import blessing_cost
from games.piously.position import State
from games.piously.rooms import ARTWORK, BEWITCHMENT, SPELL_NAMES, TILE_NAMES
from games.piously.spells import SPELL_OF
from games.piously.spells.spell import Label


def label(state: State, move: m.Move) -> Message:
    """The step in few words."""
    return _LABELS[type(move)](state, move)[0]


def target_tiles(state: State, move: m.Move) -> tuple[str, ...]:
    """The tile that the step points at."""
    tile = _LABELS[type(move)](state, move)[1]
    return () if tile is None else (TILE_NAMES[tile],)


def _walk(_state: State, move: m.Walk) -> Label:
    return gettext("Move to {tile}", tile=TILE_NAMES[move.tile]), move.tile


def _bless(state: State, _move: m.Bless) -> Label:
    tile = state.objects[state.mover]
    return ngettext(
        "Bless {tile} ({n} action)", "Bless {tile} ({n} actions)", blessing_cost(state), tile=TILE_NAMES[tile]
    ), tile


def _drop(_state: State, move: m.Drop) -> Label:
    return gettext(
        "Drop the {artwork} on {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[move.tile]
    ), move.tile


def _pick_up(state: State, move: m.PickUp) -> Label:
    return gettext("Take the {artwork} back", artwork=SPELL_NAMES[move.room]), state.objects[ARTWORK + move.room]


def _end(_state: State, move: m.End) -> Label:
    if move.learn is None:
        return gettext("End the turn"), None
    other = SPELL_NAMES[(move.learn + BEWITCHMENT) % (2 * BEWITCHMENT)]
    return gettext("End and learn {spell} (they get {other})", spell=SPELL_NAMES[move.learn], other=other), None


_LABELS: dict[type, Callable[[State, Any], Label]] = {
    m.Walk: _walk,
    m.Bless: _bless,
    m.Drop: _drop,
    m.PickUp: _pick_up,
    m.End: _end,
    **{kind: spell.label for kind, spell in SPELL_OF.items()},
}
