"""Keyed jobs: for each key at most one runs, and whatever is requested meanwhile is done by one more round.

A job consists of rounds. A round handles the latest news of its key. If news arrives while it runs, another round
follows. If several processes share the work, a job first claims its key. A failed round is retried as the `Retry`
allows; after that the error is reported once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot import incidents, metrics
from bot.jobs.claims import HeldClaims
from bot.jobs.job import Job, Retry, newest

K = TypeVar("K", bound=Hashable)
N = TypeVar("N")
R = TypeVar("R")


async def handles_none(_key: object, _error: Exception) -> bool:
    """Default for `JobKind.handle`: every error is unexpected."""
    return False


def tells_nobody(_key: object, _error: Exception | None) -> None:
    """Default for `JobKind.ended`: nobody is waiting for the end of a job."""


@dataclass(frozen=True, slots=True)
class JobKind(Generic[K, N, R]):
    """A kind of jobs. Their tasks are called `name`-key."""

    name: str
    work: Callable[[Job[K, N]], Awaitable[R]]
    """One round."""
    failure: str
    """The log event for an unexpected error that ends a job; it is an incident."""
    handle: Callable[[K, Exception], Awaitable[bool]] = handles_none
    """Deals with an error that ends a job; False if it was unexpected."""
    claims: HeldClaims[K] | None = None
    wanted: Callable[[K], Awaitable[bool]] | None = None
    """Whether there is still something to do while another process has the key."""
    retry: Retry | None = None
    newer: Callable[[N, N], N] = newest
    """Chooses between two pieces of news about a key."""
    ended: Callable[[K, Exception | None], None] = tells_nobody
    """Called when a job has ended, with its error if there was one."""
    places: AbstractAsyncContextManager[object] = field(default_factory=nullcontext)
    """Entered by each job for its rounds, such as a semaphore that limits how many run at once."""
    queue: str | None = None
    """The metric with the number of jobs."""


class KeyedJobs(Generic[K, N, R]):
    """The running jobs of one kind."""

    def __init__(self, kind: JobKind[K, N, R]) -> None:
        self._kind = kind
        self._claims = kind.claims
        self._jobs: dict[K, Job[K, N]] = {}
        self._tasks: dict[K, asyncio.Task[R | None]] = {}
        self._is_closed = False

    def __contains__(self, key: object) -> bool:
        return key in self._tasks

    def __iter__(self) -> Iterator[K]:
        return iter(list(self._tasks))

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def names(self) -> Sequence[str]:
        """Return the names of the running jobs."""
        return [task.get_name() for task in self._tasks.values()]

    # ------------------------------------------------------------------ asking

    def ask(self, key: K, news: N | None = None) -> asyncio.Future[R | None]:
        """Start the job of this key, or make the running one do another round; returns the last round's result.

        That is None if the job failed, or when nothing is begun any more. Do not await it if the waiting may be
        cancelled, which would cancel the job: that is what `run` is for.
        """
        running = self._jobs.get(key)
        if running is not None:
            running.add_news(news)
            running.is_asked_again = True
            return self._tasks[key]
        if self._is_closed:
            nothing: asyncio.Future[R | None] = asyncio.get_running_loop().create_future()
            nothing.set_result(None)
            return nothing
        return self._begin(key, news)

    async def run(self, key: K, news: N | None = None) -> R | None:
        """Like `ask`, and wait for the result; None also if the job is cancelled."""
        job = self.ask(key, news)
        await asyncio.wait({job})
        return None if job.cancelled() else job.result()

    async def wait_for(self, key: K) -> bool:
        """Wait until the job of this key has ended; False if there is none."""
        task = self._tasks.get(key)
        if task is None:
            return False
        await asyncio.wait({task})
        return True

    async def begin_free(self, news: Mapping[K, N]) -> Mapping[K, asyncio.Future[R | None]]:
        """Start the jobs of keys that no other process has and that are not running here."""
        idle = [key for key in news if key not in self._tasks and not self._is_closed]
        free = set(idle) if self._claims is None else await self._claims.take_free(idle)
        begun = [key for key in idle if key in free and key not in self._tasks and not self._is_closed]
        return {key: self._begin(key, news[key], is_claimed=True) for key in begun}

    def drop_news(self, key: K) -> None:
        """Drop the news about this key as outdated: its next round has none."""
        if (job := self._jobs.get(key)) is not None:
            job.drop_news()

    # ------------------------------------------------------------------ ending

    async def close(self, patience: float | None = None) -> Sequence[str]:
        """Wait `patience` seconds for all jobs to end (None: as long as it takes), then cancel them. No new ones start.

        Returns the names of those that were cancelled. When this is cancelled itself, so are they.
        """
        self._is_closed = patience == 0
        try:
            async with asyncio.timeout(patience):
                while self._tasks and not self._is_closed:
                    await asyncio.wait(self._tasks.values())
        except TimeoutError:
            pass
        finally:
            self._is_closed = True
            left = self.names
            for task in self._tasks.values():
                task.cancel()
        await self.cancel()
        return left

    async def cancel(self) -> None:
        """Cancel all running jobs and wait for them to end."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._claims is not None:
            for key in self._claims.held:  # claims of jobs that were cancelled before they began
                await self._claims.release(key)
            self._claims.close()

    # ------------------------------------------------------------------ one job

    def _begin(self, key: K, news: N | None, *, is_claimed: bool = False) -> asyncio.Task[R | None]:
        job = self._jobs[key] = Job(key, self._kind.newer)
        job.add_news(news)
        task = asyncio.create_task(self._run(job, is_claimed=is_claimed), name=f"{self._kind.name}-{key}")
        self._tasks[key] = task
        task.add_done_callback(lambda _task: self._end(job, None))  # if it is cancelled before it begins
        self._measure()
        return task

    async def _run(self, job: Job[K, N], *, is_claimed: bool) -> R | None:
        """Do rounds until no more are requested, including requests made while the claim was being released."""
        error: Exception | None = None
        try:
            while True:
                result, error = await self._rounds(job, is_claimed=is_claimed)
                if not job.is_asked_again:
                    return result
                is_claimed = False
        finally:
            self._end(job, error)

    async def _rounds(self, job: Job[K, N], *, is_claimed: bool) -> tuple[R | None, Exception | None]:
        """Do rounds within one claim. An error ends them and is reported once the claim has been released."""
        try:
            try:
                async with self._kind.places:
                    while True:
                        if not is_claimed and not await self._claim(job):
                            return None, None
                        is_claimed = False  # the next round renews the claim
                        job.begin_round()
                        result = await self._run_once(job)
                        if not job.is_asked_again:
                            return result, None
            finally:
                if self._claims is not None:
                    await self._claims.release(job.key)
        except Exception as error:  # noqa: BLE001 - the edge of all jobs
            await self._report(job.key, error)
            return None, error

    async def _run_once(self, job: Job[K, N]) -> R:
        """Do one round, with the retries of its kind."""
        retry, work = self._kind.retry, self._kind.work
        return await (work(job) if retry is None else retry.run(work, job))

    async def _claim(self, job: Job[K, N]) -> bool:
        """Wait until no other process has the key; False if there is nothing left to do."""
        while self._claims is not None and not await self._claims.take(job.key):
            await self._claims.pause()
            job.begin_round()
            if self._kind.wanted is not None and not await self._kind.wanted(job.key):
                return False
        return True

    async def _report(self, key: K, error: Exception) -> None:
        """Report a job's error, in the one place where they arrive."""
        try:
            if await self._kind.handle(key, error):
                return
        except Exception as another:  # noqa: BLE001 - what deals with errors may meet one
            incidents.report(another, self._kind.name, self._kind.failure, job=f"{self._kind.name}-{key}")
        incidents.report(error, self._kind.name, self._kind.failure, job=f"{self._kind.name}-{key}")

    def _end(self, job: Job[K, N], error: Exception | None) -> None:
        """Remove an ended job, so that the next one of its key may start."""
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key], self._tasks[job.key]
            self._measure()
            self._kind.ended(job.key, error)

    def _measure(self) -> None:
        if self._kind.queue is not None:
            metrics.queue(self._kind.queue, len(self._tasks))
