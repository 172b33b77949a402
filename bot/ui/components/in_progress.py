"""The interactions being answered, so that the shutdown can let them finish."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any


class InProgress:
    """The tasks that answer interactions. After `close`, new interactions must be refused; after `end`, ignored."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[object], str] = {}
        self.is_closed = False
        self.has_ended = False

    @property
    def names(self) -> Sequence[str]:
        """Return the names of the running tasks."""
        return list(self._tasks.values())

    def add(self, name: str, task: asyncio.Task[Any] | None = None) -> None:
        """Register a task (by default the current one) that answers an interaction, until it ends."""
        task = task or asyncio.current_task()
        if task is not None and task not in self._tasks:
            self._tasks[task] = name
            task.add_done_callback(self._tasks.pop)

    def close(self) -> None:
        """Accept no more interactions."""
        self.is_closed = True

    async def finish(self) -> None:
        """Wait until all have ended; if cancelled, cancel them."""
        try:
            while self._tasks:
                await asyncio.wait(self._tasks)
        finally:
            for task in self._tasks:
                task.cancel()

    async def end(self) -> None:
        """Wait until all have ended. From that moment on nobody is answered any more."""
        try:
            await self.finish()
        finally:
            self.has_ended = True
