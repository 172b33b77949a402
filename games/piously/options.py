"""What the mover can do now, kind by kind: listed, counted or drawn by chance (RULES 5 and 7).

The five spells with many ways to cast them are counted without listing and drawn without counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb, perm, prod
from random import Random

from games.core.boards.grid import bits
from games.piously import actions, artworks, bewitchments
from games.piously.layout import Layout, Place, border, spread
from games.piously.mason import frame
from games.piously.moves import (
    Bless,
    Drop,
    End,
    Illusionist,
    Imprint,
    Leap,
    Locksmith,
    Move,
    Opportunist,
    Overwork,
    PickUp,
    Priestess,
    Purify,
    Put,
    Shift,
    Shovel,
    Stonemason,
    Upset,
    Usurper,
    Walk,
    Yeoman,
    Yoke,
)
from games.piously.rooms import (
    ARTWORK,
    BEWITCHMENT,
    INDIGO,
    NOWHERE,
    OBJECTS,
    PINK,
    ROOMS,
    SAPPHIRE,
    SINGLETON,
    UMBER,
    YELLOW,
    X,
    tiles_of,
)
from games.piously.state import State, at, castable, linked, zone

_TRIES = 40


def puts(state: State) -> Iterable[Move]:
    """RULES 3."""
    return [Put(tile) for tile in bits(actions.free_tiles(state))]


def walks(state: State) -> Iterable[Move]:
    """RULES 5.1."""
    return [Walk(tile) for tile in bits(actions.in_reach(state))] if state.actions else ()


def blessings(state: State) -> Iterable[Move]:
    """RULES 5.2."""
    return (Bless(),) if 0 < actions.price(state) <= state.actions else ()


def drops(state: State) -> Iterable[Move]:
    """RULES 5.3."""
    if not state.actions or not state.arts[state.mover]:
        return ()
    return [Drop(room, tile) for room in bits(actions.in_hand(state)) for tile in bits(actions.in_reach(state))]


def pick_ups(state: State) -> Iterable[Move]:
    """RULES 5.4."""
    if not state.actions or not state.arts[state.mover]:
        return ()
    return [PickUp(room) for room in bits(actions.at_hand(state))]


def ends(state: State) -> Iterable[Move]:
    """RULES 5.5."""
    return [End(), *map(End, actions.to_learn(state))]


def _priestess(state: State) -> Iterable[Move]:
    return [Priestess(tile) for tile in bits(border(state.board.near, castable(state, PINK)))]


def _illusionist(state: State) -> Iterator[Move]:
    rooms = linked(state, INDIGO)
    chosen = rooms
    while chosen:
        yield Illusionist(chosen)
        chosen = (chosen - 1) & rooms


def _opportunist(state: State) -> Iterable[Move]:
    return [Opportunist(room) for room in bits(artworks.rechargeable(state))]


def _any(_cuts: tuple[int, ...]) -> bool:
    return True


def _usurper(state: State) -> Iterator[Move]:
    return usurpers(state, _any)


def usurpers(state: State, wanted: Callable[[tuple[int, ...]], bool]) -> Iterator[Move]:
    """The ways to cast Usurper with wanted cuts; both the first cut and the two together are judged."""
    near = state.board.near
    for cuts, own, home in _cuts(state, wanted):
        yield Usurper(cuts)
        for first, second in _growths(near, own, home):
            yield Usurper(cuts, (first,))
            for last in bits(second):
                yield Usurper(cuts, (first, last))


def _cuts(state: State, wanted: Callable[[tuple[int, ...]], bool] = _any) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Each way to cut, with the mover's auras afterwards and the tile of the Usurper as a set, empty when cut [U3]."""
    near, own, home = state.board.near, state.auras[state.mover], 1 << state.objects[ARTWORK + UMBER]
    for first in bits(castable(state, UMBER)):
        left = own ^ 1 << first
        if not wanted((first,)):
            continue
        if not left & home:
            yield (first,), left, 0
            continue
        for second in bits(spread(near, left, home)):
            rest = left ^ 1 << second
            if wanted((first, second)):
                yield (first, second), rest, rest & home


def _growths(near: tuple[int, ...], own: int, home: int) -> Iterator[tuple[int, int]]:
    """Each first growth, and the set of the second ones."""
    region = spread(near, own, home) if home else 0
    for tile in bits(border(near, region)):
        yield tile, border(near, spread(near, own | 1 << tile, home))


