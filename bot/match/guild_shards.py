"""Which shard receives the events of a server."""

from __future__ import annotations

from dataclasses import dataclass

SERVERS_PER_STEP = 1 << 22
"""Discord assigns servers to shards by the upper bits of their ids."""


@dataclass(frozen=True, slots=True)
class Shards:
    """A subset of the bot's `count` shards, numbered from 0. Direct messages belong to shard 0."""

    count: int
    ids: frozenset[int]

    def shard_of(self, guild: int | None) -> int:
        """Return the number of the shard that receives this server's events."""
        return (guild or 0) // SERVERS_PER_STEP % self.count

    @property
    def is_all(self) -> bool:
        """Whether all shards are included."""
        return len(self.ids) == self.count


ALL = Shards(1, frozenset({0}))
"""The single shard of a bot without sharding."""
