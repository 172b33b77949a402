"""One keyed job as its work sees it: its key, the news it is about, and how often it is retried."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_base

K = TypeVar("K", bound=Hashable)
N = TypeVar("N")
R = TypeVar("R")

Sleep = Callable[[float], Awaitable[None]]


class Job(Generic[K, N]):
    """A running job. `newer` chooses between two pieces of news about its key."""

    def __init__(self, key: K, newer: Callable[[N, N], N]) -> None:
        self.key = key
        self.is_asked_again = False
        self._newer = newer
        self._news: N | None = None
        self._taken: N | None = None

    def add_news(self, news: N | None) -> None:
        """Add news for the next round; None says only that something has happened."""
        if news is not None:
            self._news = news if self._news is None else self._newer(self._news, news)

    def take_news(self) -> N | None:
        """Take the newest news for this round; None if there is none. Later news needs another round."""
        self.is_asked_again = False
        self._taken, self._news = self._news, None
        return self._taken

    def drop_news(self) -> None:
        """Drop the news as outdated, also for a retried round."""
        self._news = self._taken = None

    def begin_round(self) -> None:
        """Begin a round; requests from here on need another one."""
        self.is_asked_again = False
        self._taken = None

    def give_back_news(self) -> None:
        """Give the news back after a failed round that is retried, unless there is newer news."""
        later, self._news = self._news, self._taken
        self.add_news(later)


def newest(_known: N, news: N) -> N:
    """Choose the later news."""
    return news


@dataclass(frozen=True, slots=True)
class Retry:
    """Retries a round that fails with a temporary error, `attempts` times in all: at once, then after pauses."""

    is_temporary: Callable[[BaseException], bool]
    attempts: int
    pause: wait_base
    sleep: Sleep = asyncio.sleep

    async def run(self, work: Callable[[Job[K, N]], Awaitable[R]], job: Job[K, N]) -> R:
        """Return the result of the first round that succeeds. Raises the last error."""
        try:
            return await work(job)  # usually the first attempt succeeds
        except Exception as error:
            if self.attempts < 2 or not self.is_temporary(error):
                raise
        trying = AsyncRetrying(
            retry=retry_if_exception(self.is_temporary),
            stop=stop_after_attempt(self.attempts - 1),
            wait=self.pause,
            sleep=self.sleep,
            reraise=True,
        )

        async def again() -> R:
            job.give_back_news()
            return await work(job)

        return await trying(again)
