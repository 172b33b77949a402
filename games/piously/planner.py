"""The turn that a level plans: the best of some plans, held against what the opponent can answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import NamedTuple

from games.core.budget import Budget, Meter
from games.piously import moves as m
from games.piously.actions import ACTIONS
from games.piously.defence import Steps, can_win, still_wins, winning_steps
from games.piously.position import State
from games.piously.search import GLANCE, MEDIUM, Beam, Plan, best_first, plans
from games.piously.turns import play, play_steps


class Judgement(NamedTuple):
    """The beams with which a level looks for plans, and how many of them it compares by the answers to them.

    A plan is misjudged by up to `error`, for values from -1 to 1.
    """

    beams: tuple[Beam, ...]
    compared: int
    error: float


class _Deepening(NamedTuple):
    """A search further ahead: the number of turns, of the best plans to judge again, and of answers to each turn.

    What it finds makes up one of so many `parts` of a plan's new value; the rest is what was thought before.
    """

    turns: int
    compared: int
    width: int
    parts: int = 2


_FOR_A_GLANCE = 200
"""The number of positions that suffice for a glance."""
_WIDE = (Beam(8, 8), Beam(20, 24), Beam(50, 40), Beam(120, 60))
HARD = Judgement(_WIDE[:2], 10, 0.05)
MASTER = Judgement(_WIDE, 60, 0.0)
_NEXT_TURN = Beam(4, 5)
_COMPARED = 12
_CLEARLY = 0.05
"""By how much a plan may at most be worse than the best, if that does nothing, to be chosen instead."""
_OFTEN = 2
"""The number of times that a position must have come up to be avoided."""
_FOR_ANSWERS = 0.85
"""The share of the time for answers if nothing seems better than to pass; then the next turn is searched."""
_JUDGED_AGAIN = 10
"""The number of plans with the best answers after which the answers are searched longer."""
_FOR_DEFENCE = Beam(30, 12), Beam(100, 40)
_LOOKED_AT, _LOOKED_AT_LONG = 8000, 16_000
"""The number of positions of a turn in which a win is sought; by hard and master more for one of their own."""
_TO_FIND, _TO_WIN = 0.33, 0.45
"""The shares of the time after which plans are found, and after which a win that they missed is found."""
_FOR_RANKS, _FOR_ORDER = 0.55, 0.93
"""The shares of the time after which it is checked whether the best plan holds out against all that the opponent can
do: before turns further ahead are searched, and at the end."""
_ANSWER, _LONG_ANSWER = Beam(4, 5), Beam(12, 16)
_DEEPENINGS = (
    _Deepening(1, 8, 8),
    _Deepening(2, 6, 6),
    _Deepening(3, 6, 6),
    _Deepening(4, 4, 4),
    *(_Deepening(5, 4, 4, parts) for parts in range(2, 50)),
)
"""More of them than there is time for; the last ones try other turns by chance, and their mean varies less and less."""


def find_repeated(history: Iterable[State]) -> frozenset[State]:
    """Return the positions of a match that have come up so often that whoever seeks them again gets nowhere.

    The number of the turn does not count; it is 0 in all of them.
    """
    times = Counter(state._replace(turn=0) for state in history)
    return frozenset(position for position, number in times.items() if number >= _OFTEN)


def _part_repeating(found: list[Plan], repeated: frozenset[State]) -> tuple[list[Plan], list[Plan]]:
    """Return the plans that lead to no repeated position, or all if there are none, and the others."""
    if not repeated or found[0].value == 1:
        return found, []
    others: list[Plan] = []
    repeating: list[Plan] = []
    for plan in found:
        (repeating if plan.state._replace(turn=0) in repeated else others).append(plan)
    return (others, repeating) if others else (repeating, [])


def medium_plan(state: State, meter: Meter, rng: Random, repeated: frozenset[State] = frozenset()) -> Plan:
    """Return the plan that ends best and holds out, or one that leads on if none is better than doing nothing.

    A plan that leads to a `repeated` position is chosen only if no other that was found holds out.
    """
    found, repeating = _part_repeating(_widen(state, (MEDIUM,), meter, rng), repeated)
    if found[0].value < 1 and (win := _win(state, meter.share(_TO_WIN), _LOOKED_AT)):
        return win
    found = hold_out(state, [*found, *repeating], meter, rng)
    return avoid_idle_plan(state, found, meter, rng)


def glance_plans(state: State, meter: Meter, rng: Random) -> list[Plan]:
    """Return the plans seen at a glance, best first; to do nothing is among them only if it is the best."""
    return _without_idle(state, _widen(state, (GLANCE,), meter, rng))


def _without_idle(state: State, found: list[Plan]) -> list[Plan]:
    return [plan for plan in found if plan is found[0] or not does_nothing(state, plan)]


def _win(state: State, meter: Meter, most: int) -> Plan | None:
    steps = winning_steps(state, meter, most)
    return None if steps is None else Plan(1.0, steps, play_steps(state, steps))


class Examined:
    """The plans that were searched for a win of the opponent within the next turn, and the wins that were found."""

    def __init__(self) -> None:
        self._wins: list[Steps] = []
        self._holding: set[State] = set()

    def holds_out(self, plan: Plan) -> bool:
        """Whether the opponent was seen to have no win after the plan."""
        return plan.state in self._holding and not self.is_refuted(plan)

    def is_refuted(self, plan: Plan) -> bool:
        """Whether a win found after some plan is one after this plan, too."""
        return any(still_wins(plan.state, steps) for steps in self._wins)

    def refute(self, plan: Plan, meter: Meter) -> bool:
        """Whether a win after the plan is known or found now; a search that is cut short shows nothing."""
        if self.is_refuted(plan):
            return True
        if plan.state in self._holding:
            return False
        steps = winning_steps(plan.state, meter, _LOOKED_AT)
        if steps is not None:
            self._wins.append(steps)
        elif meter.open:
            self._holding.add(plan.state)
        return steps is not None


def hold_out(
    state: State, found: list[Plan], meter: Meter, rng: Random, examined: Examined | None = None
) -> list[Plan]:
    """Return the plans unchanged if no win of the opponent is found after the first; else only one that prevents it.

    That plan is sought among them, then among those of wide beams. If the time runs out, it is one that was examined to
    the end before, or the first that is not refuted.
    """
    if found[0].value == 1:
        return found
    examined = examined or Examined()
    wider = chain.from_iterable(plans(state, beam, meter, rng) for beam in _FOR_DEFENCE)
    for plan in chain(found, wider):
        if examined.refute(plan, meter):
            continue
        chosen = plan if examined.holds_out(plan) else next(filter(examined.holds_out, found), plan)
        return found if chosen is found[0] else [chosen]
    return found


def avoid_idle_plan(state: State, found: list[Plan], meter: Meter, rng: Random) -> Plan:
    """Return the first of the ordered plans or, if it does nothing, the one with the best next turn.

    The opponent is assumed to do nothing meanwhile, and plans that are clearly worse are left out. Among equals, a plan
    that does something is preferred.
    """
    if not does_nothing(state, found[0]):
        return found[0]
    best = found[0].value, False, found[0].value
    chosen = found[0]
    for plan in found[:_COMPARED]:
        value = plan.value
        if value < found[0].value - _CLEARLY:
            continue
        if plan.state.phase != "over":
            value = plans(play(plan.state, plan.state.mover, m.End()), _NEXT_TURN, meter, rng)[0].value
        if not meter.open:
            break
        key = value, not does_nothing(state, plan), plan.value
        if plan is found[0] or key > best:
            best, chosen = key, plan
    if chosen is not found[0] and (can_win(chosen.state, meter, _LOOKED_AT) or not meter.open):
        return found[0]  # it holds out; the other plan does not, or was not examined completely
    return chosen


def does_nothing(state: State, plan: Plan) -> bool:
    """Whether the plan is to end the turn without having used anything of it."""
    return state.actions == ACTIONS and len(plan.steps) == 1 and plan.state.phase != "over"


def best_plan(
    state: State, meter: Meter, rng: Random, judgement: Judgement = MASTER, repeated: frozenset[State] = frozenset()
) -> Plan:
    """Return the plan after which the opponent's best answer is worst for the opponent.

    A third of the budget finds plans, with wider and wider beams. The rest searches answers, first briefly, then longer
    for the best, checks whether the best holds out, and then looks more and more turns ahead. The value is that of the
    longer answer. A plan that leads to a `repeated` position is chosen only if no other that was found holds out.
    """
    found, repeating = _part_repeating(_widen(state, judgement.beams, meter.share(_TO_FIND), rng), repeated)
    if found[0].value == 1:
        return found[0]
    if win := _win(state, meter.share(_TO_WIN), _LOOKED_AT_LONG):
        return win
    idle = does_nothing(state, found[0])
    ranks, order = (
        meter.share(part).share(_FOR_ANSWERS) if idle else meter.share(part) for part in (_FOR_RANKS, _FOR_ORDER)
    )
    ranked = _rank_by_answer(found[: judgement.compared], _ANSWER, ranks, rng)
    again = _rank_by_answer(ranked[:_JUDGED_AGAIN], _LONG_ANSWER, ranks, rng)
    judged = (again or ranked or found)[:_JUDGED_AGAIN]
    examined = Examined()
    safe = hold_out(state, [*judged, *ranked, *found, *repeating], meter, rng, examined)
    judged = [plan for plan in judged if not examined.is_refuted(plan)] or safe
    ordered = _look_ahead(judged, order, rng) if again else judged
    values = {plan.state: plan.value for plan in judged}
    best = [
        plan if abs(plan.value) == 1 else plan._replace(value=values[plan.state])
        for plan in _misjudge(_without_idle(state, ordered), judgement.error, rng)
    ]
    others = [plan for plan in (*ranked, *found, *repeating) if plan.state != best[0].state]
    chosen = avoid_idle_plan(state, hold_out(state, [*best, *others], meter, rng, examined), meter, rng)
    return chosen._replace(holds_out=examined.holds_out(chosen))


def _misjudge(found: list[Plan], error: float, rng: Random) -> list[Plan]:
    """Return the plans with the one first that seems best after misjudging; it costs at most twice the error."""
    if not error or abs(found[0].value) == 1:
        return found
    held = (plan for plan in found if plan.value > -1)  # a loss is seen as one
    best = max(held, key=lambda plan: plan.value + rng.uniform(-error, error))
    return [best, *(plan for plan in found if plan is not best)]


def _rank_by_answer(found: list[Plan], beam: Beam, meter: Meter, rng: Random) -> list[Plan]:
    """Return the plans by their value after the opponent's best turn, best first, as far as the budget goes."""
    ranked = []
    for plan in found:
        value = plan.value if plan.state.phase == "over" else -plans(plan.state, beam, meter, rng)[0].value
        if not meter.open:  # the search for the answer was cut short
            break
        ranked.append(Plan(value, plan.steps, plan.state, answered=True))
    return best_first(ranked)


