"""Lets work that somebody is waiting for go first; other work yields meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

LONGEST: Final = 0.2
"""Seconds after which what has stepped aside goes on even so."""


class Precedence:
    """Knows whether something is under way that somebody waits for."""

    def __init__(self) -> None:
        self._under_way = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Let what is done inside go first."""
        self._under_way += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._is_idle.set()

    async def step_aside(self) -> None:
        """Return when nothing that goes first is under way, or after `LONGEST`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while self._under_way:
                    await self._is_idle.wait()
