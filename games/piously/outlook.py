"""What the opponent could do otherwise: turns that speak for a plan, as its reasons."""

from __future__ import annotations

from random import Random

from games.core.budget import Meter
from games.piously import moves as m
from games.piously.position import State
from games.piously.reasons import Outlook
from games.piously.search import GLANCE, Beam, Plan, plans
from games.piously.table import linked_rooms
from games.piously.turns import play

_BRIEF = Beam(4, 5)
_NEARLY = 4
"""The number of linked rooms from which on it is checked whether the opponent could link all seven."""


def find_outlook(state: State, plan: Plan, meter: Meter, rng: Random) -> Outlook:
    """Return what speaks for the plan, as far as the budget goes; nothing is said of an unfinished search."""
    if plan.state.phase == "over":
        return Outlook()
    seat, passed = state.mover, play(state, state.mover, m.End())
    reply = plans(plan.state, _BRIEF, meter, rng)[0]
    prevented = None
    if passed.phase != "over" and reply.value < 1 and linked_rooms(state, 1 - seat) >= _NEARLY:
        at_once = plans(passed, _BRIEF, meter, rng)[0]
        prevented = at_once if at_once.value == 1 else None
    obvious = max(plans(state, GLANCE, meter, rng), key=lambda other: linked_rooms(other.state, seat))
    if obvious.state.phase == "over" or linked_rooms(obvious.state, seat) <= linked_rooms(plan.state, seat):
        return Outlook(prevented) if meter.open else Outlook()
    answer = plans(obvious.state, _BRIEF, meter, rng)[0]
    if not meter.open:
        return Outlook()
    worse = answer.value > reply.value
    return Outlook(prevented, obvious, answer) if worse else Outlook(prevented)
