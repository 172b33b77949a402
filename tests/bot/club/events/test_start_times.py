"""When a tournament starts: read as organisers type it, kept to by the bot."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.club.events.model import Format, Terms, Tournament, TournamentId, TournamentStage
from bot.club.events.scheduled_events import USUAL_LENGTH, event_of
from bot.club.events.service import TournamentService
from bot.club.events.start_times import LATEST, read_start
from bot.match.clock import HOUR, MINUTE
from bot.match.errors import NotAllowed, Refused
from tests.bot.club.events.organising import HERE, HOST, gather
from tests.bot.club.events.playing import person
from tests.bot.table import Club

BERLIN = ZoneInfo("Europe/Berlin")
NOW = int(datetime(2026, 11, 22, 12, 30, tzinfo=BERLIN).timestamp() * 1000)


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("20:00", datetime(2026, 11, 22, 20, 0, tzinfo=BERLIN)),
        ("9.15 Uhr", datetime(2026, 11, 23, 9, 15, tzinfo=BERLIN)),
        ("2026-12-24 18:30", datetime(2026, 12, 24, 18, 30, tzinfo=BERLIN)),
        ("24.12. 18:30", datetime(2026, 12, 24, 18, 30, tzinfo=BERLIN)),
        ("1.1. 18:30", datetime(2027, 1, 1, 18, 30, tzinfo=BERLIN)),
        ("24.12.2026, 18:30", datetime(2026, 12, 24, 18, 30, tzinfo=BERLIN)),
        ("2h", datetime(2026, 11, 22, 14, 30, tzinfo=BERLIN)),
        ("in 45 min", datetime(2026, 11, 22, 13, 15, tzinfo=BERLIN)),
        ("3d", datetime(2026, 11, 25, 12, 30, tzinfo=BERLIN)),
    ],
)
def test_a_start_is_read_in_the_time_zone_of_who_writes_it(text: str, wanted: datetime) -> None:
    assert read_start(text, "Europe/Berlin", NOW) == int(wanted.timestamp() * 1000)


def test_nothing_typed_is_no_start() -> None:
    assert read_start("  ", "UTC", NOW) is None


@pytest.mark.parametrize(
    "text", ["soon", "25:00", "2026-02-30 12:00", "31.11. 20:00", "0h", "2020-01-01 12:00", "200d"]
)
def test_a_start_that_is_none_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(Refused, match=r"Write the start as|Choose another time"):
        read_start(text, "Europe/Berlin", NOW)


@given(st.text(max_size=40), st.sampled_from(["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland"]))
def test_whatever_is_typed_is_a_start_to_come_or_refused(text: str, zone: str) -> None:
    try:
        start = read_start(text, zone, NOW)
    except Refused:
        return
    assert start is None or NOW < start <= NOW + LATEST


def terms_in_an_hour(club: Club, format_: Format = Format.MINI_CUP, size: int = 4) -> Terms:
    """A tournament that starts in an hour."""
    return Terms(format_, "choccer", "1d", size=size, starts=club.clock.now + HOUR)


async def test_it_starts_by_itself_when_its_time_has_come_and_not_when_it_is_full(
    club: Club, tournaments: TournamentService
) -> None:
    made = await gather(tournaments, terms_in_an_hour(club, size=3), 3)
    await tournaments.sweep()
    assert (await tournaments.get(made.id)).stage is TournamentStage.OPEN
    club.clock.pass_by(HOUR)
    await tournaments.sweep()
    begun = await tournaments.get(made.id)
    assert (begun.stage, begun.round) == (TournamentStage.RUNNING, 1)
    assert all(one.match is not None for one in begun.pairings if len(one.entrants) > 1)
    await tournaments.sweep()
    assert (await tournaments.get(made.id)).revision == begun.revision


async def test_where_too_few_have_joined_it_waits_for_its_host(club: Club, tournaments: TournamentService) -> None:
    made = await gather(tournaments, terms_in_an_hour(club), 1)
    club.clock.pass_by(2 * HOUR)
    await tournaments.sweep()
    await tournaments.sweep()
    waits = await tournaments.get(made.id)
    assert (waits.stage, waits.terms.starts) == (TournamentStage.OPEN, None)
    assert [str(one.words).partition(".")[0] for one in await tournaments.store.notices(made.id)] == [
        "Too few players to start now"
    ]
    for number in (1, 2):
        await tournaments.join(made.id, person(number))
    assert (await tournaments.start(made.id, HOST, moderates=False)).stage is TournamentStage.RUNNING


async def test_organisers_move_the_start_and_take_it_back(club: Club, tournaments: TournamentService) -> None:
    made = await gather(tournaments, terms_in_an_hour(club), 3)
    later = club.clock.now + 3 * HOUR
    with pytest.raises(NotAllowed, match="and the server's moderators can do that"):
        await tournaments.move_start(made.id, person(1), later, moderates=False)
    await tournaments.move_start(made.id, person(1), later, moderates=True)
    with pytest.raises(Refused, match="already starts then"):
        await tournaments.move_start(made.id, HOST, later, moderates=False)
    club.clock.pass_by(2 * HOUR)
    await tournaments.sweep()
    assert (await tournaments.get(made.id)).stage is TournamentStage.OPEN
    await tournaments.move_start(made.id, HOST, None, moderates=False)
    club.clock.pass_by(HOUR)
    await tournaments.sweep()
    assert (await tournaments.get(made.id)).stage is TournamentStage.OPEN
    notices = [str(one.words) for one in await tournaments.store.notices(made.id)]
    assert f"<t:{later // 1000}:f>" in notices[0]
    assert "when **Start** is pressed" in notices[1]
    await tournaments.move_start(made.id, HOST, club.clock.now + HOUR, moderates=False)
    club.clock.pass_by(HOUR)
    await tournaments.sweep()
    assert (await tournaments.get(made.id)).stage is TournamentStage.RUNNING
    with pytest.raises(Refused, match="has already begun"):
        await tournaments.move_start(made.id, HOST, club.clock.now + HOUR, moderates=False)


async def test_a_start_moved_when_its_time_comes_is_moved_or_has_begun(
    club: Club, tournaments: TournamentService
) -> None:
    made = await gather(tournaments, terms_in_an_hour(club, size=3), 3)
    club.clock.pass_by(HOUR)

    async def move_start() -> TournamentStage:
        """The stage in which the organiser is told that the tournament is."""
        try:
            moved = await tournaments.move_start(made.id, HOST, club.clock.now + HOUR, moderates=False)
        except Refused:
            return TournamentStage.RUNNING
        return moved.stage

    told, _ = await asyncio.gather(move_start(), tournaments.sweep())
    assert (await tournaments.get(made.id)).stage is told


async def test_a_ladder_has_no_start(club: Club, tournaments: TournamentService) -> None:
    with pytest.raises(Refused, match="Leave the start empty"):
        await tournaments.create(terms_in_an_hour(club, Format.LADDER), HERE, HOST)


async def test_the_event_goes_with_the_tournament(club: Club, tournaments: TournamentService) -> None:
    """Scheduled, going on, over; called off before its start it is cancelled. It never outlasts its own time."""
    made = await tournaments.create(terms_in_an_hour(club, size=3), HERE, HOST)
    scheduled = event_of(made)
    assert scheduled is not None
    assert (scheduled.status, scheduled.starts) == ("scheduled", club.clock.now + HOUR)
    assert scheduled.ends == scheduled.starts + USUAL_LENGTH
    off = await tournaments.cancel(made.id, HOST, moderates=False)
    cancelled = event_of(off)
    assert cancelled is not None
    assert cancelled.status == "cancelled"
    other = await gather(tournaments, terms_in_an_hour(club, size=3), 3)
    begun = event_of(await tournaments.start(other.id, HOST, moderates=False))
    assert begun is not None
    assert begun.status == "active"
    over = event_of(await tournaments.cancel(other.id, HOST, moderates=False))
    assert over is not None
    assert over.status == "completed"


def test_an_arena_ends_on_time_and_without_a_planned_start_there_is_no_event() -> None:
    terms = Terms(Format.ARENA, "choccer", "5m+5s", minutes=30, starts=NOW)
    made = Tournament(TournamentId(1), terms, HERE, HOST.user, HOST.name)
    event = event_of(made)
    assert event is not None
    assert event.ends - event.starts == 30 * MINUTE
    assert event_of(replace(made, terms=replace(terms, starts=None))) is None
