"""The steps that a planned turn needs."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

from games.core.errors import IllegalMove, NotYourTurn
from games.piously.moves import Move
from games.piously.position import State
from games.piously.turns import play_steps

_AT_ONCE = 2
"""The most steps that are left out together, such as a walk there and back."""


def needed_steps(state: State, steps: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the steps of a whole turn without those that change nothing. Raises IllegalMove or NotYourTurn.

    The turn ends in the same position without them or, if it ends the match, with the same result.
    """
    end = _end_of(state, steps)
    while (fewer := _fewer_steps(state, steps, end)) is not None:
        steps = fewer
    return steps


def _fewer_steps(state: State, steps: tuple[Move, ...], end: State | int) -> tuple[Move, ...] | None:
    for count in range(1, _AT_ONCE + 1):
        for left_out in combinations(range(len(steps)), count):
            fewer = tuple(step for place, step in enumerate(steps) if place not in left_out)
            with suppress(IllegalMove, NotYourTurn):
                if _end_of(state, fewer) == end:
                    return fewer
    return None


def _end_of(state: State, steps: tuple[Move, ...]) -> State | int:
    """Return the position after the steps, or the result if the last one ends the match."""
    after = play_steps(state, steps)
    return after.mover if after.phase == "over" else after
