"""The seven artwork spells: what they may do, and what follows (RULES 6 and 7)."""

from __future__ import annotations

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.say import say
from games.piously.layout import border, spread
from games.piously.mason import frame, misfit, rebuilt
from games.piously.moves import Illusionist, Locksmith, Opportunist, Priestess, Stonemason, Usurper, Yeoman
from games.piously.refusals import blocked, called, cannot_cast, missing
from games.piously.rooms import (
    ARTWORK,
    INDIGO,
    LIME,
    NOWHERE,
    ORANGE,
    PINK,
    ROOM_NAMES,
    SAPPHIRE,
    SINGLETON,
    SPELL_NAMES,
    TILE_NAMES,
    UMBER,
    YELLOW,
    X,
    rooms_of,
    tiles_of,
)
from games.piously.state import State, blessed, castable, rearranged, recoloured, settled
from games.piously.words import room_list, tile_list


def reach_of(state: State, room: int) -> int:
    """The linked region of the artwork spell. Raises IllegalMove when it cannot be cast."""
    region = castable(state, room)
    if not region:
        raise cannot_cast(state, room)
    return region


def linked_rooms(state: State, room: int, chosen: int) -> int:
    """The rooms linked with the artwork. Raises IllegalMove when a `chosen` one is not among them."""
    rooms = rooms_of(reach_of(state, room))
    if chosen & ~rooms:
        far, near = room_list(chosen & ~rooms), room_list(rooms)
        raise IllegalMove(
            say(
                "Not linked with the {artwork}: {far}. Linked are: {near}.",
                artwork=SPELL_NAMES[room],
                far=far,
                near=near,
            )
        )
    return rooms


def priestess(state: State, move: Priestess) -> State:
    """A tile beside the region becomes own, also over an enemy aura [P1]."""
    growth = border(state.board.near, reach_of(state, PINK))
    if not growth >> move.tile & 1:
        raise _no_growth(move.tile, growth)
    return recoloured(state, blessed(state.auras, state.mover, move.tile), PINK)


def _no_growth(tile: int, growth: int) -> IllegalMove:
    sentence = say(
        "{tile} isn't beside the linked region. Possible: {tiles}.", tile=TILE_NAMES[tile], tiles=tile_list(growth)
    )
    return IllegalMove(sentence)


def illusionist(state: State, move: Illusionist) -> State:
    """All auras in the chosen linked rooms change colour, own ones too [I1] [X1]."""
    linked_rooms(state, INDIGO, move.rooms)
    if not move.rooms:
        raise IllegalMove(say("The Illusionist needs at least one room."))
    tiles = sum(tiles_of(room) for room in bits(move.rooms))
    white, black = state.auras
    return recoloured(state, (white & ~tiles | black & tiles, black & ~tiles | white & tiles), INDIGO)


def rechargeable(state: State) -> int:
    """The rooms whose spell the Opportunist can charge again [O1]."""
    return rooms_of(castable(state, ORANGE)) & state.spent & ~(1 << ORANGE | 1 << SINGLETON)


def opportunist(state: State, move: Opportunist) -> State:
    """A spent spell of a linked room is charged again, the Opportunist itself is spent."""
    room = move.room
    if room == ORANGE:
        reach_of(state, ORANGE)
        raise IllegalMove(say("The Opportunist can't charge itself."))
    linked_rooms(state, ORANGE, 1 << room)
    if not rechargeable(state) >> room & 1:
        raise IllegalMove(say("Your spell of {room} is not spent.", room=ROOM_NAMES[room]))
    return settled(state._replace(spent=(state.spent | 1 << ORANGE) & ~(1 << room)))


def usurper(state: State, move: Usurper) -> State:
    """Two auras of the region are removed [U1], then it may grow twice [U2]; see `usurped`."""
    home = state.objects[ARTWORK + UMBER]
    if len(move.cuts) == 1 and move.cuts[0] != home and castable(state, UMBER):
        raise IllegalMove(say("The Usurper removes two auras of its linked region before it grows."))
    auras = usurped(state, move)
    return recoloured(state, auras, UMBER)


