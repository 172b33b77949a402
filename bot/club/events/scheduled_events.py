"""The scheduled event with which Discord shows when a tournament starts. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.club.events.model import Format, Tournament, TournamentStage
from bot.match.clock import DAY, HOUR, MINUTE, Instant

USUAL_LENGTH: Final = 7 * DAY
"""How long a tournament is shown as going on whose rounds have no time."""
SOON: Final = MINUTE
"""Discord takes no event that has begun: what begins now is announced for so much later, and begun at once."""
Status = Literal["scheduled", "active", "completed", "cancelled"]


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """What the event says: when it starts, when it ends at the latest, and where it is in its life."""

    status: Status
    starts: Instant
    ends: Instant

    def __str__(self) -> str:
        return f"{self.status} {self.starts} {self.ends}"


def event_of(tournament: Tournament) -> ScheduledEvent | None:
    """The event of a tournament; None where it has none: its start is not planned.

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
    """The length of the tournament, as far as its terms tell."""
    terms = tournament.terms
    if terms.format is Format.ARENA:
        return (terms.minutes or 0) * MINUTE
    return USUAL_LENGTH if terms.round_hours is None else max(1, terms.rounds) * terms.round_hours * HOUR
