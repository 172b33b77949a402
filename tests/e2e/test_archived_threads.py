"""Threads that Discord has put away: a week without a word is nothing unusual in a match of days, or in a pause."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message, Sandbox
from tests.e2e.places import own_channel
from tests.e2e.playing import accept, becomes, board, code_of, find_card

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_offer_is_shown_in_an_archived_thread(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    first = await accept(ana, ben)
    menu = (await ana.settle(await ana.click(first, "More"))).message
    await sandbox.control("PATCH", f"/channels/{first.channel_id}", {"archived": True})
    await ana.click(menu, "Offer draw")
    shown = await ben.wait_for(
        lambda one: "offers a draw" in one.text and "Accept draw" in one.labels, first.channel_id
    )
    await ben.click(shown, "Accept draw")
    await ben.wait_for(lambda one: "draw: by agreement" in one.text and "Rematch" in one.labels, first.channel_id)


async def test_a_resumed_match_pings_who_is_to_move(ana: Member, ben: Member) -> None:
    """After a pause of weeks nobody looks at the board by themselves."""
    first = await accept(ana, ben)
    await ana.click((await ana.settle(await ana.click(first, "More"))).message, "Ask to pause")
    await ben.click(await becomes(ben, first, "asks to pause"), "Accept pause")
    paused = await becomes(ana, first, "The match is paused")
    assert paused.labels == ["Resume", "Board as text", "More"]
    await ben.click(paused, "Resume")
    again = await ana.wait_for(lambda one: one.id != first.id and "to move" in one.text, first.channel_id)
    assert again.pinged == {ana.id}
    await ana.wait_until(lambda: find_retired(ana, first), what="the old board to lose its controls")


async def find_retired(member: Member, message: Message) -> Message | None:
    fresh = await member.refresh(message)
    return fresh if not fresh.buttons else None


async def test_a_match_goes_on_elsewhere_when_its_thread_is_locked(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    channel = await own_channel(sandbox)
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    thread, code = (await board(ana, card)).channel_id, code_of(card)
    await sandbox.control("PATCH", f"/channels/{thread}", {"locked": True})
    await ana.settle(await ana.command("move", {"move": "h4-g4", "match": code}, channel=channel))
    page = await ben.wait_until(lambda: _resumable(ben, code, channel), what="a way to go on")
    await ben.click(page, "Resume here")
    again = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, channel)
    assert again.pinged == {ben.id}
    listed = await ben.settle(await ben.command("games", channel=channel))
    assert "Your turn" in listed.text  # the channel is no place of that match alone


async def _resumable(member: Member, code: str, channel: int) -> Message | None:
    page = (await member.settle(await member.command("games", {"code": code}, channel=channel))).message
    return page if "Resume here" in page.labels else None
