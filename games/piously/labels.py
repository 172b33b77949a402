"""Steps as they are offered: in few words, and the tiles they point at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.boards.hex import DIRECTIONS
from games.core.say import Say, say, say_n
from games.piously import moves as m
from games.piously.actions import price
from games.piously.bewitchments import extra_actions
from games.piously.refusals import called
from games.piously.rooms import ARTWORK, BEWITCHMENT, LIME, SPELL_NAMES, TILE_NAMES, YELLOW
from games.piously.state import State, owns

Label = tuple[Say, int | None]
"""Words, and the tile that is pointed at."""

_NAMES = tuple(DIRECTIONS)
LEAP, YOKE = LIME + BEWITCHMENT, YELLOW + BEWITCHMENT


def label(state: State, move: m.Move) -> Say:
    """The step in few words."""
    return _labelled(state, move)[0]


def pointed(state: State, move: m.Move) -> tuple[str, ...]:
    """The tile that the step points at."""
    tile = _labelled(state, move)[1]
    return () if tile is None else (TILE_NAMES[tile],)


def _labelled(state: State, move: m.Move) -> Label:
    making = _LABELS.get(type(move))
    return making(state, move) if making else (_bare(move), None)


def _bare(move: m.Move) -> Say:
    return SPELL_NAMES[_SPELLS[type(move)]]


def _walk(_state: State, move: m.Walk) -> Label:
    return say("Move to {tile}", tile=TILE_NAMES[move.tile]), move.tile


def _bless(state: State, _move: m.Bless) -> Label:
    tile = state.objects[state.mover]
    return say_n("Bless {tile} ({n} action)", "Bless {tile} ({n} actions)", price(state), tile=TILE_NAMES[tile]), tile


def _drop(_state: State, move: m.Drop) -> Label:
    return say("Drop the {artwork} on {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[move.tile]), move.tile


def _pick_up(state: State, move: m.PickUp) -> Label:
    return say("Take the {artwork} back", artwork=SPELL_NAMES[move.room]), state.objects[ARTWORK + move.room]


def _end(_state: State, move: m.End) -> Label:
    if move.learn is None:
        return say("End the turn"), None
    other = SPELL_NAMES[(move.learn + BEWITCHMENT) % (2 * BEWITCHMENT)]
    return say("End and learn {spell} (they get {other})", spell=SPELL_NAMES[move.learn], other=other), None


def _tile(_state: State, move: m.Priestess | m.Purify) -> Label:
    return say("{spell}: {tile} becomes yours", spell=_bare(move), tile=TILE_NAMES[move.tile]), move.tile


def _opportunist(state: State, move: m.Opportunist) -> Label:
    spell = move.room if owns(state, move.room) else move.room + BEWITCHMENT
    return say("Opportunist: charge {spell} again", spell=SPELL_NAMES[spell]), None


def _overwork(state: State, _move: m.Overwork) -> Label:
    return say_n("Overwork: {n} action more", "Overwork: {n} actions more", extra_actions(state)), None


def _shovel(_state: State, move: m.Shovel) -> Label:
    if move.direction is None:
        return say("Shovel: no effect, you stand on X"), None
    return say("Shovel: X to the {direction}", direction=_NAMES[move.direction]), None


def _locksmith(_state: State, move: m.Locksmith) -> Label:
    return say("{thing} to {tile}", thing=called(move.thing), tile=TILE_NAMES[move.tile]), move.tile


def _leap(state: State, move: m.Leap) -> Label:
    tile = state.objects[move.thing]
    return say("Leap: swap with {thing} on {tile}", thing=called(move.thing), tile=TILE_NAMES[tile]), tile


def _yoke(state: State, move: m.Yoke) -> Label:
    step, direction = state.board.step, move.direction
    own, other = step[state.objects[state.mover]][direction], step[state.objects[move.thing]][direction]
    words = say(
        "{direction}: you to {own}, {thing} to {other}",
        direction=_NAMES[direction],
        own=TILE_NAMES[own],
        thing=called(move.thing),
        other=TILE_NAMES[other],
    )
    return words, other


_LABELS: dict[type, Callable[[State, Any], Label]] = {
    m.Walk: _walk,
    m.Bless: _bless,
    m.Drop: _drop,
    m.PickUp: _pick_up,
    m.End: _end,
    m.Priestess: _tile,
    m.Purify: _tile,
    m.Opportunist: _opportunist,
    m.Overwork: _overwork,
    m.Shovel: _shovel,
    m.Locksmith: _locksmith,
    m.Leap: _leap,
    m.Yoke: _yoke,
}
_SPELLS: dict[type, int] = {
    kind: spell
    for spell, kind in enumerate(
        (
            m.Priestess, m.Illusionist, m.Opportunist, m.Usurper, m.Stonemason, m.Locksmith, m.Yeoman,
            m.Purify, m.Imprint, m.Overwork, m.Upset, m.Shovel, m.Leap, m.Yoke,
        )
    )
}  # fmt: skip
