"""Discord's ids: milliseconds since 2015 in the upper 42 bits, a counter in the lower 22."""

from __future__ import annotations

from typing import NewType

from sandbox.world.clock import Clock

Snowflake = NewType("Snowflake", int)

DISCORD_EPOCH_MS = 1_420_070_400_000
TIMESTAMP_SHIFT = 22


class Snowflakes:
    """Hands out ids that only grow, even when the clock is set back."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> Snowflake:
        """A fresh id, later than every one before it."""
        milliseconds = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << TIMESTAMP_SHIFT)
        return Snowflake(self._last)


def created_at(snowflake: Snowflake) -> float:
    """When the thing with this id was made, in seconds since the Unix epoch."""
    return ((snowflake >> TIMESTAMP_SHIFT) + DISCORD_EPOCH_MS) / 1000


def shard_of(guild_id: Snowflake | None, shards: int) -> int:
    """The shard that hears of a guild; direct messages (None) belong to shard 0."""
    return 0 if guild_id is None else (guild_id >> TIMESTAMP_SHIFT) % shards
