"""The buttons of challenges and open tables: accept, decline, cancel, join, leave, start, fill, rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import discord

from bot.club.challenges import must_be_open
from bot.cogs.cog import RequestCog, on
from bot.cogs.context import as_seen, may_post, person_in
from bot.cogs.new_match import start
from bot.match.challenges import Person
from bot.match.model import Match, MatchId
from bot.match.rematches import request_rematch
from bot.match.sides import other_side
from bot.match.visibility import may_answer
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.pages.overview import LinkedMatch, match_page

Answer = Callable[[MatchId, Person], Awaitable[Match]]
FILL_LEVEL = "medium"
_BEGINNING = {"accept", "join", "start", "fill"}
"""Answers after which the match may begin, so that a place for it is needed."""


class ChallengeCardCog(RequestCog):
    """The buttons of the match card."""

    @on("accept", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _accept(self, request: Request) -> None:
        await self._answer(request, self._context.service.accept)

    @on("decline", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _decline(self, request: Request) -> None:
        await self._answer(request, self._context.service.decline)

    @on("cancel", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _cancel(self, request: Request) -> None:
        await self._answer(request, self._context.service.cancel)

    @on("join", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _join(self, request: Request) -> None:
        await self._answer(request, partial(self._context.service.join, place=request.place))

    @on("leave", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _leave(self, request: Request) -> None:
        await self._answer(request, self._context.service.leave)

    @on("start", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _begin(self, request: Request) -> None:
        await self._answer(request, self._context.service.start)

    @on("fill", acknowledge=Acknowledge.SILENT_IN_TIME)
    async def _fill(self, request: Request) -> None:
        await self._answer(request, lambda match, who: self._context.service.fill(match, who, FILL_LEVEL))

    async def _answer(self, request: Request, answer: Answer) -> None:
        match = await self._context.get_match(request, request.click.match)
        may_answer(match, request.viewer)
        if request.click.action in _BEGINNING and request.channel == match.place.channel:
            may_post(request, match)
        if request.click.action == "join":
            await must_be_open(match, self._context.people)
        if request.click.action in {"accept", "join"}:
            await self._context.remember_language(request)
        message, listed = request.message, request.is_on_own_message
        if message is not None and not listed and _shows(message, match):
            await self._context.publisher.record_card(match, message.id)
        answered = as_seen(request, await answer(match.id, person_in(request, match)))
        if listed:  # the page of /games, which nothing else updates
            await self._show_page(request, answered)

    async def _show_page(self, request: Request, match: Match) -> None:
        listed = LinkedMatch(match, await self._context.postings.posting(*match.shown_id))
        view = match_page(listed, request.user, None, request.language)
        await request.update(view)

    @on("rematch", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _rematch(self, request: Request) -> None:
        """Ask for the same match with rotated seats, in the same place."""
        old = await self._context.find_visible(request, request.click.match)
        thread = (await self._context.postings.posting(*old.shown_id)).thread
        challenge = request_rematch(old, person_in(request, old))
        if challenge.other is not None:  # on the other server, the rematch also continues in the same thread
            there = await self._context.postings.posting(old.id, other_side(old.side))
            channel = there.thread or challenge.other.channel
            challenge = replace(challenge, other=replace(challenge.other, channel=channel))
        await start(self._context, request, challenge, thread if thread == request.channel else None)


def _shows(message: discord.Message, match: Match) -> bool:
    """Whether one of the texts of a message has the match's code, as on its card."""
    texts = (one.content for one in message.components if isinstance(one, discord.TextDisplay))
    return any(f"#{match.code}" in text for text in texts)
