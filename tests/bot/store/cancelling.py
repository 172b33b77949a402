"""Work that is disturbed at its n-th pause, for every n: what a stop does to it at the worst moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import Context
from types import TracebackType
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


class WatchedCoroutine(Coroutine[Any, Any, T]):
    """The same as a coroutine, so that a task can be made of it."""

    def __init__(self, work: Coroutine[Any, Any, T], paused: Callable[[], object]) -> None:
        self._work = work
        self._paused = paused

    def send(self, value: object, /) -> object:
        awaited = self._work.send(value)
        self._paused()
        return awaited

    def throw(
        self, error: type[BaseException] | BaseException, value: object = None, trace: TracebackType | None = None, /
    ) -> object:
        raised = error if isinstance(error, BaseException) else error(value)
        awaited = self._work.throw(raised.with_traceback(trace))
        self._paused()
        return awaited

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return (yield from Watched(self._work, self._paused).__await__())


@contextmanager
def watch_new_tasks(paused: Callable[[], object]) -> Iterator[None]:
    """Call `paused` each time that a task pauses which begins meanwhile, whoever begins it."""
    loop = asyncio.get_running_loop()

    def make(
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, T] | Generator[Any, None, T],
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        assert isinstance(work, Coroutine)
        return asyncio.Task(WatchedCoroutine(work, paused), loop=loop, name=name, context=context)

    loop.set_task_factory(make)
    try:
        yield
    finally:
        loop.set_task_factory(None)


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
