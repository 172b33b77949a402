"""What the bot's host is told about its servers, and what the installation remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol


class MatchCount(NamedTuple):
    """Matches of a server: those being played, and all that were ever begun or asked for."""

    live: int = 0
    total: int = 0


class ServerReader(Protocol):
    """What is known of servers."""

    async def match_counts(self, guilds: Collection[int]) -> Mapping[int, MatchCount]:
        """The counts of these servers; one without matches is left out."""
        ...

    async def announcement_channels(self) -> Sequence[tuple[int, int]]:
        """Server and channel, by rising server; blocked servers are left out.

        The channel is the one for results, else the first of those chosen for matches, else the one in which a match
        that everybody may see was started last.
        """
        ...


class BotState(Protocol):
    """Facts about the installation that outlive a restart: a text for each key."""

    async def read(self, key: str) -> str | None:
        """The text under this key."""
        ...

    async def write(self, key: str, value: str) -> None:
        """Store a text in place of an older one."""
        ...
