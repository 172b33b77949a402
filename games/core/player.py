"""How a computer plays a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.legal import sample_moves
from games.core.rules import Rules
from games.core.status import Seat

S = TypeVar("S")
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)

_PROPOSED = 200
"""The most moves proposed by default; if there are more, they are drawn at random."""


@dataclass(frozen=True, slots=True)
class Alternative(Generic[M_co]):
    """Another move: the share of the points it promises, and the moves expected after it."""

    move: M_co
    value: float
    line: tuple[M_co, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought(Generic[M_co]):
    """The chosen move and the reason for it: one idea in words and marks, for hints.

    `value` is the share of the points, from 0 to 1, that players of this level get on average from the position the
    search expects, with a tie counted as half; None if the game has not measured it. `line` holds the moves expected
    after it: the rest of a turn of several steps, else the other side's moves first. `alternatives` are moves that were
    compared with it, the best first. `shares` is what the position promises each seat, by number, if the search tells;
    it is empty if only the share of the player who moves is known.
    """

    move: M_co
    why: MoveDescription
    value: float | None = None
    line: tuple[M_co, ...] = ()
    alternatives: tuple[Alternative[M_co], ...] = ()
    shares: tuple[float, ...] = ()


class Player(ABC, Generic[S, M]):
    """Evaluates positions and chooses moves. Stateless: everything it needs arrives with each call."""

    minds_repetitions = False
    """Whether thoughts must know earlier positions although repetitions do not end a match."""

    def __init__(self, rules: Rules[S, M]) -> None:
        self.rules = rules

    @abstractmethod
    def evaluate(self, state: S, seat: Seat) -> float:
        """Return how well `seat` stands, from -1 (lost) to 1 (won), without looking ahead."""

    @abstractmethod
    def think(
        self, view: S, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[S] = ()
    ) -> Thought[M]:
        """Choose a legal move within the budget for `seat`, which sees `view`.

        `history` has earlier positions of the match, in any order, if `Game.minds_history`. Deterministic for the same
        `rng` and a budget of nodes.
        """

    def prepare(self) -> None:
        """Prepare whatever makes thinking faster, if anything; this may take many seconds, and it may fail.

        Called once, in a thread of a process that thinks; thoughts do not wait for it.
        """

    def propose(self, state: S, seat: Seat, rng: Random) -> Iterable[M]:
        """Return promising legal moves for a search, at least one: by default all, or a sample if there are many."""
        return sample_moves(self.rules.legal(state, seat), rng, _PROPOSED)

    def determinize(self, view: S, seat: Seat, rng: Random) -> S:
        """Return a full state consistent with what `seat` sees. Games with hidden information fill it in at random."""
        del seat, rng
        return view
