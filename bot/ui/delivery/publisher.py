"""When matches are posted: after every change, and again when posting has failed.

One task for each match posts its newest state, whatever has happened meanwhile. What could not be posted stays marked
in the database and is posted later: when the connection is back, or after a restart.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Literal, NamedTuple
from weakref import WeakValueDictionary

import discord
import structlog
from cachetools import LRUCache
from tenacity import AsyncRetrying, RetryError, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from bot import metrics
from bot.club.people import People
from bot.match.errors import Damaged
from bot.match.model import Match, MatchId, Place, Posting, Stage
from bot.match.ports import Alone, Claims
from bot.match.service import MatchService
from bot.ui.delivery.board_messages import ARCHIVED
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.retrying import passing
from bot.ui.i18n.language import Language
from games.core.errors import GameError

_log = structlog.get_logger(__name__)
_TRIES_MORE = 3
_MOST_SHOWN = 5000
"""Of so many matches the publisher remembers that it has shown them."""
CLAIM_SECONDS = 0.5
PATIENCE_SECONDS = 2.0
"""How long somebody waits at most to hear whether the board of their move stands."""
UNKNOWN_CHANNEL = 10003
GONE = (discord.Forbidden, discord.NotFound)
CLOSED = (ARCHIVED, 160005)
"""A thread that is locked, archived or not."""


class Resynced(NamedTuple):
    """Of how many matches the newest state was posted at last, and of how many it could not be."""

    posted: int
    failed: int


Delivery = Literal["posted", "refused", "under way"]
"""What has become of a change in Discord: it is shown, it cannot be shown where the match is played, or not yet."""


class Publisher:
    """Posts each match in its place. `changed` is called after every commit."""

    def __init__(self, service: MatchService, people: People, poster: Poster, claims: Claims | None = None) -> None:
        self._service = service
        self._claims = claims or Alone()
        self._people = people
        self._poster = poster
        self._tasks: dict[MatchId, asyncio.Task[bool]] = {}
        self._again: set[MatchId] = set()
        self._news: dict[MatchId, Match] = {}
        self._coming: dict[MatchId, asyncio.Event] = {}
        self._shown: LRUCache[MatchId, None] = LRUCache(_MOST_SHOWN)
        self._unsure: set[MatchId] = set()
        self._deleted: deque[int] = deque(maxlen=1000)
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._is_closed = False

    # ------------------------------------------------------------------ when

    async def changed(self, match: Match) -> None:
        """Post the match soon; never waits for Discord."""
        known = self._news.get(match.id)
        if known is None or known.revision <= match.revision:  # a challenge may be told of after its acceptance
            self._news[match.id] = match
        self.post_soon(match.id)

    def post_soon(self, match_id: MatchId) -> asyncio.Task[bool]:
        """Start posting, or have the task that is at it look once more; it gives whether the match is shown."""
        running = self._tasks.get(match_id)
        if running is not None:
            self._again.add(match_id)
            return running
        task = asyncio.create_task(self._post(match_id), name=f"post-{match_id}")
        self._tasks[match_id] = task
        metrics.queue("posts", len(self._tasks))
        return task

    async def delivery(self, match: Match, seconds: float = PATIENCE_SECONDS) -> Delivery:
        """What has become of this state of a match in Discord, after so many seconds at most."""
        try:
            async with asyncio.timeout(seconds):
                while (posting := await self._service.store.posting(match.id)).revision < match.revision:
                    task = self._tasks.get(match.id)
                    if task is None:  # it failed, and is tried again later
                        return "under way"
                    await asyncio.wait({task})
        except TimeoutError:
            return "under way"
        return "refused" if posting.lost else "posted"

    @asynccontextmanager
    async def card_coming(self, match: Match) -> AsyncIterator[Callable[[int | None], Awaitable[None]]]:
        """While a command is answered with the card; what it yields is to be called with the card's message id.

        Nothing else is posted meanwhile, so that who accepts at once does not get a match without its card.
        """
        here = self._coming[match.id] = asyncio.Event()

        async def shown(message: int | None) -> None:
            posting = await self._service.store.posting(match.id)
            revision = match.revision if match.stage is Stage.INVITED else 0
            await self._service.store.keep_posting(replace(posting, card=message, revision=revision))

        try:
            yield shown
        finally:
            del self._coming[match.id]
            here.set()

    async def move_to(self, match: Match, place: Place, channel: int) -> None:
        """Go on with a match in another channel, where its old one is gone or out of reach."""
        async with self._alone(match.id):
            posting = await self._service.store.posting(match.id)
            if posting.thread != channel:
                posting = replace(posting, thread=None if match.private else channel, board=None)
            anew = replace(posting, revision=0, lost=False, board_at=self._service.clock())
            await self._service.store.keep_posting(anew)
            await self._service.store.move(match.id, place)
            self._news.pop(match.id, None)  # they do not know of the new place
        self.post_soon(match.id)

    async def repost(self, match: Match) -> None:
        """Post the board of a match anew, whatever has been posted already."""
        async with self._alone(match.id):
            posting = await self._service.store.posting(match.id)
            await self._service.store.keep_posting(replace(posting, revision=0, ply=-1, board_at=None, lost=False))
        self.post_soon(match.id)

    async def card_is(self, match: MatchId, message: int) -> None:
        """Somebody used the card that is this message: from now on it is the card of the match."""
        async with self._alone(match):
            posting = await self._service.store.posting(match)
            if posting.card != message:
                await self._service.store.keep_posting(replace(posting, card=message))

    async def message_deleted(self, message: int) -> None:
        """Post the board again when it was the live board of a match that has not ended."""
        self._deleted.append(message)  # before looking: a board that is just being noted down looks here
        match = await self._service.store.by_board(message)
        if match is None or match.stage.ended:
            return
        async with self._alone(match.id):
            posting = await self._service.store.posting(match.id)
            if posting.board == message:
                await self._service.store.keep_posting(replace(posting, board=None, revision=0))
        self.post_soon(match.id)

    async def thread_deleted(self, thread: int) -> None:
        """Go on in the parent channel."""
        for match_id in await self._service.store.shown_in(thread):
            match = await self._service.get(match_id)
            if match.place.channel != thread:
                async with self._alone(match.id):
                    await self._to_parent(match)
                self.post_soon(match.id)

    async def channel_deleted(self, channel: int) -> None:
        """Find out at once, and not at the next move, which matches have lost their place; they are paused."""
        for match_id in await self._service.store.played_in(channel):
            await self.repost(await self._service.get(match_id))

    async def _to_parent(self, match: Match) -> None:
        posting = await self._service.store.posting(match.id)
        thread = None if match.private else match.place.channel  # a new one is opened for the players alone
        fresh = replace(posting, thread=thread, board=None, revision=0, board_at=self._service.clock())
        await self._service.store.keep_posting(fresh)

    async def back_in(self, guild: int) -> None:
        """The bot has been let into a server (again): post what could not be posted there."""
        for match_id in await self._service.store.lost_in(guild):
            await self.repost(await self._service.get(match_id))

    async def resync(self) -> Resynced:
        """Post all matches whose last change has not been posted."""
        await self._poster.resume()
        posted, failed, last = 0, 0, MatchId(0)
        while behind := await self._service.store.unposted(self._service.clock(), last):
            shown = await asyncio.gather(*(self.post_soon(match_id) for match_id in behind))
            posted, failed, last = posted + sum(shown), failed + len(shown) - sum(shown), behind[-1]
        return Resynced(posted, failed)

    def _alone(self, match_id: MatchId) -> asyncio.Lock:
        """Held while the posting of a match is read and written: what is posted must not overwrite other news."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    @property
    def in_progress(self) -> Sequence[str]:
        """The names of the posts that are on their way."""
        return [task.get_name() for task in self._tasks.values()]

    async def close(self) -> None:
        """Let all posts end; when that is cancelled, so are they, and what they are about is posted another time."""
        try:
            while self._tasks:
                await asyncio.wait(self._tasks.values())
        finally:
            self._is_closed = True
            for task in self._tasks.values():
                task.cancel()
            await self._poster.close()

    async def _post(self, match_id: MatchId) -> bool:
        try:
            if self._is_closed:
                return False
            while not await self._claims.take("post", [match_id]):  # noqa: ASYNC110 - another process is at it
                await asyncio.sleep(CLAIM_SECONDS)
            try:
                while True:
                    self._again.discard(match_id)
                    async with self._alone(match_id):
                        shown = await self._post_once(match_id)
                    if match_id not in self._again:
                        return shown
            finally:
                await self._claims.release("post", match_id)
        except (Damaged, GameError) as error:
            await self._set_aside(match_id, error)
        except (RetryError, discord.HTTPException):
            metrics.post("failed")
            _log.warning("not posted", match=match_id, exc_info=True)
        except Exception:  # noqa: BLE001 - the edge: it stays marked as not posted
            metrics.post("failed")
            _log.exception("posting failed", match=match_id)
        finally:
            self._tasks.pop(match_id, None)
            if match_id not in self._again:
                self._news.pop(match_id, None)
            metrics.queue("posts", len(self._tasks))
            if match_id in self._again:  # news that came while the task was ending
                self._again.discard(match_id)
                self.post_soon(match_id)
        return False

    async def _set_aside(self, match_id: MatchId, error: Exception) -> None:
        """The match cannot be shown as it is stored: say so once where it is played, and leave it alone."""
        _log.error("match set aside", match=match_id, exc_info=error)
        await self._service.store.set_aside(match_id, repr(error.__cause__ or error))
        try:
            await self._poster.tell_damaged(await self._service.store.posting(match_id), error)
        except discord.HTTPException as failure:
            _log.warning("not told", match=match_id, error=str(failure))

    # ------------------------------------------------------------------ what

    async def _post_once(self, match_id: MatchId) -> bool:
        """Show the newest state; False where it cannot be shown."""
        if match_id in self._coming:
            await self._coming[match_id].wait()
        news = self._news.pop(match_id, None)
        match = news or await self._service.get(match_id)
        posting = await self._service.store.posting(match_id)
        if posting.revision >= match.revision:
            return True
        if match.stage not in {Stage.INVITED, Stage.CANCELLED} and self._may_have_strays(match, posting, news):
            posting = await self._poster.find_strays(match, posting)
        try:
            posting = await self._show(match, posting)
        except discord.HTTPException as error:
            if not isinstance(error, GONE) and error.code not in CLOSED:
                self._unsure.add(match_id)
                raise
            channel = posting.thread or match.place.channel
            _log.warning("cannot post here", match=match.code, channel=channel, error=str(error))
            if error.code == UNKNOWN_CHANNEL and channel != match.place.channel:
                await self._to_parent(match)
                self._again.add(match.id)
                return False
            posting = replace(posting, lost=True)
            await self._service.store.keep_posting(replace(posting, revision=match.revision))
            if error.code == UNKNOWN_CHANNEL and match.stage is Stage.LIVE:
                await self._service.suspend(match.id)
            return False
        except Exception:
            self._unsure.add(match_id)
            raise
        self._unsure.discard(match_id)
        self._shown[match_id] = None
        if posting.revision != match.revision:
            await self._service.store.keep_posting(replace(posting, revision=max(posting.revision, match.revision)))
        if posting.board is not None and posting.board in self._deleted:  # gone before it was noted down
            self._deleted.remove(posting.board)
            await self._service.store.keep_posting(replace(posting, board=None, revision=0))
            self._again.add(match_id)
        return True

    def _may_have_strays(self, match: Match, posting: Posting, news: Match | None) -> bool:
        """True when a board may have been posted that was not noted down.

        Discord's answers were lost, or an earlier process posted it: of a change that this one has just made, it knows.
        """
        if match.id in self._unsure:
            return True
        return match.id not in self._shown and (news is None or posting.revision < match.revision - 1)

    async def _show(self, match: Match, posting: Posting) -> Posting:
        """Show the match, several times where a fault may pass; returns where it is shown. Raises the last error."""
        try:
            return await self._poster.show(match, posting)
        except Exception as error:
            if not passing(error):
                raise
        trying = AsyncRetrying(
            retry=retry_if_exception(passing),
            stop=stop_after_attempt(_TRIES_MORE),
            wait=wait_exponential_jitter(multiplier=0.3, max=4),
            reraise=True,
        )
        return await trying(self._poster.show, match, posting)

    async def remind(self, match: Match) -> None:
        """Tell those who are to move that their time is running out."""
        await self._poster.remind(match)

    async def language(self, match: Match) -> Language:
        """The language of what everybody sees of this match."""
        return Language((await self._people.settings_of(match)).language)
