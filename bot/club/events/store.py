"""The database port of tournaments. `bot.store` implements it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.club.events.model import Notice, Pairing, Tournament, TournamentChange, TournamentId
from bot.match.clock import Instant
from bot.match.model import LogEntry, Match, MatchId, UserId


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament in a list, without its entrants and pairings."""

    tournament: Tournament
    entrants: int


class TournamentStore(Protocol):
    """The store of tournaments. Every method is one transaction."""

    async def add(self, tournament: Tournament) -> Tournament:
        """Store a new tournament; its `id` is given by the store. Raises NotAllowed for an excluded host."""
        ...

    async def get(self, tournament: TournamentId) -> Tournament | None:
        """Return the tournament with this id, with all its entrants and pairings."""
        ...

    async def commit(self, change: TournamentChange) -> None:
        """Store a change. Raises Conflict if the tournament is not at the revision before.

        Raises NotAllowed if somebody comes whom the server has excluded.
        """
        ...

    async def start_match(
        self, tournament: Tournament, pairing: Pairing, match: Match, entries: Sequence[LogEntry]
    ) -> Match | None:
        """Store the match of a pairing and link it there, in one transaction.

        None if the pairing already has its match, or if the tournament has changed: whoever changed it starts its
        matches.
        """
        ...

    async def of_match(self, match: MatchId) -> TournamentId | None:
        """Return the tournament that a match is part of."""
        ...

    async def open_matches(self, tournament: TournamentId) -> Mapping[MatchId, Match]:
        """Return the matches of a tournament that have changed since they were last examined."""
        ...

    async def on_server(self, guild: int, limit: int = 25) -> Sequence[TournamentSummary]:
        """Return the tournaments of a server: open ones, running ones, then the newest finished ones."""
        ...

    async def find_entered(self, user: UserId, guild: int) -> Sequence[TournamentId]:
        """Return the unfinished tournaments of a server in which a person takes part."""
        ...

    async def due(self, now: Instant) -> Sequence[TournamentId]:
        """Return running tournaments in which something is due, and open ones that are to start.

        A round's time is over, a pairing has no match yet, or a match has changed since it was last looked at.
        """
        ...

    async def notices(self, tournament: TournamentId) -> Sequence[Notice]:
        """Return the notices that have not been posted yet, oldest first."""
        ...

    async def forget_notice(self, notice: Notice) -> None:
        """Delete a notice that has been posted."""
        ...

    async def find_unposted(self) -> Sequence[TournamentId]:
        """Return tournaments whose card is out of date, or with notices to post."""
        ...

    async def note_posted(self, tournament: TournamentId, message: int | None, revision: int) -> None:
        """Store that the card is this message and shows this revision."""
        ...

    async def note_event(self, tournament: TournamentId, event: int | None, shows: str) -> None:
        """Store the server's event (None: there is none) and what it shows."""
        ...
