"""Steps that continue what is typed, quickly also where a spell can be cast in thousands of ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from games.core.errors import GameError
from games.piously import moves as m
from games.piously import options
from games.piously.boards import CLASSIC, numbered_board
from games.piously.legal import Steps
from games.piously.notation import parse, text
from games.piously.rooms import (
    LETTERS,
    OBJECT_LETTERS,
    SAPPHIRE,
    SPELL_CODES,
    SPELL_NAMES,
    TILE_NAMES,
    TILE_NUMBERS,
    UMBER,
    YELLOW,
)
from games.piously.siting import valid_places
from games.piously.state import State, linked

_LOOKED_AT = 3000
"""At most so many ways to cast a spell are looked through."""
_SAMPLES = 3
"""So many ways to cast each spell are shown while nothing is typed."""
_SHIFT = r"([wbpiously])>([piously][1-4])"


def suggest(state: State, typed: str, limit: int) -> tuple[str, ...]:
    """At most `limit` legal steps that begin as typed; the typed step itself first when it is whole."""
    wanted = _normal(typed)
    found = chain(_itself(state, typed), (shown for shown in _texts(state, wanted) if shown.lower().startswith(wanted)))
    return tuple(islice(_once(found), limit))


def _once(found: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for shown in found:
        if shown not in seen:
            seen.add(shown)
            yield shown


def _normal(typed: str) -> str:
    """Lower case without blanks; a spell's name, or a part of it, becomes its two letters."""
    compact = "".join(typed.lower().split())
    head, colon, rest = compact.partition(":")
    for name, code in zip(SPELL_NAMES, SPELL_CODES, strict=True):
        if len(head) > len(code) and name.lower().startswith(head):
            return code.lower() + colon + rest
    return compact


def _itself(state: State, typed: str) -> Iterator[str]:
    try:
        move = parse(typed)
    except GameError:
        return
    if move in Steps(state):
        yield text(move)


def _texts(state: State, wanted: str) -> Iterator[str]:
    if state.phase == "build":
        yield from map(text, (m.Build(CLASSIC), *(m.Build(numbered_board(number)) for number in range(1, 6))))
        return
    if state.phase == "place":
        yield from map(text, options.puts(state))
        return
    yield from (text(move) for kind in options.ACTIONS for move in kind(state))
    for spell in options.spells(state):
        code = SPELL_CODES[spell].lower()
        if not wanted:
            yield from map(text, islice(options.SPELLS[spell](state), _SAMPLES))
        elif wanted.startswith(code[: len(wanted)]):
            yield from map(text, islice(_ways(state, spell, wanted), _LOOKED_AT))


def _ways(state: State, spell: int, wanted: str) -> Iterable[m.Move]:
    """The ways to cast the spell, led by what is typed where there are many."""
    if spell == UMBER:
        return options.usurpers(
            state, lambda cuts: _agree("us:" + "".join(f"-{TILE_NAMES[tile]}" for tile in cuts), wanted)
        )
    if spell == YELLOW:
        shifts = re.findall(_SHIFT, wanted)
        return options.yeomen(
            state, {OBJECT_LETTERS.lower().index(thing): TILE_NUMBERS[tile.upper()] for thing, tile in shifts}
        )
    if spell == SAPPHIRE and len(wanted) > len("st:"):
        room = LETTERS.lower().find(wanted[3])
        return _sites(state, room) if linked(state, SAPPHIRE) >> max(room, 0) & 1 and room >= 0 else ()
    return options.SPELLS[spell](state)


def _sites(state: State, room: int) -> Iterator[m.Move]:
    for turns in range(6 if room < len(LETTERS) - 1 else 1):
        yield from (m.Stonemason(room, place) for place in valid_places(state.board, room, turns))


def _agree(shown: str, wanted: str) -> bool:
    return wanted.startswith(shown.lower()) or shown.lower().startswith(wanted)
