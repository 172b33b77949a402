"""Rate limits: buckets, the limit of all requests together, and who is shut out."""

from __future__ import annotations

import asyncio
import time

import pytest

from sandbox.client import Sandbox
from sandbox.strict.ratelimit import INVALID, RateLimits
from tests.sandbox.api import Api
from tests.sandbox.specimen import Specimen


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


def test_whoever_ignores_refusals_is_shut_out(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = RateLimits()
    for _ in range(INVALID.limit):
        limits.note(429)
    assert limits.ask("GET /users/@me", {}, renames=False).banned
