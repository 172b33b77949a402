"""Runs CPU-bound work off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from bot import metrics

P = ParamSpec("P")
R = TypeVar("R")


class Workers:
    """A few threads that draw pictures; Pillow releases the GIL while it works."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="render")
        self._waiting = 0

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the result of `work`, computed in a thread."""
        self._waiting += 1
        metrics.queue("pictures", self._waiting)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, partial(work, *args, **kwargs))
        finally:
            self._waiting -= 1
            metrics.queue("pictures", self._waiting)

    def close(self) -> None:
        """Stop the threads; work that has not begun is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
