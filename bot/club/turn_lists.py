"""A server's list of turns: one message that shows whose turn it is in which match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from bot.match.model import Match, Stage

MOST_LISTED: Final = 20
"""Matches that the message names; of more it tells how many."""


@dataclass(frozen=True, slots=True)
class TurnList:
    """Where a server's list stands: its message, and the channel of it (None: it has been taken away)."""

    guild: int
    channel: int | None
    message: int


class TurnListStore(Protocol):
    """The store of where the lists stand."""

    async def wanted_channels(self) -> Mapping[int, int]:
        """The servers that want a list, with the channel for it."""
        ...

    async def turn_lists(self) -> Mapping[int, TurnList]:
        """All lists that have been posted, by server; also those that have been taken away."""
        ...

    async def keep_turn_list(self, turn_list: TurnList) -> None:
        """Store where the list of a server stands, in place of what was known."""
        ...


def belongs_in_list(match: Match) -> bool:
    """Whether a match is listed: one of several people that runs, and that everybody may see."""
    return match.stage is Stage.LIVE and not match.private and len(match.people) > 1


def matches_to_list(matches: Iterable[Match]) -> list[Match]:
    """The matches that are listed: first those whose time ends first, then those without a clock, the oldest first."""
    found = [match for match in matches if belongs_in_list(match)]
    return sorted(
        found, key=lambda match: (match.deadline is None, match.deadline or 0, match.turn_began or 0, match.id)
    )
