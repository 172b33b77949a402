"""The private messages in which people compose moves. A new one deletes the older one.

After the move, such a message becomes the link to the next match. It is also deleted when the person is back at the
same match.
"""

from __future__ import annotations

from dataclasses import dataclass

from cachetools import TTLCache

from bot.match.model import MatchId, UserId
from bot.ui.components.request import Request

TOKEN_SECONDS = 14 * 60
"""How long a private message can be deleted; Discord allows 15 minutes."""
MOST_OPEN = 1000


@dataclass(frozen=True, slots=True)
class _Open:
    """The last request that showed a composing message, and its id if one of its controls was pressed."""

    request: Request
    message: int | None


class OpenComposers:
    """The newest composing message of each person in each match, as far as this process knows."""

    def __init__(self) -> None:
        self._open: TTLCache[tuple[UserId, MatchId], _Open] = TTLCache(MOST_OPEN, TOKEN_SECONDS)

    async def note_open(self, request: Request, match: MatchId) -> None:
        """Record that a request has shown its composing message; if it is a new one, delete the previous one."""
        former = self._open.pop((request.user, match), None)
        self._open[request.user, match] = _Open(request, request.message_in_place)
        if former is not None and request.message_in_place is None:
            await former.request.dismiss()

    async def dismiss(self, request: Request, match: MatchId) -> None:
        """Delete the composing message after the move, unless it contains the answer."""
        former = self._open.pop((request.user, match), None)
        if former is None:
            return
        here = request.message_in_place
        if here is None or former.message not in {None, here}:
            await former.request.dismiss()
