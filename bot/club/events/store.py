"""What tournaments need from a database. Implemented in bot.store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.club.events.model import Notice, Pairing, Tournament, TournamentChange, TournamentId
from bot.match.clock import Instant
from bot.match.model import LogEntry, Match, MatchId, UserId


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament as a list shows it: without its people and pairings."""

    tournament: Tournament
    entrants: int


class TournamentStore(Protocol):
    """The store of tournaments. Every method is one transaction."""

    async def add(self, tournament: Tournament) -> Tournament:
        """Store a new tournament; its `id` is given by the store. Raises NotAllowed for an excluded host."""
        ...

    async def get(self, tournament: TournamentId) -> Tournament | None:
        """The tournament with this id, with all its people and pairings."""
        ...

    async def commit(self, change: TournamentChange) -> None:
        """Store a change. Raises Conflict when the tournament is not at the revision before.

        Raises NotAllowed where somebody comes whom the server has excluded.
        """
        ...

    async def start_match(
        self, tournament: Tournament, pairing: Pairing, match: Match, entries: Sequence[LogEntry]
    ) -> Match | None:
        """Store the match of a pairing, and note it there, at once.

        None where the pairing has its match already, or where the tournament has changed: who changed it starts its
        matches.
        """
        ...

    async def of_match(self, match: MatchId) -> TournamentId | None:
        """The tournament that a match is part of."""
        ...

    async def open_matches(self, tournament: TournamentId) -> Mapping[MatchId, Match]:
        """The matches of a tournament that have changed since they were last looked at."""
        ...

    async def on_server(self, guild: int, limit: int = 25) -> Sequence[TournamentSummary]:
        """The tournaments of a server: open ones, running ones, then the newest of those that have ended."""
        ...

    async def find_entered(self, user: UserId, guild: int) -> Sequence[TournamentId]:
        """The tournaments of a server that have not ended and in which a person takes part."""
        ...

    async def due(self, now: Instant) -> Sequence[TournamentId]:
        """Running tournaments in which something is to happen, and open ones that are to start.

        A round's time is over, a pairing has no match yet, or a match has changed since it was last looked at.
        """
        ...

    async def notices(self, tournament: TournamentId) -> Sequence[Notice]:
        """What the channel has not been told yet, the oldest first."""
        ...

    async def forget_notice(self, notice: Notice) -> None:
        """The channel has been told."""
        ...

    async def find_unposted(self) -> Sequence[TournamentId]:
        """Tournaments whose card is behind, or whose channel is to be told something."""
        ...

    async def note_posted(self, tournament: TournamentId, message: int | None, revision: int) -> None:
        """The card is this message, and shows this revision."""
        ...

    async def note_event(self, tournament: TournamentId, event: int | None, shows: str) -> None:
        """The server's event is this one (None: there is none), and shows this."""
        ...
