"""Credits clocks with the time in which no move could be made because the bot, Discord or the database was down.

Every two seconds each connected shard gives a sign of life, which is stored while matches are live: the moment when
Discord was last heard on it. If there was none for longer, nobody could move, and all clocks of the shard's servers
get that time before anything else is decided. While a shard is silent, nobody on it loses on time, because the
connection may be dead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import structlog

from bot.match.clock import SECOND, Instant
from bot.match.guild_shards import ALL, Shards
from bot.match.model import Match
from bot.match.ports import Clock

_log = structlog.get_logger(__name__)
BEAT_SECONDS: Final = 2
LONGEST_BEAT: Final = 3 * SECOND + 500
"""The longest normal gap between two signs of life; a longer gap is credited to the clocks."""


class SignsOfLife(Protocol):
    """The store of the signs of life, by shard."""

    async def last(self, shard: int, count: int) -> Instant | None:
        """Return when moves could last be made on this shard, as far as is known."""
        ...

    async def keep(self, shard: int, count: int, now: Instant) -> None:
        """Store that moves can be made now."""
        ...

    async def credit(self, shard: int, count: int, since: Instant, now: Instant) -> int:
        """Credit running clocks with the time since `since`, and store that moves can be made now. Returns how many."""
        ...


def one_shard() -> Shards:
    """Default for `connected`: the single shard, connected."""
    return ALL


async def nothing() -> None:
    """Default: do nothing."""


def just_heard(_shard: int) -> float:
    """Default for `seconds_silent`: Discord was just heard."""
    return 0


class Uptime:
    """Tracks until when the clocks of each shard are correct."""

    def __init__(
        self,
        signs: SignsOfLife,
        clock: Clock,
        connected: Callable[[], Shards] = one_shard,
        seconds_silent: Callable[[int], float] = just_heard,
    ) -> None:
        """`connected` are the shards of this process on which moves arrive at present, as far as is known.

        `seconds_silent` tells for how long nothing was heard on one of them: by now its connection may be dead.
        """
        self.connected = connected
        self.seconds_silent = seconds_silent
        self.ask_for_signs: Callable[[], Awaitable[object]] = nothing
        self._signs = signs
        self.clock = clock
        self._right_until: dict[tuple[int, int], Instant] = {}
        self._turn = asyncio.Lock()

    async def beat(self) -> None:
        """Store a sign of life for each connected shard, after crediting any gap."""
        shards = self.connected()
        async with self._turn:
            for shard in sorted(shards.ids):
                await self._go_on(shard, shards.count)

    def shards_heard(self) -> Shards:
        """Return the connected shards that were heard a moment ago; only there can a player lose on time."""
        shards = self.connected()
        heard = (shard for shard in shards.ids if self.seconds_silent(shard) * SECOND <= LONGEST_BEAT)
        return Shards(shards.count, frozenset(heard))

    def last_heard(self) -> Instant:
        """Return when Discord was last heard on all of these shards, so that moves could have been made until then."""
        silent = max(map(self.seconds_silent, self.shards_heard().ids), default=0)
        return self.clock() - round(silent * SECOND)

    async def catch_up(self) -> None:
        """Credit any gap on the connected shards, before anybody loses on time."""
        await self.ask_for_signs()
        shards = self.connected()
        for shard in sorted(shards.ids):
            await self._catch_up(shard, shards.count)

    async def catch_up_for(self, match: Match) -> bool:
        """Credit any gap on the match's shard, before the match is changed. Returns whether there was one."""
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
        """Bring the shard's clocks up to when it was last heard. Returns whether they were credited."""
        since = self._right_until.get((shard, count))
        heard = self.clock() - round(self.seconds_silent(shard) * SECOND)
        if since is None:
            since = await self._signs.last(shard, count) or heard
        missed = heard - since > LONGEST_BEAT
        if missed:
            matches = await self._signs.credit(shard, count, since, heard)
            _log.info("clocks credited", shard=shard, milliseconds=heard - since, matches=matches)
        else:
            await self._signs.keep(shard, count, heard)
        self._right_until[shard, count] = heard
        return missed
