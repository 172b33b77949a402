"""/block: two people who are kept apart, as they see it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.store import schema
from sandbox.client import Member
from tests.e2e.playing import becomes, find_card
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_who_is_blocked_is_refused_kindly_and_told_nothing(bot: Bot, ana: Member, ben: Member) -> None:
    blocked = await ana.settle(await ana.command("block", {"member": ben}))
    assert "is blocked" in blocked.text
    assert "Undo" in blocked.message.labels
    assert blocked.message.ephemeral
    refused = await ben.settle(await ben.command("challenge", {"opponent": ana, "game": "onyx"}))
    assert "doesn't take challenges at the moment" in refused.text
    assert "block" not in refused.text
    own = await ana.settle(await ana.command("challenge", {"opponent": ben, "game": "onyx"}))
    assert "You have blocked" in own.text
    assert "/block" in own.text


async def test_a_challenge_that_waits_is_declined_and_a_block_is_undone_from_the_list(
    bot: Bot, ana: Member, ben: Member
) -> None:
    card = await find_card(ben, await ben.command("choccer", {"opponent": ana}))
    await ana.command("block", {"member": ben})
    await becomes(ben, card, "declined")
    listed = (await ana.settle(await ana.command("block"))).message
    assert ben.name in listed.text
    await ana.select(listed, [str(ben.id)])
    await becomes(ana, listed, "Nobody")
    again = await ben.settle(await ben.command("challenge", {"opponent": ana, "game": "onyx"}))
    assert "challenges" in again.message.text
    stored = select(schema.personal_block.c.user_id).where(schema.personal_block.c.user_id == ana.id)
    assert not await bot.database.rows(stored)


async def test_nobody_blocks_themselves_or_the_bot(bot: Bot, ana: Member) -> None:
    assert "can't block yourself" in (await ana.settle(await ana.command("block", {"member": ana}))).text
