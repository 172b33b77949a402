"""Days off: what they extend, and how many a year has."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.club.absence import MOST_DAYS_OFF, begin_absence, days_left, end_absence, end_days_off, take_days_off
from bot.club.preferences import Preferences
from bot.match.clock import DAY, HOUR
from bot.match.errors import Refused
from bot.match.model import Match, UserId
from bot.store import schema
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, Club


async def test_only_days_that_wait_for_who_is_away_get_longer(sqlite_club: Club) -> None:
    waiting = await sqlite_club.begin()
    others = await sqlite_club.begin()
    await sqlite_club.service.submit(others.id, ANA.user, "h4-g4")
    live = await sqlite_club.begin("5m+5s")
    before = {match.id: (await sqlite_club.service.get(match.id)).deadline or 0 for match in (waiting, others, live)}
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 2)
    after = {match.id: (await sqlite_club.service.get(match.id)).deadline or 0 for match in (waiting, others, live)}
    assert after == before | {waiting.id: before[waiting.id] + 2 * DAY}


async def test_a_clock_that_has_run_out_is_not_extended_by_an_absence(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("1d")
    sqlite_club.clock.pass_by(DAY)
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 2)
    assert (await sqlite_club.service.get(match.id)).deadline == match.deadline


async def test_an_absence_that_is_not_booked_extends_no_clock(sqlite_club: Club) -> None:
    match, people = await sqlite_club.begin(), SqlPeople(sqlite_club.database)
    with pytest.raises(Refused):
        await begin_absence(sqlite_club.service, people, ANA.user, MOST_DAYS_OFF + 1)
    assert (await people.preferences(ANA.user)).days_off_until is None
    assert (await sqlite_club.service.get(match.id)) == match


async def test_those_who_listen_hear_of_an_extended_clock(sqlite_club: Club) -> None:
    match, told = await sqlite_club.begin(), []

    async def listen(changed: Match) -> None:
        told.append((changed.id, changed.deadline))

    sqlite_club.service.listeners.append(listen)
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 1)
    assert told == [(match.id, (match.deadline or 0) + DAY)]


def test_days_off_are_counted_by_the_year() -> None:
    before = Preferences(UserId(1), days_off_used=10, days_off_year=2026)
    summer, next_year = 1_780_000_000_000, 1_800_000_000_000
    assert take_days_off(before, 4, summer).days_off_used == MOST_DAYS_OFF
    assert take_days_off(before, 14, next_year).days_off_used == MOST_DAYS_OFF
    with pytest.raises(Refused, match="You have 4 days off left this year, not 5"):
        take_days_off(before, 5, summer)


async def test_days_off_that_end_early_take_the_rest_off_the_clocks_again(sqlite_club: Club) -> None:
    waiting, people = await sqlite_club.begin(), SqlPeople(sqlite_club.database)
    sqlite_club.service.absent = people.days_off_until
    await begin_absence(sqlite_club.service, people, ANA.user, 5)
    sqlite_club.clock.pass_by(DAY + HOUR)
    begun = await sqlite_club.begin()
    await end_absence(sqlite_club.service, people, ANA.user)
    now = sqlite_club.service.clock()
    deadlines = [(await sqlite_club.service.get(match.id)).deadline for match in (waiting, begun)]
    assert deadlines == [(waiting.deadline or 0) + DAY + HOUR, now + 3 * DAY]
    assert days_left(await people.preferences(ANA.user), now) == MOST_DAYS_OFF - 2, "a day that has begun is used"
    with pytest.raises(Refused, match="already over"):
        await end_absence(sqlite_club.service, people, ANA.user)
    await begin_absence(sqlite_club.service, people, ANA.user, MOST_DAYS_OFF - 2)


async def test_a_clock_is_not_cut_short_that_waits_for_somebody_else_on_days_off(sqlite_club: Club) -> None:
    people = SqlPeople(sqlite_club.database)
    match = await sqlite_club.begin()
    async with sqlite_club.database.write() as connection:
        await connection.execute(update(schema.seat).where(schema.seat.c.match == match.id).values(to_act=True))
    await begin_absence(sqlite_club.service, people, ANA.user, 2)
    await begin_absence(sqlite_club.service, people, BEN.user, 2)
    await end_absence(sqlite_club.service, people, ANA.user)
    assert (await sqlite_club.service.get(match.id)).deadline == (match.deadline or 0) + 4 * DAY


def test_days_off_of_last_year_give_no_day_back() -> None:
    last_year = Preferences(UserId(1), days_off_until=1_800_000_000_000, days_off_used=10, days_off_year=2026)
    assert end_days_off(last_year, 1_800_000_000_000 - 3 * DAY).days_off_used == 10
