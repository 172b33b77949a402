"""One sleeping task over the next deadline of all matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.match.clock import MINUTE, SECOND, Instant
from bot.match.lapse import overdue_bullet
from bot.match.model import Match, Player, Stage
from bot.match.ports import Alone, Claims
from bot.match.service import MatchService

_log = structlog.get_logger(__name__)
LONGEST_SLEEP = 10 * MINUTE
LONGEST_SHARED_SLEEP = 15 * SECOND
"""Other processes may have set earlier deadlines, and may have ended since."""
RETRY = MINUTE
RETRY_SOON = SECOND

StandIn = Callable[[Match, Player], Awaitable[None]]
Remind = Callable[[Match], Awaitable[None]]
First = Callable[[], Awaitable[object]]


async def nothing() -> None:
    """There is nothing to do first."""


class Deadlines:
    """Wakes up when the next deadline passes, and lets happen what is due."""

    def __init__(self, service: MatchService, stand_in: StandIn, remind: Remind, claims: Claims | None = None) -> None:
        """`stand_in` moves for a player whose bullet move is overdue; `remind` tells one whose days run out.

        `first` is done before anybody loses on time: where the machine has slept, nobody could move meanwhile.
        """
        self.first: First = nothing
        self._service = service
        self._claims = claims or Alone()
        self._longest = LONGEST_SLEEP if isinstance(self._claims, Alone) else LONGEST_SHARED_SLEEP
        self._remind = remind
        self._stand_in = stand_in
        self._sooner = asyncio.Event()
        self._wakes_at: Instant = 0

    async def changed(self, match: Match) -> None:
        """A match has changed: sleep no longer than it allows."""
        if match.wake is not None and match.wake < self._wakes_at:
            self._sooner.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._sooner.clear()
            now = self._service.clock()
            following = await self._settle_all(now)
            longest = now + self._longest
            self._wakes_at = longest if following is None else min(longest, following)
            if self._sooner.is_set():
                continue
            try:
                async with asyncio.timeout(max(0.01, (self._wakes_at - now) / 1000)):
                    await self._sooner.wait()
            except TimeoutError:
                continue

    async def _settle_all(self, now: Instant) -> Instant | None:
        """Settle what is due; returns when the next match wakes up."""
        try:
            await self.settle()
            return await self._service.store.next_wake(now)
        except Exception:  # noqa: BLE001 - the edge: a database that is away comes back
            _log.exception("deadlines not settled")
            return now + RETRY_SOON

    async def settle(self) -> int:
        """Everything that is due by now; returns how many matches were looked at."""
        await self.first()
        count = 0
        while due := await self._service.store.due(self._service.clock()):
            mine = await self._claims.take("due", [match.id for match in due])
            if not mine:  # other processes are at them
                break
            # At the same time: where an AI thinks for somebody, the next one's clock must not wait for it.
            settling = (self._settle_claimed(match) for match in due if match.id in mine)
            for failure in await asyncio.gather(*settling, return_exceptions=True):
                if failure is not None:
                    raise failure
            count += len(mine)
        return count

    async def _settle_claimed(self, match: Match) -> None:
        try:
            await self._settle(match)
        finally:
            await self._claims.release("due", match.id)

    async def _settle(self, match: Match) -> None:
        """Let happen what is due; where nothing came of it, the match must not stand in the way of the others."""
        try:
            late = overdue_bullet(match, self._service.clock())
            if late is not None:
                await self._stand_in(match, late)
            else:
                changed = await self._service.lapse(match.id)
                if changed is not None and changed.stage is Stage.LIVE and changed.reminded:
                    await self._remind(changed)
        except Exception:  # noqa: BLE001 - the edge: one bad match must not stop the others
            _log.exception("deadline failed", match=match.code)
        now = self._service.clock()
        await self._service.store.postpone(match, now, now + RETRY)
