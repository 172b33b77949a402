"""The database ports of matches, one small port per use. `bot.store` implements them."""

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
    """The logs of matches: their moves."""

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        """Return the log entries from ply `start` up to but not including `stop`."""
        ...

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        """Return the seat of each log entry, in order."""
        ...


class PostingReader(Protocol):
    """Where matches are shown in Discord."""

    async def posting(self, match: MatchId, side: Side = Side.HOME) -> Posting:
        """Return where the match is shown on one of its sides."""
        ...

    async def postings(self, matches: Sequence[Match]) -> Mapping[MatchId, Posting]:
        """Return where these matches are shown, each on the side that it is seen from."""
        ...


class MatchStore(MatchLog, PostingReader, Protocol):
    """What `MatchService` needs to change matches. Every method is one transaction."""

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        """Store a new match with its first entries; its `id` and `code` are given by the store.

        Nothing is stored when the limit refuses it: what its check raises is raised.
        """
        ...

    async def get(self, match: MatchId) -> Match | None:
        """The match with this id."""
        ...

    async def by_code(self, code: str) -> Match | None:
        """Return the match with this code, ignoring case."""
        ...

    async def commit(self, change: Change, limit: Limit | None = None) -> None:
        """Store a change, unless the limit refuses it: what its check raises is raised.

        Raises Conflict if the match is not at the revision before `change.match.revision`, and when somebody whose
        clock begins to run has gone away meanwhile.
        """
        ...

    async def occurrences(self, match: MatchId, position: str) -> int:
        """Count the entries that led to this position line. The cost does not grow with the log."""
        ...

    async def moves_made(self, match: MatchId) -> Mapping[Seat, int]:
        """Count the moves of each seat; consecutive steps are one move."""
        ...

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        """The person's invited, live and paused matches: those that wait for the person first."""
        ...


