"""Private answers to interactions, and the permissions that the bot lacks in a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.match.errors import MatchError, Stale
from bot.ui.components import items
from bot.ui.components.markdown import harmless
from bot.ui.i18n.language import Language
from games.core.errors import GameError
from games.core.i18n import Message, gettext, join_list

Interaction = discord.Interaction[Any]
Response = discord.InteractionResponse[Any]
_log = structlog.get_logger(__name__)
NOBODY = discord.AllowedMentions.none()
LATE = "late"
"""Key in an interaction's extras: why Discord accepts no answer to it."""
ANSWERED = "answered"
"""Key in an interaction's extras: Discord has accepted the first answer, although its confirmation was lost."""
SETTLED = "settled"
"""Key in an interaction's extras: an event, set once its first answer is more than "thinking"."""
SENT = "sent"
"""Key in an interaction's extras: the public message that is its first answer."""
ALREADY_ANSWERED = 40060
Acknowledging = Callable[[Interaction], Awaitable[None]]

NEEDED = {
    "view_channel": gettext("View Channel"),
    "send_messages": gettext("Send Messages"),
    "attach_files": gettext("Attach Files"),
    "embed_links": gettext("Embed Links"),
    "read_message_history": gettext("Read Message History"),
    "create_public_threads": gettext("Create Public Threads"),
    "create_private_threads": gettext("Create Private Threads"),
    "send_messages_in_threads": gettext("Send Messages in Threads"),
}
"""The permissions the bot asks for, in Discord's words."""
FOR_POSTS = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""Permissions needed to post a board; without the others it is posted in the channel instead of a thread."""


FOR_FORUM_POSTS = (*FOR_POSTS, "send_messages_in_threads")
"""Permissions needed to play matches in forum posts."""
IN_FORUMS = NEEDED | {
    "send_messages": gettext("Create Posts"),
    "send_messages_in_threads": gettext("Send Messages in Posts"),
}
"""The permissions by Discord's names for them in a forum."""


def language_of(interaction: Interaction) -> Language:
    """Return the language of the person's Discord."""
    return Language(str(interaction.locale))


async def tell(interaction: Interaction, view: ui.LayoutView, *files: discord.File | None) -> None:
    """Show a view privately: as the first answer, in place of "thinking", or as a followup."""
    sent = _files(files)
    first = await _first(
        interaction,
        lambda response: response.send_message(view=view, files=sent, ephemeral=True, allowed_mentions=NOBODY),
        sent,
    )
    if first:
        return
    waiting = interaction.response.type is discord.InteractionResponseType.deferred_channel_message
    if waiting and not _settled_event(interaction).is_set():
        await _edit(interaction, view, sent)
    else:  # if Discord accepted an acknowledgement without our knowledge, this replaces it
        followup = partial(interaction.followup.send, view=view, files=sent, ephemeral=True, allowed_mentions=NOBODY)
        await _send_again_if_lost(followup, sent)


async def tell_again(interaction: Interaction, view: ui.LayoutView, *files: discord.File | None) -> None:
    """Show a view privately, replacing the interaction's answer so far."""
    if not is_answered(interaction):
        await tell(interaction, view, *files)
    else:
        await _edit(interaction, view, _files(files))


async def tell_text(interaction: Interaction, content: str, *rows: items.Item) -> None:
    """Show a sentence privately."""
    await tell(interaction, items.layout(items.text(content), *rows))


async def tell_all(interaction: Interaction, view: ui.LayoutView, *files: discord.File | None) -> None:
    """Show a view publicly, in place of "thinking"; requires `wait_for_all` before."""
    sent = _files(files)
    first = await _first(
        interaction, lambda response: response.send_message(view=view, files=sent, allowed_mentions=NOBODY), sent
    )
    if not first:
        await _edit(interaction, view, sent)


async def post(
    interaction: Interaction, view: ui.LayoutView, mentions: discord.AllowedMentions, *files: discord.File | None
) -> int | None:
    """Post the first answer publicly; returns its message id, or None if unknown."""
    sent: list[int | None] = []
    attached = _files(files)

    async def send(response: Response) -> None:
        answer = await response.send_message(view=view, files=attached, allowed_mentions=mentions)
        sent.append(answer.message_id)
        interaction.extras[SENT] = answer.message_id

    await _first(interaction, send, attached)
    return sent[0] if sent else None


