"""Work that is disturbed at its n-th pause, for every n: what a stop does to it at the worst moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Watched(Generic[T]):
    """Awaits the work; `paused` is called each time the work pauses."""

    def __init__(self, work: Awaitable[T], paused: Callable[[], object]) -> None:
        self._work = work
        self._paused = paused

    def __await__(self) -> Generator[Any, Any, T]:
        inner = self._work.__await__()
        error = None
        while True:
            try:
                awaited = inner.send(None) if error is None else inner.throw(error)
            except StopIteration as done:
                result: T = done.value
                return result
            self._paused()
            try:
                yield awaited
                error = None
            except BaseException as raised:  # noqa: BLE001 - handed on to the work, CancelledError before all
                error = raised


class Pauses:
    """Counts pauses, and calls `disturb` at the one of this number."""

    def __init__(self, number: int, disturb: Callable[[], object]) -> None:
        self.count = 0
        self._number = number
        self._disturb = disturb

    def __call__(self) -> None:
        self.count += 1
        if self.count == self._number:
            self._disturb()


async def cancel_at(work: Awaitable[T], number: int) -> tuple[bool, T | None]:
    """Whether the work was cancelled, or otherwise its result; in a task of its own."""

    async def run() -> T:
        return await Watched(work, Pauses(number, cancel))

    def cancel() -> None:
        task.cancel()

    task = asyncio.create_task(run())
    await asyncio.wait({task})
    return (True, None) if task.cancelled() else (False, task.result())
