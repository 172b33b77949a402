"""How long a shard has heard nothing from Discord, and a heartbeat that tests whether it is still connected.

A connection whose other end is gone looks like one on which nothing happens. Discord answers every heartbeat, so one
is sent every two seconds of silence, and before somebody loses on time: Discord accepts 120 a minute. discord.py
itself sends one every 41 seconds. It has no public way to send another, or to tell when something last arrived.
"""

from __future__ import annotations

import time
from typing import Final

import discord

ASK_SECONDS: Final = 2
"""Seconds of silence after which a connection is asked for a sign of life."""
JUST_HEARD_SECONDS: Final = 0.2
SILENT_SECONDS: Final = 8
"""Seconds of silence after which a connection counts as dead."""
RECONNECT_SECONDS: Final = 20
"""Seconds of silence after which discord.py reconnects."""


def seconds_silent(shard: discord.ShardInfo) -> float:
    """Return the seconds since anything was received on this shard; infinity without a connection."""
    keep_alive = shard._parent.ws._keep_alive  # noqa: SLF001 - the only one who knows
    return float("inf") if keep_alive is None else time.perf_counter() - keep_alive._last_recv  # noqa: SLF001 - the same


async def ask_for_sign(shard: discord.ShardInfo) -> None:
    """Send a heartbeat, which Discord answers at once, if nothing came lately. A dead connection raises nothing."""
    socket = shard._parent.ws  # noqa: SLF001 - the only one who can send
    keep_alive = socket._keep_alive  # noqa: SLF001 - so that the latency is measured from now
    if keep_alive is None or seconds_silent(shard) < JUST_HEARD_SECONDS:
        return
    try:
        await socket.send_heartbeat(keep_alive.beat())
    except (discord.ConnectionClosed, ConnectionError):  # the connection has ended; discord.py notices that itself
        return
