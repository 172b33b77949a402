"""Acts of moderators on matches, as values, and the port that stores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from bot.match.clock import Instant
from bot.match.model import LogEntry, Match, MatchId, Stage, UserId
from games.core.status import Seat

ActKind = Literal["void", "award", "takeback", "replace", "undo"]


@dataclass(frozen=True, slots=True)
class RatingShift:
    """One person's rating before and after an act, in points. `scope` is a server, or 0 for everywhere."""

    user: UserId
    scope: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Act:
    """What a moderator did to a match.

    `seat` is whom a match was awarded to, whose move was taken back, or who was replaced. `before` is the match as it
    was, and `dropped` what was taken out of its log: an undo puts them back. `before` is None where the match was not
    kept: by an older version, or because somebody concerned has deleted their data. `became` is the stage and
    `position` the position after the act. `undoes` and `undone_by` are ids of other acts. `told` and `logged` say that
    the line in the thread and the one in the moderation log have been posted.
    """

    match: MatchId
    guild: int | None
    kind: ActKind
    moderator: UserId
    at: Instant
    reason: str
    became: Stage | None = None
    revision: int = 0
    position: str = ""
    before: Match | None = None
    dropped: tuple[LogEntry, ...] = ()
    seat: Seat | None = None
    concerned: tuple[UserId, ...] = ()
    ratings: tuple[RatingShift, ...] = ()
    undoes: int | None = None
    undone_by: int | None = None
    told: bool = False
    logged: bool = False
    id: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """What a moderator asks for.

    `guild` is the moderator's server; in a match across servers it has a say over its own side only.
    `seen` tells which state of the match they saw (`moderation.what_is_seen`); `undoes` is the act to undo.
    """

    kind: ActKind
    moderator: UserId
    reason: str
    seen: int = 0
    seat: Seat | None = None
    undoes: int | None = None
    guild: int | None = None


class Audit(Protocol):
    """The store of acts. An act is written by `MatchStore.commit`, with the change that it makes."""

    async def act(self, act: int) -> Act | None:
        """The act with this id."""
        ...

    async def acts_of(self, match: MatchId) -> Sequence[Act]:
        """All acts on a match, the oldest first."""
        ...

    async def acts_in(self, guild: int, match: MatchId | None, start: int, limit: int) -> Sequence[Act]:
        """Acts on a server, or on one match there, the newest first, from number `start` on."""
        ...

    async def untold(self, limit: int = 50) -> Sequence[Act]:
        """Acts that have not been posted everywhere, the oldest first."""
        ...

    async def mark_posted(self, act: Act) -> None:
        """Store what `told` and `logged` say."""
        ...
