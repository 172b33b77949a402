"""Why a plan is good, in words and marks."""

from __future__ import annotations

from itertools import pairwise

from games.core.description import MoveDescription, join_steps
from games.core.i18n import Message, gettext
from games.core.table import Mark
from games.piously.describe import describe
from games.piously.position import State
from games.piously.search import Plan
from games.piously.table import linked_rooms
from games.piously.turns import play


def explain(state: State, plan: Plan) -> MoveDescription:
    """The idea: the turn as planned, and what it comes to. Only the first step is marked."""
    first, seat = describe(state, plan.steps[0]), state.mover
    steps = [first]
    for move, following in pairwise(plan.steps):
        state = play(state, seat, move)
        steps.append(describe(state, following))
    whole = join_steps(steps)
    if plan.state.phase == "over":
        return MoveDescription(whole.words, _hint(first), whole.to_you)
    number = linked_rooms(plan.state, seat)
    linked: Message = gettext("This links {n} of 7 rooms", n=number)
    return whole.with_idea(linked, _hint(first))


def _hint(first: MoveDescription) -> tuple[Mark, ...]:
    return tuple(Mark("hint" if mark.kind == "last" else mark.kind, mark.cells) for mark in first.marks)
