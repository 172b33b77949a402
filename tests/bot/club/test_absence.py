"""Days off: what they extend, and how many a year has."""

from __future__ import annotations

import pytest

from bot.club.absence import MOST_DAYS_OFF, begin_absence, take_days_off
from bot.club.preferences import Preferences
from bot.match.clock import DAY
from bot.match.errors import Refused
from bot.match.model import Match, UserId
from bot.store.people import SqlPeople
from tests.bot.table import ANA, Club


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
