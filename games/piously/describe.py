"""Descriptions of steps, in words and marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.boards.grid import bits
from games.core.boards.hex import hex_name
from games.core.description import MoveDescription
from games.core.i18n import gettext, ngettext
from games.core.sentences import PlayerName, sentences
from games.core.table import Mark
from games.piously import moves as m
from games.piously.actions import blessing_cost
from games.piously.position import TIED, State
from games.piously.rooms import ARTWORK, BEWITCHMENT, BLACK, NOWHERE, SPELL_NAMES, TILE_NAMES, WHITE
from games.piously.spells import SPELL_OF
from games.piously.spells.spell import StepDescription
from games.piously.turns import play
from games.piously.words import object_moved


def describe(state: State, move: m.Move) -> MoveDescription:
    """Describe the step that the mover is about to make, in words, and mark what it changes."""
    words, to_you, last, origin = _DESCRIBE[type(move)](state, move)
    after = play(state, state.mover, move)
    if after.phase == "over":
        words, to_you = _with_end(words, to_you, state.mover, after.mover)
    marks = Mark("from", (*_names(origin), *_places_left(state, after))), Mark("last", _names(last))
    return MoveDescription(words, tuple(mark for mark in marks if mark.cells), to_you)


def _places_left(state: State, after: State) -> tuple[str, ...]:
    """Return the places, by their coordinates, on which tiles lay that no tile lies on any more."""
    if state.phase != "play":
        return ()
    return tuple(hex_name(cell) for cell in state.board.cells if cell not in after.board.tile_at)


def _with_end(words: str, to_you: str, mover: int, winner: int) -> tuple[str, str]:
    """Describe the step that ends the match, and whose rooms it links."""
    if winner == TIED:
        both = gettext("All seven rooms are linked for both")
        return sentences(words, both), sentences(to_you, both)
    linked = gettext("{name} now links all seven rooms", name=PlayerName(winner))
    own = gettext("You now link all seven rooms")
    return sentences(words, linked), sentences(to_you, own if winner == mover else linked)


def _names(tiles: int) -> tuple[str, ...]:
    return tuple(TILE_NAMES[tile] for tile in bits(tiles & ~(1 << NOWHERE)))


def _build(state: State, _move: m.Build) -> StepDescription:
    """Describe the building, by a player or by chance, which has no name."""
    if state.mover not in (WHITE, BLACK):
        return StepDescription(gettext("The board is built"), "")
    return StepDescription(
        gettext("{name} builds the board", name=PlayerName(state.mover)), gettext("You build the board")
    )


def _put(state: State, move: m.Put) -> StepDescription:
    values = {"name": PlayerName(state.mover), "tile": TILE_NAMES[move.tile]}
    return StepDescription(
        gettext("{name} enters on {tile}", **values), gettext("You enter on {tile}", **values), 1 << move.tile
    )


def _walk(state: State, move: m.Walk) -> StepDescription:
    values = {"name": PlayerName(state.mover), "tile": TILE_NAMES[move.tile]}
    return StepDescription(
        gettext("{name} moves to {tile}", **values),
        gettext("You move to {tile}", **values),
        1 << move.tile,
        1 << state.objects[state.mover],
    )


def _bless(state: State, _move: m.Bless) -> StepDescription:
    tile, cost = state.objects[state.mover], blessing_cost(state)
    values = {"name": PlayerName(state.mover), "tile": TILE_NAMES[tile]}
    return StepDescription(
        ngettext("{name} blesses {tile}", "{name} blesses {tile} for {n} actions", cost, **values),
        ngettext("You bless {tile}", "You bless {tile} for {n} actions", cost, **values),
        1 << tile,
    )


def _drop(state: State, move: m.Drop) -> StepDescription:
    values = {
        "name": PlayerName(state.mover), "thing": object_moved(ARTWORK + move.room), "tile": TILE_NAMES[move.tile],
    }  # fmt: skip
    return StepDescription(
        gettext("{name} drops {thing} on {tile}", **values),
        gettext("You drop {thing} on {tile}", **values),
        1 << move.tile,
    )


def _pick_up(state: State, move: m.PickUp) -> StepDescription:
    tile = state.objects[ARTWORK + move.room]
    values = {
        "name": PlayerName(state.mover), "thing": object_moved(ARTWORK + move.room), "tile": TILE_NAMES[tile],
    }  # fmt: skip
    return StepDescription(
        gettext("{name} takes {thing} back from {tile}", **values),
        gettext("You take {thing} back from {tile}", **values),
        0,
        1 << tile,
    )


def _end(state: State, move: m.End) -> StepDescription:
    name = PlayerName(state.mover)
    if move.learn is None:
        return StepDescription(gettext("{name} ends the turn", name=name), gettext("You end the turn"))
    values = {
        "name": name, "spell": SPELL_NAMES[move.learn], "opponent": PlayerName(1 - state.mover),
        "other": SPELL_NAMES[(move.learn + BEWITCHMENT) % (2 * BEWITCHMENT)],
    }  # fmt: skip
    return StepDescription(
        gettext("{name} learns {spell} ({opponent} gets {other})", **values),
        gettext("You end the turn and learn {spell} ({opponent} gets {other})", **values),
    )


_DESCRIBE: dict[type, Callable[[State, Any], StepDescription]] = {
    m.Build: _build,
    m.Put: _put,
    m.Walk: _walk,
    m.Bless: _bless,
    m.Drop: _drop,
    m.PickUp: _pick_up,
    m.End: _end,
    **{kind: spell.describe for kind, spell in SPELL_OF.items()},
}
