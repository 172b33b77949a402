"""Names and lists in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.boards.grid import bits
from games.core.i18n import Message, gettext, join_list, pgettext
from games.piously.rooms import ARTWORK, BEWITCHMENT, OBJECT_NAMES, ROOM_NAMES, SPELL_NAMES, TILE_NAMES

DIRECTION_TITLES: tuple[Message, ...] = (
    pgettext("direction", "East"), pgettext("direction", "South-east"), pgettext("direction", "South-west"),
    pgettext("direction", "West"), pgettext("direction", "North-west"), pgettext("direction", "North-east"),
)  # fmt: skip
"""The directions of `hex.STEPS`, in the same order, for a place where they stand alone."""

OBJECT_TITLES: tuple[Message, ...] = (gettext("White piece"), gettext("Black piece"), *SPELL_NAMES[:BEWITCHMENT])
"""The objects for a place where they stand alone, such as a button."""

_PIECES = pgettext("nominative", "the white piece"), pgettext("nominative", "the black piece")
_PIECES_FIRST = pgettext("beginning", "The white piece"), pgettext("beginning", "The black piece")
_PIECES_MOVED = pgettext("accusative", "the white piece"), pgettext("accusative", "the black piece")
_PIECES_REACHED = pgettext("dative", "the white piece"), pgettext("dative", "the black piece")
DIRECTION_WORDS = (
    gettext("east"), gettext("south-east"), gettext("south-west"), gettext("west"), gettext("north-west"),
    gettext("north-east"),
)  # fmt: skip
"""The directions of `hex.STEPS`, in the same order."""


def tile_list(tiles: int) -> Message:
    """Return the names of a set of tiles, or "none"."""
    return join_names(TILE_NAMES[tile] for tile in bits(tiles))


def room_list(rooms: int) -> Message:
    """Return the names of a set of rooms, or "none"."""
    return join_names(ROOM_NAMES[room] for room in bits(rooms))


def join_names(names: Iterable[str]) -> Message:
    """Return names as a list, or "none"."""
    return join_list(names) or pgettext("list", "none")


def is_artwork(spell: int) -> bool:
    """Whether the spell is an artwork spell, not a bewitchment."""
    return spell < BEWITCHMENT


def object_name(thing: int) -> Message:
    """Return the object as the subject of a sentence: "the white piece"."""
    if thing < ARTWORK:
        return _PIECES[thing]
    return pgettext("nominative", "the {artwork}", artwork=OBJECT_NAMES[thing])


def object_moved(thing: int) -> Message:
    """Return the object that something is done to: "the white piece"."""
    if thing < ARTWORK:
        return _PIECES_MOVED[thing]
    return pgettext("accusative", "the {artwork}", artwork=OBJECT_NAMES[thing])


def object_reached(thing: int) -> Message:
    """Return the object that something is done with, or that is somewhere: "the white piece"."""
    if thing < ARTWORK:
        return _PIECES_REACHED[thing]
    return pgettext("dative", "the {artwork}", artwork=OBJECT_NAMES[thing])


def object_title(thing: int) -> Message:
    """Return the object at the beginning of a sentence: "The white piece"."""
    if thing < ARTWORK:
        return _PIECES_FIRST[thing]
    return pgettext("beginning", "The {artwork}", artwork=OBJECT_NAMES[thing])
