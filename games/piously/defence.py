"""The search for a win within one turn: step by step, the nearest to it and the most promising kinds of step first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count, islice
from operator import attrgetter
from typing import NamedTuple

from games.core.budget import Meter
from games.core.errors import IllegalMove
from games.piously import legal
from games.piously.evaluate import missing_links
from games.piously.moves import Move
from games.piously.position import State
from games.piously.spells import SPELLS, ready_spells
from games.piously.turns import play

Steps = tuple[Move, ...]


class _Kind(NamedTuple):
    """A kind of step, an action or a spell: its ways in a position, and how rarely one of them leads to a win."""

    rarity: float
    ways: Callable[[State], Iterable[Move]]


_ACTIONS = tuple(map(_Kind, (2.7, 0.8, 2.6, 4.4), legal.ACTIONS[:-1]))
_SPELLS = tuple(
    _Kind(rarity, spell.casts)
    for rarity, spell in zip(
        (2.3, 7.1, 1.4, 6.2, 5.8, 5.7, 7.4, 0.9, 1.9, 2.3, 5.6, 3.3, 2.4, 4.7), SPELLS, strict=True
    )
)
"""A rarity is the negative logarithm of the share of a kind's ways that were on the way to a win, in positions on the
way to one (`bench.fit_piously steps`)."""
_TO_TRY, _DONE = 0.4, 0.15
"""The cost of a rarity, in missing tiles: when the kind is to be tried, and of a step that was done."""
WAYS = 300
"""The most ways of a spell that are tried."""
_FOLLOWED = 40
"""The most positions that are followed after one kind of step."""
_FEW = 4
"""The most auras of both sides together with which nobody links seven rooms in a turn."""


class _Waiting(NamedTuple):
    """A position of the turn whose next kinds of step wait to be tried, in an order by `priority`, then `number`."""

    priority: float
    number: int
    state: State
    steps: Steps
    done: float
    """The cost of the steps."""
    lacking: float
    kinds: tuple[_Kind, ...]


def winning_steps(state: State, meter: Meter, most: int) -> Steps | None:
    """Return steps with which the mover links its rooms in this turn; None if not found in about `most` positions."""
    if state.phase == "over" or (state.auras[0] | state.auras[1]).bit_count() <= _FEW:
        return None
    mover, numbers = state.mover, count()
    waiting: list[_Waiting] = []
    seen = {state}

    def wait(state: State, steps: Steps, done: float, lacking: float, kinds: tuple[_Kind, ...]) -> None:
        if kinds:
            priority = lacking + done + _TO_TRY * kinds[0].rarity
            heappush(waiting, _Waiting(priority, next(numbers), state, steps, done, lacking, kinds))

    wait(state, (), 0.0, 0.0, _kinds_of_steps(state))  # all kinds of first steps come first
    while waiting:
        _, _, here, steps, done, lacking, (kind, *others) = heappop(waiting)
        wait(here, steps, done, lacking, tuple(others))
        done += _DONE * kind.rarity
        found: list[tuple[float, int, State, Move]] = []
        for move in islice(kind.ways(here), WAYS):
            after = play(here, mover, move)
            if after.phase == "over":
                if after.mover == mover:
                    return *steps, move
            elif after not in seen:
                seen.add(after)
                found.append((_lacking(after, mover), len(seen), after, move))
                if len(seen) > most or not meter.spend():
                    return None
        for lacking, _, after, move in sorted(found)[:_FOLLOWED]:
            wait(after, (*steps, move), done, lacking, _kinds_of_steps(after))
    return None


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


def _kinds_of_steps(state: State) -> tuple[_Kind, ...]:
    """Return the kinds of step that may be possible, the most promising first."""
    spells = [_SPELLS[spell.number] for spell in ready_spells(state)]
    return tuple(sorted((*(_ACTIONS if state.actions else ()), *spells), key=attrgetter("rarity")))
