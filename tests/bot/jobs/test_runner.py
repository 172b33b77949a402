"""Keyed jobs: one at a time for each key, none forgotten, whatever happens when."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs
from structlog.typing import EventDict
from tenacity import wait_fixed

from bot.jobs.claims import HeldClaims
from bot.jobs.job import Job, Retry
from bot.jobs.runner import JobKind, KeyedJobs

Jobs = KeyedJobs[int, int, int]
Work = Callable[[Job[int, int]], Awaitable[int]]


@pytest.fixture(autouse=True)
def log() -> Iterator[list[EventDict]]:
    """What is logged meanwhile."""
    with capture_logs() as lines:
        yield lines


async def turn(times: int = 20) -> None:
    """Let all tasks go on as far as they can without a pause."""
    for _ in range(times):
        await asyncio.sleep(0)


class Pauses:
    """Sleeps that end when the test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._over: list[asyncio.Event] = []

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        over = asyncio.Event()
        self._over.append(over)
        await over.wait()

    async def end(self, seconds: float | None = None) -> None:
        """End all pauses, or those of this length."""
        for asked, over in zip(self.asked, self._over, strict=True):
            if seconds in (None, asked):
                over.set()
        await turn()


class Rounds:
    """Work whose rounds end when the test says so, each with the news that it took."""

    def __init__(self) -> None:
        self.taken: list[int | None] = []
        self.running = 0
        self._outcomes: asyncio.Queue[int | Exception] = asyncio.Queue()

    async def __call__(self, job: Job[int, int]) -> int:
        self.taken.append(job.take_news())
        self.running += 1
        assert self.running == 1, "of each key one job at a time"
        try:
            outcome = await self._outcomes.get()
        finally:
            self.running -= 1
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def end(self, *outcomes: int | Exception) -> None:
        """Let rounds end in this way."""
        for outcome in outcomes:
            self._outcomes.put_nowait(outcome)
        await turn()


class FakeClaims:
    """Claims in a table: who else has a key, and what was asked."""

    def __init__(self) -> None:
        self.others: set[int] = set()
        self.mine: set[int] = set()
        self.log: list[str] = []
        self.gate: asyncio.Event | None = None
        self.error: Exception | None = None
        self.steps = 0

    async def take(self, keys: Sequence[int]) -> set[int]:
        self.log.append(f"take {','.join(map(str, keys))}")
        free = set(keys) - self.others
        self.mine |= free
        await self._wait()
        return free

    async def release(self, key: int) -> None:
        self.log.append(f"release {key}")
        await self._wait()
        self.mine.discard(key)

    async def _wait(self) -> None:
        await turn(self.steps)
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error


def claims_held_by(claims: FakeClaims, pauses: Pauses) -> HeldClaims[int]:
    return HeldClaims(claims, name="test", ask_again=1, renew=10, sleep=pauses)


def jobs_of(work: Work, claims: HeldClaims[int] | None = None) -> Jobs:
    return KeyedJobs(JobKind("test", work, "it failed", claims=claims, newer=max))


# ---------------------------------------------------------------- news


async def test_the_work_is_done_once_with_the_news_it_was_asked_with() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    asked = jobs.ask(1, 7)
    assert jobs.names == ["test-1"]
    await rounds.end(70)
    assert await asked == 70
    assert (rounds.taken, len(jobs)) == ([7], 0)


async def test_what_comes_before_the_job_has_begun_needs_no_round_of_its_own() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    jobs.ask(1, 9)
    jobs.ask(1, 8)
    jobs.ask(1)
    await rounds.end(0)
    assert rounds.taken == [9], "the newest, not the last"
    assert not list(jobs)


async def test_what_comes_during_a_round_is_done_by_one_more() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    first = jobs.ask(1, 1)
    await turn()
    assert [jobs.ask(1, number) for number in (2, 4, 3)] == [first] * 3
    await rounds.end(10, 20)
    assert rounds.taken == [1, 4]
    assert await first == 20, "whoever asked hears of the newest state"


async def test_a_job_may_ask_for_itself() -> None:
    seen: list[int | None] = []

    async def work(job: Job[int, int]) -> int:
        seen.append(job.take_news())
        if len(seen) < 3:
            jobs.ask(job.key, len(seen))
        return len(seen)

    jobs = jobs_of(work)
    assert await jobs.run(1) == 3
    assert seen == [None, 1, 2]


async def test_jobs_of_several_keys_run_side_by_side() -> None:
    meeting = asyncio.Barrier(3)

    async def work(job: Job[int, int]) -> int:
        await meeting.wait()
        return job.key

    jobs = jobs_of(work)
    assert await asyncio.gather(*(jobs.run(key) for key in (1, 2, 3))) == [1, 2, 3]


