"""The private messages in which people compose moves. A new one deletes the older one.

After the move, such a message becomes the link to the next match. It is also deleted when the person is back at the
same match, and when their turn is over without a move of theirs: time ran out, or the match ended or was paused.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from cachetools import TTLCache

from bot.match.model import Match, MatchId, Stage, UserId
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
        self._playing: set[tuple[UserId, MatchId]] = set()

    async def note_open(self, request: Request, match: MatchId) -> None:
        """Record that a request has shown its composing message; if it is a new one, delete the previous one."""
        former = self._open.pop((request.user, match), None)
        self._open[request.user, match] = _Open(request, request.message_in_place)
        if former is not None and request.message_in_place is None:
            await former.request.dismiss()

    @asynccontextmanager
    async def after_move(self, request: Request, match: MatchId) -> AsyncIterator[None]:
        """Around the answer to a move: delete the composing message afterwards, unless it contains the answer.

        A message that is opened meanwhile, for the next move, stays: an AI may have moved already.
        """
        former = self._open.pop((request.user, match), None)
        yield
        here = request.message_in_place
        if former is not None and (here is None or former.message not in {None, here}):
            await former.request.dismiss()

    def is_open(self, user: UserId, match: MatchId) -> bool:
        """Whether the person composes a move."""
        return (user, match) in self._open

    @contextmanager
    def while_playing(self, user: UserId, match: MatchId) -> Iterator[None]:
        """Leave the person's message alone: they are playing a move, and it will contain the answer."""
        self._playing.add((user, match))
        try:
            yield
        finally:
            self._playing.discard((user, match))

    async def notice_change(self, match: Match) -> None:
        """Delete the messages of people who are not to move any more, unless it was they who moved."""
        movers = {player.user for player in match.to_act} if match.stage is Stage.LIVE else set()
        for user, composed in list(self._open):
            if composed == match.id and user not in movers and (user, composed) not in self._playing:
                former = self._open.pop((user, composed), None)
                if former is not None:
                    await former.request.dismiss()
