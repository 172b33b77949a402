"""Which errors from Discord may disappear when the request is repeated."""

from __future__ import annotations

import aiohttp
import discord


def passing(error: BaseException) -> bool:
    """True for a fault that may be gone when tried again."""
    if isinstance(error, discord.DiscordServerError):
        return True
    return isinstance(error, aiohttp.ClientError | TimeoutError | OSError) and not isinstance(
        error, discord.HTTPException
    )
