"""The searches without a compiled kernel: the same one in Python, and the brief one of the levels up to easy."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from operator import attrgetter
from random import Random

from games.core.budget import Budget, Meter
from games.core.kernel.run import Run
from games.core.kernel.search import SURE, Errors, Line
from games.core.kernel.tree import DECIDED
from games.core.search.alpha_beta import AlphaBeta, Branch
from games.onyx.evaluate import evaluate_after_move
from games.onyx.kernel.alpha_beta import MAX_DEPTH, WIDTH
from games.onyx.kernel.memory import KERNEL, fields_of, number_of, position_fields, turn_of
from games.onyx.kernel.propose import OPENING
from games.onyx.kernel.search import CLEARLY, LATE, PAIRED, ROOT_GLANCES, ROOT_PAIRED, ROOT_WIDTH
from games.onyx.moves import PASS, Place
from games.onyx.position import State
from games.onyx.propose import evaluate_turn, propose_turns

_BRIEF_PAIRED, _BRIEF_WIDTH, _ANSWERS_PAIRED = 8, 6, 4
_BRIEF_DEPTH = 2


class Search(AlphaBeta[State, Place]):
    """The search of the kernel on immutable positions. The kernel as it is written orders the turns.

    Values are in hundredths of a point.
    """

    late = LATE
    margin: int | None = CLEARLY

    def __init__(self, state: State, meter: Meter, errors: Errors = SURE, history: Collection[State] = ()) -> None:
        super().__init__(meter, errors, history)
        self._state = state

    @cached_property
    def _run(self) -> Run:
        return KERNEL.begin(fields_of(self._state), Budget().start())

    def best(self, deepest: int = MAX_DEPTH) -> list[Line[Place]]:
        """Return the turns found in the time allowed, best first."""
        found = self._best_branches(self._state, ROOT_PAIRED, ROOT_GLANCES, ROOT_WIDTH)
        return self.deepen([*found, self.branch(self._state, PASS)], deepest)

    @property
    def steady_value(self) -> int:
        """The value of the best turn as the mean of the last two depths: whoever has placed last looks too good."""
        return sum(self.values[-2:]) // len(self.values[-2:])

    def branches(self, state: State, depth: int, enough: int) -> Iterator[Branch[State, Place]]:
        may_end = state.passed >> (1 - state.turn) & 1
        if may_end:
            end = self.branch(state, PASS)
            yield end
            if end.value > DECIDED:
                return
        if depth == 1:
            for turn in self._shortlist(state, PAIRED, WIDTH + WIDTH // 2):
                self.meter.spend()
                yield self.branch(state, turn)
        else:
            yield from self._promising_branches(state)
        if not may_end:
            yield self.branch(state, PASS)

    def branch(self, state: State, move: Place) -> Branch[State, Place]:
        return evaluate_turn(state, state.turn, move)

    def number_of(self, move: Place) -> int:
        return number_of(self._state, self._state.turn, move)

    def is_over(self, state: State) -> bool:
        return state.phase != "play"

    def may_wait(self, state: State) -> bool:
        return not state.passed

    def null(self, state: State) -> tuple[int, State]:
        after = state._replace(turn=1 - state.turn)
        return evaluate_after_move(after, state.turn), after

    def _promising_branches(self, state: State) -> list[Branch[State, Place]]:
        if state.taken.bit_count() <= OPENING:
            return self._best_branches(state, ROOT_PAIRED, ROOT_GLANCES, 2 * WIDTH)
        return self._best_branches(state, PAIRED, 3 * WIDTH, WIDTH)

    def _best_branches(self, state: State, paired: int, glances: int, width: int) -> list[Branch[State, Place]]:
        """Return the `width` best turns other than a pass by the positions after them, of some that look best.

        Once the time is up, only those are known whose positions have been looked at, at least one.
        """
        found: list[Branch[State, Place]] = []
        for turn in self._shortlist(state, paired, glances):
            if found and not self.meter.open:
                break
            found.append(self.branch(state, turn))
        self.meter.spend(len(found) // 4)
        return sorted(found, key=attrgetter("value"), reverse=True)[:width]

    def _shortlist(self, state: State, paired: int, most: int) -> list[Place]:
        """Return the turns other than a pass that look best by what they change around them."""
        self._run.set({**position_fields(state), "top": 0})
        number = self._run.call("shortlist", paired, most)
        return [turn_of(state, state.turn, each) for each in self._run.numbers("moves", number)]


class BriefSearch(Search):
    """A search of a few turns by all answers to them."""

    margin = None

    def __init__(self, state: State, meter: Meter, rng: Random, history: Collection[State] = ()) -> None:
        super().__init__(state, meter, history=history)
        self._draw = rng

    def best(self, deepest: int = _BRIEF_DEPTH) -> list[Line[Place]]:
        """Return all turns, best first: the first few after the best answer to each, then the rest at a glance."""
        found = sorted(self._all(self._state, _BRIEF_PAIRED), key=attrgetter("value"), reverse=True)
        rest = [Line(branch.value, branch.move) for branch in found[_BRIEF_WIDTH:]]
        return self.deepen(found[:_BRIEF_WIDTH], deepest) + rest

    def branches(self, state: State, depth: int, enough: int) -> Iterator[Branch[State, Place]]:
        return self._all(state, _ANSWERS_PAIRED)

    def _all(self, state: State, paired: int) -> Iterator[Branch[State, Place]]:
        return propose_turns(state, state.turn, self.meter, self._draw, paired)
