"""Thinking in whole turns: a plan is a sequence of steps to the end of the turn, of which the first is played.

Plans grow step by step in a beam: of the unfinished ones the best few are kept. Spells with very many ways are sampled.
Hard looks at its best plans again with the opponent's best answering turn, found in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.budget import Budget, Meter
from games.core.description import MoveDescription
from games.core.player import Thought
from games.core.say import Say, say, say_n
from games.core.table import Mark
from games.piously import moves as m
from games.piously import options
from games.piously.actions import free_tiles
from games.piously.boards import random_board
from games.piously.notation import text
from games.piously.rooms import BEWITCHMENT, INDIGO, LIME, SAPPHIRE, UMBER, YELLOW, rooms_of
from games.piously.rules import play
from games.piously.standing import standing
from games.piously.state import State
from games.piously.table import linked_rooms
from games.piously.tell import tell

_MOST_STEPS = 14
_SAMPLED = {INDIGO, UMBER, SAPPHIRE, LIME, YELLOW, UMBER + BEWITCHMENT}
"""Spells of which a plan only tries ways drawn by chance."""
_ACTION_LEFT = 0.02
"""What an action that is not yet used adds to the value of an unfinished plan."""


class Plan(NamedTuple):
    """Steps of one turn, or of its beginning, and the state after them; `value` is from -1 to 1 for the planner."""

    value: float
    steps: tuple[m.Move, ...]
    state: State


class Beam(NamedTuple):
    """How many unfinished plans are kept, and how many ways of a sampled spell are tried in each."""

    width: int
    draws: int


_EASY, _MEDIUM = Beam(2, 2), Beam(6, 8)
_HARD = (Beam(8, 8), Beam(20, 24), Beam(50, 40), Beam(120, 60))
_ANSWER, _LONG_ANSWER = Beam(4, 5), Beam(12, 16)
_WAYWARD = 0.45
"""Easy takes its best plan, or with this chance the next best, or with the same chance the one after that ..."""


def think(state: State, level: str, budget: Budget, rng: Random) -> Thought[m.Move]:
    """A step for the mover: the first of the best plan for the turn."""
    if state.phase == "build":
        move: m.Move = m.Build(random_board(rng))
        return Thought(move, tell(state, move))
    if state.phase == "place":
        return _entering(state, rng)
    meter = budget.start()
    if level == "easy":
        found = plans(state, _EASY, meter, rng)
        rank = 0
        while rng.random() < _WAYWARD:
            rank += 1
        plan = found[min(rank, len(found) - 1)]
    elif level == "medium":
        plan = plans(state, _MEDIUM, meter, rng)[0]
    else:
        plan = _foreseeing(state, budget, meter, rng)
    return Thought(plan.steps[0], _why(state, plan))


def _entering(state: State, rng: Random) -> Thought[m.Move]:
    """The piece enters where most rooms are near."""

    def worth(tile: int) -> float:
        around = state.board.near[tile]
        return rooms_of(around | 1 << tile).bit_count() + around.bit_count() / 10 + rng.random() / 100

    move = m.Put(max(bits(free_tiles(state)), key=worth))
    number = rooms_of(state.board.near[move.tile] | 1 << move.tile).bit_count()
    told = tell(state, move)
    words = say_n(
        "{deed}, where {n} room is within a step", "{deed}, where {n} rooms are within a step", number, deed=told.words
    )
    return Thought(move, MoveDescription(words, told.marks))


def plans(state: State, beam: Beam, meter: Meter, rng: Random) -> list[Plan]:
    """The best plan found for each position that the mover's turn may end in, best first; never empty."""
    seat = state.mover
    done: dict[State, Plan] = {}
    kept = [Plan(standing(state, seat), (), state)]
    seen = {state}
    for _ in range(_MOST_STEPS):
        grown: list[Plan] = []
        for plan in kept:
            _finish(plan, seat, done)
            if meter.open:
                grown += _grow(plan, seat, beam.draws, seen, meter, rng)
        over = [plan for plan in grown if plan.state.phase == "over"]
        done.update((plan.state, plan) for plan in over)
        kept = [plan for plan in grown if plan.state.phase != "over"]
        if not kept or any(plan.value == 1 for plan in over):
            break
        kept.sort(key=_value, reverse=True)
        del kept[beam.width :]
    else:
        for plan in kept:
            _finish(plan, seat, done)
    return sorted(done.values(), key=_value, reverse=True)


