"""Reliability: how often people finish their matches with others, shown on challenges. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

from bot.match import reasons
from bot.match.model import Match, Stage, UserId
from bot.match.moderation import VOIDED
from games.core.i18n import Message

MOST_COUNTED: Final = 100
"""The number of newest matches that count, so that old faults are forgotten."""
FEWEST_SHOWN: Final = 5
"""The fewest matches for which reliability is shown."""
_TOO_LATE: Final = {reasons.RAN_OUT_OF_TIME.template, reasons.LEFT_SERVER.template}
_GAVE_UP_EARLY: Final = {*_TOO_LATE, reasons.DID_NOT_COME.template, reasons.RESIGNED.template}


class Part(Enum):
    """How a match ended for one of its players."""

    FINISHED = auto()
    TIMED_OUT = auto()
    ABORTED = auto()


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many of a person's newest matches with others they finished, lost on time, and left at the start.

    Matches that somebody else left are finished, or not counted if they were aborted.
    """

    finished: int = 0
    timed_out: int = 0
    aborted: int = 0

    @property
    def matches(self) -> int:
        """The number of matches that count."""
        return self.finished + self.timed_out + self.aborted

    @property
    def is_telling(self) -> bool:
        """Whether there are enough matches to show."""
        return self.matches >= FEWEST_SHOWN


NOTHING_KNOWN: Final = Reliability()


class ReliabilityStore(Protocol):
    """Reads people's reliability from the stored matches."""

    async def reliability(self, users: Collection[UserId]) -> Mapping[UserId, Reliability]:
        """Return the reliability of each of these people."""
        ...

    async def have_played(self, users: Collection[UserId], game: str) -> frozenset[UserId]:
        """Return those of these people who play or have played a match of this game, however it ended."""
        ...


def reliability(user: UserId, ended: Iterable[Match]) -> Reliability:
    """Return the person's reliability from these matches, in each of which they have or had a seat."""
    parts = [part_of(user, match) for match in ended]
    return Reliability(*(parts.count(part) for part in Part))


def part_of(user: UserId, match: Match) -> Part | None:
    """Return how the match ended for the person; None if it says nothing about them.

    That is so if nobody else played, a moderator replaced the person or voided the match, or somebody else broke it
    off. Whoever gives a seat to an AI among three or four did not finish, whether by running out of time or by
    resigning: the others wanted to play with them.
    """
    reason = match.outcome.reason if match.outcome is not None else None
    forfeited = {player.former for player in match.players if player.forfeited_at is not None} - {None}
    involved = forfeited.union(match.people)
    if len(involved) < 2 or user not in involved or match.started is None or not isinstance(reason, Message):
        return None
    if user in forfeited:
        return Part.TIMED_OUT
    if match.stage is Stage.OVER:
        return Part.TIMED_OUT if reason.template in _TOO_LATE and not _has_won(user, match) else Part.FINISHED
    if match.stage is not Stage.ABORTED or reason.template == VOIDED.template:
        return None
    if reason.template == reasons.NOBODY_AT_BOARD.template:
        return Part.ABORTED
    return Part.ABORTED if reason.template in _GAVE_UP_EARLY and _is_named(user, reason, match) else None


def _has_won(user: UserId, match: Match) -> bool:
    return any(player.place == 1 for player in match.seats_of(user))


def _is_named(user: UserId, reason: Message, match: Match) -> bool:
    """Whether the reason of the end names this person, whose name is unique in the match."""
    name = reason.values.get("name")
    return {player.user for player in match.players if player.user is not None and player.name == name} == {user}
