"""The value of a position for a colour, at a glance.

Weights that were fitted to matches (bench/fit_piously_value.py) foretell the winner better, but won no more matches.
"""

from __future__ import annotations

from functools import lru_cache
from math import tanh

from games.piously.layout import Layout, border, connected_tiles
from games.piously.position import TIED, State
from games.piously.rooms import ARTWORK, NOWHERE, ROOMS, rooms_of

_EVERY_ROOM = 0x7F
_FAR = 6
"""The cost of a room that is farther away than anybody looks."""
_SCALE = 8.0
ARTWORK_VALUES = (0.3, -0.1, -0.5, 0.3, 1.0, 0.3, -0.2)
"""What owning the artwork spell of each room adds to the value; the opponent then owns its bewitchment."""
WORKING = 0.7
"""What an artwork on an own aura adds to the value."""
AURA = 0.15
"""What each own aura adds to the value."""
NEAR = 0.25
"""What it adds that the own piece stands where its best group may grow, or beside it."""


def evaluate(state: State, seat: int) -> float:
    """Return the value for `seat`, from -1 to 1: whose auras are nearer to linking the seven rooms."""
    if state.phase == "over":
        return 0.0 if state.mover == TIED else 1.0 if state.mover == seat else -1.0
    if state.phase == "build":
        return 0.0
    return tanh((colour_value(state, seat) - colour_value(state, 1 - seat)) / _SCALE)


def colour_value(state: State, colour: int) -> float:
    """Return the value of what speaks for a colour, in actions."""
    own, theirs = state.auras[colour], state.auras[1 - colour]
    lacking, edge = missing_links(state.board, own, theirs)
    arts = state.arts[colour]
    value = AURA * own.bit_count() - lacking
    here = state.objects[colour]
    if here != NOWHERE and edge & (state.board.near[here] | 1 << here):
        value += NEAR
    for room in ROOMS:
        if arts >> room & 1:
            value += ARTWORK_VALUES[room]
            if own >> state.objects[ARTWORK + room] & 1:
                value += WORKING
    return value


@lru_cache(maxsize=1 << 15)
def missing_links(board: Layout, own: int, theirs: int) -> tuple[float, int]:
    """Return what the best group of `own` auras still lacks, and the tiles at its edge where it may grow.

    It lacks the sum of the costs of the ways to all rooms in which it has no tile. A way costs 1 for each blank tile
    and 2 for each aura of the opponent on it. Own auras on it cost nothing, except that of several in a row
    each third costs 1.
    """
    best, edge = float(_FAR * len(ROOMS)), board.tiles & ~own
    rest = own
    while rest:
        group = connected_tiles(board.near, own, rest & -rest)
        rest &= ~group
        cost = _costs(board, own, theirs, group)
        if cost < best:
            best, edge = cost, border(board.near, group)
    return best, edge


def _costs(board: Layout, own: int, theirs: int, group: int) -> float:
    near, free = board.near, board.tiles & ~theirs
    lacking = _EVERY_ROOM & ~rooms_of(group)
    reached, edge, late, total = group, border(near, group), 0, 0.0
    for cost in range(1, _FAR):
        if not lacking:
            break
        found = (edge & free | late) & ~reached
        late = edge & theirs & ~reached & ~found
        for _ in range(2):  # own auras cost nothing, but each third in a row
            found |= border(near, found) & own & ~reached
        reached |= found
        edge = border(near, found) & ~reached
        gained = rooms_of(found) & lacking
        total += cost * gained.bit_count()
        lacking &= ~gained
    return total + _FAR * lacking.bit_count()
