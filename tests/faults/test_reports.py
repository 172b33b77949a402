"""Reports that could not be shown or told at once: later, and once each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.club.reports import Report, Reports
from sandbox.client import Member, Sandbox
from tests.e2e.places import new_server
from tests.faults.situations import be_reported_to
from tests.faults.stage import Spot, Stage, log_in


@pytest.fixture
async def spot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Spot]:
    """Where Ben has reported somebody to Ana."""
    async with log_in(sandbox, tmp_path) as stage:
        yield await stage.spot(await new_server(sandbox), "reports")


async def answer(spot: Spot) -> Report:
    """Ana answers the report."""
    context = spot.stage.app.context
    reports = Reports(context.reports, context.service)
    return await reports.answer(await be_reported_to(spot), "done", spot.host.user)


async def letters(member: Member) -> list[str]:
    return [message.text for message in await member.messages(await member.direct())]


async def untold(stage: Stage) -> int:
    """How many reports are behind after another round."""
    await stage.app.background.reports.resync()
    return len(await stage.app.context.reports.find_untold())


async def test_who_has_quiet_hours_hears_of_the_answer_after_them(spot: Spot) -> None:
    people = spot.stage.app.context.people
    await people.change_preferences(spot.guest.user, lambda now: replace(now, quiet_from=1, quiet_to=0))
    await answer(spot)
    assert await untold(spot.stage) == 1
    assert not await letters(spot.ben)
    await people.change_preferences(spot.guest.user, lambda now: replace(now, quiet_from=None, quiet_to=None))
    assert await untold(spot.stage) == 0
    assert await untold(spot.stage) == 0
    (told,) = await letters(spot.ben)
    assert f"The moderators of {spot.server.name} have looked at your report." in told


@pytest.mark.parametrize("closed", ["pings", "direct messages"])
async def test_who_wants_to_hear_nothing_is_not_written_to_again_and_again(spot: Spot, closed: str) -> None:
    if closed == "pings":
        await spot.stage.app.context.people.change_preferences(spot.guest.user, lambda now: replace(now, pings=False))
    else:
        await spot.stage.sandbox.control("PATCH", f"/users/{spot.ben.id}", {"accepts_messages": False})
    await answer(spot)
    assert await untold(spot.stage) == 0
    assert not await letters(spot.ben)


async def test_a_report_that_the_log_was_not_shown_is_posted_later_and_once(spot: Spot) -> None:
    """The bot was killed after the report was stored."""
    context = spot.stage.app.context
    await context.people.change_guild_settings(spot.server.id, lambda now: replace(now, moderation_log=spot.channel))
    report = await be_reported_to(spot)
    await context.reports.mark_posted(replace(report, shown=False))
    for _ in range(2):
        assert await untold(spot.stage) == 0
    shown = [one for one in await spot.ana.messages(spot.channel) if "Rude words." in one.text]
    assert [one.labels for one in shown] == [["Done", "No action needed"]]
