"""What the opponent could do otherwise: turns that speak for a plan, as its reasons."""

from __future__ import annotations

from random import Random

from games.core.budget import Meter
from games.piously import moves as m
from games.piously.defence import Steps, still_wins, winning_steps
from games.piously.position import State
from games.piously.reasons import Outlook
from games.piously.search import GLANCE, Beam, Plan, plans
from games.piously.table import linked_rooms
from games.piously.turns import play

_BRIEF = Beam(4, 5)
_LOOKED_AT = 3000
"""The number of positions of a turn in which a win is sought."""


def find_outlook(state: State, plan: Plan, meter: Meter, rng: Random) -> Outlook:
    """Return what speaks for the plan, as far as the budget goes; nothing is said of an unfinished search."""
    if plan.state.phase == "over":
        return Outlook()
    obvious, answer = _find_worse(state, plan, meter, rng)
    return Outlook(_prevented_win(state, plan, meter), obvious, answer)


def _find_worse(state: State, plan: Plan, meter: Meter, rng: Random) -> tuple[Plan, Plan] | tuple[None, None]:
    """Return a plan that links more rooms and the answer to it, if that is better than the one to the plan."""
    seat = state.mover
    obvious = max(plans(state, GLANCE, meter, rng), key=lambda other: linked_rooms(other.state, seat))
    if obvious.state.phase == "over" or linked_rooms(obvious.state, seat) <= linked_rooms(plan.state, seat):
        return None, None
    reply, answer = (plans(each.state, _BRIEF, meter, rng)[0] for each in (plan, obvious))
    return (obvious, answer) if meter.open and answer.value > reply.value else (None, None)


def _prevented_win(state: State, plan: Plan, meter: Meter) -> Steps:
    """Return steps with which the opponent wins if the turn ends at once, but not after the plan; else none."""
    if not plan.holds_out:
        return ()
    steps = winning_steps(play(state, state.mover, m.End()), meter, _LOOKED_AT)
    return () if steps is None or still_wins(plan.state, steps) else steps
