"""The board messages of matches: posted, edited in place, posted anew, and retired when a newer one is there."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

import discord
import structlog

from bot import metrics
from bot.match.clock import BULLET_GRACE
from bot.match.lapse import when_delivered
from bot.match.model import LogEntry, Match, Posting, Stage
from bot.match.people import House, People
from bot.match.play import game_of
from bot.match.service import MatchService
from bot.ui.board import board, past_board, ply_in
from bot.ui.language import Language
from bot.ui.painter import Painter, Picture
from bot.ui.pings import movers
from bot.ui.quick import in_bullet, quick_first
from bot.ui.scene import Last, board_table, last_move, seated

_log = structlog.get_logger(__name__)
ARCHIVED = 50083
_REPOST_AGE = 50 * 60 * 1000
_MOST_BELOW = 8
"""A live board that so many messages stand below is posted anew."""

_MOST_WATCHED = 5000
"""Channels in which the messages below a board are counted, and boards whose pictures are remembered."""

_STRAYS_AMONG = 30
"""Boards that were not noted down are looked for among so many of the newest messages."""

_ADDRESS_AGE = 60 * 60 * 1000
_TAIL = 8
"""Entries of the log from which the last moves of the new and of the old board are told."""

Gallery = list[tuple[str, str]]


class Boards:
    """Keeps one live board for each match where it is played."""

    def __init__(self, client: discord.Client, service: MatchService, people: People, painter: Painter) -> None:
        self._client = client
        self._service = service
        self._people = people
        self._painter = painter
        self._below: OrderedDict[int, int] = OrderedDict()
        self._galleries: OrderedDict[int, tuple[int, Gallery]] = OrderedDict()

    def message_in(self, channel: int) -> None:
        """Somebody has written below a board."""
        if channel in self._below:
            self._below[channel] += 1

    def _ends_with_board(self, channel: int) -> None:
        """A board is about to stand at the end of this channel: what is written from now on comes below it."""
        self._below[channel] = 0
        self._below.move_to_end(channel)
        if len(self._below) > _MOST_WATCHED:
            self._below.popitem(last=False)

    async def show(self, match: Match, posting: Posting, house: House) -> Posting:
        """Bring the board up to date; returns where it is shown now."""
        language = Language(house.language)
        log = list(await self._service.store.entries(match.id, max(0, match.ply - _TAIL)))
        last = last_move(match, log)
        picture = await self._picture(match, last, house)
        quick = await in_bullet(self._painter.workers, match, quick_first, match)
        name = f"{match.game}-{match.code}-{match.revision}.png"
        file = picture.file(name)
        changes = await self._people.changes_of(match.id) if match.rated and match.stage is Stage.OVER else ()
        match = when_delivered(match, self._service.clock())  # as it will be in a moment
        view = board(match, last, picture.item(name), language, quick, changes=changes)
        place = self._client.get_partial_messageable(posting.thread or match.place.channel, guild_id=match.place.guild)
        if posting.board is not None and self._edits(match, posting, last, house):
            try:
                await place.get_partial_message(posting.board).edit(view=view, attachments=[file] if file else [])
            except discord.HTTPException as error:
                if not isinstance(error, discord.NotFound) and error.code != ARCHIVED:
                    raise
                file = picture.file(name)  # a new message opens the thread again, an edit does not
            else:
                metrics.post("picture" if file else "text")
                return await self._delivered(match, replace(posting, ply=match.ply))
        self._ends_with_board(posting.thread or match.place.channel)
        message = await place.send(
            view=view,
            files=[file] if file else [],
            allowed_mentions=await movers(match, self._people),
            nonce=_board_nonce(match, posting),
        )
        metrics.post("picture" if file else "text")
        shown = replace(posting, board=message.id, board_at=self._service.clock(), ply=match.ply, lost=False)
        if not match.stage.ended:  # the end is to be shown in other places as well
            shown = replace(shown, revision=match.revision)
        await self._service.store.keep_posting(shown)
        shown = await self._delivered(match, shown)
        await self._retire(match, posting, log, place, language)
        self._remember(message)
        return shown

    async def _delivered(self, match: Match, shown: Posting) -> Posting:
        """Let a bullet clock start; the board is not posted again for it where it tells nearly the right instant."""
        if match.time.kind != "bullet":
            return shown
        running = await self._service.delivered(match.id, match.turn)
        if running is None or running.revision != match.revision + 1 or match.deadline is None:
            return shown
        told_right = (running.deadline or 0) - match.deadline <= BULLET_GRACE
        return replace(shown, revision=running.revision) if told_right else shown

    def _edits(self, match: Match, posting: Posting, last: Last | None, house: House) -> bool:
        """True when the board message is edited in place instead of posted anew."""
        if posting.ply == match.ply:
            return True
        if house.posting == "post":
            return False
        young = posting.board_at is not None and self._service.clock() - posting.board_at < _REPOST_AGE
        goes_on = (
            game_of(match).info.multi_step and last is not None and any(p.seat == last.entry.seat for p in match.to_act)
        )
        near = self._below.get(posting.thread or 0, 0) < _MOST_BELOW
        return young and near and (house.posting == "edit" or match.time.live or goes_on)

    async def _retire(
        self,
        match: Match,
        posting: Posting,
        log: list[LogEntry],
        place: discord.PartialMessageable,
        language: Language,
    ) -> None:
        """Take the controls off the board message that is no longer the live one; it keeps its picture."""
        if posting.board is None:
            return
        old = place.get_partial_message(posting.board)
        try:
            shown = self._remembered(posting.board) or _gallery(await old.fetch())
            if posting.ply < match.ply - _TAIL // 2:
                log = list(await self._service.store.entries(match.id, max(0, posting.ply - _TAIL), posting.ply))
            last = last_move(match, [entry for entry in log if entry.ply < posting.ply])
            view = past_board(match, last, posting.ply, shown, language)
            await old.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            _log.info("old board not retired", match=match.code, error=str(error))

    async def retire_strays(self, match: Match, before: Posting, posting: Posting) -> None:
        """Take the controls off boards that came after the one `before` and are not the present one.

        They were posted and not noted down: the bot was killed in between.
        """
        place = self._client.get_partial_messageable(posting.thread or match.place.channel, guild_id=match.place.guild)
        language = Language((await self._people.house_of(match)).language)
        try:
            newest = [message async for message in place.history(limit=_STRAYS_AMONG)]
        except discord.HTTPException as error:
            _log.info("strays not looked for", match=match.code, error=str(error))
            return
        for message in newest:
            if message.id == before.board:
                return
            ply = _live_ply(message, match) if message.author == self._client.user else None
            if ply is not None and message.id != posting.board:
                log = list(await self._service.store.entries(match.id, max(0, ply - _TAIL), ply))
                await self._retire(match, replace(posting, board=message.id, ply=ply), log, place, language)

    def _remember(self, message: discord.Message) -> None:
        """Keep the addresses of the pictures of a board, for when it is the old one."""
        self._galleries[message.id] = (self._service.clock(), _gallery(message))
        if len(self._galleries) > _MOST_WATCHED:
            self._galleries.popitem(last=False)

    def _remembered(self, message: int) -> Gallery | None:
        """The pictures of a board, unless their addresses may have run out; Discord's hold for a day."""
        at, shown = self._galleries.pop(message, (0, []))
        return shown if self._service.clock() - at < _ADDRESS_AGE else None

    async def _picture(self, match: Match, last: Last | None, house: House) -> Picture:
        """The board as spectators see it."""
        shown = seated(board_table(match, None), match, self._service.clock(), last, Language(house.language))
        return await self._painter.paint(shown, house.theme, language=Language(house.language))


def _gallery(message: discord.Message) -> Gallery:
    """The pictures that a message shows: addresses and descriptions."""
    found = next((one for one in message.components if isinstance(one, discord.MediaGalleryComponent)), None)
    return [(item.media.url, item.description or "") for item in found.items] if found else []


def _live_ply(message: discord.Message, match: Match) -> int | None:
    """How many moves a message of ours shows that is a board of the match with controls."""
    words = "\n".join(one.content for one in message.components if isinstance(one, discord.TextDisplay))
    live = any(isinstance(one, discord.ActionRow) for one in message.components)
    return ply_in(words) if live and f"#{match.code}" in words else None


def _board_nonce(match: Match, posting: Posting) -> str:
    """The same for each attempt to post a board, another one when it is posted again: deleted, or asked for."""
    return f"b{match.id}-{match.revision}-{((posting.board or 0) + (posting.board_at or 0)) % 100_000}"
