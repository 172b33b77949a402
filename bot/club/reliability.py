"""How reliably people finish their matches, as challengers see it. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

from bot.match import reasons
from bot.match.model import Match, Stage, UserId
from bot.match.moderation import VOIDED, people_concerned
from games.core.i18n import Message

MOST_COUNTED: Final = 100
"""Only the newest matches count, so that old missed moves are forgotten."""
FEWEST_SHOWN: Final = 5
"""Of a person with fewer matches nothing is said: they tell too little."""
_TOO_LATE: Final = {reasons.RAN_OUT_OF_TIME.template, reasons.LEFT_SERVER.template}
_GAVE_UP_EARLY: Final = {*_TOO_LATE, reasons.DID_NOT_COME.template, reasons.RESIGNED.template}


class Part(Enum):
    """How a match ended for one of its players."""

    FINISHED = auto()
    TIMED_OUT = auto()
    ABORTED = auto()


@dataclass(frozen=True, slots=True)
class Reliability:
    """The numbers of a person's newest matches with others that they finished, lost by lateness, and left at the start.

    Matches that somebody else left are finished, or not counted where they were aborted.
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
        """Whether there are enough matches to say something about the person."""
        return self.matches >= FEWEST_SHOWN


NOTHING_KNOWN: Final = Reliability()


class ReliabilityStore(Protocol):
    """Reads how reliable people are from the matches that are stored."""

    async def reliability(self, users: Collection[UserId]) -> Mapping[UserId, Reliability]:
        """How reliable each of these people is."""
        ...


def reliability(user: UserId, ended: Iterable[Match]) -> Reliability:
    """How reliable the person is by these matches, each of which they have or had a seat in."""
    parts = [part_of(user, match) for match in ended]
    return Reliability(*(parts.count(part) for part in Part))


def part_of(user: UserId, match: Match) -> Part | None:
    """How the match ended for the person; None where it says nothing about them.

    That is so where nobody else played, a moderator voided it, or somebody else broke it off. Whoever gives a seat to
    an AI among three or four did not finish, be it by lateness or by resigning: the others wanted to play with them.
    """
    reason = match.outcome.reason if match.outcome is not None else None
    if len(people_concerned(match)) < 2 or match.started is None or not isinstance(reason, Message):
        return None
    if any(player.former == user and player.forfeited_at is not None for player in match.players):
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
    """Whether the reason of the end names this person, and nobody else of the match is called the same."""
    name = reason.values.get("name")
    return {player.user for player in match.players if player.user is not None and player.name == name} == {user}
