"""The board messages of matches: posted, edited in place, replaced. The replaced one is handed over to be retired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import discord
import structlog
from cachetools import LRUCache
from discord import ui
from discord.utils import time_snowflake

from bot import metrics
from bot.club.guild_settings import GuildSettings
from bot.club.notifications import Kind
from bot.club.people import People
from bot.match.clock import BULLET_GRACE, Instant
from bot.match.model import LogEntry, Match, MatchSide, OldBoard, Posting, Stage
from bot.match.play import game_of
from bot.match.service import MatchService
from bot.match.sides import belongs_here
from bot.match.stores import DeliveryStore
from bot.match.timeouts import when_delivered
from bot.match.turns import ToldTurn, count_turns, turn_to_show, turns_between
from bot.ui.components.custom_id import Click
from bot.ui.components.picture import Picture
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.old_boards import OldBoards
from bot.ui.delivery.past_board import live_click
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.delivery.pings import Pings
from bot.ui.i18n.language import Language
from bot.ui.pages.board import board
from bot.ui.pages.match_view import Last, board_table, last_turn, newest_missed, with_missed, with_players
from bot.ui.pages.quick import in_bullet, quick_first
from games.core.status import Seat

_log = structlog.get_logger(__name__)
ARCHIVED = 50083
_REPOST_AGE = 50 * 60 * 1000
_MOST_BELOW = 8
"""The number of messages below a live board after which it is posted again."""

_MOST_WATCHED = 5000
"""The number of channels in which messages below a board are counted."""

_MOST_KNOWN = 300
"""The number of cached board messages (about 5 KB each), so that they need not be fetched to be retired."""

_STRAYS_AMONG = 200
"""The number of messages, after the last known one, that are searched for unrecorded boards."""


class _Shown(NamedTuple):
    """A cached board message, as of a revision of the match."""

    revision: int
    message: discord.Message


class BoardMessages:
    """Maintains one live board for each side of a match."""

    def __init__(
        self,
        channels: Channels,
        service: MatchService,
        store: DeliveryStore,
        people: People,
        painter: MatchPictures,
        old: OldBoards,
        pings: Pings,
    ) -> None:
        self._channels = channels
        self._client = channels.client
        self._service = service
        self._store = store
        self._people = people
        self._painter = painter
        self._below: LRUCache[int, int] = LRUCache(_MOST_WATCHED)
        self._shown: LRUCache[MatchSide, _Shown] = LRUCache(_MOST_KNOWN)
        self.old = old
        self._pings = pings

    def message_in(self, channel: int) -> None:
        """Count a message written below a board."""
        if channel in self._below:
            self._below[channel] += 1

    def _ends_with_board(self, channel: int) -> None:
        """Restart the count of messages, since a board is about to be the last message of this channel."""
        self._below[channel] = 0

    async def back_to(self, match: Match) -> int:
        """Return the number of turns that would remain if the requested take-back was accepted."""
        return _back_to(match, await self._store.seats(match.id)) if match.offer is not None else 0

    async def show(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> Posting:
        """Bring the board up to date; returns its new posting."""
        language = Language(guild_settings.public_language)
        seats = await self._store.seats(match.id)
        told = turn_to_show(match, seats)
        edits = posting.board is not None and self._edits(match, posting, told.ply, guild_settings)
        shown = replace(posting, ply=told.ply, since=_since(match, posting, told, seats, edits=edits), lost=False)
        if self._stands(match, posting):
            return await self._start_bullet_clock(match, shown)
        missed = turns_between(match, seats, shown.since, told.first)
        log = await self._entries_of(match, [*newest_missed(missed), told])
        last = with_missed(last_turn(match, log, told), match, log, missed)
        if last is not None and shown.since > told.first and not match.stage.ended:
            last = replace(last, again=True)
        picture = await self._picture(match, _as_told(match, log, told), last, guild_settings)
        quick = await in_bullet(self._painter.workers, match, quick_first, match)
        name = f"{match.game}-{match.code}-{match.revision}.png"
        changes = await self._people.changes_of(match.id) if match.rated and match.stage is Stage.OVER else ()
        match = when_delivered(match, self._service.clock())  # with the clock starting at the delivery
        back_to = _back_to(match, seats)
        view = board(match, last, picture.item(name), language, quick, changes=changes, back_to=back_to)
        if edits and await self._edit(match, posting, view, picture.file(name)):
            return await self._start_bullet_clock(match, shown)
        return await self._post(match, shown, view, picture.file(name))

    async def _entries_of(self, match: Match, turns: Sequence[ToldTurn]) -> list[LogEntry]:
        """Return the entries of these turns, and the one before them."""
        first = min(min(turn.first, turn.ply) for turn in turns)
        return list(await self._store.entries(match.id, max(0, first - 1)))

    async def _edit(self, match: Match, posting: Posting, view: ui.LayoutView, file: discord.File | None) -> bool:
        """Edit the board message in place; False if a new one is needed."""
        place = self._channels.of(match, posting)
        try:
            edited = await place.edit(posting.board or 0, view, [file] if file else [])
        except (discord.HTTPException, NotCarried) as error:
            if not _needs_new_message(error):
                raise
            return False  # only a new message opens an archived thread again
        self._shown[match.shown_id] = _Shown(match.revision, edited)
        metrics.post("picture" if file else "text")
        return True

    async def _post(self, match: Match, posting: Posting, view: ui.LayoutView, file: discord.File | None) -> Posting:
        """Post a new board message for `posting`, and retire the previous one."""
        channel = posting.thread or match.place.channel
        before = self._known_message(posting)
        self._ends_with_board(channel)
        pinged = await self._whom_to_ping(match)
        place = self._channels.of(match, posting)
        message = await place.send(view, _board_nonce(match, posting), pinged, [file] if file else [])
        metrics.post("picture" if file else "text")
        self._shown[match.shown_id] = _Shown(match.revision, message)
        shown = replace(posting, board=message.id, board_at=self._service.clock())
        if not match.stage.ended:  # the end must also be shown in other places
            shown = replace(shown, revision=match.revision)
        await self._store.keep_posting(shown)
        if posting.board is not None and posting.board != message.id and self._may_change(match, posting.board):
            self.old.retire_soon(OldBoard(match.id, channel, posting.board), before)
        return await self._start_bullet_clock(match, shown)

    def _stands(self, match: Match, posting: Posting) -> bool:
        """Whether the board is up to date already, because a previous attempt failed only after it."""
        shown = self._shown.get(match.shown_id)
        if shown is None or posting.board_at is None:
            return False
        return (shown.revision, shown.message.id) == (match.revision, posting.board)

    def _known_message(self, posting: Posting) -> discord.Message | None:
        """Return the cached board message, unless another process may have changed it."""
        known = self._shown.get(posting.shown_id)
        is_newest = known is not None and (known.revision, known.message.id) == (posting.revision, posting.board)
        return known.message if known is not None and is_newest else None

    async def _whom_to_ping(self, match: Match) -> discord.AllowedMentions:
        """Return the people who are to move; at the end, everybody who played."""
        if match.stage.ended:
            return await self._pings.of(Kind.END, match.people, match)
        return await self._pings.movers(match)

    async def _start_bullet_clock(self, match: Match, shown: Posting) -> Posting:
        """Start a bullet clock; the board is not edited for it if it shows nearly the right time."""
        people = [player.user for player in match.to_act if player.user is not None]
        is_of_other_server = match.other is not None and not any(belongs_here(match, user) for user in people)
        if match.time.kind != "bullet" or is_of_other_server:
            return shown
        running = await self._service.mark_delivered(match.id, match.turn)
        if running is None or running.revision != match.revision + 1 or match.deadline is None:
            return shown
        told_right = (running.deadline or 0) - match.deadline <= BULLET_GRACE
        return replace(shown, revision=running.revision) if told_right else shown

    def _edits(self, match: Match, posting: Posting, ply: int, guild_settings: GuildSettings) -> bool:
        """Whether the board message is edited in place instead of posted again; it is to show `ply` entries."""
        is_unposted = posting.board_at is None
        if posting.ply == ply and not is_unposted and not is_to_end(match, posting):
            return True
        if match.place.external:  # the board that was posted with a move is edited for what follows
            return self._channels.carriers.newest_owns(match.place.channel, posting.board or 0)
        if guild_settings.posting == "post":
            return False
        young = posting.board_at is not None and self._service.clock() - posting.board_at < _REPOST_AGE
        near = self._below.get(posting.thread or 0, 0) < _MOST_BELOW
        return young and near and (guild_settings.posting == "edit" or match.time.live)

    def _may_change(self, match: Match, board: int) -> bool:
        """Whether a replaced board can still be edited."""
        return not match.place.external or self._channels.carriers.may_change(match.place.channel, board)

    async def find_strays(self, match: Match, posting: Posting) -> Posting:
        """Return the posting with the newest board that was posted but not recorded, if there is one.

        So it is when the bot was killed in between, or when Discord's answers were lost. Of several such boards the
        newest is noted down, the others are to be retired.
        """
        if match.place.external:
            return posting
        channel = posting.thread or match.place.channel
        place = self._client.get_partial_messageable(channel, guild_id=match.place.guild)
        since = discord.Object(posting.board or posting.card or time_snowflake(_moment(match.created)))
        strays: list[tuple[discord.Message, Click]] = []
        try:
            async for message in place.history(limit=_STRAYS_AMONG, after=since):
                click = live_click(message, match.id) if message.author == self._client.user else None
                if click is not None:
                    strays.append((message, click))
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("strays not looked for", match=match.code, error=str(error))
        if not strays:
            return posting
        for message, _ in strays[:-1]:
            await self.old.add(OldBoard(match.id, channel, message.id))
        newest, click = strays[-1]
        before = posting.board
        at = min(int(newest.created_at.timestamp() * 1000), self._service.clock())  # Discord's clock may be ahead
        adopted = replace(posting, board=newest.id, board_at=at, since=posting.entries_told)
        posting = _with_ply(match, adopted, click, await self._store.seats(match.id))
        await self._store.keep_posting(posting)
        if before is not None:
            self.old.retire_soon(OldBoard(match.id, channel, before))
        return posting

    async def _picture(self, match: Match, then: Match, last: Last | None, guild_settings: GuildSettings) -> Picture:
        """Draw the board as spectators see it: the position of `then`, with the current clocks and requests."""
        shown = with_players(
            board_table(then, None), match, self._service.clock(), last, Language(guild_settings.public_language)
        )
        return await self._painter.paint(shown, guild_settings.theme, language=Language(guild_settings.public_language))


def _needs_new_message(error: Exception) -> bool:
    """Whether a board that could not be edited must be posted again."""
    gone = isinstance(error, NotCarried | discord.NotFound)
    return gone or (isinstance(error, discord.HTTPException) and error.code == ARCHIVED)


def _with_ply(match: Match, posting: Posting, click: Click, seats: Sequence[Seat]) -> Posting:
    """Return the posting with the ply that its adopted board shows. `click` is of one of the board's controls.

    The controls of a final board have no ply. It was posted after the end, even if Discord's clock is behind ours.
    """
    if match.stage.ended and click.ply is None:
        ended = max(posting.board_at or 0, match.ended or 0)
        return replace(posting, board_at=ended, ply=turn_to_show(match, seats).ply)
    if click.ply == match.ply:  # during a turn, a board shows the position before it
        return replace(posting, ply=turn_to_show(match, seats).ply)
    return posting if click.ply is None else replace(posting, ply=click.ply)


def is_to_end(match: Match, posting: Posting) -> bool:
    """Whether the match has ended since the board was posted, so that the final board must be a new message."""
    return match.stage.ended and (posting.board_at or 0) < (match.ended or 0)


def _since(match: Match, posting: Posting, told: ToldTurn, seats: Sequence[Seat], *, edits: bool) -> int:
    """Return the number of entries that earlier boards describe; an edited board keeps those that only it describes.

    What it told while only an AI had to act, nobody has had the time to read. More than the turn began with: another
    board has told the turn itself.
    """
    is_unread = posting.ply == told.ply or _is_followed_by_ai(match, posting.ply, seats)
    goes_on = edits and (is_unread or match.place.external)
    is_new = edits and posting.ply != told.ply
    return min(posting.since if goes_on else posting.entries_told, told.first if is_new else told.ply)


def _is_followed_by_ai(match: Match, ply: int, seats: Sequence[Seat]) -> bool:
    """Whether an AI made the entry after this many."""
    return 0 <= ply < len(seats) and match.players[seats[ply]].user is None


def _as_told(match: Match, log: list[LogEntry], told: ToldTurn) -> Match:
    """Return the match at the position that a board shows: during an unfinished turn, the one before it."""
    if told.ply >= match.ply:
        return match
    before = next((entry.position for entry in log if entry.ply == told.ply - 1), None)
    if before is None:
        game = game_of(match)
        before = game.rules.dump(game.rules.start(len(match.players), match.options))
    return replace(match, position=before, ply=told.ply)


def _back_to(match: Match, seats: Sequence[Seat]) -> int:
    """Return the number of turns that would remain if the requested take-back was accepted."""
    keep = match.offer.keep if match.offer is not None else None
    return 0 if keep is None else count_turns(match, seats[:keep])


def _moment(at: Instant) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _board_nonce(match: Match, posting: Posting) -> str:
    """Return a nonce that is the same for each attempt to post a board, and new when it is posted again."""
    return f"b{match.shown_id}-{match.revision}-{((posting.board or 0) + (posting.board_at or 0)) % 100_000}"
