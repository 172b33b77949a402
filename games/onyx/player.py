"""The AI: easy considers the answers to a few turns, medium more, and hard as many as it can.

All levels evaluate positions by `static_value`, except at a glance, when the points of a few turns are counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from games.core.budget import Budget, Meter
from games.core.calibration import CALIBRATED
from games.core.kernel.search import Errors, Line, errors_of, rank_alternatives
from games.core.levels import Look, choose_look
from games.core.player import Alternative, Player, Thought
from games.core.status import Seat
from games.onyx.calibration import expected_share
from games.onyx.defence import hold_out
from games.onyx.evaluate import WIN, evaluate, final_value
from games.onyx.kernel.alpha_beta import AlphaBeta
from games.onyx.kernel.memory import KERNEL
from games.onyx.legal import Placements
from games.onyx.moves import Move, Place, Remove
from games.onyx.position import State
from games.onyx.propose import propose
from games.onyx.reasons import explain_no_stacks, explain_removal, explain_turn
from games.onyx.refusals import check_turn
from games.onyx.removal import best_removal
from games.onyx.scoring import lead
from games.onyx.search import BriefSearch, Search
from games.onyx.turns import play

GLANCE_CANDIDATES = 20
"""The number of random turns that are considered at a glance."""
_LAPSES = {"beginner": 0.33, "easy": 0.09}
"""The share of its turns that a level chooses at a glance."""
_ERRORS = {"medium": 525, "hard": 320}
"""The most by which these levels misjudge a turn, in hundredths of a point."""
_NODES = 15_000
"""The number of positions that medium searches."""
_COMPARED = 4
_LOOKED_AT = 10
"""The number of best turns among which the obvious one is sought."""


class OnyxPlayer(Player[State, Move]):
    """The AI at its levels. A player sees only its view."""

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def prepare(self) -> None:
        KERNEL.prepare()

    def propose(self, state: State, seat: Seat, rng: Random) -> Iterable[Move]:
        """Propose pieces and stacks (if many, those near others) and pairs of the best; in a removal, the default."""
        return super().propose(state, seat, rng) if state.phase == "remove" else propose(state, seat, rng)

    def think(
        self, view: State, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[State] = ()
    ) -> Thought[Move]:
        check_turn(view, seat)
        if view.phase == "remove":
            return _think_removal(view, seat)
        look = choose_look(level, _LAPSES, rng)
        if look is Look.GLANCE:
            turn = _move_at_a_glance(view, seat, rng)
            return Thought(turn, explain_turn(view, seat, turn))
        errors = errors_of(level, _ERRORS, rng)
        found = hold_out(view, seat, _search(view, look, budget.start(), rng, errors, history))
        best = found[0]
        why = explain_turn(view, seat, best.move, _obvious(view, seat, found), best.expected)
        if level not in CALIBRATED:
            return Thought(best.move, why, line=best.expected)
        others = tuple(
            Alternative(line.move, expected_share(view, line.value, look))
            for line in rank_alternatives(best, found[1:_COMPARED])
        )
        return Thought(best.move, why, expected_share(view, best.value, look), best.expected, others)


def _search(
    view: State, look: Look, meter: Meter, rng: Random, errors: Errors, history: Collection[State]
) -> list[Line[Place]]:
    """Return the turns with their values, best first."""
    search: BriefSearch | Search | AlphaBeta
    if look is Look.SOUND:
        search = BriefSearch(view, meter, rng, history)
    else:
        kind = AlphaBeta if KERNEL.is_compiled else Search
        search = kind(view, meter.limit(_NODES) if look is Look.AHEAD else meter, errors, history)
    return _steady(search.best(), search.steady_value)


def _steady(found: list[Line[Place]], value: float) -> list[Line[Place]]:
    """Give the best turn this value and shift the others by the same amount, except for wins and losses."""
    if abs(found[0].value) > WIN // 2:
        return found
    change = value - found[0].value
    return [line if abs(line.value) > WIN // 2 else line._replace(value=line.value + change) for line in found]


def _move_at_a_glance(view: State, seat: Seat, rng: Random) -> Place:
    """Return the best of a few random turns by the points on the board."""
    legal = Placements(view, seat)

    def value_of(turn: Place) -> float:
        after = play(view, seat, turn)
        return lead(after, seat) if after.phase == "play" else final_value(lead(after, seat))

    return max((legal.sample(rng) for _ in range(GLANCE_CANDIDATES)), key=value_of)


def _obvious(view: State, seat: Seat, found: list[Line[Place]]) -> Place | None:
    """Return the turn, other than the best, that gives the most points on the board at once."""
    others = [line.move for line in found[1:_LOOKED_AT] if line.move.pieces]
    return max(others, key=lambda turn: lead(play(view, seat, turn), seat), default=None)


def _think_removal(view: State, seat: Seat) -> Thought[Move]:
    """Choose the removal that gains most if the other side removes its best stacks."""
    if not view.own_stacks(seat):
        return Thought(Remove(()), explain_no_stacks(seat))
    theirs = best_removal(view, 1 - seat).state
    plan = best_removal(theirs, seat)
    return Thought(plan.move, explain_removal(plan, seat, lead(theirs, seat)))
