"""The AI at its levels: it plans whole turns."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from games.core.boards.grid import bits
from games.core.budget import Budget
from games.core.calibration import CALIBRATED
from games.core.i18n import gettext, ngettext
from games.core.levels import Look, choose_look
from games.core.player import Player, Thought
from games.core.status import Seat
from games.piously import moves as m
from games.piously.actions import free_tiles
from games.piously.boards import random_board
from games.piously.calibration import expected_share
from games.piously.describe import describe
from games.piously.evaluate import evaluate
from games.piously.needed_steps import needed_steps
from games.piously.outlook import find_outlook
from games.piously.planner import HARD, MASTER, best_plan, find_repeated, glance_plans, medium_plan
from games.piously.position import State
from games.piously.reasons import explain
from games.piously.rooms import rooms_of

_NEXT_BEST = {"beginner": 0.74, "easy": 0.4}
"""The chance that a glance skips the best plan for the next best, and that one for the one after it, and so on."""
_LAPSES = {"beginner": 0.9, "easy": 0.6}
"""The share of their turns that these levels plan at a glance."""

_FOR_THE_PLAN = 0.92
"""The share of the time for the plan; in the rest, hard looks for what speaks for it."""


class PiouslyPlayer(Player[State, m.Move]):
    """The AI, which plans whole turns: a thought has the first step of the best plan, and the others as its line."""

    minds_repetitions = True

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def think(
        self, view: State, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[State] = ()
    ) -> Thought[m.Move]:
        if view.phase == "build":
            move: m.Move = m.Build(random_board(rng))
            described = describe(view, move)
            return Thought(move, described.with_idea(gettext("The layout was drawn at random"), described.marks))
        if view.phase == "place":
            return _enter(view, rng)
        whole = budget.start()
        meter = whole.share(_FOR_THE_PLAN)
        look = choose_look(level, _LAPSES, rng)
        if look is Look.GLANCE:
            found = glance_plans(view, meter, rng)
            rank = 0
            while found[0].value < 1 and rng.random() < _NEXT_BEST[level]:
                rank += 1
            plan = found[min(rank, len(found) - 1)]
        elif look is not Look.DEEP:
            plan = medium_plan(view, meter, rng, find_repeated(history))
        else:
            plan = best_plan(view, meter, rng, HARD if level == "hard" else MASTER, find_repeated(history))
        plan = plan._replace(steps=needed_steps(view, plan.steps))
        value = expected_share(plan) if level in CALIBRATED else None
        outlook = find_outlook(view, plan, whole, rng) if look is Look.DEEP else None
        return Thought(plan.steps[0], explain(view, plan, outlook), value, plan.steps[1:])


def _enter(state: State, rng: Random) -> Thought[m.Move]:
    """Let the piece enter where the most rooms are near."""

    def value_of(tile: int) -> float:
        around = state.board.near[tile]
        return rooms_of(around | 1 << tile).bit_count() + around.bit_count() / 10 + rng.random() / 100

    move = m.Put(max(bits(free_tiles(state)), key=value_of))
    number = rooms_of(state.board.near[move.tile] | 1 << move.tile).bit_count()
    description = describe(state, move)
    idea = ngettext("{n} room is within a step", "{n} rooms are within a step", number)
    return Thought(move, description.with_idea(idea, description.marks))
