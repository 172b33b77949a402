"""Looking for an opponent, by one process or another."""

from __future__ import annotations

from bot.club.matchmaking import Matchmaking
from bot.club.seeks import Seek
from bot.match.challenges import Person
from bot.match.model import Match, UserId
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from bot.store.seeks import SqlSeeks
from tests.bot.table import Club

NO_ROLES: frozenset[int] = frozenset()


def somebody(number: int) -> Person:
    """One of many people."""
    return Person(UserId(100 + number), f"P{number}")


def matchmaking_of(club: Club, database: Database) -> Matchmaking:
    """The service of a process that has the club's database so."""
    store = SqlMatches(database)
    service = MatchService(store, club.clock, club.service.dice)
    return Matchmaking(SqlSeeks(database, store), service, SqlPeople(database))


async def pair(service: Matchmaking, seek: Seek) -> Match | None:
    """The match that somebody finds at once; None where they wait."""
    found = await service.search(seek, NO_ROLES)
    return None if isinstance(found, Seek) else found[1]
