"""Alpha-beta search with iterative deepening on a game's own positions: what the kernels do, in plain Python.

It is a principal variation search of promising moves with a transposition table. Values are integers from the view of
the side to move. A game says which moves are promising and what a position is worth. It may allow futility and null
move pruning (`margin`) and late move reductions (`late`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import islice
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from games.core.budget import Meter
from games.core.kernel.search import SURE, Errors, Line
from games.core.kernel.table import AT_LEAST, AT_MOST, EXACT
from games.core.kernel.tree import DECIDED, error_of, misjudge

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)

INFINITE = 1_000_000
SHALLOW = 2
"""Up to this depth, futility pruning by `margin`; deeper, null move pruning and late move reductions."""
NULL_LESS = 3
"""How much less deep the position after a null move is searched; a null move is to make none."""


class Branch(NamedTuple, Generic[S, M]):
    """A move, the position after it, and its value at a glance for the side that makes the move."""

    value: int
    move: M
    state: S


class _Root(NamedTuple, Generic[S, M]):
    """A move of the root: what it seems to be worth, its branch, and the error with which it is misjudged."""

    value: int
    branch: Branch[S, M]
    error: int


class _Entry(NamedTuple, Generic[M]):
    """What was found for a position: how deep it was searched, its value or a bound of it, and the best move."""

    depth: int
    bound: int
    value: int
    move: M

    def settles(self, depth: int, beta: int) -> bool:
        """Whether the result is of a search deep enough and decides if the value reaches beta."""
        return self.depth >= depth and (self.bound == EXACT or (self.bound == AT_LEAST) == (self.value >= beta))


class _OutOfTimeError(Exception):
    """The meter has run out."""


class AlphaBeta(ABC, Generic[S, M]):
    """A search in which a repetition has the value 0: of an `earlier` position of the match, or within a line."""

    widest: int | None = None
    """The most moves of each position below the root that are searched; None if all that `branches` returns are."""
    late: int | None = None
    """The number of moves of each position that are searched in full depth; None if all are."""
    margin: int | None = None
    """By how much per ply of depth the value at a glance of a shallow position must exceed beta to be left at that; if
    it is not None, the game defines `may_wait` and `null`."""

    def __init__(self, meter: Meter, errors: Errors = SURE, earlier: Collection[S] = ()) -> None:
        self.meter = meter
        self.values: list[int] = []
        """The value of the best move at a glance, then at each depth at which all root moves were searched."""
        self._met = set(earlier)
        """The positions of the match and those on the way to the one that is being searched."""
        self._table: dict[S, _Entry[M]] = {}
        self._errors = errors

    @property
    def depth(self) -> int:
        """The depth in plies to which all root moves have been searched; 1 is a glance."""
        return len(self.values)

    @abstractmethod
    def branches(self, state: S, depth: int, enough: int) -> Iterable[Branch[S, M]]:
        """Return the promising moves of a position that is searched this many plies deep, best first.

        There is at least one. No more are needed once one has the value `enough`.
        """

    @abstractmethod
    def number_of(self, move: M) -> int:
        """Return the number by which the kernel knows a move of the root, on which its error depends."""

    @abstractmethod
    def branch(self, state: S, move: M) -> Branch[S, M]:
        """Return the branch of one move."""

    def is_over(self, state: S) -> bool:
        """Whether the match is over, so that the value at a glance is exact."""
        return False

    def known_value(self, state: S) -> int | None:
        """Return the value of a position that needs no search, such as one with a win at hand."""
        return None

    def may_wait(self, state: S) -> bool:
        """Whether the side to move is sure to have a move that is better than none."""
        raise NotImplementedError

    def null(self, state: S) -> tuple[int, S]:
        """Return the position with the other side to move, and its value at a glance for the side that waited."""
        raise NotImplementedError

    def discount(self, value: int, plies: int) -> int:
        """Return a value as seen this many plies earlier, for games in which a sooner win is better."""
        return value

    def deepen(self, found: Iterable[Branch[S, M]], deepest: int) -> list[Line[M]]:
        """Return the moves of the root, best first, searched deeper and deeper until the answer cannot change.

        The first has the value that was found; the others are as much worse as they seem with their errors.
        """
        root = [
            _Root(self._value_at_a_glance(each, 1), each, error_of(self._errors, self.number_of(each.move)))
            for each in found
        ]
        root.sort(key=attrgetter("value"), reverse=True)
        self.values.append(root[0].value)
        error = 0
        try:
            for depth in range(2, deepest + 1):
                if len(root) == 1 or self.values[-1] > DECIDED:
                    break
                for number in range(len(root)):
                    if self._search_again(root, number, depth):
                        error = root[0].error
                self.values.append(misjudge(root[0].value, -error))
        except _OutOfTimeError:
            pass
        best, *others = (Line(misjudge(each.value, -error), each.branch.move) for each in root)
        return [best._replace(expected=self._expected_after(root[0].branch.state, deepest)), *others]

    def _search_again(self, root: list[_Root[S, M]], number: int, depth: int) -> bool:
        """Search a root move this deep, and put it first if it seems better than those before it."""
        _, branch, error = root[number]
        best = root[0].value if number else -INFINITE
        value = misjudge(self._value_after(branch, 0, depth, misjudge(best, -error), INFINITE, number), error)
        root[number] = _Root(value, branch, error)
        if value > best:
            root.insert(0, root.pop(number))
        return value > best

    def _expected_after(self, state: S, most: int) -> tuple[M, ...]:
        """Return the line of best moves from a position on, as far as their values are exact."""
        line: list[M] = []
        while (entry := self._table.get(state)) and entry.bound == EXACT and len(line) < most:
            line.append(entry.move)
            state = self.branch(state, entry.move).state
        return tuple(line)

    def _value_at_a_glance(self, branch: Branch[S, M], ply: int) -> int:
        return 0 if branch.state in self._met else self.discount(branch.value, ply)

    def _value_after(self, branch: Branch[S, M], ply: int, depth: int, low: int, beta: int, tried: int) -> int:
        """Return the value of a move made at a ply for the side that makes it, searched this many plies deep.

        Unless it is the first move that is tried, an empty window shows first whether it is better than `low`.
        """
        if depth == 1 or self.is_over(branch.state):
            return self._value_at_a_glance(branch, ply + 1)
        state, standing, value = branch.state, -branch.value, low + 1
        if tried:
            less = int(self.late is not None and ply > 0 and tried >= self.late and depth > SHALLOW)
            value = -self._search(state, standing, ply + 1, depth - 1 - less, -low - 1, -low)
            if value > low and less:
                value = -self._search(state, standing, ply + 1, depth - 1, -low - 1, -low)
        if not tried or low < value < beta:
            value = -self._search(state, standing, ply + 1, depth - 1, -beta, -low)
        return value

    def _search(
        self, state: S, standing: int, ply: int, depth: int, alpha: int, beta: int, *, allow_null: bool = True
    ) -> int:
        """Return the value of a position for the side to move, searched this many plies deep.

        At a glance, it has the value `standing`. There are no two null moves in a row, which would change nothing.
        """
        if not self.meter.spend():
            raise _OutOfTimeError
        if state in self._met:
            return 0
        entry = self._table.get(state)
        if beta - alpha == 1 and entry and entry.settles(depth, self.discount(beta, -ply)):
            return self.discount(entry.value, ply)
        if (known := self.known_value(state)) is not None:
            return self.discount(known, ply)
        if beta - alpha == 1:
            value = self._value_without_move(state, standing, ply, depth, beta, allow_null=allow_null)
            if value >= beta:
                return value
        self._met.add(state)
        best, best_move = -INFINITE, None
        enough = self.discount(beta, -ply) if depth == 1 else INFINITE
        for tried, each in enumerate(islice(self._branches_in_order(state, entry, depth, enough), self.widest)):
            value = self._value_after(each, ply, depth, max(alpha, best), beta, tried)
            if value > best:
                best, best_move = value, each.move
            if best >= beta:
                break
        self._met.remove(state)
        if best_move is not None:
            bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self._table[state] = _Entry(depth, bound, self.discount(best, -ply), best_move)
        return best

    def _branches_in_order(self, state: S, entry: _Entry[M] | None, depth: int, enough: int) -> Iterator[Branch[S, M]]:
        """Yield the move from the table before the others are looked for, since it is often good enough."""
        if entry:
            yield self.branch(state, entry.move)
        yield from (each for each in self.branches(state, depth, enough) if not entry or each.move != entry.move)

    def _value_without_move(self, state: S, standing: int, ply: int, depth: int, beta: int, *, allow_null: bool) -> int:
        """Return what the position is worth to the side to move even without a move, as far as it reaches beta."""
        if self.margin is None or standing < beta or not -DECIDED < beta < DECIDED or not self.may_wait(state):
            return -INFINITE
        if depth <= SHALLOW:
            return standing if standing - self.margin * depth >= beta else -INFINITE
        if not allow_null:
            return -INFINITE
        value, after = self.null(state)
        if depth > NULL_LESS:
            value = -self._search(after, -value, ply + 1, depth - NULL_LESS, -beta, 1 - beta, allow_null=False)
        return min(value, DECIDED)
