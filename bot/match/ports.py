"""What a match needs from outside: a store, a clock, dice. The store is implemented in bot.store."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random, SystemRandom
from time import time
from typing import Literal, Protocol

from bot.match.clock import Instant
from bot.match.guild_shards import ALL, Shards
from bot.match.limits import Limit
from bot.match.model import Change, LogEntry, Match, MatchId, OldBoard, Place, Posting, UndoneTurn, UserId
from games.core.status import Seat


class Clock(Protocol):
    """Tells the time."""

    def __call__(self) -> Instant:
        """Now."""
        ...


def system_clock() -> Instant:
    """The time of this machine."""
    return int(time() * 1000)


def system_dice() -> Random:
    """The operating system's randomness: nobody can foresee it."""
    return SystemRandom()


Work = Literal["due", "ai", "post"]
"""What happens for a match outside of interactions: passing deadlines, AI moves, posting."""


class Claims(Protocol):
    """Which of several processes that share a database does the work for a match."""

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        """Claim the work for a while; returns the matches that nobody else is at."""
        ...

    async def release(self, work: Work, match: MatchId) -> None:
        """The work is done."""
        ...

    async def release_all(self) -> None:
        """What this process had begun before it ended is free again."""
        ...


class Alone:
    """The claims of a process that shares its database with nobody: everything is its own."""

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        return set(matches)

    async def release(self, work: Work, match: MatchId) -> None:
        """Nobody waits for it."""

    async def release_all(self) -> None:
        """Nothing has been claimed."""


class OldBoardStore(Protocol):
    """Boards that newer ones have replaced and that may still have their controls."""

    async def replaced_before(self, instant: Instant, limit: int = 200) -> Sequence[OldBoard]:
        """Those that were replaced before this instant, the oldest first."""
        ...

    async def add(self, old: OldBoard, now: Instant) -> None:
        """Store a board that was never noted down."""
        ...

    async def forget(self, message: int) -> None:
        """The board has no controls any more, or is gone."""
        ...


class RecordStore(Protocol):
    """Records that people bring to look at, each a match that is over and never started here."""

    async def add(self, match: Match, entries: Sequence[LogEntry] = ()) -> Match:
        """Store a match with its log; its `id` and `code` are given by the store."""
        ...

    async def keep_records(self, host: UserId, most: int) -> None:
        """Of the records that somebody brought, delete all but the newest."""
        ...


class MatchLog(Protocol):
    """The logs of matches: what has been played."""

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        """The entries of the log from ply `start` up to, without, `stop`."""
        ...


