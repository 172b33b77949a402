"""The moves: one value for each kind of step (RULES 10 gives their notation).

Tiles, objects, rooms and spells are numbered as in `games.piously.rooms`; sets are integers with a bit for each member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.piously.layout import Place, Places


@dataclass(frozen=True, slots=True)
class Build:
    """The board: the places of the seven rooms (RULES 2)."""

    places: Places


@dataclass(frozen=True, slots=True)
class Put:
    """The own piece enters the board (RULES 3)."""

    tile: int


@dataclass(frozen=True, slots=True)
class Walk:
    """The own piece moves to an adjacent tile (RULES 5.1)."""

    tile: int


@dataclass(frozen=True, slots=True)
class Bless:
    """The tile of the own piece gets an own aura (RULES 5.2)."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The artwork of a room is put on a tile (RULES 5.3)."""

    room: int
    tile: int


@dataclass(frozen=True, slots=True)
class PickUp:
    """The artwork of a room is taken off the board (RULES 5.4)."""

    room: int


@dataclass(frozen=True, slots=True)
class End:
    """The turn ends; `learn` is the spell that the mover takes, None for none (RULES 5.5)."""

    learn: int | None = None


@dataclass(frozen=True, slots=True)
class Priestess:
    """A tile beside the linked region becomes own."""

    tile: int


@dataclass(frozen=True, slots=True)
class Illusionist:
    """All auras in a set of linked rooms change colour."""

    rooms: int


@dataclass(frozen=True, slots=True)
class Opportunist:
    """The mover's spent spell of a linked room is charged again."""

    room: int


@dataclass(frozen=True, slots=True)
class Usurper:
    """Auras of the linked region are removed, then the region grows; tiles in the order of the steps."""

    cuts: tuple[int, ...]
    growths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stonemason:
    """A linked room goes to a new place; the third number of X's place is 0."""

    room: int
    place: Place


@dataclass(frozen=True, slots=True)
class Locksmith:
    """An object of the linked region goes to any free tile."""

    thing: int
    tile: int


class Shift(NamedTuple):
    """An object and the tile it goes to."""

    thing: int
    tile: int


@dataclass(frozen=True, slots=True)
class Yeoman:
    """Objects in linked rooms change their tiles; only those that move, by object number."""

    shifts: tuple[Shift, ...] = ()


@dataclass(frozen=True, slots=True)
class Purify:
    """A neighbouring tile with an object becomes own."""

    tile: int


@dataclass(frozen=True, slots=True)
class Imprint:
    """The auras around the enemy's piece are copied to the tiles around the own one."""


@dataclass(frozen=True, slots=True)
class Overwork:
    """One more action for each object beside the own piece."""


@dataclass(frozen=True, slots=True)
class Upset:
    """The auras on and around the own piece's tile are arranged anew: the white and the black tiles, the rest blank."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Shovel:
    """X goes to the free space in a direction (an index of `hex.STEPS`); None when the own piece stands on X."""

    direction: int | None = None


@dataclass(frozen=True, slots=True)
class Leap:
    """The own piece and another object in a straight line swap."""

    thing: int


@dataclass(frozen=True, slots=True)
class Yoke:
    """The own piece and another object both move one step in a direction (an index of `hex.STEPS`)."""

    thing: int
    direction: int


Move = (
    Build | Put | Walk | Bless | Drop | PickUp | End
    | Priestess | Illusionist | Opportunist | Usurper | Stonemason | Locksmith | Yeoman
    | Purify | Imprint | Overwork | Upset | Shovel | Leap | Yoke
)  # fmt: skip
