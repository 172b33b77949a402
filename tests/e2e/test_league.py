"""/tournament: a league, from the window to the second season."""

from __future__ import annotations

import pytest

from sandbox.client import Sandbox
from tests.e2e.playing import becomes
from tests.e2e.running import Bot
from tests.e2e.tournaments import Club

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_league_goes_on_with_its_next_season_by_itself(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    card = await club.create("league", 16)
    assert "The next season begins by itself" in card.text
    await club.join(card, *club.people)
    await club.press(club.people[0], card, "Start")
    for number in range(1, 4):
        shown = await becomes(club.people[0], card, f"Round {number} of 3")
        assert "Season 1" in shown.text
        await club.wait_for_boards(2)
        if number == 2:
            await bot.kill()
            await bot.start()
        for running in await club.running():
            await club.resign(running, 1)
    await club.people[0].wait_for_text("Season 1 is over", club.server.games)
    shown = await becomes(club.people[0], card, "Season 2")
    assert shown.images
    await club.wait_for_boards(2)
    assert await club.matches() == len(await club.pairings()) == 8
    asked = await club.ask_to_call_off(club.people[0], shown)
    await club.people[0].click(asked, "Call off")
    await becomes(club.people[0], card, "**Over.**")
    await club.close()
