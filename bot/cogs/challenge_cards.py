"""Challenge cards and open tables: accept, decline, cancel, join, leave, start, fill; and the rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from bot.cogs.context import Context, may_post, person, user_id, viewer
from bot.cogs.new_match import start
from bot.match.challenges import Person
from bot.match.model import Match, MatchId
from bot.match.rematches import request_rematch
from bot.match.visibility import may_answer
from bot.ui.components import answers
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.pages.overview import Listed, match_page

Answer = Callable[[MatchId, Person], Awaitable[Match]]
FILL_LEVEL = "medium"
_BEGINNING = {"accept", "join", "start", "fill"}
"""Answers after which the match may begin, for which it needs its place."""


class InvitationCog(commands.Cog):
    """The buttons of the match card."""

    def __init__(self, context: Context) -> None:
        self._context = context
        service, on = context.service, context.router.on
        simple: dict[str, Answer] = {
            "accept": service.accept,
            "decline": service.decline,
            "cancel": service.cancel,
            "join": service.join,
            "leave": service.leave,
            "start": service.start,
            "fill": lambda match, who: service.fill(match, who, FILL_LEVEL),
        }
        for action, answer in simple.items():
            on(action, self._answering(action, answer))
        on("rematch", self._rematch)

    def _answering(self, action: str, answer: Answer) -> Callable[[Interaction, Click, list[str]], Awaitable[None]]:
        async def handle(interaction: Interaction, click: Click, _values: list[str]) -> None:
            match = await self._context.service.get(click.match)
            may_answer(match, viewer(interaction))
            if action in _BEGINNING and interaction.channel_id == match.place.channel:
                may_post(interaction, match)
            message = interaction.message
            listed = message is not None and message.flags.ephemeral

            async def answering() -> Match:
                if message is not None and not listed and _shows(message, match):
                    await self._context.publisher.card_is(match.id, message.id)
                return await answer(match.id, person(interaction.user))

            answered = await answers.in_place(interaction, answering())
            if listed:  # the page of /games, which nobody else brings up to date
                await self._show_page(interaction, answered)

        return handle

    async def _show_page(self, interaction: Interaction, match: Match) -> None:
        language = await self._context.language(interaction)
        listed = Listed(match, await self._context.service.store.posting(match.id))
        view = match_page(listed, user_id(interaction), None, language)
        await answers.update(interaction, view)

    async def _rematch(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """The same match with the seats passed on; everybody else is asked again."""
        old = await self._context.seen(interaction, click.match)
        await start(self._context, interaction, request_rematch(old, person(interaction.user)))


def _shows(message: discord.Message, match: Match) -> bool:
    """True for a message with the match's code, as its card has it."""
    texts = (one.content for one in message.components if isinstance(one, discord.TextDisplay))
    return any(f"#{match.code}" in text for text in texts)
