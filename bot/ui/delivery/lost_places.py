"""What happens to a match that cannot be posted, in its place or anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.match.model import Match, MatchSide, Posting, Stage
from bot.match.service import MatchService
from bot.match.stores import DamagedMatches
from bot.ui.delivery.board_messages import ARCHIVED
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.postings import PostingEditor

_log = structlog.get_logger(__name__)
UNKNOWN_CHANNEL: Final = 10003
CLOSED: Final = (ARCHIVED, 160005)
"""Discord's codes for a locked thread, archived or not."""


class LostPlaces:
    """Handles permanent refusals by Discord, and matches that cannot be read or played."""

    def __init__(self, service: MatchService, store: DamagedMatches, postings: PostingEditor, poster: Poster) -> None:
        self._service = service
        self._store = store
        self._postings = postings
        self._poster = poster

    async def move_or_give_up(self, match: Match, posting: Posting, error: discord.HTTPException) -> bool:
        """Handle a post that Discord refused. Returns True if the match was moved to a place where it can be posted.

        Otherwise it is noted down that it cannot be shown, and without its channel it is paused; if it is played
        across servers, it goes on, and those of this one hear of it directly. Raises the error if it does not say
        that the place is gone or closed. Called while nobody else changes the posting.
        """
        if not isinstance(error, discord.Forbidden | discord.NotFound) and error.code not in CLOSED:
            raise error
        channel = posting.thread or match.place.channel
        _log.warning("cannot post here", match=match.code, channel=channel, error=str(error))
        if error.code == UNKNOWN_CHANNEL and channel != match.place.channel:
            await self._postings.to_parent(match)
            return True
        await self._postings.keep(replace(posting, lost=True, revision=match.revision))
        if match.other is not None:  # on the other server the match continues
            await self._poster.tell_directly(match)
        elif error.code == UNKNOWN_CHANNEL and match.stage is Stage.LIVE:
            await self._service.suspend(match.id)
        return False

    async def wait_for_people(self, match: Match) -> None:
        """Handle a match in a place without the bot, which can be shown only when somebody uses the bot there again.

        That is noted down, and those concerned hear of it directly. Called while nobody else changes the posting.
        """
        posting = await self._postings.of(match.shown_id)
        await self._postings.keep(replace(posting, lost=True, revision=match.revision))
        await self._poster.tell_directly(match)

    async def set_aside(self, shown: MatchSide, error: Exception) -> None:
        """Set a match aside that cannot be shown as stored, and say so once where it is played."""
        _log.error("match set aside", match=shown.match, exc_info=error)
        await self._store.set_aside(shown.match, repr(error.__cause__ or error))
        try:
            await self._poster.tell_damaged(await self._postings.of(shown), error)
        except discord.HTTPException as failure:
            _log.warning("not told", match=shown.match, error=str(failure))
