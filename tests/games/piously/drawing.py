"""Positions on the designer's card board, told by what lies on it.

              L3   L2   L1
           L4   ·    S1   U4   U3   I1
        Y2   ·    S2   P1   P2   U2   I2
          Y1   Y3   S3   P3   U1   (X)  I3
        Y4   ·    S4   ·    P4   O3   O1   I4
                              O4   O2

A word is a tile, then its aura (w or b) if it has one, then the object on it: `P1wW P2b I4B`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.piously import GAME
from games.piously.position import State

CARD = "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0"
ROOMS = "PIOUSLY"
_WORD = re.compile(r"([PIOUSLY][1-4]|X)([wb]?)([WBPIOUSLY]?)")


def on_card(
    lying: str, mover: str = "w3", owners: str = "-------", spent: str = "-", x: str = "2,1", turn: int = 1
) -> State:
    """The position with these auras and objects; X lies in the gap between U1, U2, I2, I3, O1 and O3 if it is told."""
    found: dict[str, tuple[str, str]] = {}
    for word in lying.split():
        match = _WORD.fullmatch(word)
        assert match, word
        found[match[1]] = match[2] or ".", match[3]
    groups = ["".join(found.get(room + n, ("", ""))[0] or "." for n in "1234") for room in ROOMS]
    objects = {thing: tile for tile, (_, thing) in found.items() if thing}
    listed = ",".join(f"{thing}={objects[thing]}" for thing in "WBPIOUSLY" if thing in objects) or "-"
    singleton, last = (f"X{x}", found["X"][0]) if "X" in found else ("X-", "-")
    line = f"{CARD}/{singleton} {'/'.join([*groups, last])} {listed} {owners} {spent} {mover} {turn}"
    return GAME.rules.load(line, {})


def play(state: State, *moves: str) -> State:
    """The state after the moves, each made by whoever is to move."""
    for move in moves:
        status = GAME.rules.status(state)
        state = GAME.rules.play(state, min(status.seats), GAME.rules.parse(move))  # type: ignore[union-attr]
    return state


def moves(state: State, beginning: str = "") -> set[str]:
    """The legal moves that begin so, as texts without the beginning."""
    seat = min(GAME.rules.status(state).seats)  # type: ignore[union-attr]
    texts: Iterable[str] = (GAME.rules.text(move) for move in GAME.rules.legal(state, seat))
    return {text.removeprefix(beginning) for text in texts if text.startswith(beginning)}


def fields(state: State) -> dict[str, str]:
    """The fields of the position line by name."""
    names = ("rooms", "auras", "objects", "owners", "spent", "mover", "turn")
    return dict(zip(names, GAME.rules.dump(state).split(), strict=True))


def auras(state: State) -> str:
    """The auras as words, `P1w P2b`, in the order of the tiles."""
    letters = fields(state)["auras"].replace("/", "")
    names = [room + n for room in ROOMS for n in "1234"] + ["X"]
    return " ".join(name + letter for name, letter in zip(names, letters, strict=True) if letter in "wb")


def objects(state: State) -> str:
    """The objects as in the position line."""
    return fields(state)["objects"]
