"""Threads for one match each, including forum posts. An existing thread is recognised by the code of the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_incrementing

from bot.match.model import Match
from bot.ui.pages.card import is_named_after

_ATTEMPTS: Final = 5


async def find_or_open(
    client: discord.Client,
    parent: discord.TextChannel | discord.ForumChannel,
    match: Match,
    open_new: Callable[[], Awaitable[discord.Thread]],
) -> discord.Thread:
    """Return the existing or new thread of the match in this channel.

    There is one if the bot was killed just after opening it, or if Discord opened it and its answer was lost or
    an error; so it is looked for before each attempt. Raises HTTPException: of a 5xx, the last one.
    """

    async def attempt() -> discord.Thread:
        return await _find(client, parent, match) or await open_new()

    trying = AsyncRetrying(
        retry=retry_if_exception_type(discord.DiscordServerError),
        stop=stop_after_attempt(_ATTEMPTS),
        wait=wait_incrementing(start=1, increment=2),
        reraise=True,
    )
    return await trying(attempt)


async def _find(
    client: discord.Client, parent: discord.TextChannel | discord.ForumChannel, match: Match
) -> discord.Thread | None:
    for thread in await parent.guild.active_threads():
        is_open = thread.parent_id == parent.id and not thread.locked
        if is_open and is_own(client, thread) and is_named_after(thread.name, match):
            return thread
    return None


def is_own(client: discord.Client, thread: discord.Thread) -> bool:
    """Whether the bot opened the thread."""
    return client.user is not None and thread.owner_id == client.user.id
