"""Turn lists: one message per server that lists whose turn it is in which match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from bot.match.model import Match, Stage

MOST_LISTED: Final = 20
"""The most matches that the message names; it only counts the rest."""


@dataclass(frozen=True, slots=True)
class TurnList:
    """A server's turn list: its message and channel (None: removed)."""

    guild: int
    channel: int | None
    message: int


class TurnListStore(Protocol):
    """The store of turn lists."""

    async def wanted_channels(self) -> Mapping[int, int]:
        """Return the servers that want a list, with its channel."""
        ...

    async def turn_lists(self) -> Mapping[int, TurnList]:
        """Return all posted lists by server, including removed ones."""
        ...

    async def keep_turn_list(self, turn_list: TurnList) -> None:
        """Store a server's list, replacing what was known."""
        ...


def belongs_in_list(match: Match) -> bool:
    """Whether a match is listed: running, public, and between several people."""
    return match.stage is Stage.LIVE and not match.private and len(match.people) > 1


def matches_to_list(matches: Iterable[Match]) -> list[Match]:
    """Return the matches to list: most urgent first, then those without a clock, oldest first."""
    found = [match for match in matches if belongs_in_list(match)]
    return sorted(
        found, key=lambda match: (match.deadline is None, match.deadline or 0, match.turn_began or 0, match.id)
    )
