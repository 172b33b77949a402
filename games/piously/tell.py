"""Steps in words and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.core.boards.grid import bits
from games.core.boards.hex import DIRECTIONS
from games.core.description import MoveDescription
from games.core.say import Say, say, say_n
from games.core.table import Mark
from games.piously import moves as m
from games.piously.actions import price
from games.piously.bewitchments import extra_actions
from games.piously.refusals import called
from games.piously.rooms import ARTWORK, BEWITCHMENT, NOWHERE, ROOM_NAMES, SIDES, SPELL_NAMES, TILE_NAMES, X, tiles_of
from games.piously.rules import play
from games.piously.state import TIED, State, owns, zone
from games.piously.words import listed, room_list

Told = tuple[Say, int, int]
"""Words, the tiles where things end, the tiles they come from."""


def tell(state: State, move: m.Move) -> MoveDescription:
    """The step, about to be made by the mover, in words; what it changes is marked."""
    words, last, origin = _TOLD[type(move)](state, move)
    after = play(state, state.mover, move)
    if after.phase == "over":
        tied = after.mover == TIED
        words = say("{deed}; all seven rooms for both", deed=words) if tied else say(
            "{deed}; all seven rooms for {side}", deed=words, side=SIDES[after.mover]
        )  # fmt: skip
    marks = Mark("from", _names(origin)), Mark("last", _names(last))
    return MoveDescription(words, tuple(mark for mark in marks if mark.cells))


def _names(tiles: int) -> tuple[str, ...]:
    return tuple(TILE_NAMES[tile] for tile in bits(tiles & ~(1 << NOWHERE)))


def _build(_state: State, _move: m.Build) -> Told:
    return say("builds the board"), 0, 0


def _put(_state: State, move: m.Put) -> Told:
    return say("enters on {tile}", tile=TILE_NAMES[move.tile]), 1 << move.tile, 0


def _walk(state: State, move: m.Walk) -> Told:
    return say("moves to {tile}", tile=TILE_NAMES[move.tile]), 1 << move.tile, 1 << state.objects[state.mover]


def _bless(state: State, _move: m.Bless) -> Told:
    tile = state.objects[state.mover]
    words = say_n("blesses {tile}", "blesses {tile} for {n} actions", price(state), tile=TILE_NAMES[tile])
    return words, 1 << tile, 0


def _drop(_state: State, move: m.Drop) -> Told:
    return (
        say("drops the {artwork} on {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[move.tile]),
        1 << move.tile,
        0,
    )


def _pick_up(state: State, move: m.PickUp) -> Told:
    tile = state.objects[ARTWORK + move.room]
    return (
        say("takes the {artwork} back from {tile}", artwork=SPELL_NAMES[move.room], tile=TILE_NAMES[tile]),
        0,
        1 << tile,
    )


def _end(state: State, move: m.End) -> Told:
    if move.learn is None:
        return say("ends the turn"), 0, 0
    other = SPELL_NAMES[(move.learn + BEWITCHMENT) % (2 * BEWITCHMENT)]
    words = say("learns {spell}; {side} gets {other}",
                spell=SPELL_NAMES[move.learn], side=SIDES[1 - state.mover], other=other)  # fmt: skip
    return words, 0, 0


def _priestess(_state: State, move: m.Priestess) -> Told:
    return say("casts Priestess: {tile} becomes own", tile=TILE_NAMES[move.tile]), 1 << move.tile, 0


def _purify(_state: State, move: m.Purify) -> Told:
    return say("casts Purify: {tile} becomes own", tile=TILE_NAMES[move.tile]), 1 << move.tile, 0


def _illusionist(state: State, move: m.Illusionist) -> Told:
    tiles = sum(tiles_of(room) for room in bits(move.rooms)) & (state.auras[0] | state.auras[1])
    return say("casts Illusionist: auras in {rooms} change colour", rooms=room_list(move.rooms)), tiles, 0


def _opportunist(state: State, move: m.Opportunist) -> Told:
    spell = move.room if owns(state, move.room) else move.room + BEWITCHMENT
    return say("casts Opportunist: {spell} is charged again", spell=SPELL_NAMES[spell]), 0, 0


def _usurper(_state: State, move: m.Usurper) -> Told:
    cuts, growths = (listed(TILE_NAMES[tile] for tile in tiles) for tiles in (move.cuts, move.growths))
    tiles = sum(1 << tile for tile in {*move.cuts, *move.growths})
    if not move.growths:
        return say("casts Usurper: no more auras on {cuts}", cuts=cuts), tiles, 0
    return say("casts Usurper: no more auras on {cuts}, new ones on {growths}", cuts=cuts, growths=growths), tiles, 0


def _stonemason(_state: State, move: m.Stonemason) -> Told:
    return say("casts Stonemason: {room} moves", room=ROOM_NAMES[move.room]), tiles_of(move.room), 0


def _locksmith(state: State, move: m.Locksmith) -> Told:
    words = say("casts Locksmith: {thing} goes to {tile}", thing=called(move.thing), tile=TILE_NAMES[move.tile])
    return words, 1 << move.tile, 1 << state.objects[move.thing]


def _yeoman(state: State, move: m.Yeoman) -> Told:
    if not move.shifts:
        return say("casts Yeoman without effect"), 0, 0
    last, origin = _set_of(tile for _, tile in move.shifts), _set_of(state.objects[thing] for thing, _ in move.shifts)
    shifts = listed(say("{thing} to {tile}", thing=_brief(thing), tile=TILE_NAMES[tile]) for thing, tile in move.shifts)
    return say("casts Yeoman: {shifts}", shifts=shifts), last, origin & ~last


def _brief(thing: int) -> Say:
    """A thing in a list of many: "White", "Locksmith"."""
    return SPELL_NAMES[thing - ARTWORK] if thing >= ARTWORK else SIDES[thing]


def _set_of(tiles: Iterable[int]) -> int:
    return sum(1 << tile for tile in tiles)


def _imprint(state: State, _move: m.Imprint) -> Told:
    return say("casts Imprint: the auras around {side}'s piece are copied", side=SIDES[1 - state.mover]), zone(state), 0


def _overwork(state: State, _move: m.Overwork) -> Told:
    words = say_n("casts Overwork: {n} action more", "casts Overwork: {n} actions more", extra_actions(state))
    return words, 1 << state.objects[state.mover], 0


def _upset(state: State, _move: m.Upset) -> Told:
    return (
        say("casts Upset: the auras around {tile} change places", tile=TILE_NAMES[state.objects[state.mover]]),
        zone(state),
        0,
    )


def _shovel(state: State, move: m.Shovel) -> Told:
    if move.direction is None:
        return say("casts Shovel without effect"), 0, 0
    here, direction = TILE_NAMES[state.objects[state.mover]], tuple(DIRECTIONS)[move.direction]
    return say("casts Shovel: X lies {direction} of {tile}", direction=direction, tile=here), 1 << X, 0


def _leap(state: State, move: m.Leap) -> Told:
    here, there = state.objects[state.mover], state.objects[move.thing]
    words = say("casts Leap: swaps with {thing} on {tile}", thing=called(move.thing), tile=TILE_NAMES[there])
    return words, 1 << there, 1 << here


def _yoke(state: State, move: m.Yoke) -> Told:
    direction, step = tuple(DIRECTIONS)[move.direction], state.board.step
    here, there = state.objects[state.mover], state.objects[move.thing]
    last = 1 << step[here][move.direction] | 1 << step[there][move.direction]
    words = say("casts Yoke: steps {direction} together with {thing}", direction=direction, thing=called(move.thing))
    return words, last, (1 << here | 1 << there) & ~last


_TOLD: dict[type, Callable[[State, Any], Told]] = {
    m.Build: _build,
    m.Put: _put,
    m.Walk: _walk,
    m.Bless: _bless,
    m.Drop: _drop,
    m.PickUp: _pick_up,
    m.End: _end,
    m.Priestess: _priestess,
    m.Illusionist: _illusionist,
    m.Opportunist: _opportunist,
    m.Usurper: _usurper,
    m.Stonemason: _stonemason,
    m.Locksmith: _locksmith,
    m.Yeoman: _yeoman,
    m.Purify: _purify,
    m.Imprint: _imprint,
    m.Overwork: _overwork,
    m.Upset: _upset,
    m.Shovel: _shovel,
    m.Leap: _leap,
    m.Yoke: _yoke,
}