def _value(plan: Plan) -> float:
    return plan.value


def _finish(plan: Plan, seat: int, done: dict[State, Plan]) -> None:
    """Add the ways to end the turn here."""
    for move in options.ends(plan.state):
        after = play(plan.state, seat, move)
        if after not in done:
            done[after] = Plan(standing(after, seat), (*plan.steps, move), after)


def _grow(plan: Plan, seat: int, draws: int, seen: set[State], meter: Meter, rng: Random) -> Iterator[Plan]:
    """The plan with one more step, for each step that leads to a new position."""
    for move in _proposals(plan.state, draws, rng):
        after = play(plan.state, seat, move)
        if after in seen:
            continue
        seen.add(after)
        value = standing(after, seat)
        if after.phase != "over":
            value += _ACTION_LEFT * after.actions
        yield Plan(value, (*plan.steps, move), after)
        if not meter.spend():
            return


def _proposals(state: State, draws: int, rng: Random) -> Iterator[m.Move]:
    """Steps worth a try, the end of the turn left out."""
    for kind in options.ACTIONS[:-1]:
        yield from kind(state)
    for spell in options.spells(state):
        if spell in _SAMPLED:
            drawn = (options.draw(state, spell, rng) for _ in range(draws))
            yield from dict.fromkeys(move for move in drawn if move is not None)
        else:
            yield from options.SPELLS[spell](state)


def _foreseeing(state: State, budget: Budget, meter: Meter, rng: Random) -> Plan:
    """The plan after which the opponent's best answer is least good.

    Two fifths of the budget find plans, in ever wider beams; the rest goes through answers, first briefly for many
    plans, then longer for the best of them.
    """
    found = _widening(state, _share(budget, 0.4).start(), rng)
    if found[0].value == 1 or len(found) == 1:
        return found[0]
    judged = _judged(found[:60], _ANSWER, meter, rng)
    again = _judged(judged[:10], _LONG_ANSWER, meter, rng)
    return (again or judged or found)[0]


def _judged(found: list[Plan], beam: Beam, meter: Meter, rng: Random) -> list[Plan]:
    """The plans, best first, with the value they have after the opponent's best turn, as far as the budget goes."""
    judged = []
    for plan in found:
        value = plan.value if plan.state.phase == "over" else -plans(plan.state, beam, meter, rng)[0].value
        if not meter.open:  # the answer was not looked for to the end
            break
        judged.append(Plan(value, plan.steps, plan.state))
    return sorted(judged, key=_value, reverse=True)


def _share(budget: Budget, part: float) -> Budget:
    seconds = None if budget.seconds is None else budget.seconds * part
    return replace(budget, seconds=seconds, nodes=None if budget.nodes is None else int(budget.nodes * part))


def _widening(state: State, meter: Meter, rng: Random) -> list[Plan]:
    """The plans of ever wider beams, best first."""
    found: dict[State, Plan] = {}
    for beam in _HARD:
        best = plans(state, beam, meter, rng)
        for plan in best:
            found.setdefault(plan.state, plan)
        if best[0].value == 1 or not meter.open:
            break
    return sorted(found.values(), key=_value, reverse=True)


def _why(state: State, plan: Plan) -> MoveDescription:
    """The idea: the step, what follows, and what it comes to."""
    told, seat = tell(state, plan.steps[0]), state.mover
    if plan.state.phase == "over":
        return (
            told
            if len(plan.steps) == 1
            else MoveDescription(say("{deed}; {rest} wins", deed=told.words, rest=_rest(plan)), _hint(told))
        )
    before, after = linked_rooms(state, seat), linked_rooms(plan.state, seat)
    goal: Say = say_n("{n} room linked", "{n} rooms linked", after)
    if after > before:
        goal = say("{rooms} instead of {before}", rooms=goal, before=before)
    if len(plan.steps) == 1:
        return MoveDescription(say("{deed}: {goal}", deed=told.words, goal=goal), _hint(told))
    return MoveDescription(
        say("{deed}, then {rest}: {goal}", deed=told.words, rest=_rest(plan), goal=goal), _hint(told)
    )


def _rest(plan: Plan) -> str:
    return " ".join(text(move) for move in plan.steps[1:])


def _hint(told: MoveDescription) -> tuple[Mark, ...]:
    return tuple(Mark("hint" if mark.kind == "last" else mark.kind, mark.cells) for mark in told.marks)