async def test_so_many_jobs_run_together_as_there_are_places() -> None:
    running, most = 0, 0

    async def work(_job: Job[int, int]) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await turn(3)
        running -= 1
        return 0

    jobs: Jobs = KeyedJobs(JobKind("test", work, "it failed", places=asyncio.Semaphore(2)))
    await asyncio.gather(*(jobs.run(key) for key in range(7)))
    assert most == 2


async def test_news_that_are_dropped_are_not_taken_although_the_round_is_made() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    jobs.ask(1, 1)
    await turn()
    jobs.ask(1, 2)
    jobs.drop_news(1)
    jobs.drop_news(5)
    await rounds.end(0, 0)
    assert rounds.taken == [1, None]


async def test_who_waits_and_gives_up_takes_nobody_elses_job_along() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    impatient, patient = (asyncio.create_task(jobs.run(1)) for _ in range(2))
    await turn()
    impatient.cancel()
    await rounds.end(1)
    assert await patient == 1
    assert not await jobs.wait_for(1)


async def test_the_length_of_the_queue_is_measured() -> None:
    rounds = Rounds()
    jobs: Jobs = KeyedJobs(JobKind("test", rounds, "it failed", queue="test"))

    def length() -> float | None:
        return REGISTRY.get_sample_value("quintet_queue_length", {"queue": "test"})

    jobs.ask(1)
    assert length() == 1
    await rounds.end(0)
    assert length() == 0


# ---------------------------------------------------------------- claims


async def test_a_claim_is_taken_again_for_each_round_and_released_once() -> None:
    rounds, claims = Rounds(), FakeClaims()
    jobs = jobs_of(rounds, claims_held_by(claims, Pauses()))
    jobs.ask(1)
    await turn()
    jobs.ask(1)
    await rounds.end(0, 0)
    assert claims.log == ["take 1", "take 1", "release 1"]


async def test_a_job_whose_key_another_process_has_asks_again_after_a_pause() -> None:
    rounds, claims, pauses = Rounds(), FakeClaims(), Pauses()
    claims.others = {1}
    jobs = jobs_of(rounds, claims_held_by(claims, pauses))
    jobs.ask(1, 1)
    await turn()
    jobs.ask(1, 2)
    await pauses.end(1)
    assert claims.log == ["take 1", "take 1"]
    claims.others = set()
    await pauses.end(1)
    await rounds.end(0)
    assert rounds.taken == [2], "what has come meanwhile is part of the first round"
    assert claims.mine == set()


async def test_nobody_waits_for_a_claim_when_nothing_is_left_to_do() -> None:
    rounds, claims, pauses, left = Rounds(), FakeClaims(), Pauses(), [True, False]
    claims.others = {1}

    async def wanted(_key: int) -> bool:
        return left.pop(0)

    jobs: Jobs = KeyedJobs(JobKind("test", rounds, "it failed", claims=claims_held_by(claims, pauses), wanted=wanted))
    asked = jobs.ask(1)
    for _ in range(2):
        await turn()
        await pauses.end(1)
    assert await asked is None
    assert (rounds.taken, claims.log) == ([], ["take 1", "take 1"])


async def test_news_while_it_is_asked_whether_there_is_anything_to_do_are_not_lost() -> None:
    rounds, claims, pauses = Rounds(), FakeClaims(), Pauses()
    claims.others = {1}

    async def wanted(key: int) -> bool:
        jobs.ask(key, 5)
        claims.others = set()
        return False

    jobs: Jobs = KeyedJobs(JobKind("test", rounds, "it failed", claims=claims_held_by(claims, pauses), wanted=wanted))
    jobs.ask(1)
    await turn()
    await pauses.end(1)
    await rounds.end(0)
    assert rounds.taken == [5]


async def test_news_while_the_claim_is_released_begin_another_round() -> None:
    rounds, claims = Rounds(), FakeClaims()
    jobs = jobs_of(rounds, claims_held_by(claims, Pauses()))
    asked = jobs.ask(1, 1)
    await turn()
    claims.gate = asyncio.Event()
    await rounds.end(10)
    assert claims.log[-1] == "release 1"
    assert jobs.ask(1, 2) is asked
    claims.gate.set()
    await rounds.end(20)
    assert (rounds.taken, await asked) == ([1, 2], 20)
    assert claims.log == ["take 1", "release 1", "take 1", "release 1"]


async def test_all_claims_are_renewed_together_while_their_jobs_run() -> None:
    claims, pauses, going = FakeClaims(), Pauses(), asyncio.Event()

    async def work(_job: Job[int, int]) -> int:
        await going.wait()
        return 0

    jobs = jobs_of(work, claims_held_by(claims, pauses))
    for key in (1, 2):
        jobs.ask(key)
    await turn()
    claims.log.clear()
    await pauses.end(10)
    assert claims.log == ["take 1,2"]
    going.set()
    await turn()
    await pauses.end(10)
    assert sorted(claims.log[1:]) == ["release 1", "release 2"], "nothing is left to renew"
    assert claims.mine == set()


