"""What a match needs from outside, besides its stores: a clock, dice, and claims of work among processes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom
from time import time
from typing import Literal, Protocol

from bot.match.clock import Instant
from bot.match.model import MatchId


class Clock(Protocol):
    """Tells the time."""

    def __call__(self) -> Instant:
        """Now."""
        ...


def system_clock() -> Instant:
    """The time of this machine."""
    return int(time() * 1000)


def system_dice() -> Random:
    """The operating system's randomness: nobody can foresee it."""
    return SystemRandom()


Work = Literal["due", "ai", "post", "guest"]
"""What happens for a match outside of interactions: passing deadlines, AI moves, posting at home and to guests."""


class Claims(Protocol):
    """The claims by which one of several processes that share a database does the work for a match."""

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        """Claim the work for a while; returns the matches that nobody else is at."""
        ...

    async def release(self, work: Work, match: MatchId) -> None:
        """The work is done."""
        ...

    async def release_all(self) -> None:
        """Release what this process had begun before it ended."""
        ...


class Alone:
    """The claims of a process that shares its database with nobody: everything is its own."""

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        return set(matches)

    async def release(self, work: Work, match: MatchId) -> None:
        """Nobody waits for it."""

    async def release_all(self) -> None:
        """Nothing has been claimed."""
