"""Boards that newer ones have replaced: their controls are removed in the background.

The list is stored together with the board that replaces them. What an error or a shutdown leaves undone is done
later by `resume`. A board that has no controls any more is left as it is.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

import discord
import structlog
from cachetools import LRUCache
from tenacity import wait_exponential_jitter

from bot.jobs.job import Job, Retry
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.clock import HOUR, MINUTE, Instant
from bot.match.model import OldBoard
from bot.match.ports import Clock
from bot.match.stores import OldBoardStore
from bot.ui.delivery.past_board import has_own_files, own_files, past_layout
from bot.ui.delivery.retrying import is_temporary

_log = structlog.get_logger(__name__)
_RETRY = Retry(is_temporary, 5, wait_exponential_jitter(multiplier=0.5, max=10))
_AT_ONCE = 8
"""How many boards are processed at once; each takes a request or two."""

_FORGOTTEN_TOGETHER = 20
"""How many finished boards are deleted from the store together, since moves wait for each write."""

_RESUME_AFTER = MINUTE
"""How long ago a board must have been replaced before another process takes it over."""

_REFUSED_FOR = HOUR
"""How long a board is left alone after a refusal (an archived thread, a missing permission)."""

_MOST_REFUSED = 5000
"""The number of boards that are remembered as refused; any other is tried again by the next `resume`."""


class _Retirement(NamedTuple):
    """A board to retire, and its current message if known."""

    board: OldBoard
    message: discord.Message | None


class OldBoards:
    """Removes the controls from old boards, one task for each."""

    def __init__(self, client: discord.Client, store: OldBoardStore, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        kind: JobKind[int, _Retirement, None] = JobKind(
            "retire",
            self._retire,
            "old board not retired yet",
            self._handle,
            retry=_RETRY,
            places=asyncio.Semaphore(_AT_ONCE),
        )
        self._jobs = KeyedJobs(kind)
        self._not_before: LRUCache[int, Instant] = LRUCache(_MOST_REFUSED)
        self._retired: set[int] = set()
        self._resumed = False

    async def add(self, old: OldBoard) -> None:
        """Store an unrecorded board with controls, and start removing them."""
        await self._store.add(old, self._clock())
        self.retire_soon(old)

    def retire_soon(self, old: OldBoard, message: discord.Message | None = None) -> None:
        """Start removing the controls, without waiting for Discord. Without `message`, it is fetched first."""
        if old.message not in self._jobs and self._not_before.get(old.message, 0) <= self._clock():
            self._jobs.ask(old.message, _Retirement(old, message))

    async def resume(self) -> None:
        """Resume work that was left undone by this process or one that has ended."""
        await self._forget_retired()
        age = _RESUME_AFTER if self._resumed else 0
        instant, after = self._clock() + 1 - age, 0
        while found := await self._store.find_replaced_before(instant, after):
            for old in found:
                self.retire_soon(old)
            after = found[-1].message
        self._resumed = True

    async def close(self) -> None:
        """Stop; unfinished work stays stored."""
        await self._jobs.close(patience=0)

    async def _retire(self, job: Job[int, _Retirement]) -> None:
        retirement = job.take_news()
        if retirement is None:
            return
        with suppress(discord.NotFound):
            await self._take_controls_off(retirement)
        self._retired.add(job.key)
        self._not_before.pop(job.key, None)
        if len(self._retired) >= _FORGOTTEN_TOGETHER:
            await self._forget_retired()

    async def _forget_retired(self) -> None:
        if retired := frozenset(self._retired):
            await self._store.forget(retired)
            self._retired -= retired

    async def _handle(self, message: int, error: Exception) -> bool:
        """Leave a failed board for `resume`, which waits longer after a refusal."""
        if not isinstance(error, discord.HTTPException):
            return False
        if not is_temporary(error):
            self._not_before[message] = self._clock() + _REFUSED_FOR
        _log.info("old board not retired yet", message=message, error=str(error))
        return True

    async def _take_controls_off(self, retirement: _Retirement) -> None:
        old, message = retirement
        if message is None or not has_own_files(message):
            message = await self._client.get_partial_messageable(old.channel).fetch_message(old.message)
        place = self._client.get_channel(old.channel)
        view = past_layout(message, place.name if isinstance(place, discord.Thread) else "")
        if view is not None and message.author == self._client.user:
            files = own_files(message)
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
