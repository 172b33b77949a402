"""The legal moves of a seat: a collection that need not be a list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Generic, Protocol, TypeVar

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class LegalMoves(Protocol[M_co]):
    """The legal moves of a seat: membership, iteration, count and sampling; the last two never list a huge set."""

    def __iter__(self) -> Iterator[M_co]:
        """Yield each legal move once, in no particular order; lazily if there are many."""
        ...

    def __contains__(self, move: object) -> bool:
        """Whether `move` is legal."""
        ...

    def count(self) -> int | None:
        """Return the exact number of moves, or None if counting is useless (a deal, a board to be built)."""
        ...

    def sample(self, rng: Random) -> M_co:
        """Return a random legal move, uniformly unless the game says otherwise. Raises IndexError if there is none."""
        ...


class ListedMoves(Generic[M]):
    """Legal moves that have been listed."""

    __slots__ = ("moves",)

    def __init__(self, moves: tuple[M, ...] | list[M] = ()) -> None:
        self.moves = moves

    def __iter__(self) -> Iterator[M]:
        return iter(self.moves)

    def __contains__(self, move: object) -> bool:
        return move in self.moves

    def count(self) -> int:
        """Return the number of listed moves."""
        return len(self.moves)

    def sample(self, rng: Random) -> M:
        """Return a random move. Raises IndexError if there is none."""
        return self.moves[int(rng.random() * len(self.moves))]


def sample_moves(legal: LegalMoves[M], rng: Random, most: int) -> list[M]:
    """Return all legal moves if there are at most `most`, else that many distinct moves drawn at random."""
    count = legal.count()
    if count is not None and count <= most:
        return list(islice(legal, most))
    return list(dict.fromkeys(legal.sample(rng) for _ in range(most)))
