"""Rate limits, faults, time, and changes behind the bot's back."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox.client import Member, Sandbox, SandboxError, Trouble
from sandbox.rest.pipeline import read_body
from sandbox.rest.routing import Call
from sandbox.strict.ratelimit import INVALID, RateLimits
from tests.sandbox.api import Api
from tests.sandbox.specimen import Specimen
from tests.sandbox.test_gateway import until


async def test_a_bucket_counts_down_and_refuses(api: Api, sandbox: Sandbox) -> None:
    general = await sandbox.channel_id("general")
    left = [(await api.post(general, content="x")).headers["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    refused = await api.post(general, content="x")
    assert refused.status == 429
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert "Via" in refused.headers
    assert 0 < refused.body["retry_after"] <= 5
    games = await sandbox.channel_id("games")
    assert (await api.post(games, content="x")).status == 200
    assert await sandbox.refusals() == {"POST /channels/{channel_id}/messages": 1}


async def test_the_global_limit_is_fifty_a_second(api: Api, sandbox: Sandbox) -> None:
    world = await sandbox.world()
    users = [one["id"] for one in world["users"]]
    routes = [f"GET /users/{user}" for user in users] + ["GET /users/@me", "GET /applications/@me", "GET /gateway/bot"]
    replies = await asyncio.gather(*(api(routes[number % len(routes)]) for number in range(70)))
    refused = [one for one in replies if one.status == 429]
    assert refused
    assert any(one.body["global"] for one in refused)


async def test_discord_py_waits_for_its_bucket(bot: Specimen) -> None:
    channel = bot.text_channel("general")
    started = time.monotonic()
    for number in range(6):
        await channel.send(str(number))
    assert time.monotonic() - started > 4


async def test_a_thread_is_renamed_twice_in_ten_minutes(api: Api, sandbox: Sandbox) -> None:
    general = await sandbox.channel_id("general")
    thread = (await api(f"POST /channels/{general}/threads", {"name": "a", "type": 11})).body["id"]
    place = f"PATCH /channels/{thread}"
    assert [(await api(place, {"name": name})).status for name in "bcd"] == [200, 200, 429]


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


async def test_a_lost_answer_is_served_but_never_heard(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.trouble(Trouble.LOST, "POST /channels/.*/messages")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bot.text_channel("general").send("hello", nonce=5)
    assert (await ana.last()).text == "hello"
    # Sent once more with the same nonce, it is still there once.
    await bot.text_channel("general").send("hello", nonce=5)
    assert len(await ana.messages()) == 1


async def test_a_dropped_request_is_never_served(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.trouble(Trouble.DROPPED, "POST /channels/.*/messages")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bot.text_channel("general").send("hello")
    assert await ana.messages() == []


async def test_discord_py_tries_again_after_500(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.trouble(Trouble.ERROR, "/callback$", status=500)
    result = await ana.command("echo", {"text": "x"})
    assert result.text == "x"
    assert result.latency_ms > 900
    assert [one["struck"] for one in await sandbox.faults()] == [1]


async def test_an_error_after_serving_acknowledges_twice(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.trouble(Trouble.ERROR_AFTER, "/callback$", status=502)
    result = await ana.command("echo", {"text": "x"})
    assert result.text == "x"
    await until(lambda: bot.problems)
    assert getattr(bot.problems[0], "code", None) == 40060


async def test_slow_answers_miss_the_three_seconds(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.trouble(Trouble.SLOW, "/callback$", seconds=3.2)
    assert (await ana.command("echo", {"text": "x"})).failed
    await sandbox.end_trouble()
    await until(lambda: bot.problems)
    assert (await ana.command("echo", {"text": "y"})).text == "y"


async def test_late_answers_have_already_happened(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    await sandbox.trouble(Trouble.LATE, "/callback$", seconds=2.5)
    answered = asyncio.create_task(bot.wait_for("app_command_completion", timeout=30))
    result = await ana.command("echo", {"text": "x"})
    assert result.latency_ms < 2400
    assert not answered.done()
    await answered
    assert not bot.problems


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


def test_whoever_ignores_refusals_is_shut_out(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = RateLimits()
    for _ in range(INVALID.limit):
        limits.note(429)
    assert limits.ask("GET /users/@me", {}, renames=False).banned


async def test_a_crash_of_the_sandbox_is_a_violation(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("sandbox.human.views.world", crash)
    with pytest.raises(SandboxError, match="the sandbox failed"):
        await sandbox.world()
    [violation] = await sandbox.violations()
    assert (violation["kind"], violation["message"]) == ("crash", "ZeroDivisionError()")
    await sandbox.forgive()


async def test_reactions_of_others_need_a_moderator(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    said = await ana.say("x")
    await ana.react(said, "🎲")
    place = f"/channels/{general}/messages/{said.id}/reactions"
    dice = f"{place}/%F0%9F%8E%B2"
    assert [one["username"] for one in (await api(f"GET {dice}")).body] == ["ana"]
    assert (await api(f"DELETE {dice}/{ana.id}")).code == 50013
    assert (await api(f"DELETE {dice}/@me")).code == 10014
    await sandbox.control("PUT", f"/channels/{general}/overwrites", {"target": "bot", "allow": ["manage_messages"]})
    assert (await api(f"DELETE {dice}/{ana.id}")).status == 204
    await ana.react(said, "🎲")
    assert (await api(f"DELETE {dice}")).status == 204
    assert (await api(f"DELETE {dice}")).code == 10014
    await ana.react(said, "♟")
    assert (await api(f"DELETE {place}")).status == 204
    assert "reactions" not in (await ana.refresh(said)).raw


async def test_bots_react_where_they_may(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    said = await ana.say("x")
    await sandbox.deny(general, "add_reactions")
    dice = f"/channels/{general}/messages/{said.id}/reactions/%F0%9F%8E%B2/@me"
    assert (await api(f"PUT {dice}")).code == 50013
    await ana.react(said, "🎲")
    await sandbox.advance(1)
    # Somebody else's emoji may be joined all the same.
    assert (await api(f"PUT {dice}")).status == 204


async def test_a_pinned_message_is_unpinned_again(api: Api, sandbox: Sandbox) -> None:
    general = await sandbox.channel_id("general")
    await sandbox.control("PUT", f"/channels/{general}/overwrites", {"target": "bot", "allow": ["pin_messages"]})
    posted = (await api.post(general, content="x")).body["id"]
    place = f"/channels/{general}/pins"
    assert (await api(f"PUT {place}/{posted}")).status == 204
    assert (await api(f"PUT {place}/{posted}")).status == 204
    assert [one["id"] for one in (await api(f"GET {place}")).body] == [posted]
    assert (await api(f"DELETE {place}/{posted}")).status == 204
    assert (await api(f"GET {place}")).body == []


async def test_members_get_and_lose_roles_below_the_bots_own(api: Api, sandbox: Sandbox, ben: Member) -> None:
    await sandbox.control("PATCH", "/guilds/Elsewhere/roles", {"role": "bot", "permissions": ["manage_roles"]})
    guild = next(one["id"] for one in (await api("GET /users/@me/guilds")).body if one["name"] == "Elsewhere")
    role = (await sandbox.control("POST", "/guilds/Elsewhere/roles", {"name": "Low", "position": 0}))["id"]
    olga = sandbox.member("Olga")
    place = f"/guilds/{guild}/members/{olga.id}/roles/{role}"
    assert (await api(f"PUT {place}")).status == 204
    assert (await api(f"GET /guilds/{guild}/members/{olga.id}")).body["roles"] == [role]
    assert (await api(f"DELETE {place}")).status == 204
    assert (await api(f"PUT /guilds/{guild}/members/{olga.id}/roles/1")).code == 10011
    assert (await api(f"PATCH /guilds/{guild}/members/{olga.id}", {"roles": [role]})).body["roles"] == [role]


async def test_a_bot_that_dies_while_it_sends_is_no_fault_of_the_sandbox(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, done = asyncio.Event(), asyncio.Event()

    async def read(call: Call) -> None:
        reading.set()
        try:
            await read_body(call)
        finally:
            done.set()

    monkeypatch.setattr("sandbox.rest.pipeline.read_body", read)
    channel = await sandbox.channel_id("general")
    host, _, port = sandbox.url.removeprefix("http://").partition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"POST /api/v10/channels/{channel}/messages HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bot {sandbox.token}\r\n"
    )
    writer.write((head + "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{").encode())
    await reading.wait()
    writer.transport.abort()
    await done.wait()
    assert await sandbox.violations() == []
