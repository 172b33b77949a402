"""The places where a room may go: for the Stonemason, and for building a board by hand (RULES 2 and 7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from games.core.boards.hex import Hex, border, neighbours
from games.core.i18n import Message, gettext
from games.piously.layout import Layout, Place, cells_of, connected_tiles, find_flaw, is_stranded, layout
from games.piously.rooms import ROOM_NAMES, ROOMS, ROTATIONS, SINGLETON, tiles_of


class Frame:
    """All that stays the same while one room moves.

    `taken` are the hexes that the room may not cover. `contacts` holds, for each hex beside the other rooms, the set of
    those rooms that touch it. The room must touch every one of `needy` (rooms with one neighbour) and one of each of
    `parts` (groups of joined rooms); `hopeless` is true if a room has no other neighbour at all. `anchor` are the hexes
    of which the room must cover one so that X is not stranded; None if there is no such need.
    """

    def __init__(self, board: Layout, room: int) -> None:
        self.room = room
        others = [other for other in ROOMS if other != room]
        cells = {cell: other for other in others for cell in cells_of(other, board.places[other])}
        self.taken = set(cells)
        self.contacts: dict[Hex, int] = dict.fromkeys(border(cells), 0)
        for cell, other in cells.items():
            for near in neighbours(cell):
                if near in self.contacts:
                    self.contacts[near] |= 1 << other
        touching = [board.touching[other] & ~(1 << room) for other in ROOMS]
        self.hopeless = any(touching[other] == 0 for other in others)
        self.needy = sum(1 << other for other in others if touching[other].bit_count() == 1)
        self.parts = list(_parts(touching, sum(1 << other for other in others)))
        self.anchor: set[Hex] | None = None
        if room != SINGLETON and board.singleton is not None:
            self.taken.add(board.singleton)
            around = neighbours(board.singleton)
            self.anchor = None if any(cell in cells for cell in around) else set(around)
        if room == SINGLETON:
            self.hopeless = find_flaw(board) is not None

    def fits(self, place: Place) -> bool:
        """Whether the board is valid with the room at this place."""
        cells = cells_of(self.room, place)
        touched = 0
        for cell in cells:
            if cell in self.taken:
                return False
            touched |= self.contacts.get(cell, 0)
        if self.room == SINGLETON:
            return touched != 0 and not self.hopeless
        return (
            touched & (touched - 1) != 0
            and not self.needy & ~touched
            and not self.hopeless
            and all(touched & part for part in self.parts)
            and (self.anchor is None or any(cell in self.anchor for cell in cells))
        )

    def touching_places(self, turns: int) -> Iterator[Place]:
        """Yield the places, turned this way, where the room overlaps nothing and touches another room, valid or not."""
        shape = ROTATIONS[self.room][turns]
        anchors = dict.fromkeys((q - dq, r - dr) for q, r in self.contacts for dq, dr in shape)
        for q, r in anchors:
            if not any((q + dq, r + dr) in self.taken for dq, dr in shape):
                yield q, r, turns

    def places(self) -> Iterator[Place]:
        """Yield all places where the room makes a valid board, turn by turn."""
        for turns in range(1 if self.room == SINGLETON else 6):
            yield from (place for place in self.touching_places(turns) if self.fits(place))

    def draw(self, rng: Random) -> Place:
        """Return a random place beside the other rooms, which may not fit."""
        cells = list(self.contacts)
        q, r = cells[int(rng.random() * len(cells))]
        turns = 0 if self.room == SINGLETON else int(rng.random() * 6)
        shape = ROTATIONS[self.room][turns]
        dq, dr = shape[int(rng.random() * len(shape))]
        return q - dq, r - dr, turns


def _parts(touching: list[int], rooms: int) -> Iterator[int]:
    """Yield the groups into which the rooms fall."""
    while rooms:
        part = connected_tiles(touching, rooms, rooms & -rooms)
        yield part
        rooms &= ~part


@lru_cache(maxsize=512)
def frame(board: Layout, room: int) -> Frame:
    """Return the frame for moving this room."""
    return Frame(board, room)


def rebuild(board: Layout, room: int, place: Place) -> Layout:
    """Return the layout with the room, or X, at another place."""
    if room == SINGLETON:
        return layout(board.places, place[:2])
    return layout((*board.places[:room], place, *board.places[room + 1 :]), board.singleton)


def explain_misfit(board: Layout, room: int, place: Place) -> Message | None:
    """Return a sentence that says why the room may not go to this place; None if it may."""
    for cell in cells_of(room, place):
        other = board.tile_at.get(cell)
        if other is not None and not tiles_of(room) >> other & 1:
            blocking = ROOM_NAMES[other // 4]
            return gettext("{room} would overlap {other} there.", room=ROOM_NAMES[room], other=blocking)
    after = rebuild(board, room, place)
    if is_stranded(after):
        return gettext("X must touch at least one room afterwards.")
    return find_flaw(after)
