"""The heartbeat of a real bot: well, after a lost connection, and when Discord is gone for good."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest

from bot.process import heartbeat
from sandbox.client import Sandbox
from tests.e2e.running import ROOT, Bot
from tests.waiting import until

pytestmark = pytest.mark.any_database


def is_well(bot: Bot) -> bool:
    return heartbeat.trouble(bot.data / "health.json", time.time()) is None


def beaten_since(bot: Bot, moment: float) -> bool:
    beat = heartbeat.read(bot.data / "health.json")
    return beat is not None and beat.at > moment


async def test_a_lost_connection_is_taken_up_again(tmp_path: Path) -> None:
    async with Sandbox.spawn() as sandbox:
        bot = Bot(sandbox, tmp_path)
        await bot.start()
        await until(lambda: is_well(bot))
        await sandbox.drop_gateway()
        await until(lambda: "resumed" in bot.log.lower())
        began = time.time()
        await until(lambda: beaten_since(bot, began))
        assert is_well(bot)
        await bot.stop()
        assert not (tmp_path / "health.json").exists()


async def test_a_bot_that_was_killed_is_not_well_and_nothing_waits_for_it(tmp_path: Path) -> None:
    async with Sandbox.spawn() as sandbox:
        bot = Bot(sandbox, tmp_path)
        await bot.start()
        await until(lambda: is_well(bot))
        code, told = await run_command(tmp_path, "health")
        assert (code, told.splitlines()[0]) == (0, "Well.")
        assert set(told.splitlines()[1:]) >= {"gateway: well", "database: well"}
        if os.environ.get("QUINTET_TEST_DATABASE") != "postgresql":  # there is no file that the bot would lock
            code, told = await run_command(tmp_path, "restore", "copy.db")
            assert code == 1
            assert told.startswith("The bot is running")
        await bot.kill()
        code, told = await run_command(tmp_path, "health")
        assert code == 1
        assert told.startswith("The bot has ended without a word")
        assert (await run_command(tmp_path, "restore", "copy.db")) == (1, "There is no file copy.db.")


async def run_command(data: Path, *words: str) -> tuple[int | None, str]:
    """The exit code of a command, and what it says."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("DISCORD_", "DATABASE_"))}
    command, given["QUINTET_DATA"] = (sys.executable, "-m", "bot", *words), str(data)
    shell = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=given, stderr=asyncio.subprocess.PIPE)
    _, err = await shell.communicate()
    return shell.returncode, err.decode().strip()


async def test_the_bot_ends_when_discord_stays_away(tmp_path: Path) -> None:
    """And nothing of it goes to another Discord meanwhile."""
    async with Sandbox.spawn() as sandbox:
        bot = Bot(sandbox, tmp_path, {"QUINTET_GATEWAY_PATIENCE": "5"})
        await bot.start()
        await until(lambda: is_well(bot))
    assert bot.process is not None
    assert await asyncio.wait_for(bot.process.wait(), 60) == 1
    lines = [json.loads(line) for line in bot.log.splitlines() if line.startswith("{")]
    events = [line["event"] for line in lines]
    assert "gateway stays dead" in events
    assert events[-1] == "stopped"
    assert "discord.gg" not in bot.log
