"""The moves: one class for each kind of step (RULES 10 gives their notation). Those of spells are defined with them.

Tiles, objects, rooms and spells are numbered as in `games.piously.rooms`; sets are integers with a bit for each member.
Each kind has its own `code`, the head of its notation: named tuples compare as tuples, and a Walk to a tile must not
equal a Leap over an object of the same number.
"""

from __future__ import annotations

from typing import NamedTuple

from games.piously.layout import Places
from games.piously.spells import Cast


class Build(NamedTuple):
    """A board: the places of the seven rooms (RULES 2)."""

    places: Places
    code: str = "board"


class Put(NamedTuple):
    """An entry: the own piece enters the board (RULES 3)."""

    tile: int
    code: str = "@"


class Walk(NamedTuple):
    """A walk: the own piece moves to an adjacent tile (RULES 5.1)."""

    tile: int
    code: str = "m"


class Bless(NamedTuple):
    """A blessing: the tile of the own piece gets an own aura (RULES 5.2)."""

    code: str = "b"


class Drop(NamedTuple):
    """A drop: the artwork of a room is put on a tile (RULES 5.3)."""

    room: int
    tile: int
    code: str = "d"


class PickUp(NamedTuple):
    """A pick-up: the artwork of a room is taken off the board (RULES 5.4)."""

    room: int
    code: str = "t"


class End(NamedTuple):
    """The end of a turn; `learn` is the spell that the mover takes, None for none (RULES 5.5)."""

    learn: int | None = None
    code: str = "end"


Move = Build | Put | Walk | Bless | Drop | PickUp | End | Cast
