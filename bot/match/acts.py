"""Moderator actions on matches, as values, and the port through which they are stored."""

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
    """A person's rating before and after a moderator action, in points. `scope` is a server id, or 0 for all."""

    user: UserId
    scope: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Act:
    """What a moderator did to a match.

    `seat` is whom a match was awarded to, whose move was taken back, or who was replaced. `before` is the match as it
    was, and `dropped` what was taken out of its log: an undo puts them back. `before` is None if the match was not
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
    """The store of moderator actions. `MatchStore.commit` writes an action together with the change it makes."""

    async def act(self, act: int) -> Act | None:
        """Return the action with this id."""
        ...

    async def acts_of(self, match: MatchId) -> Sequence[Act]:
        """Return all actions on a match, oldest first."""
        ...

    async def acts_in(self, guild: int, match: MatchId | None, start: int, limit: int) -> Sequence[Act]:
        """Return up to `limit` actions on a server, or on one match there, newest first, skipping `start`."""
        ...

    async def untold(self, limit: int = 50) -> Sequence[Act]:
        """Return actions that have not been posted everywhere yet, oldest first."""
        ...

    async def mark_posted(self, act: Act) -> None:
        """Store the action's `told` and `logged` flags."""
        ...
