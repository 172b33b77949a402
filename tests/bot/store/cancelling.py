"""Work that is cancelled at its n-th pause, for every n: what a stop does to it at the worst moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class CancelledAt(Generic[T]):
    """Awaits the work, and cancels the task in which this happens when the work pauses for the n-th time."""

    def __init__(self, work: Awaitable[T], number: int) -> None:
        self._work = work
        self._number = number

    def __await__(self) -> Generator[Any, Any, T]:
        inner = self._work.__await__()
        pauses, error = 0, None
        while True:
            try:
                awaited = inner.send(None) if error is None else inner.throw(error)
            except StopIteration as done:
                result: T = done.value
                return result
            pauses += 1
            task = asyncio.current_task()
            if pauses == self._number and task is not None:
                task.cancel()
            try:
                yield awaited
                error = None
            except BaseException as raised:  # noqa: BLE001 - handed on to the work, CancelledError before all
                error = raised


async def cancel_at(work: Awaitable[T], number: int) -> tuple[bool, T | None]:
    """Whether the work was cancelled, or otherwise its result; in a task of its own."""

    async def run() -> T:
        return await CancelledAt(work, number)

    task = asyncio.create_task(run())
    await asyncio.wait({task})
    return (True, None) if task.cancelled() else (False, task.result())
