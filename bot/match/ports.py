"""What a match needs from outside besides its stores: a clock, dice, and claims that divide work among processes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom
from time import time
from typing import Literal, Protocol

from bot.match.clock import Instant
from bot.match.model import MatchId


class Clock(Protocol):
    """A source of the current time."""

    def __call__(self) -> Instant:
        """Now."""
        ...


def system_clock() -> Instant:
    """Return this machine's time."""
    return int(time() * 1000)


def system_dice() -> Random:
    """Return the operating system's random generator, which nobody can predict."""
    return SystemRandom()


Work = Literal["due", "ai", "post", "guest"]
"""Kinds of background work for a match: deadlines, AI moves, posting at home and on the guests' server."""


class Claims(Protocol):
    """Claims ensure that only one of several processes sharing a database works on a match."""

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        """Claim work for a while; returns the matches that no other process has claimed."""
        ...

    async def release(self, work: Work, match: MatchId) -> None:
        """Release the claim on finished work."""
        ...

    async def release_all(self) -> None:
        """Release all claims of this process, including those from before a restart."""
        ...


class Alone:
    """Claims for a process with a database of its own: every claim succeeds."""

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        return set(matches)

    async def release(self, work: Work, match: MatchId) -> None:
        """Do nothing."""

    async def release_all(self) -> None:
        """Do nothing."""
