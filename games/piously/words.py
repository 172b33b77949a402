"""Names and lists in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.boards.grid import bits
from games.core.say import Say, say, say_all
from games.piously.rooms import BEWITCHMENT, ROOM_NAMES, TILE_NAMES


def tile_list(tiles: int) -> Say:
    """The names of a set of tiles, or "none"."""
    return listed(TILE_NAMES[tile] for tile in bits(tiles))


def room_list(rooms: int) -> Say:
    """The names of a set of rooms, or "none"."""
    return listed(ROOM_NAMES[room] for room in bits(rooms))


def listed(names: Iterable[str]) -> Say:
    """Names joined by commas, or "none"."""
    return say_all(names) or say("none")


def is_artwork(spell: int) -> bool:
    """True for the artwork spells, False for the bewitchments."""
    return spell < BEWITCHMENT
