"""Answers that only one person sees, and what to say when something is refused or breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

import aiohttp
import discord
import structlog
from discord import ui

from bot.match.errors import MatchError, Stale
from bot.ui import items
from bot.ui.language import Language
from bot.ui.markdown import harmless
from games.core.errors import GameError
from games.core.say import Say, say, say_all

Interaction = discord.Interaction[Any]
_log = structlog.get_logger(__name__)
NOBODY = discord.AllowedMentions.none()
SOON = 1.5
"""Seconds after which somebody is told to wait; Discord waits for three."""

T = TypeVar("T")
Acknowledge = Callable[[Interaction], Awaitable[None]]

NEEDED = {
    "view_channel": say("View Channel"),
    "send_messages": say("Send Messages"),
    "attach_files": say("Attach Files"),
    "embed_links": say("Embed Links"),
    "read_message_history": say("Read Message History"),
    "create_public_threads": say("Create Public Threads"),
    "create_private_threads": say("Create Private Threads"),
    "send_messages_in_threads": say("Send Messages in Threads"),
}
"""The permissions the bot asks for, in Discord's words."""
FOR_POSTS = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""Those without which no board can be posted; without the others it stands in the channel instead of a thread."""


def language_of(interaction: Interaction) -> Language:
    """The language of the person's Discord."""
    return Language(str(interaction.locale))


async def tell(interaction: Interaction, view: ui.LayoutView, file: discord.File | None = None) -> None:
    """Show something to the person alone: as the first answer, or in place of the waiting one."""
    files = [file] if file is not None else []
    if not interaction.response.is_done():
        await interaction.response.send_message(view=view, files=files, ephemeral=True, allowed_mentions=NOBODY)
    elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NOBODY)
    else:
        await interaction.followup.send(view=view, files=files, ephemeral=True, allowed_mentions=NOBODY)


async def tell_text(interaction: Interaction, content: str, *rows: items.Item) -> None:
    """Tell the person a sentence."""
    await tell(interaction, items.layout(items.text(content), *rows))


async def wait(interaction: Interaction) -> None:
    """Acknowledge at once; the answer follows, for this person alone."""
    await _acknowledged(interaction, interaction.response.defer(ephemeral=True, thinking=True))


async def wait_in_place(interaction: Interaction) -> None:
    """Acknowledge at once; the message with the control changes later."""
    await _acknowledged(interaction, interaction.response.defer())


async def in_time(interaction: Interaction, work: Coroutine[Any, Any, T], acknowledge: Acknowledge) -> T:
    """What `work` gives. Should that take so long that Discord might give up, `acknowledge` is called meanwhile."""
    working = asyncio.create_task(work)
    await asyncio.wait({working}, timeout=SOON)
    if not working.done():
        await acknowledge(interaction)
    return await working


async def in_place(interaction: Interaction, work: Coroutine[Any, Any, T]) -> T:
    """What `work` gives, which changes the message with the control. A refusal in time is the first answer."""
    done = await in_time(interaction, work, wait_in_place)
    if not interaction.response.is_done():
        await wait_in_place(interaction)
    return done


async def _acknowledged(interaction: Interaction, answer: Awaitable[object]) -> None:
    """What the person wants is done even when Discord does not take the first answer."""
    try:
        await answer
    except (discord.HTTPException, aiohttp.ClientError) as error:
        _log.warning("not acknowledged", interaction=interaction.id, error=str(error))


async def refuse(
    interaction: Interaction, error: MatchError | GameError, language: Language, jump: str | None = None
) -> None:
    """Tell the person why not, with the way to the present board when there is one."""
    rows = [items.buttons(items.link(jump, language.say("To the board")))] if jump and isinstance(error, Stale) else []
    sentence = harmless(error.sentence) if isinstance(error, MatchError) else error.sentence
    await tell_text(interaction, language(sentence), *rows)


async def no_database(interaction: Interaction, code: str, language: Language) -> None:
    """The database takes no writes: say so, with the code an admin can look up."""
    sentence = say(
        "My database doesn't answer as it should, so nothing was changed and the match is safe. "
        "Please try again in a minute. Code {code}.",
        code=code,
    )
    await tell_text(interaction, language(sentence))


async def broken(interaction: Interaction, code: str, language: Language) -> None:
    """Something broke on our side: say that nothing was lost, with the code an admin can look up."""
    sentence = say("Something broke on my side. Nothing was changed and the match is safe. Code {code}.", code=code)
    await tell_text(interaction, language(sentence))


def missing(permissions: discord.Permissions, names: Iterable[str] = NEEDED) -> Say:
    """Which of these permissions are missing, in Discord's words; empty when none is."""
    return say_all(say("**{name}**", name=NEEDED[name]) for name in names if not getattr(permissions, name))
