"""What goes on beside a running bot: its heartbeat and the nightly copies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any

import structlog

from bot import backups
from bot.health import Heart
from bot.settings import Settings
from bot.stopping import Stop, to_the_end

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
    close: Callable[[], Awaitable[object]],
    stop: Stop,
) -> int:
    """Run the bot until it ends by itself (0), or because the gateway has stayed dead (1).

    `connected` tells whether all shards are, `write` writes a row. However this ends, `close` is called once and
    comes to its end, while the bot, which it logs out, is still connected. Raises what the bot raises.
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
        stop.begin("the bot has ended")
        await to_the_end(_end(tasks, close, stop))


async def _end(tasks: Collection[asyncio.Future[Any]], close: Callable[[], Awaitable[object]], stop: Stop) -> None:
    """Close while the connection still stands: cut off before, discord.py may go on as if nothing had been said."""
    _log.info("stopping")
    await close()
    for task in tasks:
        task.cancel()
    await stop.wait_for("heartbeat and backups", _all(tasks), 0.98)
    _log.info("stopped")


async def _all(tasks: Collection[asyncio.Future[Any]]) -> None:
    await asyncio.wait(tasks)
