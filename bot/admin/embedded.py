"""Run the sandbox as a child process, for a bot without a token."""

from __future__ import annotations

import asyncio
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from bot.settings import Settings, SettingsError, sqlite_url

HOST: Final = "127.0.0.1"
TOKEN: Final = "sandbox-token"  # noqa: S105 - opens nothing but the sandbox
READY: Final = "sandbox listening on "
DATABASE: Final = "sandbox.db"
START_SECONDS: Final = 30
STOP_SECONDS: Final = 5


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running sandbox; `address` is its web page."""

    address: str
    process: Process

    def point(self, settings: Settings) -> Settings:
        """Return the settings of a bot that connects to this sandbox."""
        here = {"api": f"{self.address}/api/v10", "cdn": f"{self.address}/cdn", "token": SecretStr(TOKEN)}
        return without_discord(settings).model_copy(update=here)


def without_discord(settings: Settings) -> Settings:
    """Return the settings adjusted for a sandbox: a database of its own, without backups."""
    here = {
        "database_url": sqlite_url(settings.data / DATABASE),
        "keep_backups": 0,
        "shard_ids": None,
        "shard_count": None,
        "spare": False,
    }
    return settings.model_copy(update=here)


@asynccontextmanager
async def sandbox(port: int) -> AsyncIterator[Sandbox]:
    """Run a sandbox on this port (0: any free one) while the context lasts and this process lives.

    Raises SettingsError if it cannot start.
    """
    found = find_spec("sandbox")
    if found is None or found.origin is None:
        raise SettingsError("DISCORD_TOKEN is missing, and there is no sandbox here to play in without one")
    _check(port)
    home = Path(found.origin).parents[1]  # independent of the folder in which this process was started
    command = (sys.executable, "-m", "sandbox", "--port", str(port), "--token", TOKEN, "--until-eof")
    # In a session of its own, so that Ctrl-C reaches only the bot, which logs out before the sandbox ends. If the bot
    # is killed, the system closes the sandbox's standard input, and the sandbox ends by itself.
    process = await asyncio.create_subprocess_exec(*command, cwd=home, stdin=PIPE, stdout=PIPE, start_new_session=True)
    try:
        yield Sandbox(await _address(process), process)
    finally:
        await _stop(process)


def _check(port: int) -> None:
    """Raise SettingsError if another program listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise SettingsError(
                f"The sandbox cannot listen on port {port} ({error.strerror}): set QUINTET_SANDBOX_PORT to another one,"
                " or to 0 for any that is free"
            ) from None


async def _address(process: Process) -> str:
    """Return the address in the first line that the sandbox prints."""
    assert process.stdout is not None  # noqa: S101 - a pipe, as asked for
    line = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(START_SECONDS):
            line = await process.stdout.readline()
    text = line.decode(errors="replace").strip()
    if not text.startswith(READY):
        raise SettingsError("The sandbox did not start. With DISCORD_TOKEN set, the bot goes to Discord instead")
    return text.removeprefix(READY).rstrip("/")


async def _stop(process: Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