class MatchLists(Protocol):
    """Queries for lists of matches: a person's own, those of a server, those to join or watch."""

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        """The person's invited, live and paused matches: those that wait for the person first."""
        ...

    async def live_of(self, user: UserId) -> Sequence[Match]:
        """Return the person's live matches, in any order."""
        ...

    async def finished_of(
        self, user: UserId, viewer: UserId, guild: int | None, game: str | None = None, limit: int = 10
    ) -> Sequence[Match]:
        """Return the person's latest finished matches, of one game or all, that the viewer may see."""
        ...

    async def in_thread(self, channel: int, user: UserId | None = None) -> Match | None:
        """Return the unfinished match that is played in this thread or channel.

        Of several the one that waits for this person, or else that the person plays in, or else the newest.
        """
        ...

    async def find_ended_in(self, thread: int) -> Match | None:
        """Return the newest finished match of this thread."""
        ...

    async def watchable(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        """Return live public matches of a server, newest first."""
        ...

    async def find_with_turns(self, guild: int, limit: int = 100) -> Sequence[Match]:
        """Return live public matches of a server by id; if there are more than `limit`, the most urgent ones."""
        ...

    async def open_tables(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        """Return public open tables of a server, newest first."""
        ...

    async def waiting_since(self, before: Instant, after: MatchId, limit: int = 200) -> Sequence[Match]:
        """Return live matches on servers whose current turn began before this instant, by id from `after` on."""
        ...

    async def count_live(self) -> int:
        """Count the matches that are being played."""
        ...


class RecordStore(Protocol):
    """Uploaded records: finished matches that were not played here."""

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        """Store a new match with its first entries; its `id` and `code` are given by the store.

        Nothing is stored when the limit refuses it: what its check raises is raised.
        """
        ...

    async def keep_records(self, host: UserId, most: int) -> None:
        """Delete all but a person's newest uploaded records."""
        ...


class DraftStore(Protocol):
    """Moves being composed."""

    async def draft(self, match: MatchId, user: UserId) -> tuple[int, tuple[str, ...]] | None:
        """Return the turn in which the person's draft was begun, and its tokens."""
        ...

    async def keep_draft(self, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]) -> None:
        """Store a draft, replacing an older one, unless the match has moved on; an empty draft deletes it."""
        ...


class PostingStore(PostingReader, Protocol):
    """Where matches are shown and played in Discord."""

    async def keep_posting(self, posting: Posting) -> None:
        """Store where the match is shown. A board that it replaces becomes an old board.

        Its request is not stored by this, but by `keep_request`.
        """
        ...

    async def mark_unposted(self, shown: MatchSide) -> None:
        """Store that the board must be posted again, regardless of concurrent updates of the posting."""
        ...

    async def drop_board(self, shown: MatchSide, message: int) -> bool:
        """Store that the board message is gone and must be posted again; False if the board is another message."""
        ...

    async def keep_request(self, shown: MatchSide, message: int, asked: int) -> None:
        """Store the message of the request that was made at revision `asked`."""
        ...

    async def take_request(self, shown: MatchSide, asked: int) -> ClosedRequest | None:
        """Take the request's message and its answer; only the first caller gets them, others get None."""
        ...

    async def move(self, shown: MatchSide, place: Place) -> None:
        """Move one side of the match to another place."""
        ...


class ThreadLines(Protocol):
    """Lines that still have to be posted where matches are played."""

    async def thread_lines(self, shown: MatchSide) -> Sequence[ThreadLine]:
        """Return the lines that still have to be posted for a match, oldest first."""
        ...

    async def forget_thread_lines(self, shown: MatchSide, last: int) -> None:
        """Delete the posted lines up to the one with the id `last`."""
        ...


class MatchPlaces(Protocol):
    """Finds matches by the place they are shown in, and those whose place is out of date."""

    async def by_board(self, message: int) -> Match | None:
        """Return the match of a live board message, as seen from that side."""
        ...

    async def find_played_in(self, channel: int) -> Sequence[MatchSide]:
        """Return running matches that were started in a channel, in its threads or directly in it."""
        ...

    async def find_shown_in(self, thread: int) -> Sequence[MatchSide]:
        """Return running matches whose boards are in this thread or channel."""
        ...

    async def find_lost_in(self, guild: int) -> Sequence[MatchSide]:
        """Return running matches of a server that could not be posted."""
        ...

    async def find_lost_at(self, channel: int) -> Sequence[MatchSide]:
        """Return matches, finished ones too, that could not be posted in a channel without the bot."""
        ...

    async def find_unposted(
        self, now: Instant, after: MatchId, side: Side = Side.HOME, limit: int = 50
    ) -> Sequence[MatchSide]:
        """Return matches whose last change is not posted on this side, nor being posted, by id from `after` on."""
        ...


class DamagedMatches(Protocol):
    """Matches that cannot be read or played."""

    async def set_aside(self, match: MatchId, reason: str) -> None:
        """Stop all background work for a match that cannot be read or played."""
        ...


class DueMatches(Protocol):
    """Matches with a deadline: a reminder, a clock or a challenge that expires."""

    async def due(
        self, now: Instant, limit: int = 50, besides: Collection[MatchId] = (), shards: Shards = ALL
    ) -> Sequence[Match]:
        """Return matches on these shards that are due (`Match.wake`), the longest overdue first.

        Left out are those `besides`, and those that another process is at.
        """
        ...

    async def next_wake(self, now: Instant, besides: Collection[MatchId] = (), shards: Shards = ALL) -> Instant | None:
        """Return the earliest time at which `due` will find a match."""
        ...

    async def postpone(self, match: Match, now: Instant, until: Instant) -> None:
        """Postpone a match that was due `now` and has not changed."""
        ...


class AiMatches(DamagedMatches, Protocol):
    """Matches in which an AI is to move."""

    async def waiting_for_ai(self, now: Instant, limit: int = 50) -> Sequence[Match]:
        """Return live matches in which an AI is to act and that no process works on."""
        ...


class DeliveryStore(MatchLog, PostingStore, ThreadLines, DamagedMatches, Protocol):
    """Everything that is stored about the messages that show matches in Discord."""


class OldBoardStore(Protocol):
    """Replaced boards that may still have their controls."""

    async def find_replaced_before(self, instant: Instant, after: int = 0, limit: int = 200) -> Sequence[OldBoard]:
        """Return boards that were replaced before this instant, oldest first: those after this message."""
        ...

    async def add(self, old: OldBoard, now: Instant) -> None:
        """Store an old board that was not recorded yet."""
        ...

    async def forget(self, messages: Collection[int]) -> None:
        """Forget boards that have lost their controls or are gone."""
        ...
