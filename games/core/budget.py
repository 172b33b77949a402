"""The time or number of nodes that a computer player may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit of a thought: seconds or a number of nodes (positions), whichever runs out first.

    A player is deterministic only if its budget is of nodes alone. `clock` measures the seconds: wall time by default,
    since somebody is waiting; measurements on a busy machine use processor time.
    """

    seconds: float | None = None
    nodes: int | None = None
    clock: Callable[[], float] = perf_counter

    def start(self) -> Meter:
        """Start counting."""
        return Meter(self)


class Meter:
    """Counts a budget down."""

    __slots__ = ("_began", "_clock", "_deadline", "_nodes", "_whole")

    def __init__(self, budget: Budget) -> None:
        self._clock = budget.clock
        self._began = 0.0 if budget.seconds is None else self._clock()
        self._deadline = float("inf") if budget.seconds is None else self._began + budget.seconds
        self._nodes = float("inf") if budget.nodes is None else budget.nodes
        self._whole: Meter | None = None

    def share(self, part: float) -> Meter:
        """Return a meter for the first part (from 0 to 1) of this one's time and of the nodes it has left.

        Its time counts from the start of this meter, and whatever it spends is also spent from this one.
        """
        meter = Meter(Budget(nodes=self.nodes_left and int(self.nodes_left * part), clock=self._clock))
        meter._began, meter._whole = self._began, self
        meter._deadline = self._began + part * (self._deadline - self._began)
        return meter

    def limit(self, nodes: int) -> Meter:
        """Return a meter for at most this many of this one's nodes; whatever it spends is also spent from this one."""
        left = self.nodes_left
        meter = Meter(Budget(nodes=nodes if left is None else min(nodes, left), clock=self._clock))
        meter._began, meter._deadline, meter._whole = self._began, self._deadline, self
        return meter

    def spend(self, nodes: int = 1) -> bool:
        """Use up nodes; return False if the budget is exhausted."""
        meter: Meter | None = self
        while meter is not None:
            meter._nodes -= nodes  # noqa: SLF001 - of the same class
            meter = meter._whole  # noqa: SLF001
        return self._nodes > 0 and self._clock() < self._deadline

    @property
    def nodes_left(self) -> int | None:
        """The number of nodes left, or None if nodes are not counted."""
        return None if self._nodes == float("inf") else max(0, int(self._nodes))

    @property
    def open(self) -> bool:
        """Whether any of the budget is left."""
        return self._nodes > 0 and self._clock() < self._deadline
