"""How well a colour stands, at a glance."""

from __future__ import annotations

from math import tanh

from games.piously.layout import Layout, border, spread
from games.piously.rooms import ARTWORK, ROOMS, rooms_of
from games.piously.state import TIED, State

_FAR = 6
"""The cost of a room that is further away than anybody looks."""
_SCALE = 8.0


def standing(state: State, seat: int) -> float:
    """How well `seat` stands, from -1 to 1: whose auras are nearer to linking the seven rooms."""
    if state.phase == "over":
        return 0.0 if state.mover == TIED else 1.0 if state.mover == seat else -1.0
    if state.phase == "build":
        return 0.0
    other = 1 - seat
    lead = want(state.board, state.auras[other], state.auras[seat]) - want(
        state.board, state.auras[seat], state.auras[other]
    )
    lead += (_working(state, seat) - _working(state, other)) / 2
    lead += (state.auras[seat].bit_count() - state.auras[other].bit_count()) / 4
    return tanh(lead / _SCALE)


def _working(state: State, colour: int) -> int:
    """How many artworks of the colour lie on its auras."""
    arts, auras = state.arts[colour], state.auras[colour]
    return sum(arts >> room & auras >> state.objects[ARTWORK + room] & 1 for room in ROOMS)


def want(board: Layout, own: int, enemy: int) -> float:
    """What the best group of `own` auras still lacks: the costs of its ways to all rooms it has no tile in.

    A way costs 1 for each blank and 2 for each enemy aura on it.
    """
    best = float(_FAR * len(ROOMS))
    rest = own
    while rest:
        group = spread(board.near, own, rest & -rest)
        rest &= ~group
        best = min(best, _costs(board, own, enemy, group))
    return best


def _costs(board: Layout, own: int, enemy: int, group: int) -> float:
    near, blank = board.near, board.tiles & ~own & ~enemy
    reached, missing = group, 0x7F & ~rooms_of(group)
    edge, pending, total, cost = border(near, group), 0, 0, 0
    while missing and cost < _FAR:
        cost += 1
        found = edge & blank | pending
        pending = edge & enemy & ~reached
        found &= ~reached
        reached |= found | pending
        if found:
            edge = border(near, found) & ~reached
            joined = edge & own
            while joined:
                reached |= joined
                edge |= border(near, joined) & ~reached
                found |= joined
                joined = edge & own & ~reached
            edge &= ~reached
            gained = rooms_of(found) & missing
            total += cost * gained.bit_count()
            missing &= ~gained
        else:
            edge = 0
    return total + _FAR * missing.bit_count()
