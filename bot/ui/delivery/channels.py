"""The channels in which matches are shown: those the bot is in, and those that interactions carry messages to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import discord
from discord import ui

from bot.match.model import Match, Posting
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.carriers import Carriers


class Channel(Protocol):
    """Where messages about a match are sent and edited."""

    async def send(
        self,
        view: ui.LayoutView,
        nonce: str,
        mentions: discord.AllowedMentions = NOBODY,
        files: Sequence[discord.File] = (),
    ) -> discord.Message:
        """Send a public message; repeating the same `nonce` does not send it twice. Raises NotCarried."""
        ...

    async def edit(self, message: int, view: ui.LayoutView, files: Sequence[discord.File] = ()) -> discord.Message:
        """Edit a message and its files. Raises NotCarried."""
        ...


@dataclass(frozen=True, slots=True)
class OwnChannel:
    """A channel that the bot is in."""

    channel: discord.PartialMessageable

    async def send(
        self,
        view: ui.LayoutView,
        nonce: str,
        mentions: discord.AllowedMentions = NOBODY,
        files: Sequence[discord.File] = (),
    ) -> discord.Message:
        return await self.channel.send(view=view, files=files, allowed_mentions=mentions, nonce=nonce)

    async def edit(self, message: int, view: ui.LayoutView, files: Sequence[discord.File] = ()) -> discord.Message:
        return await self.channel.get_partial_message(message).edit(view=view, attachments=files)


@dataclass(frozen=True, slots=True)
class CarriedChannel:
    """A channel without the bot, where Discord ignores nonces."""

    carriers: Carriers
    channel: int

    async def send(
        self,
        view: ui.LayoutView,
        nonce: str,
        mentions: discord.AllowedMentions = NOBODY,
        files: Sequence[discord.File] = (),
    ) -> discord.Message:
        return await self.carriers.send(self.channel, view, files, mentions)

    async def edit(self, message: int, view: ui.LayoutView, files: Sequence[discord.File] = ()) -> discord.Message:
        return await self.carriers.edit(self.channel, message, view, files)


class Channels:
    """Finds the channels of matches."""

    def __init__(self, client: discord.Client, carriers: Carriers) -> None:
        self.client = client
        self.carriers = carriers

    async def find(self, channel: int) -> object:
        """Return the channel, from the gateway's cache or fetched, if the bot may see it."""
        try:
            return self.client.get_channel(channel) or await self.client.fetch_channel(channel)
        except (discord.Forbidden, discord.NotFound, discord.InvalidData):
            return None

    def thread_name(self, thread: int | None) -> str:
        """Return the name of a thread that the gateway has told of; empty for another one, or none."""
        found = None if thread is None else self.client.get_channel(thread)
        return found.name if isinstance(found, discord.Thread) else ""

    def of(self, match: Match, posting: Posting) -> Channel:
        """Return where the match is played: its thread, or the channel where it was started."""
        return self.at(match, posting.thread or match.place.channel)

    def at(self, match: Match, channel: int) -> Channel:
        """Return one of the channels where a match is shown."""
        if match.place.external:
            return CarriedChannel(self.carriers, channel)
        return OwnChannel(self.client.get_partial_messageable(channel, guild_id=match.place.guild))
