"""Which waiting thought gets a free process next, and at which level. Pure functions; times are in seconds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from math import inf

_CONSIDERED = 8
"""How many of the shortest waiting thoughts are considered ahead of the one that is due first."""
_LEARNING = 0.2
"""The weight of the newest thought in a level's expected duration."""
_CUT = 0.9
"""A thought that used this share of its budget was cut off by it: the level takes at least as long as that."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A level that may answer, the seconds that it is expected to think, and those that it may."""

    level: str
    seconds: float
    budget: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """A thought that waits for a process, and when its answer is due.

    `choices` are its own level and then quicker ones, each expected to take less than the one before. Bullet moves and
    stand-ins are urgent; what is due at no time, as in a review, is patient. `number` counts thoughts in the order in
    which they were asked for.
    """

    number: int
    due: float
    choices: tuple[Choice, ...]
    is_urgent: bool = False

    @property
    def is_patient(self) -> bool:
        """Whether all other thoughts come first."""
        return self.due == inf

    @property
    def quickest(self) -> float:
        """The expected seconds of the quickest level."""
        return self.choices[-1].seconds

    def fitting(self, now: float) -> Choice:
        """Return the first level that would answer in time if it began now, else the quickest."""
        return next((choice for choice in self.choices if now + choice.seconds <= self.due), self.choices[-1])


@dataclass(frozen=True, slots=True)
class Running:
    """A running thought: when it began and when it is expected to end."""

    number: int
    began: float
    ends: float
    is_urgent: bool = False
    is_hurried: bool = False


def next_thought(waiting: Sequence[Waiting], busy_until: Sequence[float], now: float) -> tuple[Waiting, Choice]:
    """Return the thought that gets the free process, and its level.

    Urgent ones come first, then the shortest thought, the older of equal ones, and patient ones last; each with the
    first of its levels with which the answers, all together, are no later than if everybody took the quickest level in
    the order of what is due.
    `busy_until` is when each of the other processes will be free.
    """
    first = min(waiting, key=_by_due)
    least = seconds_late(first, first.choices[-1], waiting, busy_until, now)
    urgent = [each for each in waiting if each.is_urgent]
    ranked = sorted(urgent or waiting, key=lambda each: (each.is_patient, each.fitting(now).seconds, each.number))
    for each in ranked[:_CONSIDERED]:
        for choice in each.choices:
            if seconds_late(each, choice, waiting, busy_until, now) <= least:
                return each, choice
    return first, first.choices[-1]


def seconds_late(
    first: Waiting, choice: Choice, waiting: Sequence[Waiting], busy_until: Sequence[float], now: float
) -> float:
    """Add up how late the answers are if this thought runs now and the others follow at their quickest levels."""
    free = [now + choice.seconds, *busy_until]
    heapify(free)
    late = max(0.0, now + choice.seconds - first.due)
    for each in sorted((other for other in waiting if other.number != first.number), key=_by_due):
        answered = max(now, free[0]) + each.quickest
        heapreplace(free, answered)
        late += max(0.0, answered - each.due)
    return late


def _by_due(waiting: Waiting) -> tuple[bool, float, int]:
    return not waiting.is_urgent, waiting.due, waiting.number


def to_hurry(waiting: Iterable[Waiting], running: Sequence[Running]) -> Running | None:
    """Return the thought that must answer early, because no process will be free in time for an urgent one.

    Of those that are not urgent, the one that has had the most time; None if nobody need hurry.
    """
    urgent = [each for each in waiting if each.is_urgent]
    if not urgent or any(each.is_hurried for each in running):
        return None
    latest = min(each.due - each.quickest for each in urgent)
    if any(each.ends <= latest for each in running):
        return None
    others = [each for each in running if not each.is_urgent]
    return min(others, key=lambda each: each.began, default=None)


class Durations:
    """How long each level of a game thinks, learned from past thoughts."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], float] = {}
        self._lower_bounds: dict[tuple[str, str], float] = {}

    def expect(self, game: str, level: str, budget: float, guess: float) -> float:
        """Return the expected seconds of a thought with this budget.

        As long as all thoughts have been ended by their budgets, that is `guess` or the longest of these budgets.
        """
        unknown = max(guess, self._lower_bounds.get((game, level), 0.0))
        return min(budget, self._known.get((game, level), unknown))

    def learn(self, game: str, level: str, budget: float, took: float) -> None:
        """Record that a thought with this budget took `took` seconds."""
        known = self._known.get((game, level))
        if took < _CUT * budget:
            self._known[game, level] = took if known is None else known + _LEARNING * (took - known)
        elif known is None:
            self._lower_bounds[game, level] = max(budget, self._lower_bounds.get((game, level), 0.0))
        elif known < budget:
            self._known[game, level] = known + _LEARNING * (budget - known)
