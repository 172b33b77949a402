"""Tournaments that are stored, and those who organise and join them."""

from __future__ import annotations

from bot.club.events.model import Terms, Tournament
from bot.club.events.service import TournamentService
from bot.match.model import Place
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from bot.store.tournaments import SqlTournaments
from tests.bot.club.events.playing import person

HOST = person(0)
HERE = Place(7, 8)


def service_of(database: Database, matches: MatchService, store: SqlMatches) -> TournamentService:
    """The tournaments of a process."""
    return TournamentService(SqlTournaments(database, store), matches, SqlPeople(database))


async def gather(service: TournamentService, terms: Terms, people: int) -> Tournament:
    """A tournament that its host has opened and so many have joined, the host first."""
    made = await service.create(terms, HERE, HOST)
    for number in range(people):
        await service.join(made.id, person(number))
    return await service.get(made.id)
