"""Handles board messages, threads, channels and servers that vanish or come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from bot.match.model import MatchSide
from bot.match.service import MatchService
from bot.match.sides import seen_from
from bot.match.stores import MatchPlaces
from bot.ui.components.request import Request
from bot.ui.delivery.postings import PostingEditor


class Places:
    """Hears what happens to the places of matches, and lets the matches be posted again."""

    def __init__(
        self,
        service: MatchService,
        store: MatchPlaces,
        postings: PostingEditor,
        post_soon: Callable[[MatchSide], object],
    ) -> None:
        self._service = service
        self._store = store
        self._postings = postings
        self._post_soon = post_soon
        self._deleted: deque[int] = deque(maxlen=1000)

    def was_deleted(self, message: int) -> bool:
        """Whether this board was deleted before it was noted down; asked once for each."""
        if message not in self._deleted:
            return False
        self._deleted.remove(message)
        return True

    async def message_deleted(self, message: int) -> None:
        """Post the board again when it was the live board of a match that has not ended."""
        self._deleted.append(message)  # before the lookup: whoever is just storing this board checks the list
        match = await self._store.by_board(message)
        if match is None or match.stage.ended:
            return
        await self._postings.drop_board(match.shown_id, message)
        self._post_soon(match.shown_id)

    async def thread_deleted(self, thread: int, parent: int | None) -> None:
        """Go on in the parent channel. A forum's post has no such `parent`: it is a channel of its own."""
        for shown in await self._store.find_shown_in(thread):
            match = seen_from(await self._service.get(shown.match), shown.side)
            async with self._postings.alone(shown):
                if match.place.channel != thread:
                    await self._postings.to_parent(match)
                elif parent is not None:  # it began in the thread, as rematches do
                    await self._postings.move(match, replace(match.place, channel=parent), parent)
                else:
                    continue
            self._post_soon(shown)
        await self.channel_deleted(thread)

    async def channel_deleted(self, channel: int) -> None:
        """Find out at once, and not at the next move, which matches have lost their place; they are paused."""
        for shown in await self._store.find_played_in(channel):
            await self._repost(shown)

    async def note_use(self, request: Request) -> None:
        """Somebody has used the bot: where it is not itself, what could not be shown there is shown now."""
        if request.place.external:
            for shown in await self._store.find_lost_at(request.channel):
                await self._repost(shown)

    async def guild_joined(self, guild: int) -> None:
        """The bot has been let into a server (again): post what could not be posted there."""
        for shown in await self._store.find_lost_in(guild):
            await self._repost(shown)

    async def _repost(self, shown: MatchSide) -> None:
        await self._postings.mark_unposted(shown)
        self._post_soon(shown)
