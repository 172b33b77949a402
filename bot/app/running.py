"""Run the bot from its settings to its end."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial

from bot.app.building import assemble, build
from bot.match.ports import system_clock
from bot.process.health import HeartbeatWriter
from bot.process.lease_keeper import always_may_answer
from bot.process.stopping import Stop
from bot.process.supervision import run_with_heartbeat
from bot.settings import Settings
from bot.store.engine import Database
from bot.ui.connection import command_sync
from bot.ui.connection.errors import log_in

COLLECT_AFTER = (50_000, 20, 20)
"""The garbage collector's thresholds; higher than Python's, because a move creates many objects."""


async def run(settings: Settings, stop: Stop, may_answer: Callable[[], bool] = always_may_answer) -> int:
    """Run the bot until it is stopped; returns the exit code. Raises CannotStart.

    While `may_answer` says no, another process may have taken the shards over, and answers in its place.
    """
    app = await build(settings)
    app.client.may_answer = may_answer
    _collect_seldom()
    app.background.start_copies(settings)
    heart = HeartbeatWriter(
        settings.health_file, app.client.is_connected, app.beat, settings.gateway_patience, app.states
    )
    return await run_with_heartbeat(app.start(), heart, partial(app.close, stop), stop)


async def sync_commands(settings: Settings) -> int:
    """Register the commands with Discord; returns how many. The database is not touched. Raises CannotStart."""
    assert settings.token is not None  # noqa: S101 - the caller has looked
    app = await assemble(settings, Database(settings.database_url), system_clock)
    async with log_in(app.client, settings.token.get_secret_value()):
        await command_sync.sync(app.client, None)
        count = len(app.client.tree.get_commands())
    app.workers.close()
    return count


def _collect_seldom() -> None:
    """Exclude present objects from garbage collection and collect less often, since each collection delays moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
