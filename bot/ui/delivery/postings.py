"""Where matches are shown: read and changed by one at a time, so that nobody overwrites what another has found."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.match.model import Match, MatchId, Place, Posting, Stage
from bot.match.service import MatchService
from bot.match.stores import PostingStore


class Postings:
    """Changes of postings by which the board of a match is posted again, or elsewhere."""

    def __init__(self, service: MatchService, store: PostingStore) -> None:
        self._service = service
        self._store = store
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    def alone(self, match_id: MatchId) -> asyncio.Lock:
        """Held while the posting of a match is read and written."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def of(self, match_id: MatchId) -> Posting:
        """Where the match is shown."""
        return await self._store.posting(match_id)

    async def keep(self, posting: Posting) -> None:
        """Store where the match is shown."""
        await self._store.keep_posting(posting)

    async def note_card(self, match: Match, message: int | None) -> None:
        """The card has been posted as this message, in answer to a command."""
        revision = match.revision if match.stage is Stage.INVITED else 0
        await self.keep(replace(await self.of(match.id), card=message, revision=revision))

    async def card_is(self, match_id: MatchId, message: int) -> None:
        """Somebody used the card that is this message: from now on it is the card of the match."""
        async with self.alone(match_id):
            posting = await self.of(match_id)
            if posting.card != message:
                await self.keep(replace(posting, card=message))

    async def start_anew(self, match_id: MatchId) -> None:
        """The board is to be posted, whatever has been posted already."""
        async with self.alone(match_id):
            await self.keep(replace(await self.of(match_id), revision=0, ply=-1, board_at=None, lost=False))

    async def drop_board(self, match_id: MatchId, message: int) -> None:
        """A message is gone: if it was the board, the board is to be posted."""
        async with self.alone(match_id):
            posting = await self.of(match_id)
            if posting.board == message:
                await self.keep(replace(posting, board=None, revision=0))

    async def to_parent(self, match: Match) -> None:
        """The thread is gone: the match goes on in its channel. Called while `alone` is held."""
        thread = None if match.private else match.place.channel  # a new one is opened for the players alone
        posting = await self.of(match.id)
        fresh = replace(posting, thread=thread, board=None, revision=0, board_at=self._service.clock())
        await self.keep(fresh)

    async def move(self, match: Match, place: Place, channel: int) -> None:
        """The match goes on in another channel. Called while `alone` is held."""
        posting = await self.of(match.id)
        if posting.thread != channel:
            posting = replace(posting, thread=None if match.private else channel, board=None)
        await self.keep(replace(posting, revision=0, lost=False, board_at=self._service.clock()))
        await self._store.move(match.id, place)
