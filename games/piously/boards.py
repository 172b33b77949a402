"""Boards to play on: the designer's board and random ones (RULES 2)."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from games.core.boards.hex import Hex, neighbours, rotate
from games.piously.layout import Place, Places, cells_of
from games.piously.rooms import ROOMS, ROTATIONS

CLASSIC: Places = ((0, 0, 0), (3, -1, 1), (2, 2, 2), (1, 1, 4), (0, -1, 1), (1, -2, 2), (-3, 1, 0))
"""The board on the designer's card."""

_TRIES = 60


def random_board(rng: Random) -> Places:
    """Return a random valid board, with tile P1 at 0,0, turned so that it is low: pictures are wider than high.

    Each room in turn is put at a random place beside the others. If the last two cannot give every room its two
    neighbours, everything starts again.
    """
    while True:
        found = _attempt(rng)
        if found:
            q, r, _ = found[0]
            places = tuple((found[room][0] - q, found[room][1] - r, found[room][2]) for room in ROOMS)
            return min((_turned(places, turns) for turns in range(3)), key=_extent)


def _turned(places: Places, turns: int) -> Places:
    """Return the board after a number of clockwise turns around tile P1."""
    return tuple((*rotate((q, r), turns), (own + turns) % 6) for q, r, own in places)


def _extent(places: Places) -> tuple[int, int]:
    """Return the height of a board in rows and its width in half columns."""
    cells = [cell for room in ROOMS for cell in cells_of(room, places[room])]
    down, across = [r for _, r in cells], [2 * q + r for q, r in cells]
    return max(down) - min(down), max(across) - min(across)


def _attempt(rng: Random) -> dict[int, Place] | None:
    order = list(ROOMS)
    rng.shuffle(order)
    growing = _Growing()
    growing.add(order[0], (0, 0, int(rng.random() * 6)))
    for room in order[1:5]:
        while not growing.try_place(room, rng, 0):
            pass
    for room, most_poor in ((order[5], 2), (order[6], 0)):
        if not any(growing.try_place(room, rng, most_poor) for _ in range(_TRIES)):
            return None
    return growing.places


class _Growing:
    """A board that grows room by room, with the rooms that touch each free hex, and those that touch each room."""

    def __init__(self) -> None:
        self.places: dict[int, Place] = {}
        self.taken: set[Hex] = set()
        self.contacts: dict[Hex, int] = {}
        self.touching: dict[int, int] = {}

    def add(self, room: int, place: Place) -> None:
        """Put a room on the board."""
        q, r, turns = place
        cells = [(q + dq, r + dr) for dq, dr in ROTATIONS[room][turns]]
        touched = 0
        for cell in cells:
            touched |= self.contacts.pop(cell, 0)
        self.touching[room] = touched
        for other in self.places:
            if touched >> other & 1:
                self.touching[other] |= 1 << room
        self.taken.update(cells)
        for cell in cells:
            for near in neighbours(cell):
                if near not in self.taken:
                    self.contacts[near] = self.contacts.get(near, 0) | 1 << room
        self.places[room] = place

    def try_place(self, room: int, rng: Random, most_poor: int) -> bool:
        """Try one random place beside the others; return True if the room was put there.

        From the sixth room on, at most `most_poor` rooms may be left with fewer than two neighbours.
        """
        cells = list(self.contacts)
        q, r = cells[int(rng.random() * len(cells))]
        turns = int(rng.random() * 6)
        shape = ROTATIONS[room][turns]
        dq, dr = shape[int(rng.random() * 4)]
        q, r = q - dq, r - dr
        touched = 0
        for dq, dr in shape:
            cell = q + dq, r + dr
            if cell in self.taken:
                return False
            touched |= self.contacts.get(cell, 0)
        if len(self.places) > 4 and self._poor_rooms(room, touched) > most_poor:
            return False
        self.add(room, (q, r, turns))
        return True

    def _poor_rooms(self, room: int, touched: int) -> int:
        """Return the number of rooms that would have fewer than two neighbours."""
        poor = int(touched & (touched - 1) == 0)
        for other, around in self.touching.items():
            after = around | (touched >> other & 1) << room
            poor += after & (after - 1) == 0
        return poor


@lru_cache(maxsize=256)
def numbered_board(number: int) -> Places:
    """Return the random board of this number, which is always the same."""
    return random_board(Random(number))
