"""How long a computer player may think."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think: seconds of one core, or a number of nodes (positions), whichever ends first.

    Only a budget of nodes alone makes a player deterministic. `clock` tells the seconds: those on the wall, since
    somebody waits; a measurement on a busy machine counts those of the processor.
    """

    seconds: float | None = None
    nodes: int | None = None
    clock: Callable[[], float] = perf_counter

    def start(self) -> Meter:
        """Begin to count."""
        return Meter(self)


class Meter:
    """Counts a budget down."""

    __slots__ = ("_clock", "_deadline", "_nodes")

    def __init__(self, budget: Budget) -> None:
        self._clock = budget.clock
        self._deadline = float("inf") if budget.seconds is None else self._clock() + budget.seconds
        self._nodes = float("inf") if budget.nodes is None else budget.nodes

    def spend(self, nodes: int = 1) -> bool:
        """Use up nodes; False when the budget is exhausted."""
        self._nodes -= nodes
        return self._nodes > 0 and self._clock() < self._deadline

    @property
    def open(self) -> bool:
        """True while something of the budget is left."""
        return self._nodes > 0 and self._clock() < self._deadline