def _stonemason(state: State) -> Iterator[Move]:
    for room in bits(linked(state, SAPPHIRE)):
        for place in fitting(state.board, room):
            yield Stonemason(room, place)


@lru_cache(maxsize=256)
def fitting(board: Layout, room: int) -> tuple[Place, ...]:
    """All places where the Stonemason may put the room."""
    return tuple(frame(board, room).places())


def _locksmith(state: State) -> Iterable[Move]:
    free = state.board.tiles & ~state.taken
    things = sorted(state.objects.index(tile) for tile in bits(artworks.keys(state)))
    return [Locksmith(thing, tile) for thing in things for tile in bits(free)]


def lodgers(state: State) -> list[list[int]]:
    """The objects of each room that the Yeoman can change, room by room; rooms without objects left out."""
    rooms = linked(state, YELLOW) & ~(1 << SINGLETON)
    tenants = ([at(state, tile) for tile in bits(tiles_of(room) & state.taken)] for room in bits(rooms))
    return [sorted(thing for thing in things if thing is not None) for things in tenants if things]


def _yeoman(state: State) -> Iterator[Move]:
    return yeomen(state, {})


def yeomen(state: State, fixed: Mapping[int, int]) -> Iterator[Move]:
    """The ways to cast Yeoman that bring each object of `fixed` to its tile there."""
    if not castable(state, YELLOW):
        return
    rooms = lodgers(state)
    things = [thing for room in rooms for thing in room]
    for arrangement in product(*(list(_lodgings(state, room, fixed)) for room in rooms)):
        yield _shifts(state, things, [tile for tiles in arrangement for tile in tiles])


