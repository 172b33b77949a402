"""Which stacks to take off before scoring."""

from __future__ import annotations

from typing import NamedTuple

from games.core.graph import name_order
from games.onyx.board import members
from games.onyx.moves import Remove
from games.onyx.score import lead
from games.onyx.state import State, without


class Plan(NamedTuple):
    """A choice of stacks: their names, the board without them, and the lead in points then."""

    move: Remove
    state: State
    lead: int


def best_removal(state: State, seat: int) -> Plan:
    """Stacks are taken off one after the other as long as that gains points."""
    names, left = state.board.graph.names, set(members(state.own(seat) & state.stacks))
    points = lead(state, seat)
    chosen: list[int] = []
    while True:
        tried = [(lead(without(state, state.board.bit[space]), seat), -space) for space in left]
        gain, space = max(tried, default=(points, 0))
        if gain <= points:
            return Plan(Remove(tuple(sorted((names[one] for one in chosen), key=name_order))), state, points)
        points, space = gain, -space
        state = without(state, state.board.bit[space])
        chosen.append(space)
        left.remove(space)


def settled_lead(state: State, seat: int) -> int:
    """The lead after both sides have taken off what they should."""
    theirs = best_removal(state, 1 - seat).state
    return best_removal(theirs, seat).lead
