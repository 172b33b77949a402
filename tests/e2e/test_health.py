"""The heartbeat of a real bot: well, after a lost connection, and when Discord is gone for good."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

from bot import health
from sandbox.client import Sandbox
from tests.e2e.running import Bot


async def until(it_is_so: Callable[[], bool], seconds: float = 40) -> None:
    for _ in range(int(seconds * 10)):
        if it_is_so():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it did not come to be")


def is_well(bot: Bot) -> bool:
    return health.trouble(bot.data / "health.json", time.time()) is None


def beaten_since(bot: Bot, moment: float) -> bool:
    beat = health.read(bot.data / "health.json")
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


async def test_the_bot_ends_when_discord_stays_away(tmp_path: Path) -> None:
    """And nothing of it goes to another Discord meanwhile."""
    async with Sandbox.spawn() as sandbox:
        bot = Bot(sandbox, tmp_path, {"QUINTET_GATEWAY_PATIENCE": "5"})
        await bot.start()
        await until(lambda: is_well(bot))
    assert bot.process is not None
    assert await asyncio.wait_for(bot.process.wait(), 60) == 1
    lines = [json.loads(line) for line in bot.log.splitlines() if line.startswith("{")]
    assert lines[-1]["event"] == "gateway stays dead"
    assert "discord.gg" not in bot.log
