"""Discord that does not take the commands: all else goes on, `health` tells of it, and the list is put right later."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import pytest

from bot.process import heartbeat
from bot.process.heartbeat import STARTING, WELL
from sandbox.client import Sandbox, Trouble
from tests.e2e.running import ROOT, Bot

pytestmark = pytest.mark.any_database

COMMANDS = r"/applications/\d+/commands"
GOING_ON = {"gateway", "database", "clocks", "deadlines", "AI", "publishing"}


async def say(bot: Bot, *words: str) -> tuple[int | None, str]:
    """The exit code of a command with the settings of a bot, and what it says."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("DISCORD_", "DATABASE_"))}
    given |= {
        "DISCORD_API": bot.sandbox.api,
        "DISCORD_TOKEN": bot.sandbox.token,
        "QUINTET_DATA": str(bot.data),
        "QUINTET_LOG_LEVEL": "error",
    }
    command = (sys.executable, "-m", "bot", *words)
    shell = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=given, stderr=asyncio.subprocess.PIPE)
    _, err = await shell.communicate()
    return shell.returncode, err.decode().strip()


async def states_of(bot: Bot, after: float) -> Mapping[str, str]:
    """What a heartbeat later than this instant tells, as soon as everything but the commands has begun."""
    beat = None
    for _ in range(600):
        beat = heartbeat.read(bot.data / "health.json")
        if beat is not None and beat.at > after and all(beat.states.get(name) == WELL for name in GOING_ON):
            return beat.states
        await asyncio.sleep(0.1)
    raise AssertionError(f"something waits for the commands: {beat}")


async def names(sandbox: Sandbox) -> set[str]:
    """The commands that Discord knows."""
    return {one["name"] for one in await _commands(sandbox, "GET")}


async def write_over(sandbox: Sandbox) -> None:
    """Somebody else with the same token tells Discord of one command, and no other."""
    await _commands(sandbox, "PUT", [{"name": "old", "description": "A command of an older bot", "type": 1}])
    assert await names(sandbox) == {"old"}


async def _commands(sandbox: Sandbox, method: str, body: object = None) -> list[dict[str, str]]:
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(f"{sandbox.api}/applications/@me") as answer:
            application = (await answer.json())["id"]
        async with session.request(method, f"{sandbox.api}/applications/{application}/commands", json=body) as answer:
            found: list[dict[str, str]] = await answer.json()
            return found


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "trouble, status, state",
    [
        (Trouble.ERROR, 403, "failing, Forbidden"),
        pytest.param(Trouble.ERROR, 400, "failing, HTTPException", marks=pytest.mark.slow),
        (Trouble.SLOW, 0, ""),
    ],
    ids=["forbidden", "bad request", "no answer"],
)
async def test_a_refused_sync_holds_up_nothing_and_is_told(
    sandbox: Sandbox, tmp_path: Path, trouble: Trouble, status: int, state: str
) -> None:
    await sandbox.trouble(trouble, COMMANDS, times=1000, seconds=300, status=status)
    bot = Bot(sandbox, tmp_path)
    began = time.time()
    starting = asyncio.create_task(bot.start())
    states = await states_of(bot, began)
    if state:
        assert states["commands"].startswith(state)
        code, said = await say(bot, "health")
        assert code == 0, "another start would change nothing"
        assert said.startswith("Well, except for commands.\n")
        assert f"commands: {states['commands']}" in said.splitlines()
    else:
        assert states["commands"] == STARTING
    await sandbox.end_trouble()
    if state:
        await starting
        assert {"challenge", "games", "move", "play"} <= await names(sandbox)
    starting.cancel()
    await bot.stop()
    assert bot.process is not None
    assert bot.process.returncode == 0


@pytest.mark.timeout(120)
async def test_a_list_that_somebody_has_written_over_is_put_right(sandbox: Sandbox, bot: Bot) -> None:
    ours = await names(sandbox)
    assert "move" in ours
    await bot.stop()
    await bot.start()
    assert bot.log.count("commands synced") == 1, "nothing has changed"
    await write_over(sandbox)
    assert await say(bot, "sync") == (0, f"Discord has {len(ours)} commands now.")
    assert await names(sandbox) == ours
    await bot.stop()
    await write_over(sandbox)
    await bot.start()
    assert await names(sandbox) == ours
