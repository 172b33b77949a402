"""How thoughts wait for a process, give it up to others, and end with it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from structlog.testing import capture_logs

from bot.match.model import LogEntry, MatchId
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.thinking_queue import Durations
from bot.match.thinking_time import Allowance
from games.core.status import Seat
from tests.bot.match import thoughtless
from tests.bot.match.test_ai_turns import AT_ONCE, TURN, against, legal
from tests.bot.match.test_reviewer import Store as Log
from tests.bot.table import Club


@pytest.mark.parametrize("is_urgent", [False, True], ids=["ordinary", "urgent"])
async def test_each_thought_that_joins_the_queue_is_estimated_once(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch, *, is_urgent: bool
) -> None:
    """To estimate the whole queue for each blocked the event loop for seconds, where a thousand AIs were to move."""
    match, most, estimates = await against(sqlite_club), 100, 0
    expect = Durations.expect

    def count(durations: Durations, game: str, level: str, budget: float, guess: float) -> float:
        nonlocal estimates
        estimates += 1
        return expect(durations, game, level, budget, guess)

    monkeypatch.setattr(Durations, "expect", count)
    thinkers, allowed = Thinkers(work=thoughtless.naps), Allowance(0.3, 50, is_urgent=is_urgent)
    matches = [replace(match, id=MatchId(number)) for number in range(most)]
    thoughts = [asyncio.create_task(thinkers.think(each, Seat(0), "easy", allowed)) for each in matches]
    await asyncio.sleep(0)
    try:
        assert estimates <= most
    finally:
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
        thinkers.close()


async def test_a_thought_is_cut_short_even_before_its_match_is_looked_at_again(sqlite_club: Club) -> None:
    """It has a process, and would go on for ten minutes; then an urgent thought waits for that process."""
    match, looks, goes_on = await against(sqlite_club, game="cyberzul"), asyncio.Event(), asyncio.Event()

    async def still_wanted() -> bool:
        looks.set()
        return await goes_on.wait()

    thinkers = Thinkers()
    try:
        await thinkers.think(match, Seat(0), "easy", AT_ONCE)  # the process has begun
        async with asyncio.timeout(2 * TURN):
            long = asyncio.create_task(thinkers.think(match, Seat(0), "hard", Allowance(600, 900), still_wanted))
            await looks.wait()
            urgent = asyncio.create_task(thinkers.think(match, Seat(0), "easy", Allowance(0.1, 1, is_urgent=True)))
            await asyncio.sleep(0)
            goes_on.set()
            await urgent
            assert legal(match, (await long).move)
    finally:
        thinkers.close()


async def test_when_the_pool_is_closed_no_thought_ends_with_a_move_at_random(sqlite_club: Club) -> None:
    match, thinkers = await against(sqlite_club), Thinkers(work=thoughtless.naps)
    with capture_logs() as lines:
        thoughts = [asyncio.create_task(thinkers.think(match, Seat(0), "easy", Allowance(60, 90))) for _ in range(2)]
        await asyncio.sleep(0.1)
        thinkers.close()
        thoughts.append(asyncio.create_task(thinkers.think(match, Seat(0), "easy", AT_ONCE)))
        async with asyncio.timeout(TURN):
            results = await asyncio.gather(*thoughts, return_exceptions=True)
    assert [type(result) for result in results] == [NotWanted] * 3
    assert lines == []


@dataclass
class SlowLog(Log):
    """The log of a match of which it takes a while to read the earlier positions."""

    goes_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        await self.goes_on.wait()
        return await super().entries(match, start, stop)


async def test_nothing_is_pondered_where_the_last_idle_process_is_taken_meanwhile(sqlite_club: Club) -> None:
    """A process was idle when the earlier positions began to be read; pondering must not queue for it afterwards."""
    pondered, other = await against(sqlite_club, game="conquid"), await against(sqlite_club)
    log = SlowLog({pondered.id: []})
    thinkers = Thinkers(work=thoughtless.naps, log=log)
    try:
        pondering = asyncio.create_task(thinkers.ponder(pondered, Seat(0), "hard", 0.1))
        await asyncio.sleep(0)
        thinking = asyncio.create_task(thinkers.think(other, Seat(0), "hard", Allowance(1.0, 50)))
        await asyncio.sleep(0)
        log.goes_on.set()
        assert await pondering is None
        assert not thinking.done()
        await thinking
    finally:
        thinkers.close()
