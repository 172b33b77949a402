"""/review and the button *Review*: a match that is over, gone over by an AI."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message
from tests.e2e.playing import CHANNEL, accept, code_of
from tests.e2e.test_commands import switch
from tests.e2e.test_games_and_replays import four_moves, resign

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def ended(ana: Member, ben: Member) -> Message:
    """The last board of a match of four moves, in which Ana let a gem go."""
    last = await four_moves(ana, ben)
    return await resign(ben, last.channel_id)


async def reviewed(member: Member, shown: Message) -> Message:
    """What the person is shown when the review has been made."""

    async def look() -> Message | None:
        now = await member.refresh(shown)
        return now if "Share here" in now.labels else None

    return await member.wait_until(look, what="a review")


async def test_a_match_is_reviewed_shared_and_found_again(ana: Member, ben: Member) -> None:
    end = await ended(ana, ben)
    asked = await ana.settle(await ana.click(end, "Review"))
    assert asked.ephemeral
    shown = await reviewed(ana, asked.message)
    assert f"{ana.name} vs {ben.name}" in shown.text
    (picture,) = shown.images
    assert (picture.description or "").startswith("A graph of who was ahead")
    assert f"{ana.name}: accuracy" in (picture.description or "")
    again = (await ben.settle(await ben.command("review", {"code": code_of(end)}, channel=CHANNEL))).message
    assert again.text == shown.text, "it is kept"
    here = (await ben.settle(await ben.command("review", channel=end.channel_id))).message
    assert here.text == shown.text
    shared = (await ana.settle(await ana.click(shown, "Share here"))).message
    assert shared.labels == ["Review"]
    assert f"Shared by {ana.name}" in shared.text
    theirs = (await ben.settle(await ben.click(await ben.refresh(shared), "Review"))).message
    assert theirs.text == shown.text


async def test_a_review_without_pictures_tells_the_same_in_words(ana: Member, ben: Member) -> None:
    end = await ended(ana, ben)
    await switch(ana, "Text boards", "on")
    shown = await reviewed(ana, (await ana.settle(await ana.click(end, "Review"))).message)
    assert not shown.images
    assert f"{ben.name}: accuracy" in shown.text


async def test_only_what_is_over_is_reviewed(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    running = await ana.settle(await ana.command("review", {"code": code_of(first)}, channel=CHANNEL))
    assert "is still running. It can be reviewed when it is over." in running.text
    nothing = await ana.settle(await ana.command("review", {"code": "ZZZZZ"}, channel=CHANNEL))
    assert "There is no match #ZZZZZ" in nothing.text
    which = await eve.settle(await eve.command("review", channel=CHANNEL))
    assert "Which match?" in which.text
    await resign(ben, first.channel_id)
    empty = await ana.settle(await ana.command("review", {"code": code_of(first)}, channel=CHANNEL))
    assert "there is nothing to review" in empty.text
