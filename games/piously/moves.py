"""The moves: one value for each kind of step (RULES 10 gives their notation).

Tiles, objects, rooms and spells are numbered as in `games.piously.rooms`; sets are integers with a bit for each member.
Each kind has its own `code`, the head of its notation: named tuples compare as tuples, and a Walk to a tile must not
equal a Leap over an object of the same number.
"""

from __future__ import annotations

from typing import NamedTuple

from games.piously.layout import Place, Places


class Build(NamedTuple):
    """The board: the places of the seven rooms (RULES 2)."""

    places: Places
    code: str = "board"


class Put(NamedTuple):
    """The own piece enters the board (RULES 3)."""

    tile: int
    code: str = "@"


class Walk(NamedTuple):
    """The own piece moves to an adjacent tile (RULES 5.1)."""

    tile: int
    code: str = "m"


class Bless(NamedTuple):
    """The tile of the own piece gets an own aura (RULES 5.2)."""

    code: str = "b"


class Drop(NamedTuple):
    """The artwork of a room is put on a tile (RULES 5.3)."""

    room: int
    tile: int
    code: str = "d"


class PickUp(NamedTuple):
    """The artwork of a room is taken off the board (RULES 5.4)."""

    room: int
    code: str = "t"


class End(NamedTuple):
    """The turn ends; `learn` is the spell that the mover takes, None for none (RULES 5.5)."""

    learn: int | None = None
    code: str = "end"


class Priestess(NamedTuple):
    """A tile beside the linked region becomes own."""

    tile: int
    code: str = "Pr"


class Illusionist(NamedTuple):
    """All auras in a set of linked rooms change colour."""

    rooms: int
    code: str = "Il"


class Opportunist(NamedTuple):
    """The mover's spent spell of a linked room is charged again."""

    room: int
    code: str = "Op"


class Usurper(NamedTuple):
    """Auras of the linked region are removed, then the region grows; tiles in the order of the steps."""

    cuts: tuple[int, ...]
    growths: tuple[int, ...] = ()
    code: str = "Us"


class Stonemason(NamedTuple):
    """A linked room goes to a new place; the third number of X's place is 0."""

    room: int
    place: Place
    code: str = "St"


class Locksmith(NamedTuple):
    """An object of the linked region goes to any free tile."""

    thing: int
    tile: int
    code: str = "Lo"


class Shift(NamedTuple):
    """An object and the tile it goes to."""

    thing: int
    tile: int


class Yeoman(NamedTuple):
    """Objects in linked rooms change their tiles; only those that move, by object number."""

    shifts: tuple[Shift, ...] = ()
    code: str = "Ye"


class Purify(NamedTuple):
    """A neighbouring tile with an object becomes own."""

    tile: int
    code: str = "Pu"


class Imprint(NamedTuple):
    """The auras around the enemy's piece are copied to the tiles around the own one."""

    code: str = "Im"


class Overwork(NamedTuple):
    """One more action for each object beside the own piece."""

    code: str = "Ov"


class Upset(NamedTuple):
    """The auras on and around the own piece's tile are arranged anew: the white and the black tiles, the rest blank."""

    white: int
    black: int
    code: str = "Up"


class Shovel(NamedTuple):
    """X goes to the free space in a direction (an index of `hex.STEPS`); None when the own piece stands on X."""

    direction: int | None = None
    code: str = "Sh"


class Leap(NamedTuple):
    """The own piece and another object in a straight line swap."""

    thing: int
    code: str = "Le"


class Yoke(NamedTuple):
    """The own piece and another object both move one step in a direction (an index of `hex.STEPS`)."""

    thing: int
    direction: int
    code: str = "Yo"


Move = (
    Build | Put | Walk | Bless | Drop | PickUp | End
    | Priestess | Illusionist | Opportunist | Usurper | Stonemason | Locksmith | Yeoman
    | Purify | Imprint | Overwork | Upset | Shovel | Leap | Yoke
)  # fmt: skip
