"""What the controls change behind the bot's back: messages, servers, members, time."""

from __future__ import annotations

import discord
import pytest

from sandbox.client import Member, Sandbox
from tests.sandbox.api import Api
from tests.sandbox.specimen import Specimen
from tests.waiting import until


async def test_the_bot_hears_what_is_deleted(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    result = await ana.command("thread", {"invite": ana}, channel="games")
    card = await ana.wait_for(lambda one: one.thread_id, "games")
    assert card.thread_id is not None
    await ana.wait_for_text("welcome", card.thread_id)
    await sandbox.delete_message(card.channel_id, card.id)
    await sandbox.delete_channel(card.thread_id)
    await sandbox.delete_channel(card.channel_id)
    gone = [
        ("message_delete", result.message.id),
        ("thread_delete", card.thread_id),
        ("channel_delete", card.channel_id),
    ]
    await until(lambda: all(one in bot.seen for one in gone))
    with pytest.raises(discord.NotFound) as refused:
        await bot.get_partial_messageable(card.channel_id).send("anybody?")
    assert refused.value.code == 10003


async def test_the_bot_joins_and_leaves_servers(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.control("DELETE", "/guilds/Elsewhere/members/quintet")
    await until(lambda: ("guild_remove", "Elsewhere") in bot.seen)
    await sandbox.control("POST", "/guilds", {"name": "Third", "owner": "Olga"})
    await sandbox.control("PUT", "/guilds/Third/members/quintet", {"permissions": ["view_channel"]})
    await until(lambda: ("guild_join", "Third") in bot.seen)


async def test_members_leave_and_time_out(bot: Specimen, sandbox: Sandbox, ana: Member, ben: Member) -> None:
    await sandbox.control("PATCH", "/guilds/Quintet Lounge/members/Ana", {"timeout": 60})
    with pytest.raises(Exception, match="lacks"):
        await ana.say("muted")
    await sandbox.control("DELETE", "/guilds/Quintet Lounge/members/Ben")
    with pytest.raises(Exception, match="sees no channel"):
        await ben.messages()


async def test_idle_threads_fall_asleep_and_wake_up(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    thread = (
        await api(f"POST /channels/{general}/threads", {"name": "a", "type": 11, "auto_archive_duration": 60})
    ).body
    place = f"/channels/{thread['id']}"
    posted = await api(f"POST {place}/messages", {"content": "x"})
    await sandbox.advance(3601)
    assert (await api(f"GET {place}")).body["thread_metadata"]["archived"]
    assert (await api(f"PATCH {place}/messages/{posted.body['id']}", {"content": "y"})).code == 50083
    assert (await api(f"PATCH {place}", {"archived": True})).code == 50083
    assert (await api(f"POST {place}/messages", {"content": "awake"})).status == 200
    assert not (await api(f"GET {place}")).body["thread_metadata"]["archived"]
    await sandbox.control("PATCH", place, {"archived": True, "locked": True})
    assert (await api(f"POST {place}/messages", {"content": "knock"})).code == 50083
    assert (await api(f"PATCH {place}", {"archived": False})).code == 50013
