"""What matches need from a database, one small protocol per use. Implemented in bot.store."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from bot.match.clock import Instant
from bot.match.guild_shards import ALL, Shards
from bot.match.limits import Limit
from bot.match.model import (
    Change,
    ClosedRequest,
    LogEntry,
    Match,
    MatchId,
    MatchSide,
    OldBoard,
    Place,
    Posting,
    Side,
    ThreadLine,
    UserId,
)
from games.core.status import Seat


class MatchLog(Protocol):
    """The logs of matches: what has been played, move by move."""

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        """The entries of the log from ply `start` up to, without, `stop`."""
        ...

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        """The seats that the entries of the log belong to, in order."""
        ...


class PostingReader(Protocol):
    """Where matches are shown in Discord."""

    async def posting(self, match: MatchId, side: Side = Side.HOME) -> Posting:
        """Where the match is shown on one of its sides."""
        ...

    async def postings(self, matches: Sequence[Match]) -> Mapping[MatchId, Posting]:
        """Where these matches are shown, each on the side that it is seen from."""
        ...


class MatchStore(MatchLog, PostingReader, Protocol):
    """What the service needs to change matches. Every method is one transaction."""

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        """Store a new match with its first entries; its `id` and `code` are given by the store.

        Nothing is stored when the limit refuses it: what its check raises is raised.
        """
        ...

    async def get(self, match: MatchId) -> Match | None:
        """The match with this id."""
        ...

    async def by_code(self, code: str) -> Match | None:
        """The match with this code, which is read without regard to case."""
        ...

    async def commit(self, change: Change, limit: Limit | None = None) -> None:
        """Store a change, unless the limit refuses it: what its check raises is raised.

        Raises Conflict when the match is not at the revision before `change.match.revision`, and when somebody whose
        clock begins to run has gone away meanwhile.
        """
        ...

    async def occurrences(self, match: MatchId, position: str) -> int:
        """The number of entries that have led to this position line. Its cost does not grow with the log."""
        ...

    async def moves_made(self, match: MatchId) -> Mapping[Seat, int]:
        """The number of moves that each seat has made; steps that follow each other are one move."""
        ...

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        """The person's invited, live and paused matches: those that wait for the person first."""
        ...


