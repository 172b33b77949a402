"""One sleeping task over the next deadline of all matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.match.clock import MINUTE, Instant
from bot.match.lapse import overdue_bullet
from bot.match.model import Match, Player, Stage
from bot.match.service import MatchService

_log = structlog.get_logger(__name__)
LONGEST_SLEEP = 10 * MINUTE

StandIn = Callable[[Match, Player], Awaitable[None]]
Remind = Callable[[Match], Awaitable[None]]


class Deadlines:
    """Wakes up when the next deadline passes, and lets happen what is due."""

    def __init__(self, service: MatchService, stand_in: StandIn, remind: Remind) -> None:
        """`stand_in` moves for a player whose bullet move is overdue; `remind` tells one whose days run out."""
        self._service = service
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
            await self.settle()
            now = self._service.clock()
            following = await self._service.store.next_wake()
            self._wakes_at = min(now + LONGEST_SLEEP, following if following is not None else now + LONGEST_SLEEP)
            if self._sooner.is_set():
                continue
            try:
                async with asyncio.timeout(max(0.01, (self._wakes_at - now) / 1000)):
                    await self._sooner.wait()
            except TimeoutError:
                continue

    async def settle(self) -> int:
        """Everything that is due by now; returns how many matches were looked at."""
        count = 0
        while due := await self._service.store.due(self._service.clock()):
            count += len(due)
            progress = [await self._settle(match) for match in due]
            if not any(progress):
                _log.error("overdue matches do not move", matches=[match.code for match in due])
                await asyncio.sleep(1)
                break
        return count

    async def _settle(self, match: Match) -> bool:
        try:
            late = overdue_bullet(match, self._service.clock())
            if late is not None:
                await self._stand_in(match, late)
                return True
            changed = await self._service.lapse(match.id)
            if changed is not None and changed.stage is Stage.LIVE and changed.reminded:
                await self._remind(changed)
            return changed is not None
        except Exception:  # noqa: BLE001 - the edge: one bad match must not stop the others
            _log.exception("deadline failed", match=match.code)
            return False
