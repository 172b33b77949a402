"""The fixed parts of the game: rooms, tiles, objects, spells, and their names (RULES 1 and 7).

Everything is numbered. Rooms 0-6 are P I O U S L Y and 7 is the singleton X; tile `4 * room + k` is tile k + 1 of its
room, and tile 28 is X. Objects 0 and 1 are the white and the black piece, 2-8 the artworks of the rooms. Spells 0-6
are the artwork spells of the rooms, 7-13 their bewitchments. A set of any of these is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.boards.hex import Hex, rotate
from games.core.i18n import Message, gettext, pgettext

LETTERS = "PIOUSLYX"
PINK, INDIGO, ORANGE, UMBER, SAPPHIRE, LIME, YELLOW, SINGLETON = range(8)
ROOMS = range(7)

ROOM_NAMES: tuple[Message, ...] = (
    gettext("Pink"), gettext("Indigo"), gettext("Orange"), gettext("Umber"), gettext("Sapphire"), gettext("Lime"),
    gettext("Yellow"), gettext("X"),
)  # fmt: skip

SHAPES: tuple[tuple[Hex, ...], ...] = (
    ((0, 0), (1, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (2, 0), (3, 0)),
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((0, 0), (0, 1), (1, 1), (2, 0)),
    ((0, 0), (0, 1), (1, 1), (1, 2)),
    ((0, 0), (0, 1), (0, 2), (1, 2)),
    ((0, 0), (0, -1), (1, 0), (-1, 1)),
    ((0, 0),),
)
"""Tiles 1-4 of each room before it is turned (RULES 1)."""

ROTATIONS: tuple[tuple[tuple[Hex, ...], ...], ...] = tuple(
    tuple(tuple(rotate(cell, turns) for cell in shape) for turns in range(6)) for shape in SHAPES
)
"""Tiles 1-4 of each room after each of the six clockwise turns."""

X = 28
NOWHERE = 29
"""The tile of an object that is off the board."""
ROOM_TILES = (1 << X) - 1
"""The tiles of the seven rooms."""
FIRST_TILES = 0x1111111
"""Tile 1 of each room."""
TILE_NAMES = (*(f"{letter}{number}" for letter in LETTERS[:7] for number in range(1, 5)), "X")
TILE_NUMBERS = {name: tile for tile, name in enumerate(TILE_NAMES)}

WHITE, BLACK = 0, 1
SIDES: tuple[Message, ...] = (gettext("White"), gettext("Black"))
ARTWORK = 2
"""The difference between the numbers of a room's artwork (an object) and the room."""
OBJECTS = range(9)
OBJECT_LETTERS = "WB" + LETTERS[:7]

BEWITCHMENT = 7
"""The difference between the numbers of a room's bewitchment (a spell) and the room."""
SPELL_NAMES: tuple[Message, ...] = (
    gettext("Priestess"), gettext("Illusionist"), gettext("Opportunist"), gettext("Usurper"), gettext("Stonemason"),
    gettext("Locksmith"), gettext("Yeoman"),
    gettext("Purify"), gettext("Imprint"), gettext("Overwork"), gettext("Upset"), gettext("Shovel"), gettext("Leap"),
    gettext("Yoke"),
)  # fmt: skip
SPELL_TITLES: tuple[Message, ...] = (
    pgettext("list of spells", "Priestess"), pgettext("list of spells", "Illusionist"),
    pgettext("list of spells", "Opportunist"), pgettext("list of spells", "Usurper"),
    pgettext("list of spells", "Stonemason"), pgettext("list of spells", "Locksmith"),
    pgettext("list of spells", "Yeoman"), pgettext("list of spells", "Purify"), pgettext("list of spells", "Imprint"),
    pgettext("list of spells", "Overwork"), pgettext("list of spells", "Upset"), pgettext("list of spells", "Shovel"),
    pgettext("list of spells", "Leap"), pgettext("list of spells", "Yoke"),
)  # fmt: skip
"""The spells in a list; a name that does not begin with the code in this language is followed by it."""
SPELL_CODES = ("Pr", "Il", "Op", "Us", "St", "Lo", "Ye", "Pu", "Im", "Ov", "Up", "Sh", "Le", "Yo")

OBJECT_NAMES: tuple[Message, ...] = (gettext("White piece"), gettext("Black piece"), *SPELL_NAMES[:7])
"""The names of the objects; an artwork is named after its spell."""


def tiles_of(room: int) -> int:
    """Return the tiles of a room as a set."""
    return 0xF << 4 * room if room != SINGLETON else 1 << X


def tile_set(tiles: Iterable[int]) -> int:
    """Return the set of these tiles, which are all different."""
    return sum(1 << tile for tile in tiles)


def rooms_of(tiles: int) -> int:
    """Return the rooms with at least one of the tiles, X as room 7."""
    near = (tiles | tiles >> 1 | tiles >> 2 | tiles >> 3) & FIRST_TILES
    rooms = 0
    while near:
        low = near & -near
        near ^= low
        rooms |= 1 << (low.bit_length() >> 2)
    return rooms | (tiles >> X & 1) << SINGLETON