class Matches(Protocol):
    """The store of matches. Every method is one transaction."""

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        """Store a new match with its first entries; its `id` and `code` are given by the store.

        Nothing is stored when the limit refuses it: what its check raises is raised.
        """
        ...

    async def keep_records(self, host: UserId, most: int) -> None:
        """Of the records that somebody brought to look at, which never started here, delete all but the newest."""
        ...

    async def get(self, match: MatchId) -> Match | None:
        """The match with this id."""
        ...

    async def by_code(self, code: str) -> Match | None:
        """The match with this code, which is read without regard to case."""
        ...

    async def commit(self, change: Change, limit: Limit | None = None) -> None:
        """Store a change, unless the limit refuses it: what its check raises is raised.

        Raises Conflict when the match is not at the revision before `change.match.revision`.
        """
        ...

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        """The entries of the log from ply `start` up to, without, `stop`."""
        ...

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        """Whose the entries of the log are, in order."""
        ...

    async def last_entry(self, match: MatchId) -> LogEntry | None:
        """The last entry of the log."""
        ...

    async def occurrences(self, match: MatchId, position: str) -> int:
        """How many entries have led to this position line. Its cost does not grow with the log."""
        ...

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        """The person's invited, live and paused matches: those that wait for the person first."""
        ...

    async def in_thread(self, channel: int, user: UserId | None = None) -> Match | None:
        """The match that is played in this thread or channel and has not ended.

        Of several the one that waits for this person, or else that the person plays in, or else the newest.
        """
        ...

    async def ended_in(self, thread: int) -> Match | None:
        """The newest match that was played in this thread of its own and is over."""
        ...

    async def by_board(self, message: int) -> Match | None:
        """The match whose live board message this is."""
        ...

    async def watchable(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        """Live public matches of a server, the newest first."""
        ...

    async def open_tables(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        """Public tables of a server that anybody may still join, the newest first."""
        ...

    async def pending_of(self, user: UserId) -> Sequence[Match]:
        """The challenges this person has sent and nobody has answered yet."""
        ...

    async def due(
        self, now: Instant, limit: int = 50, besides: Collection[MatchId] = (), shards: Shards = ALL
    ) -> Sequence[Match]:
        """Matches on these shards for which it is time to wake up (`Match.wake`), the longest overdue first.

        Left out are those `besides`, and those that another process is at.
        """
        ...

    async def waiting_since(self, before: Instant, after: MatchId, limit: int = 200) -> Sequence[Match]:
        """Live matches on servers in which the present turn began before this instant, by id from `after` on."""
        ...

    async def next_wake(self, now: Instant, besides: Collection[MatchId] = (), shards: Shards = ALL) -> Instant | None:
        """The earliest instant at which a match wakes up that `due` would find then."""
        ...

    async def count_live(self) -> int:
        """How many matches are being played."""
        ...

    async def moves_made(self, match: MatchId) -> Mapping[Seat, int]:
        """How many moves each seat has made; steps that follow each other are one move."""
        ...

    async def waiting_for_ai(self, now: Instant, limit: int = 50) -> Sequence[Match]:
        """Live matches in which an AI is to act, and for which no process thinks."""
        ...

    async def draft(self, match: MatchId, user: UserId) -> tuple[int, tuple[str, ...]] | None:
        """The turn that the person's draft of a move was begun at, and its tokens."""
        ...

    async def keep_draft(self, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]) -> None:
        """Store a draft in place of an older one, unless the match has left its turn; an empty one is forgotten."""
        ...

    async def posting(self, match: MatchId) -> Posting:
        """Where the match is shown."""
        ...

    async def postings(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Posting]:
        """Where these matches are shown."""
        ...

    async def keep_posting(self, posting: Posting) -> None:
        """Store where the match is shown. A board that it replaces is an old board from then on."""
        ...

    async def undone_turns(self, match: MatchId) -> Sequence[UndoneTurn]:
        """Turns that were taken back and of which the place of the match has not been told, the oldest first."""
        ...

    async def forget_undone_turns(self, match: MatchId, last: int) -> None:
        """The place of the match has been told of these, up to the one with the id `last`."""
        ...

    async def move(self, match: MatchId, place: Place) -> None:
        """The match is played elsewhere from now on."""
        ...

    async def played_in(self, channel: int) -> Sequence[MatchId]:
        """Running matches that were begun in a channel: in its threads, or in itself."""
        ...

    async def shown_in(self, thread: int) -> Sequence[MatchId]:
        """Running matches whose boards are in this thread or channel."""
        ...

    async def lost_in(self, guild: int) -> Sequence[MatchId]:
        """Running matches of a server that could not be posted."""
        ...

    async def unposted(self, now: Instant, after: MatchId, limit: int = 50) -> Sequence[MatchId]:
        """Matches whose last change has not been posted yet, nor is being posted, by id from `after` on."""
        ...

    async def postpone(self, match: Match, now: Instant, until: Instant) -> None:
        """Look at a match that is due `now`, and has not changed, again at another instant: nothing came of it."""
        ...

    async def set_aside(self, match: MatchId, reason: str) -> None:
        """Let nothing happen by itself in this match any more: it cannot be read, or not be played."""
        ...
