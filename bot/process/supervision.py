"""The bot and the task that writes its heartbeat. When one ends, the other is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any

import structlog

from bot.process.health import HeartbeatWriter
from bot.process.stopping import Stop, run_to_the_end

_log = structlog.get_logger(__name__)


async def run_with_heartbeat(
    bot: Coroutine[Any, Any, object], heart: HeartbeatWriter, close: Callable[[], Awaitable[object]], stop: Stop
) -> int:
    """Run the bot until it ends by itself (0), or because the gateway has stayed dead (1).

    However this ends, `close` is called once and comes to its end, while the bot, which it logs out, is still
    connected. Raises what the bot raises.
    """
    main = asyncio.create_task(bot, name="discord")
    beats = asyncio.create_task(heart.run(), name="heartbeat")
    try:
        await asyncio.wait((main, beats), return_when=asyncio.FIRST_COMPLETED)
        if main.done():
            main.result()
            return 0
        beats.result()
        return 1
    finally:
        stop.begin("the bot has ended")
        await run_to_the_end(_end((main, beats), close, stop))


async def _end(tasks: Collection[asyncio.Task[Any]], close: Callable[[], Awaitable[object]], stop: Stop) -> None:
    """Close while the connection is still up; cancelled earlier, discord.py might carry on."""
    _log.info("stopping")
    await close()
    for task in tasks:
        task.cancel()
    await stop.wait_for("the heartbeat", _all(tasks), 0.98)
    _log.info("stopped")


async def _all(tasks: Collection[asyncio.Task[Any]]) -> None:
    await asyncio.wait(tasks)