def usurped(state: State, move: Usurper) -> tuple[int, int]:
    """The auras after these steps of the Usurper, which need not be all.

    The region is found anew after every step; when the aura under the Usurper itself is cut, the spell ends [U3].
    Raises IllegalMove at the first step that is not possible.
    """
    near, mover, home = state.board.near, state.mover, state.objects[ARTWORK + UMBER]
    auras, region = state.auras, reach_of(state, UMBER)
    for tile in move.cuts:
        if not region >> tile & 1:
            raise _cannot_cut(tile, region)
        own = auras[mover] & ~(1 << tile)
        auras = (auras[0], own) if mover else (own, auras[1])
        region = spread(near, own, 1 << home) if own >> home & 1 else 0
    for tile in move.growths:
        growth = border(near, region)
        if not growth >> tile & 1:
            raise _no_growth(tile, growth) if region else _usurper_ended()
        auras = blessed(auras, mover, tile)
        region = spread(near, auras[mover], 1 << home)
    return auras


def _cannot_cut(tile: int, region: int) -> IllegalMove:
    if not region:
        return _usurper_ended()
    sentence = say(
        "The aura on {tile} isn't in the Usurper's linked region: {region}.",
        tile=TILE_NAMES[tile],
        region=tile_list(region),
    )
    return IllegalMove(sentence)


def _usurper_ended() -> IllegalMove:
    return IllegalMove(say("Removing the aura under the Usurper ends the spell: no further step is possible."))


def stonemason(state: State, move: Stonemason) -> State:
    """A linked room moves with all that lies on it; the board stays valid and X is not stranded [G3]."""
    room = move.room
    linked_rooms(state, SAPPHIRE, 1 << room)
    if not frame(state.board, room).fits(move.place):
        reason = misfit(state.board, room, move.place)
        raise IllegalMove(reason or say("{room} can't go there.", room=ROOM_NAMES[room]))
    after = state._replace(board=rebuilt(state.board, room, move.place), spent=state.spent | 1 << SAPPHIRE)
    return settled(after)


def keys(state: State) -> int:
    """The tiles of the Locksmith's region with an object."""
    return castable(state, LIME) & state.taken


def locksmith(state: State, move: Locksmith) -> State:
    """An object of the region goes to any free tile."""
    region, (thing, tile) = reach_of(state, LIME), (move.thing, move.tile)
    lies = state.objects[thing]
    if not region & state.taken & 1 << lies:
        raise IllegalMove(
            _absent(state, thing) or say("{thing} isn't in the Locksmith's linked region.", thing=_name(thing))
        )
    if not state.board.tiles & ~state.taken & 1 << tile:
        raise IllegalMove(
            missing(state, tile) or blocked(state, tile) or say("{tile} is taken.", tile=TILE_NAMES[tile])
        )
    objects = state.objects
    return rearranged(state, (*objects[:thing], tile, *objects[thing + 1 :]), LIME)


def _name(thing: int) -> str:
    name = called(thing)
    return name[:1].upper() + name[1:]


def _absent(state: State, thing: int) -> str | None:
    if state.objects[thing] == NOWHERE:
        return say("{thing} is not on the board.", thing=_name(thing))
    return None


def yeoman(state: State, move: Yeoman) -> State:
    """Objects change tiles inside linked rooms, all at once [Y1]."""
    rooms = linked_rooms(state, YELLOW, 0)
    objects = list(state.objects)
    for thing, tile in move.shifts:
        lies = state.objects[thing]
        if lies == NOWHERE:
            raise IllegalMove(say("{thing} is not on the board.", thing=_name(thing)))
        if lies == X or not rooms >> (lies >> 2) & 1:
            raise IllegalMove(
                say("{thing} is on {tile}, where the Yeoman can't move it.", thing=_name(thing), tile=TILE_NAMES[lies])
            )
        if tile == lies:
            raise IllegalMove(
                say("{thing} is on {tile} already: leave it out.", thing=_name(thing), tile=TILE_NAMES[tile])
            )
        if tile >> 2 != lies >> 2:
            raise IllegalMove(say("{thing} must stay in {room}.", thing=_name(thing), room=ROOM_NAMES[lies >> 2]))
        objects[thing] = tile
    for tile in objects:
        if tile != NOWHERE and objects.count(tile) > 1:
            raise IllegalMove(say("Two objects can't end on {tile}.", tile=TILE_NAMES[tile]))
    return rearranged(state, objects, YELLOW)
