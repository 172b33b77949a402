"""Names in notation, written and parsed: tiles, rooms, artworks, objects, directions, spells."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.boards.grid import bits
from games.core.boards.hex import DIRECTIONS
from games.core.errors import BadNotation
from games.core.i18n import gettext
from games.piously.rooms import LETTERS, OBJECT_LETTERS, SINGLETON, SPELL_CODES, TILE_NAMES

DIRECTION_NAMES = tuple(DIRECTIONS)
"""The compass letters of `hex.STEPS`, in the same order."""
TILE = "(?:[piously][1-4]|x)"
"""A regular expression for a tile in lower case."""
NUMBER = r"(0|-?[1-9][0-9]{0,5})"
"""A regular expression for a coordinate of a place."""

LOWER_LETTERS, _LOWER_OBJECTS = LETTERS.lower(), OBJECT_LETTERS.lower()
_LOWER_CODES = tuple(code.lower() for code in SPELL_CODES)
_TILE_OF = {name.lower(): tile for tile, name in enumerate(TILE_NAMES)}


def tiles_text(tiles: int) -> str:
    """Return the names of a set of tiles, one after the other."""
    return "".join(TILE_NAMES[tile] for tile in bits(tiles))


def parse_tile(name: str) -> int:
    """Parse a tile in lower case. Raises BadNotation."""
    try:
        return _TILE_OF[name]
    except KeyError:
        raise BadNotation(
            gettext(
                "I couldn't read the tile '{name}'. Tiles are P1–P4, I1–I4, O1–O4, U1–U4, S1–S4, L1–L4, Y1–Y4 and X.",
                name=name.upper(),
            )
        ) from None


def parse_room(name: str) -> int:
    """Parse the letter of a room in lower case. Raises BadNotation."""
    if len(name) == 1 and name in LOWER_LETTERS:
        return LOWER_LETTERS.index(name)
    raise BadNotation(
        gettext(
            "I couldn't read the room '{name}'. Rooms are P, I, O, U, S, L and Y; X is the singleton.",
            name=name.upper(),
        )
    )


def parse_artwork(name: str) -> int:
    """Parse an artwork into its room. Raises BadNotation."""
    room = parse_room(name)
    if room == SINGLETON:
        raise BadNotation(gettext("X has no artwork."))
    return room


def parse_object(name: str) -> int:
    """Parse the letter of an object in lower case. Raises BadNotation."""
    if len(name) == 1 and name in _LOWER_OBJECTS:
        return _LOWER_OBJECTS.index(name)
    raise BadNotation(
        gettext(
            "I couldn't read the object '{name}'. Objects are W, B and the artworks P, I, O, U, S, L and Y.",
            name=name.upper(),
        )
    )


def parse_direction(name: str) -> int:
    """Parse compass letters into an index of `hex.STEPS`. Raises BadNotation."""
    if name.upper() in DIRECTIONS:
        return DIRECTION_NAMES.index(name.upper())
    raise BadNotation(
        gettext("I couldn't read the direction '{name}'. Directions are E, SE, SW, W, NW and NE.", name=name.upper())
    )


def parse_spell(code: str) -> int:
    """Parse the two letters of a spell in lower case. Raises BadNotation."""
    if code in _LOWER_CODES:
        return _LOWER_CODES.index(code)
    raise BadNotation(
        gettext("I couldn't read the spell '{name}'. Use its first two letters, e.g. Pr for Priestess.", name=code)
    )


def set_of(names: Iterable[int], shown: str) -> int:
    """Return the set of these members. Raises BadNotation if one is named twice."""
    members = 0
    for member in names:
        if members >> member & 1:
            raise BadNotation(gettext("'{text}' names something twice.", text=shown))
        members |= 1 << member
    return members
