"""Requests between players: separate messages that ping the other player and later turn into the answer.

The message id is stored, so that it turns into the answer after a restart too.
"""

from __future__ import annotations

from dataclasses import replace

import discord
import structlog

from bot.club.notifications import Kind
from bot.match.model import Match, Posting
from bot.match.stores import PostingStore
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.pings import Pings
from bot.ui.i18n.language import Language
from bot.ui.pages import requests

_log = structlog.get_logger(__name__)


class RequestMessages:
    """Posts each request once, and turns its message into the answer."""

    def __init__(self, channels: Channels, store: PostingStore, pings: Pings) -> None:
        self._channels = channels
        self._store = store
        self._pings = pings

    async def close(self, match: Match, posting: Posting, language: Language) -> Posting:
        """Turn a closed request's message into its answer; returns the posting without it."""
        if posting.asked is None or posting.asked == _asked_now(match):
            return posting
        closed = await self._store.take_request(match.shown_id, posting.asked)
        if closed is not None:
            view = requests.closed_request(match, closed.answer, language)
            try:
                await self._channels.of(match, posting).edit(closed.message, view)
            except (discord.HTTPException, NotCarried) as error:
                _log.warning("request not closed", match=match.code, error=str(error))
        return replace(posting, request=None, asked=None)

    async def ask(self, match: Match, posting: Posting, back_to: int, language: Language) -> Posting:
        """Post a request that is new since `posting`; returns the posting with it."""
        made = _asked_now(match)
        if made is None or posting.revision >= made or posting.request is not None:
            return posting
        pinged = await self._pings.of(Kind.REQUEST, requests.waiting_for(match), match, requests.asking(match))
        try:
            message = await self._channels.of(match, posting).send(
                requests.request(match, back_to, language), f"o{match.shown_id}-{made}", pinged
            )
        except (discord.HTTPException, NotCarried) as error:  # the board shows the request as well
            _log.warning("request not posted", match=match.code, error=str(error))
            return posting
        await self._store.keep_request(match.shown_id, message.id, made)
        return replace(posting, request=message.id, asked=made)


def _asked_now(match: Match) -> int | None:
    """Return the revision of an unanswered request, if there is one."""
    return match.offer.made if match.offer is not None else None
