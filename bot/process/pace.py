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
"""Steps in which a second's requests are let go: all at once they might arrive together with those of the next."""
MARGIN: Final = 1.1
"""Requests take their time to arrive, and not all of them the same."""
_UNLIMITED: Final = re.compile(r"/(interactions|webhooks)/\d+/|/gateway$")
"""Answers to interactions and webhooks have no share in the limit; nor has what is no request, the gateway itself."""


class Pace:
    """Lets no more requests pass in any second than given, and the others wait for their turn. Times are in seconds."""

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
        """Wait until one more request may be sent. Turns are given in the order in which they were asked for."""
        now = turn = self._clock()
        if len(self._turns) == self._most:
            turn = max(now, self._turns[0] + self._window)
        self._turns.append(turn)
        if turn > now:
            await self._sleep(turn - now)

    def add_to(self, trace: aiohttp.TraceConfig) -> None:
        """Let the requests of the sessions with this trace wait for their turn."""
        trace.on_request_start.append(self._before_request)

    async def _before_request(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if not _UNLIMITED.search(request.url.path):
            await self.wait()
