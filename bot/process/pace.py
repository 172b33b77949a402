"""The process's share of Discord's global limit: a bot may send fifty requests a second in all.

discord.py respects the limits of each route by itself. It learns of the limit for all routes and processes only by
being refused, which Discord counts against the bot; and a process knows nothing of the others.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

STEPS: Final = 4
"""The steps in which a second's requests are released; all at once, they might arrive with those of the next second."""
MARGIN: Final = 1.1
"""A safety margin, because requests take different times to arrive."""
_UNLIMITED: Final = re.compile(r"/(interactions|webhooks)/\d+/|/gateway$")
"""Requests that do not count towards the limit: interactions, webhooks and the gateway."""


class Pace:
    """Limits the requests per second; others wait their turn. Times are in seconds."""

    def __init__(
        self,
        per_second: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._most = max(1, math.floor(per_second / STEPS))
        self._window = self._most / per_second * MARGIN
        self._turns: deque[float] = deque(maxlen=self._most)

    async def wait(self) -> None:
        """Wait until one more request may be sent, first come, first served."""
        now = turn = self._clock()
        if len(self._turns) == self._most:
            turn = max(now, self._turns[0] + self._window)
        self._turns.append(turn)
        if turn > now:
            await self._sleep(turn - now)

    def add_to(self, trace: aiohttp.TraceConfig) -> None:
        """Apply the limit to all requests of sessions with this trace."""
        trace.on_request_start.append(self._before_request)

    async def _before_request(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if not _UNLIMITED.search(request.url.path):
            await self.wait()
