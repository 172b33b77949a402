"""The legal turns of the play phase and of the removal, without listing them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from games.core.errors import GameError
from games.onyx.board import WIDTH, Board, members
from games.onyx.moves import PASS, Place, Remove
from games.onyx.position import State
from games.onyx.turns import play

_TRIES = 6
"""The number of spaces that are drawn blindly before the legal ones are listed."""


def legal_spaces(state: State, seat: int) -> tuple[int, int]:
    """Return, for both colours of the seat, the set of spaces where they may be placed (RULES 4)."""
    board, held, tally = state.board, state.held, state.tally
    free = board.all & ~(held[0] | held[1] | held[2] | held[3])
    total = tally[0] + tally[1] + tally[2] + tally[3]
    one, two = tally[2 * seat], tally[2 * seat + 1]
    return free & ~board.surrounded_spaces(total - one), free & ~board.surrounded_spaces(total - two)


class Placements:
    """All turns of the play phase: a pass, a piece or a stack of either colour, or one piece of each."""

    __slots__ = ("_both", "_first", "_one", "_seat", "_second", "_state", "_two")

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._one, self._two = legal_spaces(state, seat)
        self._first = self._one.bit_count()
        self._second = self._two.bit_count()
        self._both = (self._one & self._two).bit_count()

    def __iter__(self) -> Iterator[Place]:
        yield PASS
        pieces = self._state.board.pieces
        colour = 2 * self._seat
        for own, spaces in ((colour, self._one), (colour + 1, self._two)):
            for space in members(spaces):
                yield Place((pieces[own][0][space],))
                yield Place((pieces[own][1][space],))
        singles = pieces[colour + 1][0]
        for space in members(self._one):
            first = pieces[colour][0][space]
            for other in members(self._two & ~self._state.board.bit[space]):
                yield Place((first, singles[other]))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Place) and _is_playable(self._state, self._seat, move)

    def count(self) -> int:
        """Return the number of turns: a pass, 2 for each space of a colour, and all pairs of two different spaces."""
        return 1 + 2 * (self._first + self._second) + self._first * self._second - self._both

    def sample(self, rng: Random) -> Place:
        """Return a random turn, all equally likely: first the kind of turn by its share, then its spaces."""
        first, second, both = self._first, self._second, self._both
        ticket = int(rng.random() * (1 + 2 * (first + second) + first * second - both)) - 1
        if ticket < 0:
            return PASS
        board, colour = self._state.board, 2 * self._seat
        pieces = board.pieces
        if ticket < 2 * first:
            return Place((pieces[colour][ticket & 1][_draw(board, self._one, rng)],))
        if ticket < 2 * (first + second):
            return Place((pieces[colour + 1][ticket & 1][_draw(board, self._two, rng)],))
        while True:
            space, other = _draw(board, self._one, rng), _draw(board, self._two, rng)
            if space != other:
                return Place((pieces[colour][0][space], pieces[colour + 1][0][other]))


class Removals:
    """All subsets of the seat's own stacks."""

    __slots__ = ("_own",)

    def __init__(self, state: State, seat: int) -> None:
        self._own = state.own_stacks(seat)

    def __iter__(self) -> Iterator[Remove]:
        for size in range(len(self._own) + 1):
            yield from map(Remove, combinations(self._own, size))

    def __contains__(self, move: object) -> bool:
        return (
            isinstance(move, Remove)
            and len(set(move.spaces)) == len(move.spaces)
            and set(move.spaces) <= set(self._own)
        )

    def count(self) -> int:
        """Return two to the power of the number of stacks."""
        return 1 << len(self._own)

    def sample(self, rng: Random) -> Remove:
        """Return a random subset: every stack goes or stays with equal chance."""
        return Remove(tuple([name for name in self._own if rng.random() < 0.5]))


def _draw(board: Board, spaces: int, rng: Random) -> int:
    """Return a random space of a non-empty set, all equally likely."""
    size = len(board.bit)
    for _ in range(_TRIES):
        space = int(rng.random() * size)
        if spaces >> WIDTH * space & 1:
            return space
    return rng.choice(tuple(members(spaces)))


def _is_playable(state: State, seat: int, move: Place) -> bool:
    try:
        play(state, seat, move)
    except GameError:
        return False
    return True
