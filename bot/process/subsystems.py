"""The parts of a running bot that work independently: each starts, retries and fails without the others.

Each reports to the heartbeat and to Prometheus whether it is well, failing or stuck.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import structlog

from bot.process.heartbeat import STARTING, WELL

AGAIN_SECONDS: Final = 5
LONGEST_REASON: Final = 200
_log = structlog.get_logger(__name__)

Work = Callable[[], Awaitable[object]]


class Subsystem:
    """A subsystem. A round of its work that takes longer than `patience` seconds counts as stuck."""

    def __init__(self, name: str, patience: float = 60, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.has_begun = asyncio.Event()
        """Set when a round has succeeded for the first time."""
        self._patience = patience
        self._clock = clock
        self._round_began: float | None = None
        self._trouble = ""

    @property
    def state(self) -> str:
        """`WELL`, `STARTING`, or what is wrong."""
        if self._round_began is not None and (busy := self._clock() - self._round_began) > self._patience:
            return f"stuck for {busy:.0f} s"
        if self._trouble:
            return self._trouble
        return WELL if self.has_begun.is_set() else STARTING

    @contextmanager
    def round(self) -> Iterator[None]:
        """Enter for one round of work; an exception marks the subsystem as failing."""
        self._round_began = self._clock()
        try:
            yield
        except Exception as error:
            self.fail(error)
            raise
        else:
            self._trouble = ""
            self.has_begun.set()
        finally:
            self._round_began = None

    def fail(self, error: Exception) -> None:
        """Record that the work cannot be done now."""
        lines = str(error).strip().splitlines()
        self._trouble = f"failing, {' '.join([type(error).__name__, *lines[:1]])}"[:LONGEST_REASON]

    async def run_until_done(self, work: Work, longest: float = AGAIN_SECONDS) -> None:
        """Repeat a round until it succeeds; the pauses double up to `longest` seconds."""
        pause: float = AGAIN_SECONDS
        while not await self._try(work):
            await asyncio.sleep(min(pause, longest))
            pause *= 2

    async def repeat(self, seconds: float, work: Work) -> None:
        """Run a round every `seconds` until cancelled; a failed round is simply tried again the next time."""
        while True:
            await self._try(work)
            await asyncio.sleep(seconds)

    async def keep_running(self, work: Work) -> None:
        """Run `work`, which has rounds of its own and should not end, until cancelled, restarting it if it does."""
        while True:
            try:
                await work()
                raise RuntimeError("ended by itself")  # noqa: TRY301 - told like any other failure
            except Exception as error:  # noqa: BLE001 - the edge: everything comes back
                self.fail(error)
                _log.exception("routine failed", routine=self.name)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _try(self, work: Work) -> bool:
        try:
            with self.round():
                await work()
        except Exception:  # noqa: BLE001 - the edge: everything comes back
            _log.exception("routine failed", routine=self.name)
            return False
        return True


class Subsystems:
    """All subsystems and their tasks."""

    def __init__(self) -> None:
        self._all: dict[str, Subsystem] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def add(self, name: str, patience: float = 60) -> Subsystem:
        """Add a subsystem."""
        made = self._all[name] = Subsystem(name, patience)
        return made

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Start this work as a task."""
        self._tasks[name] = asyncio.create_task(work, name=name)

    def states(self) -> Mapping[str, str]:
        """Return the state of each subsystem."""
        return {name: self._state(one) for name, one in self._all.items()}

    def _state(self, one: Subsystem) -> str:
        task = self._tasks.get(one.name)
        if task is not None and task.done() and (task.cancelled() or task.exception() is not None):
            return "dead"
        return one.state

    async def stop(self) -> None:
        """End all tasks."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
