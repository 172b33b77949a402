"""Which errors from Discord may disappear when the request is repeated."""

from __future__ import annotations

import aiohttp
import discord


def is_temporary(error: BaseException) -> bool:
    """Whether an error may be gone on a retry."""
    if isinstance(error, discord.DiscordServerError):
        return True
    return isinstance(error, aiohttp.ClientError | TimeoutError | OSError) and not isinstance(
        error, discord.HTTPException
    )