async def test_a_claim_that_is_released_while_it_is_renewed_is_not_left_behind() -> None:
    rounds, claims, pauses = Rounds(), FakeClaims(), Pauses()
    jobs = jobs_of(rounds, claims_held_by(claims, pauses))
    jobs.ask(1)
    await turn()
    claims.gate = answer = asyncio.Event()
    await pauses.end(10)
    claims.gate = None
    await rounds.end(0)
    answer.set()
    await turn()
    assert claims.mine == set()
    assert claims.log == ["take 1", "take 1", "release 1", "release 1"]


@pytest.mark.parametrize("away", [True, False])
async def test_a_claim_that_is_lost_is_told_and_the_job_goes_on(log: list[EventDict], *, away: bool) -> None:
    rounds, claims, pauses = Rounds(), FakeClaims(), Pauses()
    jobs = jobs_of(rounds, claims_held_by(claims, pauses))
    asked = jobs.ask(1)
    await turn()
    claims.error = ConnectionError() if away else None
    claims.others = set() if away else {1}
    await pauses.end(10)
    assert [line["event"] for line in log] == ["claims not renewed" if away else "claims lost"]
    await rounds.end(3)
    assert await asked == 3


async def test_a_claim_that_cannot_be_released_spoils_no_result(log: list[EventDict]) -> None:
    rounds, claims = Rounds(), FakeClaims()
    jobs = jobs_of(rounds, claims_held_by(claims, Pauses()))
    asked = jobs.ask(1)
    await turn()
    claims.error = ConnectionError()
    await rounds.end(3)
    assert await asked == 3
    assert [line["event"] for line in log] == ["claim not released"]


async def test_of_many_keys_those_begin_that_nobody_is_at() -> None:
    claims, seen = FakeClaims(), list[int]()
    claims.others = {2}

    async def work(job: Job[int, int]) -> int:
        seen.append(job.take_news() or 0)
        return 0

    jobs = jobs_of(work, claims_held_by(claims, Pauses()))
    begun, again = await jobs.begin_free({1: 10, 2: 20, 3: 30}), await jobs.begin_free({1: 10, 3: 30})
    assert (list(begun), list(again)) == ([1, 3], [])
    await asyncio.gather(*begun.values())
    assert seen == [10, 30]
    assert sorted(claims.log) == ["release 1", "release 3", "take ", "take 1,2,3"]


# ---------------------------------------------------------------- errors and retries


async def test_an_unexpected_error_is_an_incident_once(log: list[EventDict]) -> None:
    rounds, claims = Rounds(), FakeClaims()
    jobs = jobs_of(rounds, claims_held_by(claims, Pauses()))
    asked = jobs.ask(1)
    before = REGISTRY.get_sample_value("quintet_incidents_total", {"during": "test"}) or 0
    await rounds.end(ZeroDivisionError())
    assert await asked is None
    assert [(line["event"], line["job"], line["during"]) for line in log] == [("it failed", "test-1", "test")]
    assert REGISTRY.get_sample_value("quintet_incidents_total", {"during": "test"}) == before + 1
    assert (claims.mine, len(jobs)) == (set(), 0)


async def test_an_expected_error_is_dealt_with_and_the_end_is_told(log: list[EventDict]) -> None:
    rounds, ended, error = Rounds(), list[tuple[int, Exception | None]](), ConnectionError()

    async def handle(key: int, error: Exception) -> bool:
        assert key in jobs, "nobody else begins before it is dealt with"
        return isinstance(error, ConnectionError)

    def gone(key: int, error: Exception | None) -> None:
        assert key not in jobs
        ended.append((key, error))

    jobs: Jobs = KeyedJobs(JobKind("test", rounds, "it failed", handle, ended=gone))
    jobs.ask(1)
    await rounds.end(error)
    jobs.ask(1)
    await rounds.end(0)
    assert ended == [(1, error), (1, None)]
    assert log == []


async def test_errors_of_those_who_deal_with_errors_are_incidents_too(log: list[EventDict]) -> None:
    rounds = Rounds()

    async def handle(_key: int, _error: Exception) -> bool:
        raise ConnectionError

    jobs: Jobs = KeyedJobs(JobKind("test", rounds, "it failed", handle))
    asked = jobs.ask(1)
    await rounds.end(ZeroDivisionError())
    assert await asked is None
    assert [type(line["exc_info"]) for line in log] == [ConnectionError, ZeroDivisionError]


