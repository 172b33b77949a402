"""Direct messages, digests and quiet hours as people get them, from a bot whose time a test can see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.club.preferences import Preferences
from bot.match.model import Match
from sandbox.client import Member, Sandbox
from tests.e2e.places import new_server
from tests.e2e.playing import becomes
from tests.faults.situations import issue_challenge
from tests.faults.stage import Spot, Stage, log_in


@pytest.fixture
async def stage(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Stage]:
    async with log_in(sandbox, tmp_path) as made:
        yield made


async def settle(spot: Spot, match: Match) -> None:
    """The board of the match stands, and all letters have gone."""
    await spot.stage.app.context.service.announce(match)
    await spot.stage.idle()
    await spot.stage.app.context.pings.close()


async def spot_of(stage: Stage) -> Spot:
    return await stage.spot(await new_server(stage.sandbox), "notifications")


async def begin(spot: Spot, **settings: object) -> Match:
    """Ana, who is not there, has set this, and a match with Ben begins with her move."""
    match = await issue_challenge(spot)
    people = spot.stage.app.context.people

    def change(before: Preferences) -> Preferences:
        return replace(before, **settings)  # type: ignore[arg-type]

    await people.change_preferences(spot.host.user, change)
    spot.stage.app.context.pings.present.clear()
    return await spot.stage.app.context.service.accept(match.id, spot.guest)


async def letters(member: Member) -> list[str]:
    return [message.text for message in await member.messages(await member.direct())]


async def test_a_turn_is_told_by_direct_message_with_the_way_to_the_board(stage: Stage) -> None:
    spot = await spot_of(stage)
    match = await begin(spot, ping_by="direct")
    await settle(spot, match)
    told = await letters(spot.ana)
    assert len(told) == 1, "the same turn that is posted again is told once"
    assert "It's your move" in told[0]
    assert f"#{match.code}" in told[0]


async def test_closed_direct_messages_become_pings_again_with_a_sentence(stage: Stage) -> None:
    spot = await spot_of(stage)
    await stage.sandbox.control("PATCH", f"/users/{spot.ana.id}", {"accepts_messages": False})
    match = await begin(spot, ping_by="direct")
    await settle(spot, match)
    posting = await stage.app.context.postings.posting(match.id)
    shown = [message.text for message in await spot.ana.messages(posting.thread or 0)]
    assert any("Discord doesn't let me write to you directly" in text for text in shown), shown
    assert (await stage.app.context.people.preferences(spot.host.user)).ping_by == "thread"


async def test_what_came_in_quiet_hours_comes_as_one_digest(stage: Stage) -> None:
    spot = await spot_of(stage)
    match = await begin(spot, quiet_from=1, quiet_to=0)
    await settle(spot, match)
    assert not await letters(spot.ana)
    people = stage.app.context.people
    held = await people.preferences(spot.host.user)
    assert held.digest_at is not None
    await people.change_preferences(
        spot.host.user, lambda now: replace(now, quiet_from=None, quiet_to=None, digest_at=1)
    )
    assert await stage.app.background.digests.send_due() == 1
    told = await letters(spot.ana)
    assert len(told) == 1
    assert "Your turn in 1 match" in told[0]
    assert f"#{match.code}" in told[0]


async def test_the_window_sets_it_all_and_says_what_is_wrong(stage: Stage) -> None:
    spot = await spot_of(stage)
    page = (await spot.ana.settle(await spot.ana.command("settings", channel=spot.channel))).message
    assert "each turn, in the match's thread" in page.text
    opened_ = await spot.ana.click(page, "Notifications")
    form = {"turns": "once", "place": "direct", "hours": "22-8", "zone": "berlin"}
    await spot.ana.submit(opened_.modal, form)
    page = await becomes(spot.ana, page, "once until you look, by direct message, quiet 22:00-08:00 (Europe/Berlin)")
    again = await spot.ana.click(page, "Notifications")
    refused = await spot.ana.settle(await spot.ana.submit(again.modal, form | {"zone": "Atlantis"}))
    assert "I don't know the time zone 'Atlantis'" in refused.text
    stored = await stage.app.context.people.preferences(spot.host.user)
    assert stored.time_zone == "Europe/Berlin"
