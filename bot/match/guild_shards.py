"""Which servers a connection to Discord receives events of."""

from __future__ import annotations

from dataclasses import dataclass

SERVERS_PER_STEP = 1 << 22
"""Discord deals its servers out by the upper bits of their ids."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the `count` shards of the bot, by their numbers from 0. What is in direct messages belongs to shard 0."""

    count: int
    ids: frozenset[int]

    def shard_of(self, guild: int | None) -> int:
        """The number of the shard that hears of this server."""
        return (guild or 0) // SERVERS_PER_STEP % self.count

    @property
    def is_all(self) -> bool:
        """True when every server is heard of."""
        return len(self.ids) == self.count


ALL = Shards(1, frozenset({0}))
"""The one shard of a small bot."""
