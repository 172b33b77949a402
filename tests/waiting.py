"""Waiting for what tells nobody when it has come to be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(it_is_so: Callable[[], object], seconds: float = 30) -> None:
    """Wait until it is so. Raises TimeoutError when it takes longer."""
    async with asyncio.timeout(seconds):
        while not it_is_so():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.01)