def _lodgings(state: State, things: list[int], fixed: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """The ways to put the objects of one room on its tiles."""
    for tiles in permutations(bits(tiles_of(state.objects[things[0]] >> 2)), len(things)):
        if all(fixed.get(thing, tile) == tile for thing, tile in zip(things, tiles, strict=True)):
            yield tiles


def _shifts(state: State, things: list[int], tiles: list[int]) -> Yeoman:
    pairs = zip(things, tiles, strict=True)
    return Yeoman(tuple(sorted(Shift(thing, tile) for thing, tile in pairs if state.objects[thing] != tile)))


def _purify(state: State) -> Iterable[Move]:
    return [Purify(tile) for tile in bits(bewitchments.impure(state))]


def _imprint(_state: State) -> Iterable[Move]:
    return (Imprint(),)


def _overwork(_state: State) -> Iterable[Move]:
    return (Overwork(),)


def _upset(state: State) -> Iterator[Move]:
    tiles = list(bits(zone(state)))
    white, black = _numbers(state)
    for whites in combinations(tiles, white):
        rest = [tile for tile in tiles if tile not in whites]
        for blacks in combinations(rest, black):
            yield Upset(_set_of(whites), _set_of(blacks))


def _numbers(state: State) -> tuple[int, int]:
    tiles = zone(state)
    return (state.auras[0] & tiles).bit_count(), (state.auras[1] & tiles).bit_count()


def _set_of(tiles: Iterable[int]) -> int:
    return sum(1 << tile for tile in tiles)


def _shovel(state: State) -> Iterable[Move]:
    return (Shovel(),) if state.objects[state.mover] == X else [Shovel(d) for d in bewitchments.diggable(state)]


def _leap(state: State) -> Iterable[Move]:
    tiles = bewitchments.leapable(state)
    return [Leap(thing) for thing in OBJECTS if tiles >> state.objects[thing] & 1]


def _yoke(state: State) -> Iterable[Move]:
    return [Yoke(thing, d) for thing in OBJECTS for d in range(6) if bewitchments.yoked(state, thing, d)]


SPELLS: tuple[Callable[[State], Iterable[Move]], ...] = (
    _priestess, _illusionist, _opportunist, _usurper, _stonemason, _locksmith, _yeoman,
    _purify, _imprint, _overwork, _upset, _shovel, _leap, _yoke,
)  # fmt: skip
"""The ways to cast each spell, when it is the mover's, charged, and its caster on the board."""

ACTIONS: tuple[Callable[[State], Iterable[Move]], ...] = (walks, blessings, drops, pick_ups, ends)


_MEMBERS = {
    rooms << shift: tuple(bits(rooms << shift)) for rooms in range(1 << len(ROOMS)) for shift in (0, BEWITCHMENT)
}
"""The members of every set of rooms, and of every set of bewitchments."""


def spells(state: State) -> list[int]:
    """The spells that the mover owns and has not spent, as far as their piece or artwork is on the board."""
    artwork, other = state.arts[state.mover] & ~state.spent, state.arts[1 - state.mover] & ~state.spent
    auras, objects = state.auras[state.mover], state.objects
    found = [room for room in _MEMBERS[artwork] if auras >> objects[ARTWORK + room] & 1]
    if other and objects[state.mover] != NOWHERE:
        found += _MEMBERS[other << BEWITCHMENT]
    return found


def _count_illusionist(state: State) -> int:
    return (1 << linked(state, INDIGO).bit_count()) - 1


def _count_usurper(state: State) -> int:
    near = state.board.near
    known: dict[int, int] = {}
    total = 0
    for _, own, home in _cuts(state):
        if own not in known:
            known[own] = 1 + sum(1 + second.bit_count() for _, second in _growths(near, own, home))
        total += known[own]
    return total


def _count_stonemason(state: State) -> int:
    return sum(len(fitting(state.board, room)) for room in bits(linked(state, SAPPHIRE)))


def _count_yeoman(state: State) -> int:
    return prod(perm(4, len(room)) for room in lodgers(state))


def _count_upset(state: State) -> int:
    size, (white, black) = zone(state).bit_count(), _numbers(state)
    return comb(size, white) * comb(size - white, black)


_COUNTS: dict[int, Callable[[State], int]] = {
    INDIGO: _count_illusionist,
    UMBER: _count_usurper,
    SAPPHIRE: _count_stonemason,
    YELLOW: _count_yeoman,
    UMBER + BEWITCHMENT: _count_upset,
}


def ways(state: State, spell: int) -> int:
    """How many ways there are to cast a spell of `spells`."""
    count = _COUNTS.get(spell)
    return count(state) if count else len(list(SPELLS[spell](state)))


def _draw_illusionist(state: State, rng: Random) -> Move:
    rooms = list(bits(linked(state, INDIGO)))
    chosen = sum(1 << room for room in rooms if rng.random() < 0.5)
    return Illusionist(chosen or 1 << rng.choice(rooms))


def _draw_usurper(state: State, rng: Random) -> Move:
    cuts, own, home = rng.choice(list(_cuts(state)))
    growths: tuple[int, ...] = ()
    near = state.board.near
    for _ in range(int(rng.random() * 3)):
        choice = list(bits(border(near, spread(near, own, home)))) if home else []
        if not choice:
            break
        tile = rng.choice(choice)
        growths, own = (*growths, tile), own | 1 << tile
    return Usurper(cuts, growths)


def _draw_stonemason(state: State, rng: Random) -> Move | None:
    rooms = list(bits(linked(state, SAPPHIRE)))
    rng.shuffle(rooms)
    for room in rooms:
        around = frame(state.board, room)
        for _ in range(_TRIES):
            place = around.draw(rng)
            if around.fits(place):
                return Stonemason(room, place)
        places = fitting(state.board, room)
        if places:
            return Stonemason(room, rng.choice(places))
    return None


def _draw_yeoman(state: State, rng: Random) -> Move:
    rooms = lodgers(state)
    tiles = [rng.sample(list(bits(tiles_of(state.objects[room[0]] >> 2))), len(room)) for room in rooms]
    return _shifts(state, [thing for room in rooms for thing in room], [tile for room in tiles for tile in room])


def _draw_upset(state: State, rng: Random) -> Move:
    tiles = list(bits(zone(state)))
    rng.shuffle(tiles)
    white, black = _numbers(state)
    return Upset(_set_of(tiles[:white]), _set_of(tiles[white : white + black]))


_DRAWS: dict[int, Callable[[State, Random], Move | None]] = {
    INDIGO: _draw_illusionist,
    UMBER: _draw_usurper,
    SAPPHIRE: _draw_stonemason,
    YELLOW: _draw_yeoman,
    UMBER + BEWITCHMENT: _draw_upset,
}


def draw(state: State, spell: int, rng: Random) -> Move | None:
    """Any way to cast a spell of `spells`, drawn by chance; None when there is none."""
    drawing = _DRAWS.get(spell)
    if drawing:
        return drawing(state, rng)
    listed = list(SPELLS[spell](state))
    return listed[int(rng.random() * len(listed))] if listed else None