async def post_further(
    interaction: Interaction, view: ui.LayoutView, mentions: discord.AllowedMentions, files: Sequence[discord.File]
) -> discord.Message:
    """Post a public followup; requires `wait_until_settled` before. Raises discord.HTTPException."""
    return await interaction.followup.send(view=view, files=list(files), allowed_mentions=mentions, wait=True)


async def tell_further(interaction: Interaction, view: ui.LayoutView, files: Sequence[discord.File]) -> discord.Message:
    """Post a private followup after an answer. Raises discord.HTTPException."""
    return await interaction.followup.send(
        view=view, files=list(files), ephemeral=True, allowed_mentions=NOBODY, wait=True
    )


async def edit_posted(
    interaction: Interaction, further: int | None, view: ui.LayoutView, files: Sequence[discord.File]
) -> discord.Message:
    """Edit a followup, or the first answer. Raises discord.HTTPException."""
    if further is None:
        return await interaction.edit_original_response(view=view, attachments=list(files))
    return await interaction.followup.edit_message(further, view=view, attachments=list(files))


async def update(interaction: Interaction, view: ui.LayoutView, *files: discord.File | None) -> None:
    """Show a view in place of the person's own message or of "thinking"; otherwise like `tell`.

    This is the only place where the message that a control belongs to is edited in place.
    """
    if not is_own(interaction):
        await tell(interaction, view, *files)
        return
    sent = _files(files)
    first = await _first(
        interaction,
        lambda response: response.edit_message(view=view, attachments=sent, allowed_mentions=NOBODY),
        sent,
    )
    if not first:
        await _edit(interaction, view, sent)


async def update_text(interaction: Interaction, content: str, *rows: items.Item) -> None:
    """Show a sentence in place of the person's own message."""
    await update(interaction, items.layout(items.text(content), *rows))


async def replace(interaction: Interaction, view: ui.LayoutView) -> None:
    """Replace the private answer; if that is impossible, it stays."""
    if _is_private(interaction):
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await _edit(interaction, view, [])


async def dismiss(interaction: Interaction) -> None:
    """Delete the private answer; if that is impossible, it stays."""
    if _is_private(interaction):
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await interaction.delete_original_response()
            _settled_event(interaction).set()


def message_in_place(interaction: Interaction) -> int | None:
    """Return the id of the person's own message that contains the answer; None if the answer is a new message."""
    return interaction.message.id if interaction.message and is_own(interaction) and _is_update(interaction) else None


def _is_private(interaction: Interaction) -> bool:
    """Whether the original answer is private; after an update it is the message of the control."""
    return is_own(interaction) or not _is_update(interaction)


def _is_update(interaction: Interaction) -> bool:
    return interaction.response.type in {
        discord.InteractionResponseType.deferred_message_update, discord.InteractionResponseType.message_update,
    }  # fmt: skip


def is_own(interaction: Interaction) -> bool:
    """Whether the message of the control is private. Public messages are never rewritten.

    A control is no proof: who knows how may send any custom id for any message.
    """
    return interaction.message is not None and interaction.message.flags.ephemeral


async def wait(interaction: Interaction) -> None:
    """Acknowledge; a private answer follows."""
    await _acknowledge(interaction, partial(interaction.response.defer, ephemeral=True, thinking=True))


async def wait_for_all(interaction: Interaction) -> None:
    """Acknowledge; a public answer follows."""
    await _acknowledge(interaction, partial(interaction.response.defer, thinking=True))


async def wait_in_place(interaction: Interaction) -> None:
    """Acknowledge; the person's own message is updated later, or a new answer follows."""
    if is_own(interaction):
        await acknowledge(interaction)
    else:
        await wait(interaction)


def stop_if_late(interaction: Interaction) -> None:
    """Raise NotFound if it is too late for any answer."""
    if LATE in interaction.extras:
        raise interaction.extras[LATE]


