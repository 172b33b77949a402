"""One task that sleeps until the next deadline of all matches, and a job for each deadline that has passed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

import structlog

from bot.jobs.job import Job
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.clock import MINUTE, SECOND, Instant
from bot.match.guild_shards import Shards
from bot.match.model import Match, MatchId, Player, Stage
from bot.match.ports import Alone, Claims
from bot.match.service import MatchService
from bot.match.stores import DueMatches
from bot.match.timeouts import overdue_bullet
from bot.match.uptime import one_shard
from bot.match.work_claims import held_claims

_log = structlog.get_logger(__name__)
LONGEST_SLEEP = 10 * MINUTE
LONGEST_SHARED_SLEEP = 15 * SECOND
"""The longest sleep when there are other processes, which may set earlier deadlines and then end."""
RETRY = MINUTE
RETRY_SOON = SECOND
RETRY_UNHEARD = SECOND // 4
"""How long to wait for a sign of life from Discord before a passed deadline is looked at again."""
CLAIM_SECONDS = 1
MOST_AT_ONCE = 1000
"""How many jobs are started in one round."""

StandIn = Callable[[Match, Player], Awaitable[None]]
Remind = Callable[[Match], Awaitable[None]]
First = Callable[[], Awaitable[object]]
Watch = Callable[[], AbstractContextManager[None]]


async def nothing() -> None:
    """Default for `first`: nothing to do."""


def no_move_arrived(_match: Match) -> bool:
    """Default for `move_arrived`: no move is being handled."""
    return False


class Deadlines:
    """Wakes up at the next deadline and applies everything that is due, each match in its own job."""

    def __init__(
        self, service: MatchService, store: DueMatches, stand_in: StandIn, remind: Remind, claims: Claims | None = None
    ) -> None:
        """`stand_in` moves for a player whose bullet move is overdue; `remind` tells one whose days run out.

        `first` is done before anybody loses on time: clocks get what they have missed. Only matches of the `shards`
        on which moves arrive are settled, and only with deadlines before Discord was last `heard`. `move_arrived` tells
        that a move, received in time, is still being handled.
        """
        self.first: First = nothing
        self.shards: Callable[[], Shards] = one_shard
        self.last_heard: Callable[[], Instant] = service.clock
        self.move_arrived: Callable[[Match], bool] = no_move_arrived
        self.watch: Watch = nullcontext
        """Entered for each round, which it may look at: how long it takes, and whether it fails."""
        self._service = service
        self._store = store
        self._claims = claims or Alone()
        self._longest = LONGEST_SLEEP if isinstance(self._claims, Alone) else LONGEST_SHARED_SLEEP
        self._remind = remind
        self._stand_in = stand_in
        self._sooner = asyncio.Event()
        self._wakes_at: Instant = 0
        kind: JobKind[MatchId, Match, None] = JobKind(
            "deadline",
            self._settle,
            "deadline not settled",
            claims=held_claims(self._claims, "due", CLAIM_SECONDS),
            ended=self._wake,
        )
        self._jobs = KeyedJobs(kind)

    async def notice_change(self, match: Match) -> None:
        """React to a changed match: wake up earlier if its deadline is earlier."""
        if match.wake is not None and match.wake < self._wakes_at:
            self._sooner.set()

    async def run(self) -> None:
        """Run until cancelled."""
        try:
            while True:
                await self._round()
        finally:
            await self._jobs.cancel()

    async def _round(self) -> None:
        """Start what is due, then sleep until the next deadline."""
        self._sooner.clear()
        now = self._service.clock()
        following = await self._begin_all(now)
        longest = now + self._longest_sleep()
        if following is not None and following <= now:
            following = now + RETRY_UNHEARD
        self._wakes_at = longest if following is None else min(longest, following)
        if self._sooner.is_set():
            return
        try:
            async with asyncio.timeout(max(0.01, (self._wakes_at - now) / 1000)):
                await self._sooner.wait()
        except TimeoutError:
            return

    def _longest_sleep(self) -> int:
        """Return the longest sleep allowed; short while shards are away, since they may come back."""
        shards = self.shards()
        if not shards.ids:
            return RETRY_SOON
        return self._longest if shards.is_all else LONGEST_SHARED_SLEEP

    async def _begin_all(self, now: Instant) -> Instant | None:
        """Start everything that is due and return the time of the next deadline."""
        try:
            with self.watch():
                await self._begin_due()
                return await self._store.next_wake(now, self._jobs, self.shards())
        except Exception:  # noqa: BLE001 - the edge: a database that is away comes back
            _log.exception("deadlines not settled")
            return now + RETRY_SOON

    async def settle(self) -> int:
        """Apply everything that is due by now and return the number of matches examined."""
        jobs = await self._begin_due()
        await asyncio.gather(*jobs)
        return len(jobs)

    async def _begin_due(self) -> Sequence[asyncio.Future[None]]:
        """Start a job for each match that is due by now."""
        await self.first()
        begun: dict[MatchId, asyncio.Future[None]] = {}
        while len(begun) < MOST_AT_ONCE:
            besides = {*self._jobs, *begun}
            due = await self._store.due(self.last_heard(), besides=besides, shards=self.shards())
            jobs = await self._jobs.begin_free({match.id: match for match in due})
            if not jobs:  # nothing is left, or other processes are handling it
                break
            begun |= jobs
        return list(begun.values())

    def _wake(self, _match: MatchId, error: Exception | None) -> None:
        """When a job ends, look for more work; retry soon if the job could not store that it was done."""
        wake_in = 0 if error is None else RETRY_SOON / SECOND
        asyncio.get_running_loop().call_later(wake_in, self._sooner.set)

    async def _settle(self, job: Job[MatchId, Match]) -> None:
        """Apply what is due for one match; if nothing changed, push its deadline so that it does not block others."""
        match = job.take_news()
        if match is None:
            return
        again = RETRY
        if self.move_arrived(match):
            again = RETRY_SOON
        else:
            try:
                await self._handle_due(match)
            except Exception:  # noqa: BLE001 - the edge: one bad match must not stop the others
                _log.exception("deadline failed", match=match.code)
        now = self._service.clock()
        await self._store.postpone(match, now, now + again)

    async def _handle_due(self, match: Match) -> None:
        late = overdue_bullet(match, self._service.clock())
        if late is not None:
            await self._stand_in(match, late)
        elif match.stage is Stage.LIVE and match.time.kind == "bullet":
            await self._service.settle_undelivered(match)
        else:
            changed = await self._service.settle_deadline(match.id)
            if changed is not None and changed.stage is Stage.LIVE and changed.reminded:
                await self._remind(changed)
