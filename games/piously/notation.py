"""Moves as text (RULES 10). Reading takes any case, extra blanks, and any order where order means nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from games.core.boards.grid import bits
from games.core.boards.hex import DIRECTIONS
from games.core.errors import BadNotation
from games.core.say import say, say_n
from games.piously.layout import Place, Places
from games.piously.moves import (
    Bless,
    Build,
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
from games.piously.rooms import LETTERS, OBJECT_LETTERS, ROOMS, SINGLETON, SPELL_CODES, TILE_NAMES

LONGEST = 200
"""No move is longer than this, nor is anything read that is."""

_DIRECTION_NAMES = tuple(DIRECTIONS)
_NUMBER = r"(0|-?[1-9][0-9]{0,5})"
_PLACE = rf"([piously]){_NUMBER},{_NUMBER},([0-5])"
_STONE = rf"(?:([piously])@{_NUMBER},{_NUMBER},([0-5])|x@{_NUMBER},{_NUMBER})"
_TILE = "(?:[piously][1-4]|x)"
_USURPER = rf"((?:-{_TILE}){{1,2}})((?:\+{_TILE}){{0,2}})"
_UPSET = rf"(?:w((?:{_TILE})*))?(?:b((?:{_TILE})*))?"


def place_text(room: int, place: Place) -> str:
    """A room at its place: `P0,0,0`."""
    q, r, turns = place
    return f"{LETTERS[room]}{q},{r},{turns}"


def board_text(places: Places) -> str:
    """The board on one line, without X."""
    return "/".join(place_text(room, places[room]) for room in ROOMS)


def _tiles(tiles: int) -> str:
    return "".join(TILE_NAMES[tile] for tile in bits(tiles))


def _usurper(move: Usurper) -> str:
    cuts = "".join("-" + TILE_NAMES[tile] for tile in move.cuts)
    return f"Us:{cuts}" + "".join("+" + TILE_NAMES[tile] for tile in move.growths)


def _upset(move: Upset) -> str:
    white, black = _tiles(move.white), _tiles(move.black)
    parts = (f"w{white}" if white else "") + (f"b{black}" if black else "")
    return f"Up:{parts}" if parts else "Up"


def _stonemason(move: Stonemason) -> str:
    q, r, turns = move.place
    where = f"{q},{r}" if move.room == SINGLETON else f"{q},{r},{turns}"
    return f"St:{LETTERS[move.room]}@{where}"


def _yeoman(move: Yeoman) -> str:
    shifts = ",".join(f"{OBJECT_LETTERS[thing]}>{TILE_NAMES[tile]}" for thing, tile in move.shifts)
    return f"Ye:{shifts}" if shifts else "Ye"


_TEXT: dict[type, Callable[..., str]] = {
    Build: lambda move: f"board:{board_text(move.places)}",
    Put: lambda move: f"@{TILE_NAMES[move.tile]}",
    Walk: lambda move: f"m:{TILE_NAMES[move.tile]}",
    Bless: lambda _move: "b",
    Drop: lambda move: f"d:{LETTERS[move.room]}:{TILE_NAMES[move.tile]}",
    PickUp: lambda move: f"t:{LETTERS[move.room]}",
    End: lambda move: "end" if move.learn is None else f"end:{SPELL_CODES[move.learn]}",
    Priestess: lambda move: f"Pr:{TILE_NAMES[move.tile]}",
    Illusionist: lambda move: "Il:" + "".join(LETTERS[room] for room in bits(move.rooms)),
    Opportunist: lambda move: f"Op:{LETTERS[move.room]}",
    Usurper: _usurper,
    Stonemason: _stonemason,
    Locksmith: lambda move: f"Lo:{OBJECT_LETTERS[move.thing]}>{TILE_NAMES[move.tile]}",
    Yeoman: _yeoman,
    Purify: lambda move: f"Pu:{TILE_NAMES[move.tile]}",
    Imprint: lambda _move: "Im",
    Overwork: lambda _move: "Ov",
    Upset: _upset,
    Shovel: lambda move: "Sh" if move.direction is None else f"Sh:{_DIRECTION_NAMES[move.direction]}",
    Leap: lambda move: f"Le:{OBJECT_LETTERS[move.thing]}",
    Yoke: lambda move: f"Yo:{OBJECT_LETTERS[move.thing]}>{_DIRECTION_NAMES[move.direction]}",
}


def text(move: Move) -> str:
    """The move in canonical notation."""
    return _TEXT[type(move)](move)


def _tile(name: str) -> int:
    try:
        return _TILE_OF[name]
    except KeyError:
        raise BadNotation(
            say(
                "I couldn't read the tile '{name}'. Tiles are P1-P4, I1-I4, O1-O4, U1-U4, S1-S4, L1-L4, Y1-Y4 and X.",
                name=name.upper(),
            )
        ) from None


def _room(name: str) -> int:
    if len(name) == 1 and name in _LETTERS:
        return _LETTERS.index(name)
    raise BadNotation(
        say(
            "I couldn't read the room '{name}'. Rooms are P, I, O, U, S, L and Y; X is the singleton.",
            name=name.upper(),
        )
    )


def _artwork(name: str) -> int:
    room = _room(name)
    if room == SINGLETON:
        raise BadNotation(say("X has no artwork."))
    return room


def _thing(name: str) -> int:
    if len(name) == 1 and name in _OBJECTS:
        return _OBJECTS.index(name)
    raise BadNotation(
        say(
            "I couldn't read the object '{name}'. Objects are W, B and the artworks P, I, O, U, S, L and Y.",
            name=name.upper(),
        )
    )


def _direction(name: str) -> int:
    if name.upper() in DIRECTIONS:
        return _DIRECTION_NAMES.index(name.upper())
    raise BadNotation(
        say("I couldn't read the direction '{name}'. Directions are E, SE, SW, W, NW and NE.", name=name.upper())
    )


def _spell(code: str) -> int:
    if code in _CODES:
        return _CODES.index(code)
    raise BadNotation(
        say("I couldn't read the spell '{name}'. Use its first two letters, e.g. Pr for Priestess.", name=code)
    )


def _once(names: Iterable[int], shown: str) -> int:
    """The set of these members. Raises BadNotation when one is named twice."""
    members = 0
    for member in names:
        if members >> member & 1:
            raise BadNotation(say("'{text}' names something twice.", text=shown))
        members |= 1 << member
    return members


def read_board(shown: str) -> Places:
    """The places of the rooms in lower case text, in any order. Raises BadNotation."""
    places: dict[int, Place] = {}
    for part in shown.split("/"):
        match = re.fullmatch(_PLACE, part)
        if match is None:
            raise BadNotation(
                say("I couldn't read the room '{part}'. Write letter, q, r and turns (0-5), e.g. P0,0,0.", part=part)
            )
        room = _LETTERS.index(match[1])
        if room in places:
            raise BadNotation(say("The room {letter} appears twice.", letter=LETTERS[room]))
        places[room] = int(match[2]), int(match[3]), int(match[4])
    if len(places) != len(ROOMS):
        lacking = [LETTERS[room] for room in ROOMS if room not in places]
        raise BadNotation(
            say_n("The board lacks: {rooms}.", "The board lacks: {rooms}.", len(lacking), rooms=", ".join(lacking))
        )
    return tuple(places[room] for room in ROOMS)


def _read_drop(rest: str) -> Drop:
    artwork, _, tile = rest.partition(":")
    return Drop(_artwork(artwork), _tile(tile))


def _read_usurper(rest: str) -> Usurper:
    match = re.fullmatch(_USURPER, rest)
    if match is None:
        raise BadNotation(
            say(
                "I couldn't read 'Us:{rest}'. Write one or two cuts, then up to two growths, e.g. Us:-I1-U2+P3.",
                rest=rest,
            )
        )
    cuts, growths = (tuple(_tile(name) for name in re.findall(_TILE, part)) for part in match.groups())
    return Usurper(cuts, growths)


def _read_upset(rest: str) -> Upset:
    match = re.fullmatch(_UPSET, rest)
    if match is None:
        raise BadNotation(
            say("I couldn't read 'Up:{rest}'. Write all white, then all black tiles, e.g. Up:wP1P2bS1.", rest=rest)
        )
    names = [re.findall(_TILE, part or "") for part in match.groups()]
    _once((_tile(name) for part in names for name in part), rest)
    white, black = (sum(1 << _tile(name) for name in part) for part in names)
    return Upset(white, black)


def _read_stonemason(rest: str) -> Stonemason:
    match = re.fullmatch(_STONE, rest)
    if match is None:
        raise BadNotation(
            say(
                "I couldn't read 'St:{rest}'. Write room, q, r and turns (0-5), e.g. St:Y@3,-3,0 or St:X@-1,2.",
                rest=rest,
            )
        )
    if match[1]:
        return Stonemason(_room(match[1]), (int(match[2]), int(match[3]), int(match[4])))
    return Stonemason(SINGLETON, (int(match[5]), int(match[6]), 0))


def _read_locksmith(rest: str) -> Locksmith:
    thing, _, tile = rest.partition(">")
    return Locksmith(_thing(thing), _tile(tile))


def _read_yeoman(rest: str) -> Yeoman:
    pairs = [part.partition(">") for part in rest.split(",")]
    shifts = [Shift(_thing(thing), _tile(tile)) for thing, _, tile in pairs]
    _once((thing for thing, _ in shifts), rest)
    return Yeoman(tuple(sorted(shifts)))


def _read_yoke(rest: str) -> Yoke:
    thing, _, direction = rest.partition(">")
    return Yoke(_thing(thing), _direction(direction))


_LETTERS, _OBJECTS = LETTERS.lower(), OBJECT_LETTERS.lower()
_CODES = tuple(code.lower() for code in SPELL_CODES)
_TILE_OF = {name.lower(): tile for tile, name in enumerate(TILE_NAMES)}
_BARE: dict[str, Move] = {
    "b": Bless(), "end": End(), "im": Imprint(), "ov": Overwork(), "up": Upset(0, 0), "sh": Shovel(), "ye": Yeoman(),
}  # fmt: skip
_READ: dict[str, Callable[[str], Move]] = {
    "board": lambda rest: Build(read_board(rest)),
    "m": lambda rest: Walk(_tile(rest)),
    "d": _read_drop,
    "t": lambda rest: PickUp(_artwork(rest)),
    "end": lambda rest: End(_spell(rest)),
    "pr": lambda rest: Priestess(_tile(rest)),
    "il": lambda rest: Illusionist(_once((_room(letter) for letter in rest), rest)),
    "op": lambda rest: Opportunist(_artwork(rest)),
    "us": _read_usurper,
    "st": _read_stonemason,
    "lo": _read_locksmith,
    "ye": _read_yeoman,
    "pu": lambda rest: Purify(_tile(rest)),
    "up": _read_upset,
    "sh": lambda rest: Shovel(_direction(rest)),
    "le": lambda rest: Leap(_thing(rest)),
    "yo": _read_yoke,
}


def _several(words: list[str]) -> bool:
    """True for a turn rather than a step with blanks in it: `Up:wP1 b` would read as one step, and is two."""
    later = words[1:]
    heads = (word.partition(":") for word in later)
    bare = bool(later) and words[-1] in _BARE and words[-2][-1] not in ":>,"
    return bare or any(colon and head in _READ for head, colon, _ in heads)


@lru_cache(maxsize=8192)
def parse(text: str) -> Move:
    """The move that the text means. Raises BadNotation."""
    if len(text) > LONGEST:
        raise BadNotation(say("I couldn't read '{text}': it is too long for a move.", text=text[:40]))
    words = text.lower().split()
    if _several(words):
        raise BadNotation(say("'{text}' looks like several steps. Enter one step at a time.", text=text[:40]))
    compact = "".join(words)
    if compact in _BARE:
        return _BARE[compact]
    if compact.startswith("@"):
        return Put(_tile(compact[1:]))
    head, colon, rest = compact.partition(":")
    if colon and rest and head in _READ:
        return _READ[head](rest)
    if re.fullmatch(_PLACE, compact.partition("/")[0]):
        return Build(read_board(compact))
    raise BadNotation(
        say(
            "I couldn't read '{text}'. Enter one step, e.g. m:P2 (move), b (bless), Pr:P2 (a spell) or end.",
            text=text[:40],
        )
    )
