"""The token of an interaction: how often and how long the bot may answer with it."""

from __future__ import annotations

import asyncio

import discord
import pytest

from sandbox.client import Member, Sandbox
from tests.sandbox.specimen import Specimen
from tests.waiting import until


async def test_an_interaction_token_ends_after_fifteen_minutes(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    kept: list[discord.Interaction[discord.Client]] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction[discord.Client]) -> None:
        kept.append(interaction)

    await ana.command("echo", {"text": "x"})
    await kept[0].followup.send("in time")
    await sandbox.advance(901)
    with pytest.raises(discord.HTTPException) as refused:
        await kept[0].followup.send("too late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_an_interaction_is_answered_once(bot: Specimen, ana: Member) -> None:
    @bot.event
    async def on_interaction(interaction: discord.Interaction[discord.Client]) -> None:
        again = discord.InteractionResponse(interaction)
        for attempt in range(50):
            try:
                await again.send_message("me too")
            except discord.HTTPException as refused:
                assert attempt == 0
                bot.problems.append(refused)
                return
            await asyncio.sleep(0)

    await ana.command("echo", {"text": "x"})
    await until(lambda: bot.problems)
    assert {getattr(one, "code", None) for one in bot.problems} == {40060}
