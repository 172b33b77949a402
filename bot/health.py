"""The heartbeat: what a running bot writes into a file, and what `python -m bot health` reads from it."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from socket import gethostname
from typing import Final

import structlog

from bot import metrics

BEAT_SECONDS: Final = 15
AGAIN_SECONDS: Final = 2
"""When the gateway is down, its return is noticed soon."""
WRITE_SECONDS: Final = 10
"""A database that takes longer for one small row is not well."""
FRESH_SECONDS: Final = 60

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Beat:
    """What was true `at` seconds since 1970: all shards connected, the database took a write.

    `host` is the machine or container in which the process has its number.
    """

    at: float
    pid: int
    gateway: bool
    database: bool
    host: str = ""

    def is_alive(self, now: float) -> bool:
        """Whether the process may still be running; from another container only the age of its beat tells."""
        return self.age(now) <= FRESH_SECONDS and not (self.host == gethostname() and _has_ended(self.pid))

    def age(self, now: float) -> float:
        """Seconds since; a clock that was set back makes a beat of the future, which is as stale as an old one."""
        return abs(now - self.at)

    def trouble(self, now: float) -> str | None:
        """What is wrong, in a sentence; None when all is well."""
        age = self.age(now)
        if age > FRESH_SECONDS:
            return f"The last heartbeat is {age:.0f} s old: the bot is stuck or gone."
        if not self.is_alive(now):
            return "The bot has ended without a word: it was killed, or it has crashed."
        if not self.database:
            return "The database does not take writes."
        return None if self.gateway else "The connection to Discord is down."


def read(file: Path) -> Beat | None:
    """The last beat; None when there is none, that is when no bot runs with these settings."""
    try:
        return Beat(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def trouble(file: Path, now: float) -> str | None:
    """Why the bot is not healthy; None when it is."""
    beat = read(file)
    return "No heartbeat: the bot is not running." if beat is None else beat.trouble(now)


@dataclass
class Heart:
    """Beats while the bot runs.

    `gateway` tells whether all shards are connected, `write` writes a row. A gateway that stays dead for `patience`
    seconds ends the heart, and with it the bot: whoever supervises the process starts a fresh one.
    """

    file: Path
    gateway: Callable[[], bool]
    write: Callable[[], Awaitable[object]]
    patience: float
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    async def run(self) -> None:
        """Beat until the gateway has stayed dead; removes the file at the end."""
        last_ready = self.clock()
        try:
            while True:
                beat = await self.beat()
                if beat.gateway:
                    last_ready = self.clock()
                elif self.clock() - last_ready >= self.patience:
                    _log.error("gateway stays dead", seconds=round(self.clock() - last_ready))
                    return
                await self.sleep(BEAT_SECONDS if beat.gateway else AGAIN_SECONDS)
        finally:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)

    async def beat(self) -> Beat:
        """Look, and write down what was seen."""
        beat = Beat(time.time(), os.getpid(), self.gateway(), await self._database_writes(), gethostname())
        metrics.health(1 if beat.gateway else 0, 1 if beat.database else 0)
        try:
            await asyncio.to_thread(_write, self.file, json.dumps(asdict(beat)))
        except OSError as error:  # a full disk; the old beat grows stale, which says the same
            _log.warning("heartbeat not written", reason=error.strerror)
        return beat

    async def _database_writes(self) -> bool:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self.write()
        except Exception:  # noqa: BLE001 - whatever it is, the answer is no
            _log.warning("the database does not take a write", exc_info=True)
            return False
        return True


def _has_ended(pid: int) -> bool:
    """True when there is no such process; False also where one cannot ask."""
    if os.name != "posix":  # elsewhere, asking is killing
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's
        return False
    return False


def _write(file: Path, text: str) -> None:
    """Replace the file as a whole, so that nobody reads half a beat."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".tmp")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)
