"""The gateway: sessions, resuming, intents, shards, compression, and connections that end."""

from __future__ import annotations

import asyncio

import discord
import pytest

from sandbox.client import Member, Sandbox
from sandbox.gateway.intents import Intent
from sandbox.settings import Settings
from tests.sandbox.api import Api, Json
from tests.sandbox.conftest import logged_in
from tests.sandbox.sockets import connecting
from tests.sandbox.specimen import Specimen, point_at
from tests.waiting import until


async def test_hello_comes_first_and_heartbeats_are_acknowledged(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        assert (await socket.receive(10))["d"]["heartbeat_interval"] == 41_250
        await socket.send(1, None)
        await socket.receive(11)


@pytest.mark.parametrize(
    "op,data,code",
    [
        (2, {"token": "wrong", "intents": 0}, 4004),
        (2, {"token": "sandbox-token", "intents": -1}, 4013),
        (2, {"token": "sandbox-token", "intents": 1 << 15}, 4014),
        (2, {"token": "sandbox-token", "intents": 0, "shard": [2, 2]}, 4010),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (3, {}, 4003),
        (99, {}, 4001),
    ],
)
async def test_wrong_messages_end_the_connection(sandbox: Sandbox, op: int, data: Json, code: int) -> None:
    async with connecting(sandbox) as socket:
        await socket.send(op, data)
        assert await socket.wait_for_close() == code


async def test_broken_json_and_old_versions_end_the_connection(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        await socket.socket.send_str("{")
        assert await socket.wait_for_close() == 4002
    async with connecting(sandbox, "?v=6") as socket:
        assert await socket.wait_for_close() == 4012


async def test_identifying_twice_ends_the_connection(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        await socket.send(2, {"token": sandbox.token, "intents": 0})
        assert await socket.wait_for_close() == 4005


async def test_too_many_messages_end_the_connection(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        for _ in range(130):
            await socket.send(1, None)
        assert await socket.wait_for_close() == 4008


async def test_without_heartbeats_the_connection_ends() -> None:
    async with Sandbox.start(Settings(heartbeat_ms=200)) as sandbox, connecting(sandbox) as socket:
        await socket.identify(sandbox)
        assert await socket.wait_for_close() == 4009


async def test_ready_then_guilds_then_events(sandbox: Sandbox, ana: Member) -> None:
    async with connecting(sandbox) as socket:
        ready = await socket.identify(sandbox)
        assert [one["unavailable"] for one in ready["guilds"]] == [True, True]
        guild = (await socket.receive("GUILD_CREATE"))["d"]
        assert guild["name"] == "Quintet Lounge"
        # Without the members intent only the bot itself is listed, and hidden channels are left out.
        assert [one["user"]["username"] for one in guild["members"]] == ["quintet"]
        assert "back-room" not in {one["name"] for one in guild["channels"]}
        await ana.say("hi")
        assert (await socket.receive("MESSAGE_CREATE"))["d"]["author"]["username"] == "ana"


async def test_events_follow_intents(sandbox: Sandbox, ana: Member) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox, intents=1)
        await ana.say("not heard")
        await sandbox.control("POST", "/guilds/Elsewhere/channels", {"name": "new"})
        assert (await socket.receive("CHANNEL_CREATE"))["s"] == 4


async def test_foreign_content_is_hidden_without_its_intent(sandbox: Sandbox, ana: Member) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        await ana.say("a secret")
        assert (await socket.receive("MESSAGE_CREATE"))["d"]["content"] == ""
        await ana.say(f"for you {sandbox.bot.mention}")
        assert "for you" in (await socket.receive("MESSAGE_CREATE"))["d"]["content"]


async def test_with_the_intent_content_is_readable() -> None:
    settings = Settings(privileged=Intent.MESSAGE_CONTENT)
    async with Sandbox.start(settings) as sandbox, connecting(sandbox) as socket:
        await socket.identify(sandbox, intents=513 | 1 << 15)
        await sandbox.member("Ana").say("no secret")
        assert (await socket.receive("MESSAGE_CREATE"))["d"]["content"] == "no secret"


async def test_resume_replays_what_was_missed(sandbox: Sandbox, ana: Member) -> None:
    async with connecting(sandbox) as socket:
        ready = await socket.identify(sandbox)
        await socket.receive("GUILD_CREATE")
        await socket.receive("GUILD_CREATE")
        await sandbox.drop_gateway()
        assert await socket.wait_for_close() == 4000
        last = socket.sequence
    for number in range(3):
        await ana.say(f"missed {number}")
    async with connecting(sandbox) as socket:
        await socket.send(6, {"token": sandbox.token, "session_id": ready["session_id"], "seq": last})
        numbers = [(await socket.receive("MESSAGE_CREATE"))["s"] for _ in range(3)]
        assert numbers == [last + 1, last + 2, last + 3]
        await socket.receive("RESUMED")


async def test_an_unknown_session_cannot_be_resumed(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        await socket.send(6, {"token": sandbox.token, "session_id": "unknown", "seq": 1})
        assert (await socket.receive(9))["d"] is False


async def test_a_session_closed_with_1000_is_gone(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        ready = await socket.identify(sandbox)
        await socket.socket.close(code=1000)
    async with connecting(sandbox) as socket:
        await socket.send(6, {"token": sandbox.token, "session_id": ready["session_id"], "seq": 1})
        assert (await socket.receive(9))["d"] is False


async def test_shards_identify_five_seconds_apart_when_told_so() -> None:
    async with Sandbox.start(Settings(identify_seconds=5.0)) as sandbox:
        async with connecting(sandbox) as socket:
            await socket.identify(sandbox, shard=[0, 2])
        async with connecting(sandbox) as socket:
            await socket.send(2, {"token": sandbox.token, "intents": 0, "shard": [1, 2]})
            assert (await socket.receive(9))["d"] is False


async def test_each_shard_hears_of_its_own_servers(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as first, connecting(sandbox) as second:
        heard = []
        for shard, socket in enumerate((first, second)):
            await socket.identify(sandbox, shard=[shard, 2])
            heard.append((await socket.receive("GUILD_CREATE"))["d"]["name"])
        assert sorted(heard) == ["Elsewhere", "Quintet Lounge"]


async def test_discord_py_resumes_after_a_drop(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.drop_gateway()
    await ana.say("while you were out")
    await until(lambda: bot.heard)
    await until(lambda: ("resumed", None) in bot.seen)
    assert (await ana.command("echo", {"text": "back"})).text == "back"


async def test_discord_py_reconnects_when_asked(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.ask_to_reconnect()
    await until(lambda: ("resumed", None) in bot.seen)
    assert (await ana.command("echo", {"text": "back"})).text == "back"


async def test_discord_py_identifies_again_after_an_invalid_session(
    bot: Specimen, sandbox: Sandbox, ana: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object, **__: object) -> None:
        """discord.py waits five seconds here."""

    monkeypatch.setattr(bot, "before_identify_hook", at_once)
    [before] = await sandbox.sessions()
    bot.became_ready.clear()
    await sandbox.invalidate_sessions()
    await asyncio.wait_for(bot.became_ready.wait(), 5)
    [after] = await sandbox.sessions()
    assert before["id"] != after["id"]
    assert (await ana.command("echo", {"text": "again"})).text == "again"


async def test_events_may_come_twice(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.duplicate_events()
    await ana.say("once")
    await until(lambda: len(bot.heard) == 2)
    assert bot.heard[0].id == bot.heard[1].id


async def test_a_sharded_bot_serves_both_servers(sandbox: Sandbox) -> None:
    class Sharded(Specimen, discord.AutoShardedClient):
        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            """discord.py would wait five seconds."""

    async with logged_in(sandbox, Sharded(shard_count=2)) as bot:
        assert len(await sandbox.sessions()) == 2
        assert {one.name: one.shard_id for one in bot.guilds}.keys() == {"Quintet Lounge", "Elsewhere"}
        assert len({one.shard_id for one in bot.guilds}) == 2
        olga = sandbox.member("Olga")
        assert (await olga.command("echo", {"text": "hi"}, channel="lobby")).text == "hi"


async def test_a_sandbox_in_its_own_process() -> None:
    async with Sandbox.spawn() as sandbox:
        point_at(sandbox)
        async with logged_in(sandbox, Specimen()):
            assert (await sandbox.member("Ana").command("echo", {"text": "far"})).text == "far"


async def test_members_are_asked_for_by_id_or_name(sandbox: Sandbox, ana: Member) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        guild = (await socket.receive("GUILD_CREATE"))["d"]["id"]
        await socket.send(8, {"guild_id": guild, "user_ids": [str(ana.id), "5"], "limit": 0, "nonce": "n"})
        chunk = (await socket.receive("GUILD_MEMBERS_CHUNK"))["d"]
        assert [one["user"]["username"] for one in chunk["members"]] == ["ana"]
        assert (chunk["not_found"], chunk["nonce"]) == (["5"], "n")
        await socket.send(8, {"guild_id": guild, "query": "be", "limit": 5})
        chunk = (await socket.receive("GUILD_MEMBERS_CHUNK"))["d"]
        assert [one["user"]["username"] for one in chunk["members"]] == ["ben"]
        # The whole list needs the privileged intent.
        await socket.send(8, {"guild_id": guild, "query": "", "limit": 0})
        assert (await socket.receive("GUILD_MEMBERS_CHUNK"))["d"]["members"] == []


async def test_typing_is_told(sandbox: Sandbox, api: Api) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox, intents=1 << 11)
        general = await sandbox.channel_id("general")
        assert (await api(f"POST /channels/{general}/typing")).status == 204
        assert (await socket.receive("TYPING_START"))["d"]["channel_id"] == str(general)


async def test_presence_is_taken_and_events_count_on(sandbox: Sandbox, ana: Member) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        await socket.send(3, {"status": "online", "activities": [], "since": None, "afk": False})
        await ana.say("still here")
        await socket.receive("MESSAGE_CREATE")


async def test_a_sequence_from_the_future_ends_the_connection(sandbox: Sandbox) -> None:
    async with connecting(sandbox) as socket:
        ready = await socket.identify(sandbox)
        await sandbox.drop_gateway()
    async with connecting(sandbox) as socket:
        await socket.send(6, {"token": sandbox.token, "session_id": ready["session_id"], "seq": 999})
        assert await socket.wait_for_close() == 4007
