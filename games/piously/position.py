"""The state of a match (RULES 1, 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, NamedTuple

from games.piously.layout import Layout, connected_tiles, layout
from games.piously.rooms import ARTWORK, BEWITCHMENT, BLACK, FIRST_TILES, NOWHERE, WHITE, rooms_of

Phase = Literal["build", "place", "play", "over"]

TIED = 2
"""The value of `State.mover` after a match that both colours have won."""

NO_BOARD = layout(((0, 0, 0),) * 7)
"""The board before one is built; no state of another phase has it, since its rooms overlap."""


class State(NamedTuple):
    """The state of a match.

    `auras` are the white and the black tiles. `objects` holds the tile of each object, or NOWHERE off the board, and
    `taken` is the set of these tiles. `arts` are the rooms whose artwork spell White owns and those whose artwork spell
    Black owns; the other player owns the bewitchment. `spent` are the rooms whose spell the mover has cast this turn.
    `mover` is the seat to act (-1 if chance builds) or, after the match, the winner or TIED.
    """

    board: Layout
    auras: tuple[int, int]
    objects: tuple[int, ...]
    taken: int
    arts: tuple[int, int]
    spent: int
    mover: int
    phase: Phase
    actions: int
    turn: int


Fields = tuple[Layout, tuple[int, int], tuple[int, ...], int, tuple[int, int], int, int, Phase, int, int]
"""The fields of a state, in their order."""

_state: Callable[[Fields], State] = partial(tuple.__new__, State)
"""The fastest way to make a state."""


def initial_state(board: Layout, mover: int, phase: Phase) -> State:
    """Return a state with nothing on the board."""
    return State(board, (0, 0), (NOWHERE,) * 9, 0, (0, 0), 0, mover, phase, 0, 0)


def owns(state: State, spell: int) -> bool:
    """Whether the mover owns the spell."""
    room, is_bewitchment = spell % BEWITCHMENT, spell >= BEWITCHMENT
    return state.arts[state.mover ^ is_bewitchment] >> room & 1 == 1


def ready(state: State, spell: int) -> bool:
    """Whether the mover owns the spell and has not spent it."""
    return owns(state, spell) and not state.spent >> spell % BEWITCHMENT & 1


def region(state: State, room: int) -> int:
    """Return the linked region of the room's artwork for the mover; 0 if it is not on an own aura (RULES 6)."""
    tile = state.objects[ARTWORK + room]
    own = state.auras[state.mover]
    return connected_tiles(state.board.near, own, 1 << tile) if own >> tile & 1 else 0


def castable_region(state: State, room: int) -> int:
    """Return the linked region of an artwork spell that the mover can cast now; 0 if it cannot be cast (RULES 6)."""
    return region(state, room) if (state.arts[state.mover] & ~state.spent) >> room & 1 else 0


def linked(state: State, room: int) -> int:
    """Return the rooms linked with the artwork that the mover can cast, X included [X1]."""
    return rooms_of(castable_region(state, room))


def at(state: State, tile: int) -> int | None:
    """Return the object on the tile."""
    return state.objects.index(tile) if state.taken >> tile & 1 else None


def end_step(fields: Fields) -> State:
    """Return the state of these fields at the end of a step; it is over if a colour is linked (RULES 8) [W1]."""
    white, black = fields[1]
    white |= white >> 1
    black |= black >> 1
    if (white | white >> 2) & FIRST_TILES == FIRST_TILES or (black | black >> 2) & FIRST_TILES == FIRST_TILES:
        winning_group, auras = fields[0].winning_group, fields[1]
        wins = [colour for colour in (WHITE, BLACK) if winning_group(auras[colour])]
        if wins:
            return State(*fields)._replace(mover=sum(wins) if len(wins) == 1 else TIED, phase="over", actions=0)
    return _state(fields)


def with_auras(state: State, auras: tuple[int, int], room: int) -> State:
    """Return the state after the mover's spell of the room has changed the auras."""
    board, _, objects, taken, arts, spent, mover, phase, actions, turn = state
    return end_step((board, auras, objects, taken, arts, spent | 1 << room, mover, phase, actions, turn))


def with_objects(state: State, objects: Iterable[int], room: int) -> State:
    """Return the state after the mover's spell of the room has moved the objects."""
    board, auras, _, _, arts, spent, mover, phase, actions, turn = state
    objects = tuple(objects)
    taken, spent = occupied_tiles(objects), spent | 1 << room
    return end_step((board, auras, objects, taken, arts, spent, mover, phase, actions, turn))


def occupied_tiles(objects: Iterable[int]) -> int:
    """Return the tiles with an object."""
    taken = 0
    for tile in objects:
        taken |= 1 << tile
    return taken & ~(1 << NOWHERE)


def bless_tile(auras: tuple[int, int], colour: int, tile: int) -> tuple[int, int]:
    """Return the auras after the tile becomes `colour`'s, whatever was there."""
    white, black = auras
    bit = 1 << tile
    return (white & ~bit, black | bit) if colour else (white | bit, black & ~bit)


def around_piece(state: State) -> int:
    """Return the tile of the mover's piece and those around it."""
    tile = state.objects[state.mover]
    return state.board.near[tile] | 1 << tile
