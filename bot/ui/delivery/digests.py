"""Digests as direct messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import aiohttp
import discord
import structlog

from bot.club.digests import Digest
from bot.match.model import Match, MatchId, Posting
from bot.match.sides import seen_by_player
from bot.match.stores import PostingReader
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.retrying import is_temporary
from bot.ui.i18n.language import Language
from bot.ui.pages.notifications import digest
from bot.ui.pages.overview import LinkedMatch

_log = structlog.get_logger(__name__)


class DigestMessages:
    """Sends digests to people."""

    def __init__(self, pings: Pings, postings: PostingReader) -> None:
        self._pings = pings
        self._postings = postings

    async def send(self, due: Digest) -> bool:
        """Write to the person; False if that is worth another try."""
        waiting, asked = (
            [seen_by_player(match, due.person.user) for match in matches] for matches in (due.waiting, due.asked)
        )
        shown = await self._postings.postings((*waiting, *asked))
        language = Language(due.person.private_language)
        try:
            nonce = f"dg{due.person.user}"[:19] + f"-{due.at // 60_000 % 100_000}"
            await self._pings.write(
                due.person.user, digest(_with_postings(waiting, shown), _with_postings(asked, shown), language), nonce
            )
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("digest not sent", error=str(error))
            return not is_temporary(error)
        return True


def _with_postings(matches: Sequence[Match], shown: Mapping[MatchId, Posting]) -> list[LinkedMatch]:
    return [LinkedMatch(match, shown[match.id]) for match in matches]
