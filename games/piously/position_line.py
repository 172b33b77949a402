"""Positions on one line, seven fields separated by blanks (RULES 11)."""

from __future__ import annotations

import re

from games.core.boards.grid import bits
from games.core.boards.hex import Hex
from games.core.errors import BadNotation
from games.core.i18n import gettext
from games.piously.layout import Layout, layout, overlap
from games.piously.notation import board_text, parse_board
from games.piously.position import NO_BOARD, TIED, Phase, State, initial_state, occupied_tiles
from games.piously.rooms import (
    LETTERS,
    NOWHERE,
    OBJECT_LETTERS,
    OBJECTS,
    ROOM_NAMES,
    ROOMS,
    TILE_NAMES,
    TILE_NUMBERS,
    X,
)

LONGEST = 400
_UNBUILT = "- - - ------- -"
_MOVER = r"([wb])@|([wb])(0|[1-9][0-9]{0,5})|#([wbd])|([b?])\+"
_TURN = r"0|[1-9][0-9]{0,8}"
_SINGLETON = r"X(0|-?[1-9][0-9]{0,5}),(0|-?[1-9][0-9]{0,5})"
_AURAS = r"([wb.]{4}/){7}[wb.-]"


def dump(state: State) -> str:
    """Return the position line of the state."""
    mover = _dump_mover(state)
    if state.phase == "build":
        return f"{_UNBUILT} {mover} {state.turn}"
    singleton = state.board.singleton
    x = "X-" if singleton is None else f"X{singleton[0]},{singleton[1]}"
    auras = "".join(_aura(state, tile) for tile in range(X))
    groups = "/".join(auras[start : start + 4] for start in range(0, X, 4))
    last = "-" if singleton is None else _aura(state, X)
    lying = (thing for thing in OBJECTS if state.objects[thing] != NOWHERE)
    objects = ",".join(f"{OBJECT_LETTERS[thing]}={TILE_NAMES[state.objects[thing]]}" for thing in lying) or "-"
    owners = "".join("w" if state.arts[0] >> room & 1 else "b" if state.arts[1] >> room & 1 else "-" for room in ROOMS)
    spent = "".join(LETTERS[room] for room in bits(state.spent)) or "-"
    return f"{board_text(state.board.places)}/{x} {groups}/{last} {objects} {owners} {spent} {mover} {state.turn}"


def _dump_mover(state: State) -> str:
    if state.phase == "over":
        return "#" + "wbd"[state.mover]
    if state.phase == "build":
        return "b+" if state.mover == 1 else "?+"
    side = "wb"[state.mover]
    return f"{side}@" if state.phase == "place" else f"{side}{state.actions}"


def _aura(state: State, tile: int) -> str:
    return "w" if state.auras[0] >> tile & 1 else "b" if state.auras[1] >> tile & 1 else "."


def load(line: str) -> State:
    """Return the state of a position line, whether or not it can be reached. Raises BadNotation."""
    fields = line.split() if len(line) <= LONGEST else []
    if len(fields) != 7:
        raise BadNotation(
            gettext("A position has seven fields: rooms, auras, objects, owners, spent, to move and turn.")
        )
    rooms, auras, objects, owners, spent, mover, turn = fields
    seat, phase, actions = _read_mover(mover)
    if not re.fullmatch(_TURN, turn):
        raise BadNotation(gettext("I couldn't read the turn '{text}': a number is wanted.", text=turn[:20]))
    if phase == "build":
        if " ".join(fields[:5]) != _UNBUILT:
            raise BadNotation(gettext("Before the board is built the position begins with '{text}'.", text=_UNBUILT))
        return initial_state(NO_BOARD, seat, "build")._replace(turn=int(turn))
    board = _read_rooms(rooms)
    lying = _read_objects(objects, board)
    arts = _read_owners(owners)
    taken = occupied_tiles(lying)
    used = _read_spent(spent, arts[0] | arts[1])
    return State(board, _read_auras(auras, board), lying, taken, arts, used, seat, phase, actions, int(turn))


