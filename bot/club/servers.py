"""What the host can see of the bot's servers, and state that belongs to the installation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol


class MatchCount(NamedTuple):
    """A server's match counts: running ones, and all that were ever created."""

    live: int = 0
    total: int = 0


class ServerReader(Protocol):
    """Reads facts about servers."""

    async def match_counts(self, guilds: Collection[int]) -> Mapping[int, MatchCount]:
        """Return the counts of these servers, leaving out those without matches."""
        ...

    async def announcement_channels(self) -> Sequence[tuple[int, int]]:
        """Return server and channel pairs in order of server id, leaving out blocked servers.

        The channel is the one for results, else the first of those chosen for matches, else the one in which a match
        that everybody may see was started last.
        """
        ...


class BotState(Protocol):
    """Persistent key-value state of the installation."""

    async def read(self, key: str) -> str | None:
        """Return the text stored under this key."""
        ...

    async def write(self, key: str, value: str) -> None:
        """Store a text, replacing an older one."""
        ...
