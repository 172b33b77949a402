"""The choice of stacks to remove before scoring."""

from __future__ import annotations

from typing import NamedTuple

from games.core.boards.graph import name_order
from games.onyx.board import members
from games.onyx.moves import Remove
from games.onyx.position import State, remove_pieces
from games.onyx.scoring import lead


class RemovalPlan(NamedTuple):
    """A choice of stacks: their names, the board without them, and the lead in points after that."""

    move: Remove
    state: State
    lead: int


def best_removal(state: State, seat: int) -> RemovalPlan:
    """Remove stacks one after the other, each if that gains points, until none does."""
    names, points = state.board.graph.names, lead(state, seat)
    left, before = list(members(state.own(seat) & state.stacks)), -1
    chosen: list[int] = []
    while len(chosen) > before:
        before = len(chosen)
        for space in left:
            opened = remove_pieces(state, state.board.bit[space])
            gained = lead(opened, seat)
            if gained > points:
                state, points = opened, gained
                chosen.append(space)
        left = [space for space in left if space not in chosen]
    return RemovalPlan(Remove(tuple(sorted((names[space] for space in chosen), key=name_order))), state, points)


def settled_lead(state: State, seat: int) -> int:
    """Return the lead after both sides have removed their best stacks."""
    if state.phase == "over" or not state.taken & state.stacks:
        return lead(state, seat)
    theirs = best_removal(state, 1 - seat).state
    return best_removal(theirs, seat).lead
