"""When matches are posted: after every change, and again if posting has failed.

One job per match posts its newest state, whatever has happened meanwhile. A match that could not be posted stays
marked in the database and is posted later: when the connection is back, or after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from typing import Final, Literal, NamedTuple

import discord
import structlog
from tenacity import wait_exponential_jitter

from bot import metrics
from bot.club.people import People
from bot.jobs.job import Job, Retry
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.errors import Damaged
from bot.match.model import Match, MatchId, MatchSide, Place, Side
from bot.match.ports import Alone, Claims
from bot.match.service import MatchService
from bot.match.sides import seen_from, side_of, sides_of
from bot.match.stores import DeliveryStore, MatchPlaces
from bot.match.work_claims import held_post_claims
from bot.ui.delivery.board_messages import BoardMessages
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.lost_places import LostPlaces
from bot.ui.delivery.places import Places
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.postings import PostingEditor
from bot.ui.delivery.retrying import is_temporary
from bot.ui.delivery.shown_matches import ShownMatches
from bot.ui.i18n.language import Language
from games.core.errors import GameError

_log = structlog.get_logger(__name__)
RETRY: Final = Retry(is_temporary, 4, wait_exponential_jitter(multiplier=0.3, max=4))
CLAIM_SECONDS: Final = 0.5
PATIENCE_SECONDS: Final = 2.0
"""The longest wait for a player to hear whether the board of their move was posted."""
LOOK_SECONDS: Final = 1.0
"""How often to check whether a board that could not be posted is there after all."""


class Resynced(NamedTuple):
    """The numbers of matches whose newest state was posted by a resync, and of those for which that failed."""

    posted: int
    failed: int


Delivery = Literal["posted", "refused", "under way"]
"""The state of a change in Discord: shown, impossible to show where the match is played, or not yet shown."""


class Publisher:
    """Posts each match in its place. `changed` is called after every commit."""

    def __init__(
        self,
        service: MatchService,
        store: DeliveryStore,
        places: MatchPlaces,
        people: People,
        poster: Poster,
        boards: BoardMessages,
        claims: Claims | None = None,
    ) -> None:
        self._service = service
        self._store = store
        self._matches = places
        self._people = people
        self._poster = poster
        self._boards = boards
        self._postings = PostingEditor(service, store)
        self._lost_places = LostPlaces(service, store, self._postings, poster)
        self._shown = ShownMatches()
        self._coming: dict[MatchSide, asyncio.Event] = {}
        kind = JobKind(
            "post",
            self._post,
            "posting failed",
            self._handle,
            held_post_claims(claims or Alone(), CLAIM_SECONDS),
            retry=RETRY,
            newer=_newer,
            queue="posts",
        )
        self._jobs = KeyedJobs(kind)
        self.places = Places(service, places, self._postings, self.post_soon)
        """What is told of messages, threads, channels and servers that are gone or back."""

    async def notice_change(self, match: Match) -> None:
        """Post the match soon, on each of its sides, without waiting for Discord."""
        for side in sides_of(match):
            self._jobs.ask(MatchSide(match.id, side), match)

    def post_soon(self, shown: MatchSide) -> asyncio.Future[bool | None]:
        """Start posting, or make the running job do another round; its result is whether the match is shown."""
        return self._jobs.ask(shown)

    async def resync(self) -> Resynced:
        """Post all matches whose last change has not been posted."""
        await self._boards.old.resume()
        posted, failed = 0, 0
        for side in Side:
            last = MatchId(0)
            while behind := await self._matches.find_unposted(self._service.clock(), last, side):
                shown = sum(map(bool, await asyncio.gather(*map(self._jobs.run, behind))))
                posted, failed, last = posted + shown, failed + len(behind) - shown, behind[-1].match
        return Resynced(posted, failed)

    async def delivery(self, match: Match, seconds: float = PATIENCE_SECONDS) -> Delivery:
        """Return the delivery of this state of a match on its side, after at most `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                while (posting := await self._postings.of(match.shown_id)).revision < match.revision:
                    if not await self._jobs.wait_for(match.shown_id):  # it failed and will be tried again
                        return "under way"
        except TimeoutError:
            return "under way"
        return "refused" if posting.lost else "posted"

    async def is_shown_within(self, match: Match, seconds: float) -> bool:
        """Whether this state of a match is shown within `seconds`, even if posting it failed before."""
        try:
            async with asyncio.timeout(seconds):
                # Another process may post it, so there is no event to wait for here.
                while (found := await self.delivery(match, seconds)) == "under way":  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            return False
        return found == "posted"

    @asynccontextmanager
    async def expect_card(self, match: Match) -> AsyncIterator[Callable[[int | None], Awaitable[None]]]:
        """Enter while a command is answered with the card; call the yielded function with the card's message id.

        Nothing else is posted meanwhile, so that whoever accepts at once does not get a match without its card.
        """
        with self._hold(match.shown_id):
            yield partial(self._postings.note_card, match)

    @contextmanager
    def hold(self, match: Match) -> Iterator[None]:
        """Enter while something is posted that belongs above the next board of a match."""
        with self._hold(*(MatchSide(match.id, side) for side in sides_of(match))):
            yield

    @contextmanager
    def _hold(self, *held: MatchSide) -> Iterator[None]:
        """Enter to post nothing of these matches meanwhile."""
        end = asyncio.Event()
        self._coming |= dict.fromkeys(held, end)
        try:
            yield
        finally:
            self._coming = {shown: event for shown, event in self._coming.items() if event is not end}
            end.set()

    async def record_card(self, match: Match, message: int) -> None:
        """Record the message of the card that somebody used as the card of the match."""
        await self._postings.record_card(match.shown_id, message)

    async def move_to(self, match: Match, place: Place, channel: int) -> None:
        """Continue a match in another channel, when its old one is gone or unreachable."""
        async with self._postings.alone(match.shown_id):
            await self._postings.move(match, place, channel)
            for side in sides_of(match):
                self._jobs.drop_news(MatchSide(match.id, side))  # this news still has the old place
        for side in sides_of(match):
            self.post_soon(MatchSide(match.id, side))

    async def repost(self, match: Match) -> None:
        """Post the board of a match again, regardless of what has been posted."""
        await self._postings.mark_unposted(match.shown_id)
        self.post_soon(match.shown_id)

    async def remind(self, match: Match) -> None:
        """Remind the players to move that their time is running out, each on their own side."""
        for side in {side_of(match, player.user) for player in match.to_act if player.user is not None}:
            await self._poster.remind(seen_from(match, side))

    async def language(self, match: Match) -> Language:
        """Return the language of public messages about this match."""
        return Language((await self._people.settings_of(match)).public_language)

    @property
    def in_progress(self) -> Sequence[str]:
        """Return the names of the posts in progress."""
        return self._jobs.names

    async def close(self) -> None:
        """Wait for all posts to end; if cancelled, cancel them, and they are posted later."""
        try:
            await self._jobs.close()
        finally:
            await self._boards.old.close()

    # ------------------------------------------------------------------ one post

    async def _post(self, job: Job[MatchSide, Match]) -> bool:
        """Show the newest state; False if it cannot be shown."""
        if (coming := self._coming.get(job.key)) is not None:
            await coming.wait()
        async with self._postings.alone(job.key):
            news = job.take_news()
            match = seen_from(news or await self._service.get(job.key.match), job.key.side)
            posting = await self._postings.to_show(job.key)
            if posting.revision >= match.revision:
                return True
            may_have_strays = self._shown.may_have_strays(match, posting, news)
            self._shown.doubt(job.key)  # until it is known what this attempt has posted
            if may_have_strays:
                posting = await self._boards.find_strays(match, posting)
            try:
                posting = await self._poster.show(match, posting)
            except discord.HTTPException as error:
                if await self._lost_places.move_or_give_up(match, posting, error):
                    self.post_soon(job.key)
                return False
            except NotCarried:
                await self._lost_places.wait_for_people(match)
                return False
            if posting.revision != match.revision:
                await self._postings.keep(replace(posting, revision=max(posting.revision, match.revision)))
            self._shown.add(job.key)
        if posting.board is not None and self.places.was_deleted(posting.board):  # deleted before it was stored
            await self._postings.drop_board(job.key, posting.board)
            self.post_soon(job.key)
        return True

    async def _handle(self, shown: MatchSide, error: Exception) -> bool:
        """Handle a failed post; unless the match is set aside, it stays marked as not posted."""
        self._shown.doubt(shown)
        if isinstance(error, Damaged | GameError):
            await self._lost_places.set_aside(shown, error)
            return True
        metrics.post("failed")
        if isinstance(error, discord.HTTPException):
            _log.warning("not posted", match=shown.match, exc_info=error)
            return True
        return False


def _newer(known: Match, news: Match) -> Match:
    """Choose the newer state, because news of a challenge may arrive after news of its acceptance."""
    return news if news.revision >= known.revision else known
