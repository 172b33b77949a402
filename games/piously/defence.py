"""The search for a win within one turn: step by step, the nearest to it first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import islice

from games.core.budget import Meter
from games.core.errors import IllegalMove
from games.piously import legal
from games.piously.evaluate import missing_links
from games.piously.moves import Move
from games.piously.position import State
from games.piously.spells import ready_spells
from games.piously.turns import play

Steps = tuple[Move, ...]
Kinds = Callable[[State], Iterator[list[Move]]]

_WAYS, _FOLLOWED = 40, 12
"""The most ways of a spell that are tried, and the most positions that are followed after one kind of step."""
_STEP = 0.4
"""The cost of a step, in missing tiles."""
_FEW = 4
"""The most auras of both sides together with which nobody links seven rooms in a turn."""
_ALL_SPELLS = 6
"""The share of positions (one in this many) for a first search that also tries the spells with more ways."""


def winning_steps(state: State, meter: Meter, most: int) -> Steps | None:
    """Return steps with which the mover links its rooms in this turn; None if not found in about `most` positions."""
    if state.phase == "over" or (state.auras[0] | state.auras[1]).bit_count() <= _FEW:
        return None
    large = _find_win(state, meter, most // _ALL_SPELLS, _every_kind_of_step)
    return large or _find_win(state, meter, most, _kinds_of_few_steps)


def can_win(state: State, meter: Meter, most: int) -> bool:
    """Whether a way is found for the mover to link its rooms within this turn."""
    return winning_steps(state, meter, most) is not None


def still_wins(state: State, steps: Steps) -> bool:
    """Whether steps that link the mover's rooms elsewhere are possible here and also link them."""
    mover = state.mover
    for step in steps:
        if state.phase == "over":
            break
        try:
            state = play(state, mover, step)
        except IllegalMove:
            return False
    return state.phase == "over" and state.mover == mover


def _lacking(state: State, mover: int) -> float:
    return missing_links(state.board, state.auras[mover], state.auras[1 - mover])[0]


def _find_win(state: State, meter: Meter, most: int, kinds: Kinds) -> Steps | None:
    mover, here = state.mover, state
    steps: Steps = ()
    waiting: list[tuple[float, int, State, Steps]] = []
    seen = {state}
    while True:
        for moves in kinds(here):
            found: list[tuple[float, int, State, Steps]] = []
            for move in moves:
                after = play(here, mover, move)
                if after.phase == "over":
                    if after.mover == mover:
                        return *steps, move
                elif after not in seen:
                    seen.add(after)
                    found.append((_lacking(after, mover) + _STEP * len(steps), len(seen), after, (*steps, move)))
                    if len(seen) > most or not meter.spend():
                        return None
            for each in sorted(found)[:_FOLLOWED]:
                heappush(waiting, each)
        if not waiting:
            return None
        _, _, here, steps = heappop(waiting)


def _every_kind_of_step(state: State) -> Iterator[list[Move]]:
    """Yield the steps of each kind of action, and of each spell; of a spell with many ways, only the first ones."""
    for kind in legal.ACTIONS[:-1]:
        yield list(kind(state))
    for spell in ready_spells(state):
        yield list(islice(spell.casts(state), _WAYS + 1))


def _kinds_of_few_steps(state: State) -> Iterator[list[Move]]:
    """Yield the same without spells that have more ways."""
    return (moves for moves in _every_kind_of_step(state) if len(moves) <= _WAYS)
