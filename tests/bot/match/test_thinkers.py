"""How thoughts wait for a process, give it up to others, and end with it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.match.model import MatchId
from bot.match.thinkers import Thinkers
from bot.match.thinking_queue import Durations
from bot.match.thinking_time import Allowance
from games.core.status import Seat
from tests.bot.match import thoughtless
from tests.bot.match.test_ai_turns import against
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
