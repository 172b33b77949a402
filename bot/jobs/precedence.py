"""Lets work that somebody is waiting for go first; other work yields meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

LONGEST: Final = 0.2
"""Seconds after which work that has stepped aside continues anyway."""


class Precedence:
    """Knows whether work is under way that somebody is waiting for."""

    def __init__(self) -> None:
        self._under_way = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Give precedence to the work inside this context."""
        self._under_way += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._is_idle.set()

    async def step_aside(self) -> None:
        """Wait until nothing with precedence is under way, at most `LONGEST` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while self._under_way:
                    await self._is_idle.wait()
