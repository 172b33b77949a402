"""The private messages that confirm a request (a draw, a take-back, a pause) and can withdraw it.

Once the request is answered or closed, its public message tells how, and the private one is deleted.
"""

from __future__ import annotations

from dataclasses import dataclass

from cachetools import TTLCache

from bot.match.model import Match, MatchId, UserId
from bot.ui.components.open_composers import MOST_OPEN, TOKEN_SECONDS
from bot.ui.components.request import Request


@dataclass(frozen=True, slots=True)
class _Sent:
    """What was shown to the person who asked, and the revision that brought their request."""

    request: Request
    made: int


class SentRequests:
    """The newest confirmation of each person in each match, as far as this process knows."""

    def __init__(self) -> None:
        self._sent: TTLCache[tuple[UserId, MatchId], _Sent] = TTLCache(MOST_OPEN, TOKEN_SECONDS)

    def note(self, request: Request, match: Match) -> None:
        """Record that the person was told of their open request."""
        if match.offer is not None:
            self._sent[request.user, match.id] = _Sent(request, match.offer.made)

    def keep(self, request: Request, match: MatchId) -> None:
        """Leave the message alone in which a request is withdrawn: it is about to say so."""
        sent = self._sent.get((request.user, match))
        here = None if request.message is None else request.message.id
        if sent is not None and sent.request.message_in_place == here:
            self._sent.pop((request.user, match), None)

    async def notice_change(self, match: Match) -> None:
        """Delete the confirmations of requests that are not open any more."""
        made = match.offer.made if match.offer is not None else None
        for key, sent in list(self._sent.items()):
            if key[1] == match.id and sent.made != made and self._sent.pop(key, None) is not None:
                await sent.request.dismiss()