def _look_ahead(found: list[Plan], meter: Meter, rng: Random) -> list[Plan]:
    """Return the ranked plans in the order of their value more and more turns ahead, as far as the budget goes.

    The value of a plan is a mean of what was thought before and what is seen further ahead, which varies with chance
    and is not proven, since only a few turns are tried.
    """
    for deepening in _DEEPENINGS:
        if len(found) == 1 or abs(found[0].value) == 1:
            break
        judged: list[Plan] = []
        for plan in found[: deepening.compared]:
            least = plan.value + deepening.parts * (judged[0].value - plan.value) if judged else -1.0
            value = _value_ahead(plan, deepening.turns, deepening.width, least, meter, rng)
            if not meter.open:
                break
            judged.append(plan._replace(value=plan.value + (value - plan.value) / deepening.parts))
            judged = best_first(judged)
        found = judged or found
        if not meter.open:
            break
    return found


def _value_ahead(plan: Plan, turns: int, width: int, least: float, meter: Meter, rng: Random) -> float:
    """Return the value of a plan for the side that made it, judged some turns after the opponent's best answer.

    The first `width` turns are tried at each of them. A value below `least` need not be exact.
    """
    if plan.state.phase == "over":
        return plan.value
    found = plans(plan.state, _ANSWER, meter, rng)
    best = found[0].value
    if turns and best < 1:
        best = -1.0
        for answer in found[:width]:
            best = max(best, _value_ahead(answer, turns - 1, width, best, meter, rng))
            if best >= -least or not meter.open:
                break
    return -best


def _widen(state: State, beams: Iterable[Beam], meter: Meter, rng: Random) -> list[Plan]:
    """Return the plans of wider and wider beams, best first, and at least those of a glance."""
    found: list[Plan] = []
    for beam in beams:
        found = _merge(found, plans(state, beam, meter, rng))
        if found[0].value == 1 or not meter.open:
            break
    if does_nothing(state, found[0]):  # the time may have been too short to see anything else
        found = _merge(found, plans(state, GLANCE, Budget(nodes=_FOR_A_GLANCE).start(), rng))
    return found


def _merge(found: list[Plan], others: list[Plan]) -> list[Plan]:
    """Return the plans for all positions in which the turn may end, best first."""
    return best_first({plan.state: plan for plan in (*others, *found)}.values())
