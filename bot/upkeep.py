"""What goes on beside a running bot: its heartbeat and the nightly copies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from bot import backups
from bot.health import Heart
from bot.settings import Settings

AGAIN_SECONDS = 5
_log = structlog.get_logger(__name__)


Work = Callable[[], Awaitable[object]]


async def again_and_again(name: str, seconds: float, work: Work) -> None:
    """Until cancelled. What fails now, for want of a database or of Discord, is done the next time."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 - the edge: everything comes back
            _log.exception("routine failed", routine=name)
        await asyncio.sleep(seconds)


async def until_done(name: str, work: Work) -> None:
    """Try until it has worked once."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 - the edge: everything comes back
            _log.exception("routine failed", routine=name)
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            return


async def beside(
    bot: Coroutine[Any, Any, object],
    settings: Settings,
    connected: Callable[[], bool],
    write: Callable[[], Awaitable[object]],
) -> int:
    """Run the bot until it ends by itself (0), or because the gateway has stayed dead (1).

    `connected` tells whether all shards are, `write` writes a row. Raises what the bot raises.
    """
    heart = Heart(settings.health_file, connected, write, settings.gateway_patience)
    main, beats = asyncio.ensure_future(bot), asyncio.ensure_future(heart.run())
    tasks: list[asyncio.Future[Any]] = [main, beats]
    if settings.sqlite_file is not None:
        nights = backups.every_night(settings.sqlite_file, settings.backup_folder, settings.keep_backups)
        tasks.append(asyncio.ensure_future(nights))
    try:
        await asyncio.wait((main, beats), return_when=asyncio.FIRST_COMPLETED)
        if main.done():
            main.result()
            return 0
        beats.result()
        return 1
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
