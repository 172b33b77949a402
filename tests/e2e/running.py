"""A bot as a process of its own, in a sandbox as another: what every end-to-end test plays with."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.settings import sqlite_url
from sandbox.client import Sandbox
from tests.e2e import database

ROOT = Path(__file__).parents[2]
READY_SECONDS = 60


@dataclass
class Bot:
    """`python -m bot run` against a sandbox; can be killed and started again with the same database."""

    sandbox: Sandbox
    data: Path
    extra: Mapping[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = None
    killed: bool = False

    @property
    def log(self) -> str:
        """What the bot has written so far."""
        file = self.data / "bot.log"
        return file.read_text() if file.exists() else ""

    @property
    def database(self) -> database.BotDatabase:
        """What the bot has stored since its first start."""
        return database.BotDatabase(self.extra.get("DATABASE_URL") or sqlite_url(self.data / "quintet.db"))

    async def begin(self) -> None:
        """Start, without waiting until the bot is ready."""
        if "DATABASE_URL" not in self.extra:
            self.extra = {**self.extra, **await database.new_database_setting()}
        settings = {
            "DISCORD_API": self.sandbox.api,
            "DISCORD_CDN": self.sandbox.cdn,
            "DISCORD_TOKEN": self.sandbox.token,
            "QUINTET_DATA": str(self.data),
            "QUINTET_LOG_FORMAT": "json",
            "QUINTET_ACTIONS_PER_SECOND": "200",  # robots are quick
            "QUINTET_WELCOME": "no",  # everybody in these tests is new
            **self.extra,
        }
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(("DISCORD_", "DATABASE_"))}
        with (self.data / "bot.log").open("a") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", cwd=ROOT, env=inherited | settings, stdout=log, stderr=log
            )

    async def start(self) -> None:
        """Start, and wait until the bot is ready."""
        ready = self.log.count('"awake"')
        await self.begin()
        assert self.process is not None
        for _ in range(READY_SECONDS * 20):
            if self.log.count('"awake"') > ready:
                return
            if self.process.returncode is not None:
                break
            await asyncio.sleep(0.05)
        raise AssertionError(f"the bot did not become ready:\n{self.log[-3000:]}")

    async def wait_for_log(self, words: str, times: int = 1, seconds: float = READY_SECONDS) -> None:
        """Wait until the bot has written these words so often."""
        try:
            async with asyncio.timeout(seconds):
                while self.log.count(words) < times:  # noqa: ASYNC110 - a file tells nobody that it has grown
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{words} is not in the log {times} times:\n{self.log[-3000:]}") from None

    async def ended(self) -> int | None:
        """Wait until the process has ended; its exit code."""
        return None if self.process is None else await self.process.wait()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End the process with this signal, and wait for it."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.send_signal(number)
        await asyncio.wait_for(self.process.wait(), 30)

    def check_log(self) -> None:
        """Every line that the process has written in its life is an object, for the programs that collect logs.

        Python's resource tracker is a process of its own: it outlives a killed bot, and tells what it cleans up.
        """
        for line in self.log.splitlines():
            if not (self.killed and "resource_tracker" in line):
                assert isinstance(json.loads(line), dict), line

    async def kill(self) -> None:
        """End the process at once, as `kill -9` does."""
        self.killed = True
        await self.stop(signal.SIGKILL)
