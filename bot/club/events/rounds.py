"""The task that advances tournaments: after each match that ends, and every few seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress

import structlog

from bot.club.events.service import TournamentService
from bot.match.model import Match, MatchId

_log = structlog.get_logger(__name__)
SECONDS = 5.0
"""How often tournaments are checked for overdue rounds and work that another process left undone."""


class Rounds:
    """Advances tournaments. `notice_change` must be called for every change of a match."""

    def __init__(self, service: TournamentService, seconds: float = SECONDS) -> None:
        self.watch: Callable[[], AbstractContextManager[None]] = nullcontext
        """Entered for each look, which it may look at: how long it takes, and whether it fails."""
        self._service = service
        self._seconds = seconds
        self._ended: set[MatchId] = set()
        self._sooner = asyncio.Event()

    async def notice_change(self, match: Match) -> None:
        """React to a changed match: if it has ended, check its tournament soon."""
        if match.stage.ended:
            self._ended.add(match.id)
            self._sooner.set()

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            self._sooner.clear()
            try:
                with self.watch():
                    await self.carry_out_due()
            except Exception:  # noqa: BLE001 - the edge: a database that is away comes back
                _log.exception("tournaments do not go on")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._sooner.wait()

    async def carry_out_due(self) -> None:
        """Carry out everything that is due by now."""
        while self._ended:
            await self._service.refresh_of(self._ended.pop())
        await self._service.sweep()