class MatchLists(Protocol):
    """Matches as people look for them: their own, those played here, those that anybody may join or watch."""

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        """The person's invited, live and paused matches: those that wait for the person first."""
        ...

    async def live_of(self, user: UserId) -> Sequence[Match]:
        """The person's live matches, in any order."""
        ...

    async def finished_of(
        self, user: UserId, viewer: UserId, guild: int | None, game: str | None = None, limit: int = 10
    ) -> Sequence[Match]:
        """The person's matches that ended last, in all games or in one: the viewer's own, and public ones here."""
        ...

    async def in_thread(self, channel: int, user: UserId | None = None) -> Match | None:
        """The match that is played in this thread or channel and has not ended.

        Of several the one that waits for this person, or else that the person plays in, or else the newest.
        """
        ...

    async def find_ended_in(self, thread: int) -> Match | None:
        """The newest match that was played in this thread of its own and is over."""
        ...

    async def watchable(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        """Live public matches of a server, the newest first."""
        ...

    async def find_with_turns(self, guild: int, limit: int = 100) -> Sequence[Match]:
        """Live public matches of a server, by id; of more than `limit` those whose time ends first."""
        ...

    async def open_tables(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        """Public tables of a server that anybody may still join, the newest first."""
        ...

    async def waiting_since(self, before: Instant, after: MatchId, limit: int = 200) -> Sequence[Match]:
        """Live matches on servers in which the present turn began before this instant, by id from `after` on."""
        ...

    async def count_live(self) -> int:
        """The number of matches that are being played."""
        ...


class RecordStore(Protocol):
    """Records that people bring to look at, each a match that is over and never started here."""

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        """Store a new match with its first entries; its `id` and `code` are given by the store.

        Nothing is stored when the limit refuses it: what its check raises is raised.
        """
        ...

    async def keep_records(self, host: UserId, most: int) -> None:
        """Of the records that somebody brought to look at, which never started here, delete all but the newest."""
        ...


class DraftStore(Protocol):
    """Moves that people are composing."""

    async def draft(self, match: MatchId, user: UserId) -> tuple[int, tuple[str, ...]] | None:
        """The turn that the person's draft of a move was begun at, and its tokens."""
        ...

    async def keep_draft(self, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]) -> None:
        """Store a draft in place of an older one, unless the match has left its turn; an empty one is forgotten."""
        ...


class PostingStore(PostingReader, Protocol):
    """Where matches are shown in Discord, and where they are played."""

    async def keep_posting(self, posting: Posting) -> None:
        """Store where the match is shown. A board that it replaces is an old board from then on.

        Its request is not stored by this, but by `keep_request`.
        """
        ...

    async def mark_unposted(self, shown: MatchSide) -> None:
        """Store that the board is to be posted again, whatever else is stored of the posting at the same moment."""
        ...

    async def drop_board(self, shown: MatchSide, message: int) -> bool:
        """Store that the board is gone and to be posted, with all that it told; False when it is not this message."""
        ...

    async def keep_request(self, shown: MatchSide, message: int, asked: int) -> None:
        """Store which message asks for what was asked for at the revision `asked`."""
        ...

    async def take_request(self, shown: MatchSide, asked: int) -> ClosedRequest | None:
        """The message that asks for it and its answer, given to the first who takes them; None to all others."""
        ...

    async def move(self, shown: MatchSide, place: Place) -> None:
        """The side of the match is played elsewhere from now on."""
        ...


class ThreadLines(Protocol):
    """Lines about matches that have not been told yet where they are played."""

    async def thread_lines(self, shown: MatchSide) -> Sequence[ThreadLine]:
        """The lines that the place of the match has not been told, the oldest first."""
        ...

    async def forget_thread_lines(self, shown: MatchSide, last: int) -> None:
        """The place of the match has been told the lines up to the one with the id `last`."""
        ...


class MatchPlaces(Protocol):
    """Matches by the place they are shown in, and those whose place does not show their newest state."""

    async def by_board(self, message: int) -> Match | None:
        """The match whose live board message this is, as that side sees it."""
        ...

    async def find_played_in(self, channel: int) -> Sequence[MatchSide]:
        """Running matches that were begun in a channel: in its threads, or in itself."""
        ...

    async def find_shown_in(self, thread: int) -> Sequence[MatchSide]:
        """Running matches whose boards are in this thread or channel."""
        ...

    async def find_lost_in(self, guild: int) -> Sequence[MatchSide]:
        """Running matches of a server that could not be posted."""
        ...

    async def find_lost_at(self, channel: int) -> Sequence[MatchSide]:
        """Matches, ended ones too, that could not be posted in a channel which the bot is not in."""
        ...

    async def find_unposted(
        self, now: Instant, after: MatchId, side: Side = Side.HOME, limit: int = 50
    ) -> Sequence[MatchSide]:
        """Matches whose last change this side has not been shown yet, nor is being shown, by id from `after` on."""
        ...


class DamagedMatches(Protocol):
    """Matches that cannot be read, or not be played."""

    async def set_aside(self, match: MatchId, reason: str) -> None:
        """Let nothing happen by itself in this match any more: it cannot be read, or not be played."""
        ...


class DueMatches(Protocol):
    """Matches for which something happens at an instant: a reminder, a clock or a challenge that runs out."""

    async def due(
        self, now: Instant, limit: int = 50, besides: Collection[MatchId] = (), shards: Shards = ALL
    ) -> Sequence[Match]:
        """Matches on these shards for which it is time to wake up (`Match.wake`), the longest overdue first.

        Left out are those `besides`, and those that another process is at.
        """
        ...

    async def next_wake(self, now: Instant, besides: Collection[MatchId] = (), shards: Shards = ALL) -> Instant | None:
        """The earliest instant at which a match wakes up that `due` would find then."""
        ...

    async def postpone(self, match: Match, now: Instant, until: Instant) -> None:
        """Look at a match that is due `now`, and has not changed, again at another instant: nothing came of it."""
        ...


class AiMatches(DamagedMatches, Protocol):
    """Matches in which AIs are to move."""

    async def waiting_for_ai(self, now: Instant, limit: int = 50) -> Sequence[Match]:
        """Live matches in which an AI is to act, and for which no process thinks."""
        ...


class DeliveryStore(MatchLog, PostingStore, ThreadLines, DamagedMatches, Protocol):
    """What is stored for the messages that show matches in Discord."""


class OldBoardStore(Protocol):
    """Boards that newer ones have replaced and that may still have their controls."""

    async def find_replaced_before(self, instant: Instant, limit: int = 200) -> Sequence[OldBoard]:
        """Those that were replaced before this instant, the oldest first."""
        ...

    async def add(self, old: OldBoard, now: Instant) -> None:
        """Store a board that was never noted down."""
        ...

    async def forget(self, messages: Collection[int]) -> None:
        """These boards have no controls any more, or are gone."""
        ...
