"""Discord's scheduled event for a tournament. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.club.events.model import Format, Tournament, TournamentStage
from bot.match.clock import DAY, HOUR, MINUTE, Instant

USUAL_LENGTH: Final = 7 * DAY
"""The displayed length of a tournament whose rounds have no time limit."""
SOON: Final = MINUTE
"""Discord accepts only future events, so one that begins now is created this much later and started at once."""
Status = Literal["scheduled", "active", "completed", "cancelled"]


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """The contents of the event: its start, its latest end and its stage."""

    status: Status
    starts: Instant
    ends: Instant

    def __str__(self) -> str:
        return f"{self.status} {self.starts} {self.ends}"


def event_of(tournament: Tournament) -> ScheduledEvent | None:
    """Return the event of a tournament; None if its start is not planned.

    Nor have tournaments in direct messages. A tournament that is called off once it has begun is over.
    """
    starts = tournament.terms.starts
    if starts is None or tournament.place.guild is None:
        return None
    return ScheduledEvent(_status(tournament), starts, max(starts + _length(tournament), tournament.deadline or 0))


def _status(tournament: Tournament) -> Status:
    match tournament.stage:
        case TournamentStage.OPEN:
            return "scheduled"
        case TournamentStage.RUNNING:
            return "active"
        case TournamentStage.OVER:
            return "completed"
        case TournamentStage.CANCELLED:
            return "completed" if tournament.pairings else "cancelled"


def _length(tournament: Tournament) -> int:
    """Return the length of the tournament, as far as its terms tell."""
    terms = tournament.terms
    if terms.format is Format.ARENA:
        return (terms.minutes or 0) * MINUTE
    return USUAL_LENGTH if terms.round_hours is None else max(1, terms.rounds) * terms.round_hours * HOUR
