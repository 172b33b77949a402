"""Requests between players are messages of their own: they ping who is asked, and become their answer."""

from __future__ import annotations

from typing import Final

import discord
import structlog
from cachetools import LRUCache
from discord import ui

from bot.club.notifications import Kind
from bot.match.model import Match, MatchId, OfferKind, Posting, UserId
from bot.ui.delivery.pings import Pings
from bot.ui.i18n.language import Language
from bot.ui.pages import requests

_log = structlog.get_logger(__name__)
_MOST: Final = 2000
"""Open requests whose messages are remembered; those forgotten keep buttons that explain themselves."""


class RequestMessages:
    """Posts what is asked, once for each request, and lets the message tell the answer."""

    def __init__(self, client: discord.Client, pings: Pings) -> None:
        self._client = client
        self._pings = pings
        self._open: LRUCache[MatchId, tuple[int, discord.PartialMessage]] = LRUCache(_MOST)

    async def show(self, match: Match, posting: Posting, back_to: int, language: Language) -> None:
        """Ask what is new since `posting`; close what is not asked any more."""
        made = match.offer.made if match.offer is not None else None
        if match.id in self._open and self._open[match.id][0] != made:
            await self._become(match.id, requests.lapsed(match, language))
        if made is None or posting.revision >= made or match.id in self._open:
            return
        place = self._client.get_partial_messageable(posting.thread or match.place.channel, guild_id=match.place.guild)
        pinged = await self._pings.of(Kind.REQUEST, requests.waiting_for(match), match, requests.asking(match))
        try:
            message = await place.send(
                view=requests.request(match, back_to, language),
                allowed_mentions=pinged,
                nonce=f"o{match.id}-{made}",
            )
        except discord.HTTPException as error:  # it is asked on the board as well
            _log.warning("request not posted", match=match.code, error=str(error))
            return
        self._open[match.id] = made, place.get_partial_message(message.id)

    async def answer(self, match: Match, kind: OfferKind, user: UserId, language: Language, *, accepted: bool) -> None:
        """Let the message tell the answer, where that closes the request."""
        if match.offer is None:
            await self._become(match.id, requests.answered(match, kind, user, language, accepted=accepted))

    async def _become(self, match: MatchId, view: ui.LayoutView) -> None:
        known = self._open.pop(match, None)
        if known is None:
            return
        try:
            await known[1].edit(view=view)
        except discord.HTTPException as error:
            _log.warning("request not closed", match=match, error=str(error))