async def acknowledge(interaction: Interaction) -> None:
    """Acknowledge; no answer follows, or one that updates the person's own message."""
    if await _acknowledge(interaction, interaction.response.defer):
        _settled_event(interaction).set()


def is_external(interaction: Interaction) -> bool:
    """Whether the interaction comes from a place without the bot, where a person uses the installed app."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    return interaction.is_user_integration() and not interaction.is_guild_integration()


async def wait_until_settled(interaction: Interaction) -> None:
    """Wait until a further message can be sent.

    Before the first answer none can; while somebody is told to wait, the next message comes in place of that.
    """
    await _settled_event(interaction).wait()


def _settled_event(interaction: Interaction) -> asyncio.Event:
    event: asyncio.Event = interaction.extras.setdefault(SETTLED, asyncio.Event())
    return event


def is_answered(interaction: Interaction) -> bool:
    """Whether Discord has accepted a first answer, an acknowledgement or another."""
    return interaction.response.is_done() or ANSWERED in interaction.extras


async def open_window(interaction: Interaction, window: ui.Modal) -> None:
    """Open a modal."""
    await _first(interaction, lambda response: response.send_modal(window))


async def _first(
    interaction: Interaction, answer: Callable[[Response], Awaitable[object]], files: Sequence[discord.File] = ()
) -> bool:
    """Send as the first answer; returns False if there is one already. Sending it twice is harmless."""
    if is_answered(interaction):
        return False
    try:
        await _send_again_if_lost(partial(answer, interaction.response), files)
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise
        interaction.extras[ANSWERED] = True  # the answer that seemed lost had arrived, and was the same
    _settled_event(interaction).set()
    return True


def _files(files: Iterable[discord.File | None]) -> list[discord.File]:
    """Return the files that exist; a text board has none."""
    return [file for file in files if file is not None]


async def _edit(interaction: Interaction, view: ui.LayoutView, files: list[discord.File]) -> None:
    """Edit the first answer, or the message of the control."""
    edit = partial(interaction.edit_original_response, view=view, attachments=files, allowed_mentions=NOBODY)
    await _send_again_if_lost(edit, files)
    _settled_event(interaction).set()


async def _send_again_if_lost(send: Callable[[], Awaitable[object]], files: Sequence[discord.File] = ()) -> None:
    """Send something, again if the connection was lost and it is unknown whether Discord received it."""
    for file in files:
        file.reset(seek=True)
    try:
        await send()
    except aiohttp.ClientError as error:
        _log.warning("sent again", error=str(error))
        for file in files:
            file.reset(seek=True)
        await send()


async def _acknowledge(interaction: Interaction, acknowledge: Callable[[], Awaitable[object]]) -> bool:
    """Send an acknowledgement; returns whether Discord accepted it. The request is carried out either way."""
    try:
        await _send_again_if_lost(acknowledge)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        if isinstance(error, discord.NotFound):
            interaction.extras[LATE] = error
        elif isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
            interaction.extras[ANSWERED] = True
        _log.warning("not acknowledged", interaction=interaction.id, error=str(error))
        return False
    return True


async def refuse(
    interaction: Interaction, error: MatchError | GameError, language: Language, jump: str | None = None
) -> None:
    """Show a refusal, with a link to the current board if there is one."""
    rows = (
        [items.buttons(items.link(jump, language.gettext("To the board")))] if jump and isinstance(error, Stale) else []
    )
    sentence = harmless(error.sentence) if isinstance(error, MatchError) else error.sentence
    await tell_text(interaction, language(sentence), *rows)


async def show_done(interaction: Interaction, sentences: Iterable[Message | str], language: Language) -> None:
    """Confirm that the request was stored, whatever became of the answer."""
    await update_text(interaction, "\n".join(language(sentence) for sentence in sentences))


def missing(
    permissions: discord.Permissions, names: Iterable[str] = NEEDED, words: Mapping[str, Message] = NEEDED
) -> Message:
    """Return the missing permissions by Discord's names; empty if none is missing."""
    return join_list(gettext("**{name}**", name=words[name]) for name in names if not getattr(permissions, name))
