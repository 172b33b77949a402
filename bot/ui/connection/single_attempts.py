"""Requests that discord.py must not repeat by itself.

discord.py repeats a request that Discord answers with 5xx, although Discord may have carried it out. A repeated
message is recognised by its nonce. A thread or an event of a server would be created again, so our code looks for it
first. A follow-up to an interaction cannot be looked for, and may come twice (docs/adr/0017).
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

_MADE_EACH_TIME: Final = re.compile(r"/channels/\d+/threads$|/guilds/\d+/scheduled-events$")


def forbid_repeats(trace: aiohttp.TraceConfig) -> None:
    """Raise a 5xx to one of these requests at once, as DiscordServerError, in sessions with this trace."""
    trace.on_request_end.append(_raise_server_error)


async def _raise_server_error(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, done: aiohttp.TraceRequestEndParams
) -> None:
    if done.response.status >= 500 and done.method == "POST" and _MADE_EACH_TIME.search(done.url.path):
        raise discord.DiscordServerError(done.response, await done.response.text())