async def test_news_that_came_during_a_round_that_failed_are_not_lost() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    asked = jobs.ask(1, 1)
    await turn()
    jobs.ask(1, 2)
    await rounds.end(ZeroDivisionError(), 20)
    assert (rounds.taken, await asked) == ([1, 2], 20)


def trying(rounds: Rounds, pauses: Pauses) -> Jobs:
    retry = Retry(lambda error: isinstance(error, ConnectionError), 3, wait_fixed(4), pauses)
    return KeyedJobs(JobKind("test", rounds, "it failed", retry=retry, newer=max))


async def test_what_may_pass_is_tried_again_with_the_same_news_or_newer() -> None:
    rounds, pauses = Rounds(), Pauses()
    jobs = trying(rounds, pauses)
    asked = jobs.ask(1, 1)
    await rounds.end(ConnectionError(), ConnectionError())
    assert pauses.asked == [4], "at once, and then after a pause"
    jobs.ask(1, 2)
    await pauses.end()
    await rounds.end(5)
    assert rounds.taken == [1, 1, 2]
    assert await asked == 5


async def test_it_is_tried_so_often_and_reported_once(log: list[EventDict]) -> None:
    rounds, pauses = Rounds(), Pauses()
    asked = trying(rounds, pauses).ask(1, 1)
    await rounds.end(ConnectionError(), ConnectionError())
    await pauses.end()
    await rounds.end(ConnectionError())
    assert await asked is None
    assert (len(rounds.taken), len(log)) == (3, 1)


async def test_what_will_not_pass_is_not_tried_again() -> None:
    rounds, pauses = Rounds(), Pauses()
    asked = trying(rounds, pauses).ask(1, 1)
    await rounds.end(ZeroDivisionError())
    assert await asked is None
    assert (rounds.taken, pauses.asked) == ([1], [])


async def test_news_that_are_outdated_do_not_come_back_with_a_retry() -> None:
    rounds, pauses = Rounds(), Pauses()
    jobs = trying(rounds, pauses)
    jobs.ask(1, 1)
    await rounds.end(ConnectionError(), ConnectionError())
    jobs.drop_news(1)
    await pauses.end()
    await rounds.end(0)
    assert rounds.taken == [1, 1, None]


# ---------------------------------------------------------------- the end


async def test_closing_lets_jobs_end_and_those_that_they_begin() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    jobs.ask(1)
    await turn()
    closing = asyncio.create_task(jobs.close())
    await turn()
    jobs.ask(1, 2)
    await rounds.end(0)
    assert not closing.done()
    await rounds.end(0)
    assert await closing == []
    assert await jobs.ask(1) is None, "nothing is begun any more"
    assert await jobs.begin_free({1: 1}) == {}
    assert rounds.taken == [None, 2]


@pytest.mark.parametrize("patience", [0, 0.01])
async def test_closing_says_what_did_not_end_in_time(patience: float) -> None:
    rounds, claims = Rounds(), FakeClaims()
    jobs = jobs_of(rounds, claims_held_by(claims, Pauses()))
    asked = jobs.ask(1)
    await turn()
    assert await jobs.close(patience) == ["test-1"]
    assert asked.cancelled()
    assert (claims.mine, len(jobs), rounds.running) == (set(), 0, 0)


async def test_closing_that_is_cancelled_cancels_the_jobs() -> None:
    rounds = Rounds()
    jobs = jobs_of(rounds)
    asked = asyncio.create_task(jobs.run(1))
    await turn()
    closing = asyncio.create_task(jobs.close())
    await turn()
    closing.cancel()
    await turn()
    assert closing.cancelled()
    assert (await asked, len(jobs)) == (None, 0)


@pytest.mark.parametrize("steps", range(12))
async def test_wherever_a_job_is_cancelled_nothing_is_left_of_it(steps: int) -> None:
    """Before it begins, while it claims, works and releases, and when it is over."""
    claims, pauses, running = FakeClaims(), Pauses(), 0

    async def work(_job: Job[int, int]) -> int:
        nonlocal running
        running += 1
        try:
            await turn(3)
        finally:
            running -= 1
        return 0

    claims.steps = 2
    jobs = jobs_of(work, claims_held_by(claims, pauses))
    jobs.ask(1)
    await turn(steps)
    await jobs.cancel()
    assert (len(jobs), claims.mine, running) == (0, set(), 0)
    assert await jobs.run(1) == 0, "the key is free for the next job"
    assert claims.mine == set()


async def test_a_job_that_was_claimed_and_never_began_lets_go_of_its_key() -> None:
    rounds, claims = Rounds(), FakeClaims()
    jobs = jobs_of(rounds, claims_held_by(claims, Pauses()))
    await jobs.begin_free({1: 1})
    await jobs.close(0)
    assert (rounds.taken, claims.mine, len(jobs)) == ([], set(), 0)
