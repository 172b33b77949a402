"""Shows matches in Discord: cards, threads, boards.

One task for each match posts its newest state, whatever has happened meanwhile. What could not be posted stays marked
in the database and is posted later: when the connection is back, or after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import aiohttp
import discord
import structlog
from discord import ui
from tenacity import AsyncRetrying, RetryError, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from bot.match.model import Match, MatchId, Place, Posting, Stage
from bot.match.play import game_of
from bot.match.service import MatchService
from bot.ui.board import board, board_mentions, past_board, reminder
from bot.ui.card import card, card_mentions, title
from bot.ui.language import Language
from bot.ui.limits import THREAD_NAME, clip
from bot.ui.painter import Painter, Picture
from bot.ui.scene import Last, board_table, last_move, seated
from games.core.errors import GameError

_log = structlog.get_logger(__name__)
_REPOST_AGE = 50 * 60 * 1000
_TRIES = 4
GONE = (discord.Forbidden, discord.NotFound)


def passing(error: BaseException) -> bool:
    """True for a fault that may be gone when tried again."""
    if isinstance(error, discord.DiscordServerError):
        return True
    return isinstance(error, aiohttp.ClientError | TimeoutError | OSError) and not isinstance(
        error, discord.HTTPException
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known of a match when it is posted."""

    match: Match
    posting: Posting
    last: Last | None


