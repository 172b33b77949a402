"""Plans for whole turns: a beam search over the steps of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from random import Random
from typing import NamedTuple

from games.core.budget import Meter
from games.piously import legal
from games.piously import moves as m
from games.piously.evaluate import evaluate
from games.piously.position import State
from games.piously.rooms import BEWITCHMENT, INDIGO, LIME, SAPPHIRE, UMBER, YELLOW
from games.piously.spells import ready_spells
from games.piously.turns import play

_MOST_STEPS = 14
_SAMPLED = {INDIGO, UMBER, SAPPHIRE, LIME, YELLOW, UMBER + BEWITCHMENT}
"""The spells of which a plan tries only randomly drawn ways."""
_ACTION_LEFT = 0.02
"""What an unused action adds to the value of an unfinished plan."""


class Plan(NamedTuple):
    """The first steps of a turn, or all, and the state after them; `value` is from -1 to 1 for the planner.

    It is `answered` if the value is that after the opponent's best answer. It `holds_out` if a thorough search found no
    win of the opponent in the next turn.
    """

    value: float
    steps: tuple[m.Move, ...]
    state: State
    answered: bool = False
    holds_out: bool = False


class Beam(NamedTuple):
    """The number of unfinished plans that are kept, and of ways of a sampled spell that are tried in each."""

    width: int
    draws: int


GLANCE, MEDIUM = Beam(2, 2), Beam(20, 20)


def plans(state: State, beam: Beam, meter: Meter, rng: Random) -> list[Plan]:
    """Return the best plan found for each position in which the mover's turn may end, best first; never empty."""
    seat = state.mover
    done: dict[State, Plan] = {}
    unfinished = [Plan(evaluate(state, seat), (), state)]
    seen = {state}
    for _ in range(_MOST_STEPS):
        grown: list[Plan] = []
        for plan in unfinished:
            _finish(plan, seat, done)
            if meter.open:
                grown += _extend(plan, seat, beam.draws, seen, meter, rng)
            elif done:
                break
        over = [plan for plan in grown if plan.state.phase == "over"]
        done.update((plan.state, plan) for plan in over)
        unfinished = [plan for plan in grown if plan.state.phase != "over"]
        if not unfinished or any(plan.value == 1 for plan in over):
            break
        unfinished = best_first(unfinished)[: beam.width]
    else:
        for plan in unfinished:
            _finish(plan, seat, done)
    return best_first(done.values())


def best_first(found: Iterable[Plan]) -> list[Plan]:
    """Return the plans by their value, equal ones in the order that they had."""
    return sorted(found, key=attrgetter("value"), reverse=True)


def _finish(plan: Plan, seat: int, done: dict[State, Plan]) -> None:
    """Add the ways to end the turn here."""
    for move in legal.ends(plan.state):
        after = play(plan.state, seat, move)
        if after not in done:
            done[after] = Plan(evaluate(after, seat), (*plan.steps, move), after)


def _extend(plan: Plan, seat: int, draws: int, seen: set[State], meter: Meter, rng: Random) -> Iterator[Plan]:
    """Yield the plan with one more step, for each step that leads to a new position."""
    for move in _proposals(plan.state, draws, rng):
        after = play(plan.state, seat, move)
        if after in seen:
            continue
        seen.add(after)
        value = evaluate(after, seat)
        if after.phase != "over":
            value += _ACTION_LEFT * after.actions
        yield Plan(value, (*plan.steps, move), after)
        if not meter.spend():
            return


def _proposals(state: State, draws: int, rng: Random) -> Iterator[m.Move]:
    """Yield promising steps, without the end of the turn."""
    for kind in legal.ACTIONS[:-1]:
        yield from kind(state)
    for spell in ready_spells(state):
        if spell.number in _SAMPLED:
            drawn = (spell.draw(state, rng) for _ in range(draws))
            yield from dict.fromkeys(move for move in drawn if move is not None)
        else:
            yield from spell.casts(state)
