"""Moves and their notation (docs/notation.md)."""

from __future__ import annotations

import re
from typing import NamedTuple

from games.choccer.position import GRID
from games.core.errors import BadNotation
from games.core.i18n import gettext

MOVE, HAND_ON = "-", ">"

_NOTATION = re.compile(r"([a-z]+[0-9]+)([->])([a-z]+[0-9]+)")


class Move(NamedTuple):
    """A move: a piece moves (`verb` MOVE) or hands its gem on (HAND_ON), from the square `origin` to `target`."""

    verb: str
    origin: int
    target: int


def parse(text: str) -> Move:
    """Parse a move. Raises BadNotation, or IllegalMove if a square is off the board."""
    match = _NOTATION.fullmatch("".join(text.lower().split()))
    if not match:
        shown = " ".join(text.split())[:20]
        hint = gettext("Type c3-c6 to move, c3>d4 to hand a gem on, or pick from the list.")
        raise BadNotation(gettext("I couldn't read '{text}'. {hint}", text=shown, hint=hint))
    return Move(match[2], GRID.square(match[1]), GRID.square(match[3]))


def text(move: Move) -> str:
    """Return the move in canonical notation."""
    return f"{GRID.names[move.origin]}{move.verb}{GRID.names[move.target]}"
