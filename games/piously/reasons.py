"""Why a plan is good, in words and marks."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.table import Mark
from games.piously.describe import describe
from games.piously.notation import text
from games.piously.position import State
from games.piously.search import Plan
from games.piously.table import linked_rooms


def explain(state: State, plan: Plan) -> MoveDescription:
    """The idea: the step, what follows, and what it comes to."""
    first, seat = describe(state, plan.steps[0]), state.mover
    if plan.state.phase == "over":
        return (
            first
            if len(plan.steps) == 1
            else MoveDescription(gettext("{deed}; {rest} wins", deed=first.words, rest=_rest(plan)), _hint(first))
        )
    before, after = linked_rooms(state, seat), linked_rooms(plan.state, seat)
    goal: Message = ngettext("{n} room linked", "{n} rooms linked", after)
    if after > before:
        goal = gettext("{rooms} instead of {before}", rooms=goal, before=before)
    if len(plan.steps) == 1:
        return MoveDescription(gettext("{deed}: {goal}", deed=first.words, goal=goal), _hint(first))
    return MoveDescription(
        gettext("{deed}, then {rest}: {goal}", deed=first.words, rest=_rest(plan), goal=goal), _hint(first)
    )


def _rest(plan: Plan) -> str:
    return " ".join(text(move) for move in plan.steps[1:])


def _hint(first: MoveDescription) -> tuple[Mark, ...]:
    return tuple(Mark("hint" if mark.kind == "last" else mark.kind, mark.cells) for mark in first.marks)
