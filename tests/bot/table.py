"""People and a service to play with, over a real database in a temporary file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from bot.match.challenges import ChallengeRequest, First, Person
from bot.match.clock import DAY, Instant, TimeControl, read_time
from bot.match.model import Match, Place, UserId
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate

ANA, BEN, EVE = (Person(UserId(number), name) for number, name in ((1, "Ana"), (2, "Ben"), (3, "Eve")))
HERE = Place(10, 20)
DAYS = TimeControl("days", 3 * DAY)


class FakeClock:
    """A clock that tests set."""

    def __init__(self, now: Instant = 1_800_000_000_000) -> None:
        self.now = now

    def __call__(self) -> Instant:
        return self.now

    def pass_by(self, milliseconds: int) -> None:
        self.now += milliseconds


@dataclass
class Club:
    """A service with its database and clock."""

    database: Database
    service: MatchService
    store: SqlMatches
    clock: FakeClock

    async def invite(self, *opponents: Person, time: str = "3d", first: First = "me", game: str = "choccer") -> Match:
        """Ana has challenged the opponents (Ben)."""
        return await self.service.challenge(
            ChallengeRequest(game, ANA, HERE, opponents or (BEN,), time=read_time(time), first=first)
        )

    async def begin(self, time: str = "3d") -> Match:
        """Ana, who moves first, plays Ben."""
        match = await self.invite(time=time)
        return await self.service.accept(match.id, BEN)


_empty: list[bytes] = []
"""The SQLite file that the migrations make, as soon as they have run once in this process."""


async def make_tables(database: Database) -> None:
    """Run the migrations that are missing; a new SQLite file is a copy of the one that they have made before."""
    file = Path(database.url.database or "")
    if not database.is_sqlite or file.exists():
        await migrate(database)
    elif _empty:
        file.write_bytes(_empty[0])
    else:
        await migrate(database)
        await database.close()
        _empty.append(file.read_bytes())


async def open_club(place: str, clock: FakeClock | None = None) -> Club:
    """A club whose database is the SQLite file, or lies at the address, `place`."""
    database = Database(place if "://" in place else f"sqlite+aiosqlite:///{place}")
    await make_tables(database)
    clock = clock or FakeClock()
    store = SqlMatches(database)
    return Club(database, MatchService(store, clock, Random(7)), store, clock)
