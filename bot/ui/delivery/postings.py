"""Where matches are shown. Changes are made one at a time, so that none overwrites another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.match.model import Match, MatchSide, Place, Posting, Stage
from bot.match.service import MatchService
from bot.match.stores import PostingStore

_MOST_CHANGED: Final = 5000
"""The number of changes that are remembered until the match is shown."""


class _BoardChange(NamedTuple):
    """A change that concerns this board alone."""

    board: int | None
    make: Callable[[], Awaitable[object]]


class PostingEditor:
    """Changes of postings by which the board of a match is posted again, or elsewhere."""

    def __init__(self, service: MatchService, store: PostingStore) -> None:
        self._service = service
        self._store = store
        self._locks: WeakValueDictionary[MatchSide, asyncio.Lock] = WeakValueDictionary()
        self._changed: LRUCache[MatchSide, _BoardChange] = LRUCache(_MOST_CHANGED)

    def alone(self, shown: MatchSide) -> asyncio.Lock:
        """Held while the posting of one side of a match is read and written."""
        lock = self._locks.get(shown)
        if lock is None:
            lock = self._locks[shown] = asyncio.Lock()
        return lock

    async def of(self, shown: MatchSide) -> Posting:
        """Where this side of the match is shown."""
        return await self._store.posting(*shown)

    async def keep(self, posting: Posting) -> None:
        """Store where the match is shown."""
        await self._store.keep_posting(posting)

    async def note_card(self, match: Match, message: int | None) -> None:
        """The card has been posted as this message, in answer to a command."""
        revision = match.revision if match.stage is Stage.INVITED else 0
        async with self.alone(match.shown_id):
            await self.keep(replace(await self.of(match.shown_id), card=message, revision=revision))

    async def record_card(self, shown: MatchSide, message: int) -> None:
        """Somebody used the card that is this message: from now on it is the card of the match."""
        async with self.alone(shown):
            posting = await self.of(shown)
            if posting.card != message:
                await self.keep(replace(posting, card=message))

    async def mark_unposted(self, shown: MatchSide) -> None:
        """The board is to be posted, whatever has been posted already."""
        async with self.alone(shown):
            board = (await self.of(shown)).board
            await self._change(shown, board, partial(self._store.mark_unposted, shown))

    async def drop_board(self, shown: MatchSide, message: int) -> None:
        """A message is gone: if it was the board, the board is to be posted, with all that it told."""
        async with self.alone(shown):
            await self._change(shown, message, partial(self._store.drop_board, shown, message))

    async def _change(self, shown: MatchSide, board: int | None, change: Callable[[], Awaitable[object]]) -> None:
        await change()
        self._changed[shown] = _BoardChange(board, change)

    async def to_show(self, shown: MatchSide) -> Posting:
        """Where this side of the match is shown, for whoever brings it up to date. Called while `alone` is held.

        Another process that was showing the match when its board was changed here has overwritten that: unless it has
        posted another board since, the change is made once more. Now this process is the only one to show it.
        """
        posting, changed = await self.of(shown), self._changed.get(shown)
        if changed is not None and posting.revision > 0 and posting.board == changed.board:
            await changed.make()
            posting = await self.of(shown)
        self._changed.pop(shown, None)
        return posting

    async def to_parent(self, match: Match) -> None:
        """The thread is gone: the match goes on in its channel. Called while `alone` is held."""
        thread = None if match.private else match.place.channel  # a private match gets a new private thread
        posting = await self.of(match.shown_id)
        fresh = replace(posting, thread=thread, board=None, revision=0, board_at=self._service.clock())
        await self.keep(fresh)

    async def move(self, match: Match, place: Place, channel: int) -> None:
        """The match goes on in another channel. Called while `alone` is held."""
        posting = await self.of(match.shown_id)
        if posting.thread != channel:
            posting = replace(posting, thread=None if match.private else channel, board=None)
        await self.keep(replace(posting, revision=0, lost=False, board_at=self._service.clock()))
        await self._store.move(match.shown_id, place)
