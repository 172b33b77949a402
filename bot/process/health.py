"""Examines a running bot and writes the heartbeat file, which `bot.process.heartbeat` reads."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from socket import gethostname
from typing import Final

import structlog

from bot import metrics
from bot.process.heartbeat import WELL, Beat

BEAT_SECONDS: Final = 15
AGAIN_SECONDS: Final = 2
"""Seconds between looks while the gateway is down, so that its return is noticed soon."""
LAST_WRITE_SECONDS: Final = 1
WRITE_SECONDS: Final = 10
"""Seconds after which a write of one small row counts as failed."""

_log = structlog.get_logger(__name__)


@dataclass
class HeartbeatWriter:
    """Writes the heartbeat file while the bot runs.

    `gateway` tells whether all shards are connected, `write` writes a row, `states` tells how each subsystem is. A
    gateway that stays dead for `patience` seconds ends the heart, and with it the bot: whoever supervises the process
    starts a fresh one.
    """

    file: Path
    gateway: Callable[[], bool]
    write: Callable[[], Awaitable[object]]
    patience: float
    states: Callable[[], Mapping[str, str]] = dict
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _writing: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Write heartbeats until the gateway has been dead for `patience`; removes the file at the end."""
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
            if self._writing is not None:  # otherwise it could write after the file was removed
                await asyncio.wait({self._writing}, timeout=LAST_WRITE_SECONDS)
            with suppress(OSError):
                self.file.unlink(missing_ok=True)

    async def beat(self) -> Beat:
        """Examine the bot once and write the heartbeat."""
        database = await self._database_writes()
        states = {**self.states(), "database": WELL if database else "does not take writes"}
        beat = Beat(time.time(), os.getpid(), self.gateway(), database, gethostname(), states)
        metrics.health(1 if beat.gateway else 0, 1 if beat.database else 0)
        for name in states:
            metrics.subsystem(name, 0 if name in beat.find_troubled() else 1)
        try:
            self._writing = asyncio.ensure_future(asyncio.to_thread(_write, self.file, json.dumps(asdict(beat))))
            await asyncio.shield(self._writing)
        except OSError as error:  # e.g. a full disk; the old heartbeat becomes stale, which reports the same
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


def _write(file: Path, text: str) -> None:
    """Replace the file atomically, so that nobody reads half a heartbeat."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".tmp")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)
