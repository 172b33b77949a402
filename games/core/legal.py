"""The legal moves of a seat: a collection that need not be a list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Generic, Protocol, TypeVar

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class LegalMoves(Protocol[M_co]):
    """Membership, iteration, count and sampling; the last two never list a huge set."""

    def __iter__(self) -> Iterator[M_co]:
        """Each legal move once, in no particular order; lazily where there are many."""
        ...

    def __contains__(self, move: object) -> bool:
        """Whether `move` is legal."""
        ...

    def count(self) -> int | None:
        """The exact number of moves; None if counting has no use (a deal, a board to be built)."""
        ...

    def sample(self, rng: Random) -> M_co:
        """One legal move, uniformly unless the game says otherwise. Raises IndexError if there is none."""
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
        """The number of moves that were listed."""
        return len(self.moves)

    def sample(self, rng: Random) -> M:
        """One of the moves. Raises IndexError if there is none."""
        return self.moves[int(rng.random() * len(self.moves))]


def sample_moves(legal: LegalMoves[M], rng: Random, most: int) -> list[M]:
    """All legal moves where there are at most `most`, else as many drawn at random, each once."""
    count = legal.count()
    if count is not None and count <= most:
        return list(islice(legal, most))
    return list(dict.fromkeys(legal.sample(rng) for _ in range(most)))
