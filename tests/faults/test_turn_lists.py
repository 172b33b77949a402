"""A server's list of turns: edited in place, posted again where it is gone, taken away where it is not wanted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.match.challenges import ChallengeRequest
from bot.ui.delivery.turn_lists import LOOK_AGAIN
from sandbox.client import Message, Trouble
from tests.e2e.places import new_server
from tests.faults.situations import TIME, issue_challenge
from tests.faults.stage import Spot, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def spot(stage: Stage) -> Spot:
    """A channel of a server that lists whose turn it is in another one."""
    made = await stage.spot(await new_server(stage.sandbox), "turns")
    await choose(made, made.server.results)
    return made


async def choose(spot: Spot, channel: int | None) -> None:
    """A manager chooses the channel for the list."""
    people = spot.stage.app.context.people
    await people.change_guild_settings(spot.server.id, lambda before: replace(before, turn_list=channel))
    await update_list(spot)


async def update_list(spot: Spot) -> None:
    """All matches are posted, and the list is up to date."""
    await spot.stage.idle()
    await spot.stage.app.background.turn_lists.update()
    await spot.stage.idle()


async def lists(spot: Spot, channel: int | None = None) -> list[Message]:
    shown = await spot.server.owner.messages(channel or spot.server.results)
    return [one for one in shown if "Whose turn it is" in one.text]


async def test_the_list_follows_the_matches_in_one_message(spot: Spot) -> None:
    (empty,) = await lists(spot)
    assert "No match is being played" in empty.text
    match = await issue_challenge(spot)
    match = await spot.stage.app.context.service.accept(match.id, spot.guest)
    await update_list(spot)
    (shown,) = await lists(spot)
    thread = (await spot.stage.app.context.postings.posting(match.id)).thread
    assert shown.id == empty.id
    assert shown.text.splitlines()[1].startswith(f"- **{match.to_act[0].name}**: [Choccer · ")
    assert f"/{spot.server.id}/{thread})" in shown.text
    assert not shown.pinged
    await spot.stage.app.context.service.resign(match.id, spot.host.user)
    await update_list(spot)
    (ended,) = await lists(spot)
    assert (ended.id, "No match is being played" in ended.text) == (empty.id, True)


async def test_nothing_is_told_of_private_matches(spot: Spot) -> None:
    service = spot.stage.app.context.service
    asked = ChallengeRequest("choccer", spot.host, spot.place, (spot.guest,), time=TIME, private=True)
    match = await service.challenge(asked)
    await service.accept(match.id, spot.guest)
    await update_list(spot)
    (shown,) = await lists(spot)
    assert match.code not in shown.text


async def test_a_list_that_is_deleted_stands_again(spot: Spot) -> None:
    (before,) = await lists(spot)
    heard = asyncio.create_task(spot.stage.app.client.wait_for("raw_message_delete", timeout=60))
    await asyncio.sleep(0)
    await spot.server.owner.delete(before)
    await heard
    await update_list(spot)
    (after,) = await lists(spot)
    assert after.id != before.id


async def test_the_list_moves_with_the_setting_and_goes_with_it(spot: Spot) -> None:
    await choose(spot, spot.channel)
    assert await lists(spot) == []
    assert len(await lists(spot, spot.channel)) == 1
    await choose(spot, None)
    assert await lists(spot, spot.channel) == []
    await choose(spot, spot.channel)
    assert len(await lists(spot, spot.channel)) == 1


async def test_a_channel_that_is_closed_to_the_bot_holds_nothing_up(spot: Spot) -> None:
    """It is tried again after a while, and stands as soon as the bot may write there."""
    await spot.stage.sandbox.trouble(Trouble.ERROR, rf"POST /channels/{spot.channel}/messages", status=403)
    await choose(spot, spot.channel)
    assert await lists(spot, spot.channel) == []
    await update_list(spot)
    assert await lists(spot, spot.channel) == [], "not again at once"
    turn_lists = spot.stage.app.background.turn_lists
    turn_lists._looked_at_all -= LOOK_AGAIN  # noqa: SLF001 - the time that has passed
    await update_list(spot)
    assert len(await lists(spot, spot.channel)) == 1
