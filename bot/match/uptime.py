"""Time in which no move could be taken is given back to the clocks: the bot was away, or Discord, or the database.

Every two seconds each connected shard gives a sign of life, which is stored. Where there was none for longer, nobody
could move: all clocks of the shard's servers get that time, before anything else is decided about them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import structlog

from bot.match.clock import SECOND, Instant
from bot.match.guild_shards import ALL, Shards
from bot.match.model import Match
from bot.match.ports import Clock

_log = structlog.get_logger(__name__)
BEAT_SECONDS: Final = 2
LONGEST_BEAT: Final = 3 * SECOND + 500
"""Between two signs of life; what takes longer is given back to the clocks."""


class SignsOfLife(Protocol):
    """The store of the signs of life, by shard."""

    async def last(self, shard: int, count: int) -> Instant | None:
        """When moves could last be taken on this shard of so many, as far as is known."""
        ...

    async def keep(self, shard: int, count: int, now: Instant) -> None:
        """Moves can be taken now."""
        ...

    async def credit(self, shard: int, count: int, since: Instant, now: Instant) -> int:
        """Moves can be taken now, and could not be `since` then: running clocks get that time. Returns how many."""
        ...


def one_shard() -> Shards:
    """The shards of a process that serves all servers, and is connected."""
    return ALL


class Uptime:
    """Knows up to when the clocks of each shard are right."""

    def __init__(self, signs: SignsOfLife, clock: Clock, connected: Callable[[], Shards] = one_shard) -> None:
        """`connected` are the shards of this process on which moves arrive at present."""
        self.connected = connected
        self._signs = signs
        self.clock = clock
        self._right_until: dict[tuple[int, int], Instant] = {}
        self._turn = asyncio.Lock()

    async def beat(self) -> None:
        """Give a sign of life for each connected shard, after crediting what it has missed."""
        shards = self.connected()
        async with self._turn:
            for shard in sorted(shards.ids):
                await self._go_on(shard, shards.count)

    async def catch_up(self) -> None:
        """Before anybody loses on time: credit what connected shards have missed."""
        shards = self.connected()
        for shard in sorted(shards.ids):
            await self._catch_up(shard, shards.count)

    async def catch_up_for(self, match: Match) -> bool:
        """Before a change of this match: credit what its shard has missed. True when something was."""
        shards = self.connected()
        shard = shards.shard_of(match.place.guild)
        return shard in shards.ids and await self._catch_up(shard, shards.count)

    async def _catch_up(self, shard: int, count: int) -> bool:
        if not self._lags(shard, count):
            return False
        async with self._turn:
            return self._lags(shard, count) and await self._go_on(shard, count)

    def _lags(self, shard: int, count: int) -> bool:
        until = self._right_until.get((shard, count))
        return until is None or self.clock() - until > LONGEST_BEAT

    async def _go_on(self, shard: int, count: int) -> bool:
        """The clocks of the shard are right up to now; True when they were given time for that."""
        since = self._right_until.get((shard, count))
        now = self.clock()
        if since is None:
            since = await self._signs.last(shard, count) or now
        missed = now - since > LONGEST_BEAT
        if missed:
            matches = await self._signs.credit(shard, count, since, now)
            _log.info("clocks credited", shard=shard, milliseconds=now - since, matches=matches)
        else:
            await self._signs.keep(shard, count, now)
        self._right_until[shard, count] = now
        return missed