def _read_mover(text: str) -> tuple[int, Phase, int]:
    match = re.fullmatch(_MOVER, text)
    if match is None:
        raise BadNotation(
            gettext("I couldn't read '{text}': who is to move? It is e.g. w3, b0, w@, b+ or #w.", text=text[:20])
        )
    placing, side, actions, over, builder = match.groups()
    if placing:
        return "wb".index(placing), "place", 0
    if side:
        return "wb".index(side), "play", int(actions)
    if over:
        return TIED if over == "d" else "wb".index(over), "over", 0
    return (1 if builder == "b" else -1), "build", 0


def _read_rooms(text: str) -> Layout:
    rooms, _, last = text.rpartition("/")
    places = parse_board(rooms.lower())
    if board_text(places) != rooms:
        raise BadNotation(gettext("The rooms must stand in the order `P I O U S L Y`, with capital letters."))
    singleton: Hex | None = None
    if last != "X-":
        match = re.fullmatch(_SINGLETON, last)
        if match is None:
            raise BadNotation(
                gettext("I couldn't read the place of X, '{text}'. It is X- or e.g. X2,1.", text=last[:20])
            )
        singleton = int(match[1]), int(match[2])
    reason = overlap(places)
    if reason:
        raise BadNotation(reason)
    board = layout(places, singleton)
    if len(board.tile_at) < len(board.cells):
        raise BadNotation(gettext("X lies in the same place as a room."))
    return board


def _read_auras(text: str, board: Layout) -> tuple[int, int]:
    if not re.fullmatch(_AURAS, text) or (text[-1] == "-") != (board.singleton is None):
        raise BadNotation(
            gettext(
                "The auras are eight groups joined by '/'. Each room has four of 'w', 'b' or '.'. Then comes one "
                "of them for X, or '-' while X is off the board."
            )
        )
    tiles = list(enumerate(text.replace("/", "")))
    white, black = (sum(1 << tile for tile, aura in tiles if aura == side) for side in "wb")
    return white, black


def _read_objects(text: str, board: Layout) -> tuple[int, ...]:
    lying = [NOWHERE] * len(OBJECTS)
    last = -1
    for part in text.split(",") if text != "-" else ():
        letter, _, name = part.partition("=")
        thing = OBJECT_LETTERS.find(letter) if len(letter) == 1 else -1
        tile = TILE_NUMBERS.get(name, NOWHERE)
        if thing <= last or not board.tiles >> tile & 1:
            raise BadNotation(
                gettext(
                    "I couldn't read the object '{text}'. Objects are e.g. W=P1,B=I4,Y=S2, in the order WBPIOUSLY.",
                    text=part[:20],
                )
            )
        if tile in lying:
            raise BadNotation(gettext("Two objects lie on {tile}.", tile=name))
        lying[thing] = tile
        last = thing
    return tuple(lying)


def _read_owners(text: str) -> tuple[int, int]:
    if len(text) != len(ROOMS) or not set(text) <= set("-wb"):
        raise BadNotation(gettext("The owners are seven of '-', 'w' and 'b', one for each room."))
    white, black = (sum(1 << room for room in ROOMS if text[room] == side) for side in "wb")
    return white, black


def _read_spent(text: str, claimed: int) -> int:
    rooms = [LETTERS.find(letter) for letter in text] if text != "-" else []
    if not all(0 <= room < len(ROOMS) for room in rooms) or rooms != sorted(set(rooms)):
        raise BadNotation(
            gettext(
                "I couldn't read the spent spells '{text}'. They are room letters in the order PIOUSLY, or -.",
                text=text[:20],
            )
        )
    for room in rooms:
        if not claimed >> room & 1:
            raise BadNotation(gettext("A spell of {room} can't be spent: nobody has learnt it.", room=ROOM_NAMES[room]))
    return sum(1 << room for room in rooms)
