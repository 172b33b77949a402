"""Requests between players are messages of their own: they ping who is asked, and become their answer.

Which message asks is stored, so that it becomes its answer after a restart too.
"""

from __future__ import annotations

from dataclasses import replace

import discord
import structlog
from discord import ui

from bot.club.notifications import Kind
from bot.match.model import Match, Offer, Posting, UserId
from bot.match.stores import PostingStore
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.pings import Pings
from bot.ui.i18n.language import Language
from bot.ui.pages import requests

_log = structlog.get_logger(__name__)


class RequestMessages:
    """Posts what is asked, once for each request, and lets the message tell the answer."""

    def __init__(self, channels: Channels, store: PostingStore, pings: Pings) -> None:
        self._channels = channels
        self._store = store
        self._pings = pings

    async def show(self, match: Match, posting: Posting, back_to: int, language: Language) -> Posting:
        """Ask what is new since `posting`; close what is not asked any more. Returns the posting with its request."""
        made = match.offer.made if match.offer is not None else None
        if posting.asked is not None and posting.asked != made:
            await self._become(match, posting, posting.asked, requests.lapsed_request(match, language))
            posting = replace(posting, request=None, asked=None)
        if made is None or posting.revision >= made or posting.request is not None:
            return posting
        pinged = await self._pings.of(Kind.REQUEST, requests.waiting_for(match), match, requests.asking(match))
        try:
            message = await self._channels.of(match, posting).send(
                requests.request(match, back_to, language), f"o{match.id}-{made}", pinged
            )
        except (discord.HTTPException, NotCarried) as error:  # it is asked on the board as well
            _log.warning("request not posted", match=match.code, error=str(error))
            return posting
        await self._store.keep_request(match.id, message.id, made)
        return replace(posting, request=message.id, asked=made)

    async def answer(self, match: Match, offer: Offer, user: UserId, language: Language, *, accepted: bool) -> None:
        """Let the message tell the answer, where that closes the request."""
        if match.offer is None:
            posting = await self._store.posting(match.id)
            view = requests.answered_request(match, offer.kind, user, language, accepted=accepted)
            await self._become(match, posting, offer.made, view)

    async def _become(self, match: Match, posting: Posting, asked: int, view: ui.LayoutView) -> None:
        message = await self._store.take_request(match.id, asked)
        if message is None:  # answered already
            return
        try:
            await self._channels.of(match, posting).edit(message, view)
        except (discord.HTTPException, NotCarried) as error:
            _log.warning("request not closed", match=match.code, error=str(error))
