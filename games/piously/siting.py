"""The questions where a room goes: first how it is turned, then where its first tile goes.

The Stonemason and the building of a board use them. The answers are a room `Y@`, turns `turn2:` and a place `3,-3`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_

from games.core.boards.hex import STEPS, Hex, hex_name
from games.core.i18n import Message, gettext, ngettext
from games.core.question import Choice, Question
from games.piously.layout import Layout, Place, cells_of
from games.piously.mason import explain_misfit, frame
from games.piously.rooms import LETTERS, ROOM_NAMES, ROOMS, SINGLETON, TILE_NAMES, tiles_of
from games.piously.words import room_list

PlacesOf = Callable[[Layout, int, int], tuple[Place, ...]]
"""A function that returns the places to offer for a room of a board with this many turns."""

_TURN_LABELS = (
    gettext("Not at all"), gettext("60° clockwise"), gettext("120° clockwise"),
    gettext("180°"), gettext("120° counter-clockwise"), gettext("60° counter-clockwise"),
)  # fmt: skip
TURN_WORDS = (
    gettext("not turned"), gettext("turned clockwise by 60°"), gettext("turned clockwise by 120°"),
    gettext("turned by 180°"), gettext("turned counter-clockwise by 120°"), gettext("turned counter-clockwise by 60°"),
)  # fmt: skip
"""How a room is turned from its former position, by sixths clockwise, within a sentence."""
_CONTACTS = (
    gettext("{rooms}, {tile} east of {other}", rooms="", tile="", other=""),
    gettext("{rooms}, {tile} south-east of {other}", rooms="", tile="", other=""),
    gettext("{rooms}, {tile} south-west of {other}", rooms="", tile="", other=""),
    gettext("{rooms}, {tile} west of {other}", rooms="", tile="", other=""),
    gettext("{rooms}, {tile} north-west of {other}", rooms="", tile="", other=""),
    gettext("{rooms}, {tile} north-east of {other}", rooms="", tile="", other=""),
)
"""How a tile lies beside another one, in the directions of `hex.STEPS`."""
_FITS, _FITS_NOT = gettext("Valid board"), gettext("Not valid yet")


@lru_cache(maxsize=1024)
def valid_places(board: Layout, room: int, turns: int) -> tuple[Place, ...]:
    """Return the places where the room makes a valid board."""
    around = frame(board, room)
    return tuple(place for place in around.touching_places(turns) if around.fits(place))


@lru_cache(maxsize=1024)
def touching_places(board: Layout, room: int, turns: int) -> tuple[Place, ...]:
    """Return the places where the room touches another one, valid places first."""
    valid = valid_places(board, room, turns)
    return (*valid, *(place for place in frame(board, room).touching_places(turns) if place not in valid))


def touched_rooms(board: Layout, room: int, place: Place) -> int:
    """Return the set of rooms that the room would touch at this place."""
    contacts = frame(board, room).contacts
    return reduce(or_, (contacts.get(cell, 0) for cell in cells_of(room, place)))


def with_contact(rooms: Message, board: Layout, room: int, place: Place, others: Iterable[Place]) -> Message:
    """Return the rooms that the room touches, with two tiles that tell the place from others with the same turns.

    If the same two tiles touch at another place as well, the direction from one to the other tells them apart.
    """
    elsewhere = {(own, other) for each in others if each != place for own, _, other in _contacts(board, room, each)}
    contacts = list(_contacts(board, room, place))
    own, way, other = next((one for one in contacts if (one[0], one[2]) not in elsewhere), contacts[0])
    values = {"rooms": rooms, "tile": TILE_NAMES[own], "other": TILE_NAMES[other]}
    if (own, other) not in elsewhere:
        return gettext("{rooms}, {tile} next to {other}", **values)
    return _CONTACTS[way].with_values(values)


def _contacts(board: Layout, room: int, place: Place) -> Iterator[tuple[int, int, int]]:
    """Yield each tile of the room at this place that touches another one, the direction from that one, and that one."""
    for own, cell in enumerate(cells_of(room, place), 4 * room):
        for way, step in enumerate(STEPS):
            other = board.tile_at.get((cell[0] - step[0], cell[1] - step[1]))
            if other is not None and not tiles_of(room) >> other & 1:
                yield own, way, other


def touches(board: Layout, room: int, place: Place, tiles: tuple[int, int], way: int | None) -> bool:
    """Whether the first tile, of the room at this place, touches the second one; if told, in this direction from it."""
    return any((own, other) == tiles and way in (None, its) for own, its, other in _contacts(board, room, place))


def room_token(room: int) -> str:
    """Return the answer that names the room."""
    return f"{LETTERS[room]}@"


def turn_token(turns: int) -> str:
    """Return the answer that names the turns, counted as in a place, not from how the room is now."""
    return f"turn{turns}:"


def read_site(room: int, turned: str, place: str) -> Place:
    """Return the place that the answers stand for; `turned` is ignored for X."""
    q, r = map(int, place.split(","))
    return q, r, 0 if room == SINGLETON else int(turned[4:-1])


@lru_cache(maxsize=256)
def turn_question(board: Layout, room: int, places_of: PlacesOf) -> Question:
    """Ask how to turn the room: all turns that have a place are offered."""
    found = ((turns, places_of(board, room, turns)) for turns in range(6))
    now = board.places[room][2]
    choices = tuple(
        Choice(
            turn_token(turns),
            _TURN_LABELS[(turns - now) % 6],
            note=ngettext("{n} place", "{n} places", len(places)),
        )
        for turns, places in sorted(found, key=lambda pair: (pair[0] - now) % 6)
        if places
    )
    return Question(gettext("How do you turn {room}?", room=ROOM_NAMES[room]), choices)


@lru_cache(maxsize=256)
def place_question(board: Layout, room: int, turns: int, places_of: PlacesOf) -> Question:
    """Ask where the first tile of the turned room goes; each choice points at that tile."""
    around = frame(board, room)
    neighbours = {place: touched_rooms(board, room, place) for place in places_of(board, room, turns)}
    alike = Counter(neighbours.values())
    choices = []
    for place, rooms in neighbours.items():
        fits = around.fits(place)
        note: Message | str = "" if fits else explain_misfit(board, room, place) or ""
        beside = room_list(rooms)
        if alike[rooms] > 1:
            beside = with_contact(beside, board, room, place, (one for one in neighbours if neighbours[one] == rooms))
        label, here = gettext("Beside {rooms}", rooms=beside), (cell_name(board, place[:2]),)
        choices.append(Choice(hex_name(place[:2]), label, here, note, _FITS if fits else _FITS_NOT))
    return Question(gettext("Where does {tile} go?", tile=first_tile(room)), tuple(choices))


def first_tile(room: int) -> str:
    """Return the name of the tile that locates the room."""
    return TILE_NAMES[4 * room]


def cell_name(board: Layout, cell: Hex) -> str:
    """Return the name of a hex in previews: its tile, or its coordinates."""
    tile = board.tile_at.get(cell)
    return hex_name(cell) if tile is None else TILE_NAMES[tile]


def room_choice(room: int) -> Choice:
    """Return the choice of a room to move."""
    cells = tuple(TILE_NAMES[4 * room : 4 * room + 4])
    return Choice(room_token(room), gettext("Move {room}", room=ROOM_NAMES[room]), cells)


def site_question(board: Layout, answers: tuple[str, ...], places_of: PlacesOf) -> Question | None:
    """Return the question after these answers about one room, which begin with the room; None if its place is known."""
    room = LETTERS.index(answers[0][0])
    if room in ROOMS and len(answers) == 1:
        return turn_question(board, room, places_of)
    if len(answers) == (2 if room in ROOMS else 1):
        turns = int(answers[1][4:-1]) if room in ROOMS else 0
        return place_question(board, room, turns, places_of)
    return None
