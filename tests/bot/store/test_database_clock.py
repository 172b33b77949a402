"""Deadlines go by the database's clock: processes agree on the time, whatever their machines believe."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.admin.launch import prepare
from bot.app import build
from bot.match.challenges import ChallengeRequest
from bot.match.clock import HOUR, MINUTE, SECOND, read_time
from bot.match.model import Stage
from bot.match.service import MatchService
from bot.settings import Settings
from bot.store.clock import LONGEST_TRIP, DatabaseClock
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from tests.bot.table import ANA, BEN, HERE
from tests.postgres import Server

pytestmark = pytest.mark.postgres
NEAR = 2 * SECOND
"""What a machine under load may take for a trip to the database."""


@pytest.fixture
async def database(postgres: Server) -> AsyncIterator[Database]:
    opened = Database(await postgres.empty())
    await migrate(opened)
    yield opened
    await opened.close()


class Machine:
    """A machine whose counter begins anywhere and whose clock may be wrong; each look at the counter takes a while."""

    def __init__(self, ahead: float, trip: float = 0) -> None:
        self.ahead = ahead
        self.trip = trip

    def counter(self) -> float:
        self.ahead += self.trip
        return time.time() * 1000 + self.ahead


async def measure(database: Database, machine: Machine) -> DatabaseClock:
    clock = DatabaseClock(database, machine.counter, machine.counter)
    await clock.measure()
    return clock


async def test_machines_with_wrong_clocks_agree_on_the_time(database: Database) -> None:
    machines = [Machine(ahead) for ahead in (0, 3 * HOUR, -40 * MINUTE)]
    clocks = [await measure(database, machine) for machine in machines]
    times = [clock() for clock in clocks]
    assert max(times) - min(times) <= sum(clock.error for clock in clocks) + NEAR
    assert abs(times[0] - time.time() * 1000) <= NEAR, "the server runs on this machine"


async def test_a_machine_whose_clock_is_set_is_corrected_by_the_next_measurement(database: Database) -> None:
    machine = Machine(0)
    clock = await measure(database, machine)
    machine.ahead += HOUR
    await clock.measure()
    assert abs(clock() - time.time() * 1000) <= clock.error + NEAR


async def test_an_answer_that_took_long_is_used_only_where_there_is_none_yet(database: Database) -> None:
    machine = Machine(0, trip=3 * LONGEST_TRIP)
    clock = await measure(database, machine)
    assert clock.error >= LONGEST_TRIP
    machine.trip = 0
    await clock.measure()
    near = clock.error
    machine.trip = 3 * LONGEST_TRIP
    await clock.measure()
    assert clock.error == near


async def test_a_clock_that_is_wrong_takes_no_match_from_anybody(database: Database) -> None:
    """Of two processes one runs on a machine that is a day ahead; Ben, whose time it is not, loses nothing."""
    store = SqlMatches(database)
    right, wrong = [MatchService(store, await measure(database, Machine(ahead))) for ahead in (0, 24 * HOUR)]
    challenge = ChallengeRequest("choccer", ANA, HERE, (BEN,), time=read_time("5m+5s"), first="me")
    match = await right.accept((await right.challenge(challenge)).id, BEN)
    assert match.deadline is not None
    assert await wrong.settle_deadline(match.id) is None
    assert list(await store.due_matches.due(wrong.clock())) == []
    assert (await right.get(match.id)).stage is Stage.LIVE


async def test_a_bot_on_postgresql_goes_by_that_clock_and_one_on_sqlite_by_its_own(
    postgres: Server, tmp_path: Path
) -> None:
    for address, by_the_database in ((await postgres.empty(), True), ("", False)):
        settings = Settings(_env_file=None, data=tmp_path, database_url=address)
        await prepare(settings)
        app = await build(settings)
        clock = app.context.service.clock
        assert isinstance(clock, DatabaseClock) is by_the_database
        assert abs(clock() - time.time() * 1000) <= NEAR
        if isinstance(clock, DatabaseClock):
            assert app.background.synchronize == clock.measure, "it is measured again and again"
        await app.turns.close()
        app.workers.close()
        await app.database.close()
