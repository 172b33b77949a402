"""How a side stands, at a glance."""

from __future__ import annotations

from games.conquid.field import field_of
from games.conquid.reach import shortage
from games.conquid.state import State

_BLOCKED = 30
"""A side that no chain of empty cells can join counts as so many cells short."""


def evaluate(state: State, seat: int) -> float:
    """From -1 to 1: who needs fewer cells to join the headquarters, and a little for the land."""
    if state.winner is not None:
        return 1.0 if state.winner == seat else -1.0
    field = field_of(state.size)
    own, other = state.cells[seat], state.cells[1 - seat]
    lead = _short(shortage(field, other, own, 1 - seat)) - _short(shortage(field, own, other, seat))
    land = own.bit_count() - other.bit_count()
    score = lead / field.grid.columns + land / field.grid.size
    return score / (1 + abs(score))


def _short(missing: int | None) -> int:
    return _BLOCKED if missing is None else missing
