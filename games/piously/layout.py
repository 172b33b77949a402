"""Where the rooms are, and what follows from it: neighbours, rows, and whether a board is valid (RULES 1 and 2).

A layout is made once for each arrangement and shared by all states, so that a move need not look at coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from games.core.boards.grid import bits
from games.core.boards.hex import Hex, neighbours
from games.core.i18n import Message, gettext, join_list, ngettext
from games.piously.rooms import FIRST_TILES, NOWHERE, ROOM_NAMES, ROOMS, ROTATIONS, X, rooms_of, tiles_of

Place = tuple[int, int, int]
"""The place of a room: the hex of its tile 1 (q, r) and the number of clockwise turns, 0-5."""

Places = tuple[Place, ...]
"""The places of rooms 0-6."""

_CACHE_SIZE = 4096


def cells_of(room: int, place: Place) -> list[Hex]:
    """Return the hexes of the room's tiles 1-4 at this place."""
    q, r, turns = place
    return [(q + dq, r + dr) for dq, dr in ROTATIONS[room][turns]]


class Layout:
    """An arrangement of the seven rooms and of X (None while it is off the board). Layouts with equal places are equal.

    No two tiles may share a hex. `cells` holds the hex of each tile, `tile_at` the tile of each hex, `step` for each
    tile its neighbour in the six directions (NOWHERE if there is none), and `near` the set of its neighbours. `step`
    and `near` have an empty entry for NOWHERE. The rooms need not form a valid board: see `find_flaw`.
    """

    def __init__(self, places: Places, singleton: Hex | None) -> None:
        self.places = places
        self.singleton = singleton
        self._hash = hash((places, singleton))
        cells = [cell for room in ROOMS for cell in cells_of(room, places[room])]
        if singleton is not None:
            cells.append(singleton)
        self.cells = tuple(cells)
        self.tile_at = {cell: tile for tile, cell in enumerate(cells)}
        find = self.tile_at.get
        self.step = tuple(tuple(find(cell, NOWHERE) for cell in neighbours(at)) for at in cells)
        self.step += ((NOWHERE,) * 6,) * (NOWHERE + 1 - len(cells))
        self.near = tuple(_set_of(around) for around in self.step)
        self._winning_groups: dict[int, int] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self is other or (self.places == other.places and self.singleton == other.singleton)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[Places, Hex | None]]:
        return layout, (self.places, self.singleton)

    @cached_property
    def tiles(self) -> int:
        """All tiles on the board."""
        return (1 << len(self.cells)) - 1

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """For each tile, the tiles in straight lines from it, up to the first gap."""
        return tuple(sum(1 << tile for tile in self._row(start)) for start in range(NOWHERE + 1))

    @cached_property
    def touching(self) -> tuple[int, ...]:
        """For each room, X included, the other rooms (without X) that share an edge with it."""
        return tuple(self._rooms_touched(room) for room in range(8))

    def winning_group(self, auras: int) -> int:
        """Return the group of these auras that has a tile in each of the seven rooms; 0 if there is none (RULES 8).

        Only a few answers are ever needed, but again and again while the auras stay the same, so they are cached.
        """
        if not _in_every_room(auras):
            return 0
        group = self._winning_groups.get(auras)
        if group is None:
            if len(self._winning_groups) > _CACHE_SIZE:
                self._winning_groups.clear()
            group = self._winning_groups[auras] = next(filter(_in_every_room, self._groups(auras)), 0)
        return group

    def _groups(self, auras: int) -> Iterator[int]:
        """Yield the connected groups of these auras that have a tile in the first room."""
        starts = auras & tiles_of(0)
        while starts:
            group = connected_tiles(self.near, auras, starts & -starts)
            yield group
            starts &= ~group

    def _row(self, start: int) -> Iterator[int]:
        for direction in range(6):
            tile = self.step[start][direction]
            while tile != NOWHERE:
                yield tile
                tile = self.step[tile][direction]

    def _rooms_touched(self, room: int) -> int:
        around = 0
        for tile in bits(tiles_of(room) & self.tiles):
            around |= self.near[tile]
        return rooms_of(around & ~(1 << X)) & ~(1 << room)


def _in_every_room(tiles: int) -> bool:
    return (tiles | tiles >> 1 | tiles >> 2 | tiles >> 3) & FIRST_TILES == FIRST_TILES


def _set_of(tiles: Sequence[int]) -> int:
    a, b, c, d, e, f = tiles
    return (1 << a | 1 << b | 1 << c | 1 << d | 1 << e | 1 << f) & ~(1 << NOWHERE)


@lru_cache(maxsize=4096)
def layout(places: Places, singleton: Hex | None = None) -> Layout:
    """Return the layout of these places, which is made only once while it is in use."""
    return Layout(places, singleton)


def connected_tiles(near: Sequence[int], within: int, start: int) -> int:
    """Return the tiles that are connected to `start` through tiles of `within`, including `start` itself."""
    reached = frontier = start
    while frontier:
        low = frontier & -frontier
        found = near[low.bit_length() - 1] & within & ~reached
        reached |= found
        frontier ^= low | found
    return reached


def border(near: Sequence[int], region: int) -> int:
    """Return the tiles that touch the region and are not in it."""
    around, rest = 0, region
    while rest:
        low = rest & -rest
        around |= near[low.bit_length() - 1]
        rest ^= low
    return around & ~region


def overlap(places: Sequence[Place]) -> Message | None:
    """Return a sentence that says which rooms share a hex; None if all hexes differ."""
    taken: dict[Hex, int] = {}
    for room, place in enumerate(places):
        for cell in cells_of(room, place):
            other = taken.setdefault(cell, room)
            if other != room:
                return gettext(
                    "{one} and {other} lie in the same place.", one=ROOM_NAMES[other], other=ROOM_NAMES[room]
                )
    return None


def find_flaw(board: Layout) -> Message | None:
    """Return a sentence that says why the seven rooms are not a valid board; None if they are (RULES 2)."""
    for room in ROOMS:
        touched = board.touching[room]
        if touched == 0:
            return gettext("{room} touches no other room; it must touch at least two.", room=ROOM_NAMES[room])
        if touched & (touched - 1) == 0:
            other = ROOM_NAMES[touched.bit_length() - 1]
            return gettext(
                "{room} touches only {other}; it must touch at least two rooms.", room=ROOM_NAMES[room], other=other
            )
    apart = 0x7F & ~connected_tiles(board.touching, 0x7F, 1)
    if apart:
        found = [ROOM_NAMES[room] for room in bits(apart)]
        return ngettext(
            "The board falls apart: {rooms} must be joined to the others.",
            "The board falls apart: {rooms} must be joined to the others.",
            len(found),
            rooms=join_list(found),
        )
    return None


def is_stranded(board: Layout) -> bool:
    """Whether X is on the board and touches no room [G3]."""
    return board.singleton is not None and board.near[X] == 0
