"""Moves as text (RULES 10). Parsing accepts any case, extra blanks, and any order if the order means nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from games.core.errors import BadNotation
from games.core.i18n import gettext, join_list, ngettext
from games.piously.layout import Place, Places
from games.piously.moves import Bless, Build, Drop, End, Move, PickUp, Put, Walk
from games.piously.naming import LOWER_LETTERS, NUMBER, parse_artwork, parse_spell, parse_tile
from games.piously.rooms import LETTERS, ROOMS, SPELL_CODES, TILE_NAMES
from games.piously.spells import SPELL_OF, SPELLS

LONGEST = 200
"""The most characters of a move that is parsed; no move is longer."""

_PLACE = rf"([piously]){NUMBER},{NUMBER},([0-5])"


def place_text(room: int, place: Place) -> str:
    """Return a room at its place: `P0,0,0`."""
    q, r, turns = place
    return f"{LETTERS[room]}{q},{r},{turns}"


def board_text(places: Places) -> str:
    """Return the board on one line, without X."""
    return "/".join(place_text(room, places[room]) for room in ROOMS)


_TEXT: dict[type, Callable[..., str]] = {
    Build: lambda move: f"board:{board_text(move.places)}",
    Put: lambda move: f"@{TILE_NAMES[move.tile]}",
    Walk: lambda move: f"m:{TILE_NAMES[move.tile]}",
    Bless: lambda _move: "b",
    Drop: lambda move: f"d:{LETTERS[move.room]}:{TILE_NAMES[move.tile]}",
    PickUp: lambda move: f"t:{LETTERS[move.room]}",
    End: lambda move: "end" if move.learn is None else f"end:{SPELL_CODES[move.learn]}",
    **{kind: spell.text for kind, spell in SPELL_OF.items()},
}


def text(move: Move) -> str:
    """Return the move in canonical notation."""
    return _TEXT[type(move)](move)


def parse_board(shown: str) -> Places:
    """Parse the places of the rooms in lower case text, in any order. Raises BadNotation."""
    places: dict[int, Place] = {}
    for part in shown.split("/"):
        match = re.fullmatch(_PLACE, part)
        if match is None:
            raise BadNotation(
                gettext("I couldn't read the room '{part}'. Type letter, q, r and turns (0–5), e.g. P0,0,0.", part=part)
            )
        room = LOWER_LETTERS.index(match[1])
        if room in places:
            raise BadNotation(gettext("The room {letter} appears twice.", letter=LETTERS[room]))
        places[room] = int(match[2]), int(match[3]), int(match[4])
    if len(places) != len(ROOMS):
        lacking = [LETTERS[room] for room in ROOMS if room not in places]
        raise BadNotation(
            ngettext("The board lacks: {rooms}.", "The board lacks: {rooms}.", len(lacking), rooms=join_list(lacking))
        )
    return tuple(places[room] for room in ROOMS)


def _parse_drop(rest: str) -> Drop:
    artwork, _, tile = rest.partition(":")
    return Drop(parse_artwork(artwork), parse_tile(tile))


_BARE: dict[str, Move] = {
    "b": Bless(),
    "end": End(),
    **{spell.code.lower(): spell.bare_move for spell in SPELLS if spell.bare_move is not None},
}
_PARSE: dict[str, Callable[[str], Move]] = {
    "board": lambda rest: Build(parse_board(rest)),
    "m": lambda rest: Walk(parse_tile(rest)),
    "d": _parse_drop,
    "t": lambda rest: PickUp(parse_artwork(rest)),
    "end": lambda rest: End(parse_spell(rest)),
    **{spell.code.lower(): spell.parse for spell in SPELLS},
}


def _several(words: list[str]) -> bool:
    """Whether the words are a turn, not a step with blanks in it: `Up:wP1 b` would parse as one step, but is two."""
    later = words[1:]
    heads = (word.partition(":") for word in later)
    ends_bare = bool(later) and words[-1] in _BARE and words[-2][-1] not in ":>,"
    return ends_bare or any(colon and head in _PARSE for head, colon, _ in heads)


@lru_cache(maxsize=8192)
def parse(text: str) -> Move:
    """Parse a move. Raises BadNotation."""
    if len(text) > LONGEST:
        raise BadNotation(gettext("I couldn't read '{text}': it is too long for a move.", text=text[:40]))
    words = text.lower().split()
    if _several(words):
        raise BadNotation(gettext("'{text}' looks like several steps. Enter one step at a time.", text=text[:40]))
    compact = "".join(words)
    if compact in _BARE:
        return _BARE[compact]
    if compact.startswith("@"):
        return Put(parse_tile(compact[1:]))
    head, colon, rest = compact.partition(":")
    if colon and rest and head in _PARSE:
        return _PARSE[head](rest)
    if re.fullmatch(_PLACE, compact.partition("/")[0]):
        return Build(parse_board(compact))
    raise BadNotation(
        gettext(
            "I couldn't read '{text}'. Enter one step, e.g. m:P2 (move), b (bless), Pr:P2 (a spell) or end.",
            text=text[:40],
        )
    )
