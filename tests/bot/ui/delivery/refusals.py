"""What discord.py raises where Discord refuses a request."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import aiohttp
import discord

_KINDS = {403: discord.Forbidden, 404: discord.NotFound}


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """The error of an answer with this status and Discord's code."""
    kind = discord.DiscordServerError if status >= 500 else _KINDS.get(status, discord.HTTPException)
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="refused"))
    return kind(response, {"code": code, "message": "refused"})
