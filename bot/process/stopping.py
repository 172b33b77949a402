"""Stops the process: in order, and within its grace period even if something hangs.

A stop goes through steps. Each may take until a share of the grace period is over; what takes longer is left behind.
If a step, a thread or the interpreter itself hangs, the process still ends when the grace period is over.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final

import structlog

CUT_SHORT: Final = 1
"""The exit code of a process that could not end by itself in time."""

_log = structlog.get_logger(__name__)


class Stop:
    """The shutdown of a process; `grace` is in seconds, `exit_now` ends the process immediately."""

    def __init__(self, grace: float, exit_now: Callable[[int], object] = os._exit) -> None:
        self.grace = grace
        self._exit_now = exit_now
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting_for = ""
        self._began_at: float | None = None
        self._begun = threading.Event()
        self._finished = threading.Event()
        # Started here and not in `begin`, because a signal handler cannot start a thread safely.
        threading.Thread(target=self._watch, name="stop", daemon=True).start()

    @property
    def has_begun(self) -> bool:
        """Whether the shutdown has begun."""
        return self._began_at is not None

    def begin(self, reason: str) -> bool:
        """Start the grace period; False if it had begun before. May be called from a signal handler."""
        if self._began_at is not None:
            return False
        self._began_at = time.monotonic()
        self._waiting_for = reason
        self._begun.set()
        return True

    def finish(self) -> None:
        """Cancel the forced exit: nothing is left that could hang."""
        self._finished.set()
        self._begun.set()

    def seconds_left(self, share: float = 1.0) -> float:
        """Return the seconds until this share of the grace period is over; all of them before it begins."""
        gone = 0.0 if self._began_at is None else time.monotonic() - self._began_at
        return max(0.0, self.grace * share - gone)

    async def wait_for(
        self, what: str, work: Coroutine[Any, Any, object], share: float, names: Callable[[], Iterable[str]] = tuple
    ) -> bool:
        """Run this step until a share of the grace period is over; False if it was abandoned. Its errors are logged.

        `names` tells what the step still waits for.
        """
        self._loop = asyncio.get_running_loop()
        self._waiting_for = what
        task = asyncio.create_task(work, name=f"stop: {what}")
        await asyncio.wait({task}, timeout=self.seconds_left(share))
        if not task.done():
            _log.warning("stop waits no longer", waiting_for=what, left=sorted(names()))
            task.cancel()
            return False
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("a step of the stop failed", step=what, exc_info=error)
        return error is None

    def _watch(self) -> None:
        self._begun.wait()
        if self._finished.wait(self.seconds_left()):
            return
        try:
            _log.error("stop cut short", waiting_for=self._waiting_for, tasks=self._tasks(), threads=_threads())
            sys.stderr.flush()
        finally:
            self._exit_now(CUT_SHORT)

    def _tasks(self) -> list[str]:
        """Return the names of the tasks that have not ended."""
        if self._loop is None:
            return []
        try:
            return sorted(task.get_name() for task in asyncio.all_tasks(self._loop))
        except RuntimeError:  # the loop is just changing the set of tasks
            return []


async def run_to_the_end(work: Awaitable[object]) -> None:
    """Await the work to its end even if the waiting is cancelled; raises what it raises."""
    task = asyncio.ensure_future(work)
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            continue
    await task


def _threads() -> list[str]:
    """Return the names of the threads that the interpreter waits for."""
    return sorted(thread.name for thread in threading.enumerate() if not thread.daemon)
