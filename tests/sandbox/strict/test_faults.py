"""Trouble on the way: answers that are lost, late or errors, a bot that dies, and a sandbox that fails."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from sandbox.client import Member, Sandbox, SandboxError, Trouble
from sandbox.rest.pipeline import read_body
from sandbox.rest.routing import Call
from tests.sandbox.specimen import Specimen
from tests.waiting import until


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


async def test_a_crash_of_the_sandbox_is_a_violation(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("sandbox.human.views.world", crash)
    with pytest.raises(SandboxError, match="the sandbox failed"):
        await sandbox.world()
    [violation] = await sandbox.violations()
    assert (violation["kind"], violation["message"]) == ("crash", "ZeroDivisionError()")
    await sandbox.forgive()


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
