"""Steps in words and marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.boards.grid import bits
from games.core.description import MoveDescription
from games.core.i18n import gettext, ngettext
from games.core.table import Mark
from games.piously import moves as m
from games.piously.actions import blessing_cost
from games.piously.position import TIED, State
from games.piously.rooms import ARTWORK, BEWITCHMENT, NOWHERE, SIDES, SPELL_NAMES, TILE_NAMES
from games.piously.spells import SPELL_OF
from games.piously.spells.spell import Description
from games.piously.turns import play


def describe(state: State, move: m.Move) -> MoveDescription:
    """The step, about to be made by the mover, in words; what it changes is marked."""
    words, last, origin = _DESCRIBE[type(move)](state, move)
    after = play(state, state.mover, move)
    if after.phase == "over":
        tied = after.mover == TIED
        words = gettext("{deed}; all seven rooms for both", deed=words) if tied else gettext(
            "{deed}; all seven rooms for {side}", deed=words, side=SIDES[after.mover]
        )  # fmt: skip
    marks = Mark("from", _names(origin)), Mark("last", _names(last))
    return MoveDescription(words, tuple(mark for mark in marks if mark.cells))


def _names(tiles: int) -> tuple[str, ...]:
    return tuple(TILE_NAMES[tile] for tile in bits(tiles & ~(1 << NOWHERE)))


def _build(_state: State, _move: m.Build) -> Description:
    return gettext("builds the board"), 0, 0


def _put(_state: State, move: m.Put) -> Description:
    return gettext("enters on {tile}", tile=TILE_NAMES[move.tile]), 1 << move.tile, 0


def _walk(state: State, move: m.Walk) -> Description:
    return gettext("moves to {tile}", tile=TILE_NAMES[move.tile]), 1 << move.tile, 1 << state.objects[state.mover]


def _bless(state: State, _move: m.Bless) -> Description:
    tile = state.objects[state.mover]
    words = ngettext("blesses {tile}", "blesses {tile} for {n} actions", blessing_cost(state), tile=TILE_NAMES[tile])
    return words, 1 << tile, 0


def _drop(_state: State, move: m.Drop) -> Description:
    return (
        gettext("drops the {artwork} on {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[move.tile]),
        1 << move.tile,
        0,
    )


def _pick_up(state: State, move: m.PickUp) -> Description:
    tile = state.objects[ARTWORK + move.room]
    return (
        gettext("takes the {artwork} back from {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[tile]),
        0,
        1 << tile,
    )


def _end(state: State, move: m.End) -> Description:
    if move.learn is None:
        return gettext("ends the turn"), 0, 0
    other = SPELL_NAMES[(move.learn + BEWITCHMENT) % (2 * BEWITCHMENT)]
    words = gettext("learns {spell}; {side} gets {other}",
                spell=SPELL_NAMES[move.learn], side=SIDES[1 - state.mover], other=other)  # fmt: skip
    return words, 0, 0


_DESCRIBE: dict[type, Callable[[State, Any], Description]] = {
    m.Build: _build,
    m.Put: _put,
    m.Walk: _walk,
    m.Bless: _bless,
    m.Drop: _drop,
    m.PickUp: _pick_up,
    m.End: _end,
    **{kind: spell.describe for kind, spell in SPELL_OF.items()},
}
