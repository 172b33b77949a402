"""Interactions that carry messages to places the bot has not joined.

There Discord accepts only answers to interactions: for fifteen minutes each, at most five further messages. So the
newest interactions of each place are kept, and messages are sent as answers to them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord
from cachetools import TTLCache
from discord import ui

from bot.ui.components import answers
from bot.ui.components.answers import Interaction
from bot.ui.components.request import Request

TOKEN_SECONDS: Final = 15 * 60
SETTLE_SECONDS: Final = 2.5
"""How long to wait for an interaction that has not been answered yet; Discord allows three seconds."""
_GONE: Final = frozenset({10008, 10015, 40094, 50027})
"""Discord's codes when an interaction can carry no more: message or token gone, or all five messages sent."""
_MOST_PLACES: Final = 10_000
_KEPT: Final = 4
"""How many interactions are kept for a place: the newest, for sending, and the newest that can edit what they sent.

Somebody looks things up, or answers question after question, before the board that they move on is replaced.
"""
_UPDATES: Final = frozenset(
    {discord.InteractionResponseType.deferred_message_update, discord.InteractionResponseType.message_update}
)


class NotCarried(Exception):
    """Nothing can be sent or edited there until somebody uses the bot there again."""


class Carrier:
    """An interaction and the public messages it has made."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.is_unanswered = False
        self._sent: set[int] = set()

    async def is_settled(self) -> bool:
        """Whether followups can be sent; waits a little for the first answer, once."""
        if self.is_unanswered:
            return False
        try:
            async with asyncio.timeout(SETTLE_SECONDS):
                await answers.wait_until_settled(self.interaction)
        except TimeoutError:
            self.is_unanswered = True
            return False
        return True

    @property
    def has_sent(self) -> bool:
        """Whether there is a public message that it can still edit."""
        return not self.interaction.is_expired() and bool(self._sent or answers.SENT in self.interaction.extras)

    def owns(self, message: int) -> bool:
        """Whether this interaction may edit the message: its own ones, and that of its control if it updates it."""
        if message in self._sent or message == self.interaction.extras.get(answers.SENT):
            return True
        source = self.interaction.message
        return source is not None and source.id == message and self.interaction.response.type in _UPDATES

    async def send(
        self, view: ui.LayoutView, files: Sequence[discord.File], mentions: discord.AllowedMentions
    ) -> discord.Message:
        """Send a public followup. Raises discord.HTTPException."""
        message = await answers.post_further(self.interaction, view, mentions, files)
        self._sent.add(message.id)
        return message

    async def edit(self, message: int, view: ui.LayoutView, files: Sequence[discord.File]) -> discord.Message:
        """Edit a message that this interaction owns. Raises discord.HTTPException."""
        further = message if message in self._sent else None
        return await answers.edit_posted(self.interaction, further, view, files)


class Carriers:
    """The newest interactions of each place without the bot."""

    def __init__(self) -> None:
        self._of: TTLCache[int, list[Carrier]] = TTLCache(_MOST_PLACES, TOKEN_SECONDS)

    def add(self, request: Request) -> None:
        """Record a request; in a place without the bot it may carry later messages."""
        if request.place.external and request.is_answered_for_all:
            known = [*self._of.get(request.channel, ()), Carrier(request.interaction)]
            senders = [carrier for carrier in known[:-_KEPT] if carrier.has_sent]
            self._of[request.channel] = [*senders[-_KEPT:], *known[-_KEPT:]]

    async def send(
        self,
        channel: int,
        view: ui.LayoutView,
        files: Sequence[discord.File],
        mentions: discord.AllowedMentions,
    ) -> discord.Message:
        """Send a message by the newest interaction that can. Raises NotCarried, and what Discord raises."""
        for carrier in self._newest_first(channel):
            if not await carrier.is_settled():
                continue
            try:
                return await carrier.send(view, files, mentions)
            except discord.HTTPException as error:
                self._raise_unless_gone(error)
                for file in files:
                    file.reset(seek=True)
        raise NotCarried

    async def edit(
        self, channel: int, message: int, view: ui.LayoutView, files: Sequence[discord.File]
    ) -> discord.Message:
        """Edit a message by the interaction that made it. Raises NotCarried, and what Discord raises."""
        for carrier in self._newest_first(channel):
            if await carrier.is_settled() and carrier.owns(message):
                try:
                    return await carrier.edit(message, view, files)
                except discord.HTTPException as error:
                    self._raise_unless_gone(error)
        raise NotCarried

    def newest_owns(self, channel: int, message: int) -> bool:
        """Whether the message was made by the last interaction, so nobody has used the bot there since."""
        newest = self._newest_first(channel)
        return bool(newest) and newest[0].owns(message)

    def may_change(self, channel: int, message: int) -> bool:
        """Whether some interaction may still edit the message."""
        return any(carrier.owns(message) for carrier in self._newest_first(channel))

    def _newest_first(self, channel: int) -> list[Carrier]:
        return list(reversed(self._of.get(channel, ())))

    def _raise_unless_gone(self, error: discord.HTTPException) -> None:
        if error.code not in _GONE:
            raise error