class Publisher:
    """Posts each match in its place. `changed` is called after every commit."""

    def __init__(self, client: discord.Client, service: MatchService, painter: Painter) -> None:
        self._client = client
        self._service = service
        self._painter = painter
        self._tasks: dict[MatchId, asyncio.Task[None]] = {}
        self._again: set[MatchId] = set()
        self._coming: dict[MatchId, asyncio.Event] = {}

    # ------------------------------------------------------------------ when

    async def changed(self, match: Match) -> None:
        """Post the match soon; never waits for Discord."""
        self.post_soon(match.id)

    def post_soon(self, match_id: MatchId) -> asyncio.Task[None]:
        """Start posting, or have the task that is at it look once more."""
        running = self._tasks.get(match_id)
        if running is not None:
            self._again.add(match_id)
            return running
        task = asyncio.create_task(self._post(match_id), name=f"post-{match_id}")
        self._tasks[match_id] = task
        return task

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
        posting = await self._service.store.posting(match.id)
        if posting.thread != channel:
            posting = replace(posting, thread=channel, board=None)
        await self._service.store.keep_posting(replace(posting, revision=0, lost=False, board_at=self._service.clock()))
        await self._service.store.move(match.id, place)
        self.post_soon(match.id)

    async def repost(self, match: Match) -> None:
        """Post the board of a match anew, whatever has been posted already."""
        posting = await self._service.store.posting(match.id)
        await self._service.store.keep_posting(replace(posting, revision=0, ply=-1, board_at=None, lost=False))
        self.post_soon(match.id)

    async def card_is(self, match: MatchId, message: int) -> None:
        """Somebody used the card that is this message: from now on it is the card of the match."""
        posting = await self._service.store.posting(match)
        if posting.card != message:
            await self._service.store.keep_posting(replace(posting, card=message))

    async def message_deleted(self, message: int) -> None:
        """Post the board again when it was the live board of a match that has not ended."""
        match = await self._service.store.by_board(message)
        if match is None or match.stage.ended:
            return
        posting = await self._service.store.posting(match.id)
        await self._service.store.keep_posting(replace(posting, board=None, revision=0))
        self.post_soon(match.id)

    async def resync(self) -> int:
        """Post all matches whose last change has not been posted; returns how many there were."""
        behind = await self._service.store.unposted()
        await asyncio.gather(*(self.post_soon(match_id) for match_id in behind))
        return len(behind)

    async def close(self) -> None:
        """Let running posts end, a few seconds at most."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=5)

    async def _post(self, match_id: MatchId) -> None:
        try:
            while True:
                self._again.discard(match_id)
                await self._post_once(match_id)
                if match_id not in self._again:
                    return
        except (RetryError, discord.HTTPException):
            _log.warning("not posted", match=match_id, exc_info=True)
        except Exception:  # noqa: BLE001 - the edge: it stays marked as not posted
            _log.exception("posting failed", match=match_id)
        finally:
            self._tasks.pop(match_id, None)

    # ------------------------------------------------------------------ what

    async def _post_once(self, match_id: MatchId) -> None:
        if match_id in self._coming:
            await self._coming[match_id].wait()
        match = await self._service.get(match_id)
        posting = await self._service.store.posting(match_id)
        if posting.revision >= match.revision:
            return
        try:
            async for attempt in AsyncRetrying(
                retry=retry_if_exception(passing),
                stop=stop_after_attempt(_TRIES),
                wait=wait_exponential_jitter(0.3, 4),
                reraise=True,
            ):
                with attempt:
                    posting = await self._show(match, posting)
        except GONE as error:
            _log.warning(
                "cannot post here", match=match.code, channel=posting.thread or match.place.channel, error=str(error)
            )
            posting = replace(posting, lost=True)
        await self._service.store.keep_posting(replace(posting, revision=match.revision))

    async def _show(self, match: Match, posting: Posting) -> Posting:
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            return await self._show_card(match, posting)
        if posting.thread is None:
            posting = await self._open_thread(match, posting)
        posting = await self._show_board(match, posting)
        if match.stage.ended:
            await self._show_card(match, posting)
        return posting

    async def _show_card(self, match: Match, posting: Posting) -> Posting:
        view = card(match, posting.thread, self.language(match))
        channel = self._client.get_partial_messageable(match.place.channel, guild_id=match.place.guild)
        known = posting.card or await self._lost_card(match, channel)
        if known is not None:
            try:
                await channel.get_partial_message(known).edit(view=view)
            except discord.NotFound:
                pass
            else:
                return replace(posting, card=known)
        message = await channel.send(
            view=view, allowed_mentions=card_mentions(match), nonce=f"c{match.id}-{match.revision}"
        )
        return replace(posting, card=message.id)

    async def _lost_card(self, match: Match, channel: discord.PartialMessageable) -> int | None:
        """The card that was posted just before the bot was killed, and not noted down."""
        try:
            async for message in channel.history(limit=30):
                texts = [one.content for one in message.components if isinstance(one, discord.TextDisplay)]
                if message.author == self._client.user and any(f"#{match.code}" in text for text in texts):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def _open_thread(self, match: Match, posting: Posting) -> Posting:
        """The thread the match is played in; where none can be made, the channel itself."""
        thread = await self._thread(match, posting)
        posting = replace(posting, thread=thread)
        await self._service.store.keep_posting(posting)
        await self._show_card(match, posting)
        return posting

    async def _thread(self, match: Match, posting: Posting) -> int:
        channel = self._client.get_channel(match.place.channel)
        if not isinstance(channel, discord.TextChannel):
            return match.place.channel
        name = clip(discord.utils.remove_markdown(title(match, self.language(match)).replace("\\", "")), THREAD_NAME)
        me = channel.permissions_for(channel.guild.me)
        try:
            if match.private and me.create_private_threads:
                kind = discord.ChannelType.private_thread
                private = await channel.create_thread(
                    name=name, type=kind, invitable=False, auto_archive_duration=10080
                )
                for user in match.people:
                    await private.add_user(discord.Object(user))
                return private.id
            if me.create_public_threads and me.send_messages_in_threads and posting.card is not None:
                message = channel.get_partial_message(posting.card)
                return (await message.create_thread(name=name, auto_archive_duration=10080)).id
        except discord.HTTPException as error:
            if isinstance(error, discord.DiscordServerError):
                raise
            if error.code == 160004 and posting.card is not None:  # the card has its thread already: same id
                return posting.card
            _log.warning("no thread", match=match.code, error=str(error))
        return match.place.channel

    async def _show_board(self, match: Match, posting: Posting) -> Posting:
        language = self.language(match)
        last = await self._last(match)
        picture = await self.picture(match, last, language)
        name = f"{match.game}-{match.code}-{match.revision}.png"
        file = picture.file(name)
        view = board(match, last, name if file else None, picture.alt, picture.text, language)
        place = self._client.get_partial_messageable(posting.thread or match.place.channel, guild_id=match.place.guild)
        if posting.board is not None and self._edits(match, posting, last):
            try:
                await place.get_partial_message(posting.board).edit(view=view, attachments=[file] if file else [])
            except discord.NotFound:
                file = picture.file(name)
            else:
                return replace(posting, ply=match.ply)
        message = await place.send(
            view=view,
            files=[file] if file else [],
            allowed_mentions=board_mentions(match),
            nonce=_board_nonce(match, posting),
        )
        shown = replace(posting, board=message.id, board_at=self._service.clock(), ply=match.ply, lost=False)
        await self._service.store.keep_posting(shown)
        if match.time.kind == "bullet":
            await self._service.delivered(match.id, match.turn)
        await self._retire(match, posting, place)
        return shown

    def _edits(self, match: Match, posting: Posting, last: Last | None) -> bool:
        """True when the board message is edited in place instead of posted anew."""
        if posting.ply == match.ply:
            return True
        young = posting.board_at is not None and self._service.clock() - posting.board_at < _REPOST_AGE
        goes_on = (
            game_of(match).info.multi_step and last is not None and any(p.seat == last.entry.seat for p in match.to_act)
        )
        return young and (match.time.live or goes_on)

    async def _retire(self, match: Match, posting: Posting, place: discord.PartialMessageable) -> None:
        """Take the controls off the board message that is no longer the live one; it keeps its picture."""
        if posting.board is None:
            return
        old = place.get_partial_message(posting.board)
        try:
            message = await old.fetch()
            view = await self._past(match, posting.ply, message)
            await old.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            _log.info("old board not retired", match=match.code, error=str(error))

    async def _past(self, match: Match, ply: int, message: discord.Message) -> ui.LayoutView:
        log = list(await self._service.store.entries(match.id, max(0, ply - 3), ply))
        gallery = next((one for one in message.components if isinstance(one, discord.MediaGalleryComponent)), None)
        shown = [(item.media.url, item.description or "") for item in gallery.items] if gallery else []
        return past_board(match, last_move(match, log), ply, shown, self.language(match))

    async def remind(self, match: Match) -> None:
        """Tell those who are to move that their time is running out."""
        posting = await self._service.store.posting(match.id)
        place = self._client.get_partial_messageable(posting.thread or match.place.channel, guild_id=match.place.guild)
        view = reminder(match, self.language(match))
        try:
            await place.send(view=view, allowed_mentions=board_mentions(match), nonce=f"r{match.id}-{match.turn}")
        except discord.HTTPException as error:
            _log.warning("not reminded", match=match.code, error=str(error))

    # ------------------------------------------------------------------ parts that others use too

    async def picture(self, match: Match, last: Last | None, language: Language) -> Picture:
        """The board as spectators see it."""
        try:
            table = board_table(match, None)
        except GameError as error:
            return Picture(None, str(error), match.position)
        return await self._painter.paint(seated(table, match, self._service.clock(), last, language))

    async def _last(self, match: Match) -> Last | None:
        return last_move(match, list(await self._service.store.entries(match.id, max(0, match.ply - 4))))

    def language(self, match: Match) -> Language:
        """The language of what everybody sees of this match."""
        return Language("en")


def _board_nonce(match: Match, posting: Posting) -> str:
    """The same for each attempt to post a board, another one when it was deleted and is posted again."""
    return f"b{match.id}-{match.revision}-{(posting.board_at or 0) % 100_000}"
