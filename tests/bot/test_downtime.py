"""Hours that pass at once, since the machine slept or its clock was set: nobody loses them or gets them twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import SHORTEST_GAP, App, build
from bot.match.clock import HOUR, SECOND, read_time
from bot.match.invite import Wish
from bot.match.model import Match, Stage
from bot.settings import Settings
from tests.bot.table import ANA, BEN, HERE, FakeClock


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """A bot that is awake, at a clock of its own, and not connected."""
    made = await build(Settings(_env_file=None, data=tmp_path, database_url=""))
    service = made.lobby.service
    service.clock, service.listeners = FakeClock(), []
    await made.credit_downtime()
    yield made
    await made.turns.close()
    made.workers.close()
    await made.database.close()


def pass_by(app: App, milliseconds: int) -> None:
    clock = app.lobby.service.clock
    assert isinstance(clock, FakeClock)
    clock.pass_by(milliseconds)


async def begun(app: App) -> Match:
    """Ana, who is to move within five minutes, plays Ben."""
    wish = Wish("choccer", ANA, HERE, (BEN,), time=read_time("5m+5s"), first="me")
    match = await app.lobby.service.challenge(wish)
    return await app.lobby.service.accept(match.id, BEN)


async def test_nobody_loses_on_time_while_the_machine_slept(app: App) -> None:
    match = await begun(app)
    pass_by(app, HOUR)
    await app.deadlines.settle()
    now = await app.lobby.service.get(match.id)
    assert now.stage is Stage.LIVE
    assert (now.deadline, now.credited) == ((match.deadline or 0) + HOUR, HOUR), "the boards tell it"


async def test_hours_are_credited_once_however_many_notice_them(app: App) -> None:
    match = await begun(app)
    pass_by(app, HOUR)
    await asyncio.gather(app.credit_downtime(), app.deadlines.settle(), app.credit_downtime(), app.credit_sleep())
    assert (await app.lobby.service.get(match.id)).credited == HOUR


async def test_time_that_passes_as_it_should_is_credited_to_nobody(app: App) -> None:
    match = await begun(app)
    for _ in range(14):
        pass_by(app, 20 * SECOND)
        await app.credit_downtime()
    assert (await app.lobby.service.get(match.id)).credited == 0
    pass_by(app, 60 * SECOND)
    await app.deadlines.settle()
    assert (await app.lobby.service.get(match.id)).stage is not Stage.LIVE


async def test_a_clock_that_is_set_back_credits_nothing_and_goes_on(app: App) -> None:
    match = await begun(app)
    pass_by(app, -HOUR)
    await app.credit_downtime()
    await app.deadlines.settle()
    assert (await app.lobby.service.get(match.id)).credited == 0
    pass_by(app, SHORTEST_GAP)
    await app.credit_downtime()
    assert (await app.lobby.service.get(match.id)).credited == SHORTEST_GAP, "what follows is measured from there"
