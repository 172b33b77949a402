"""Reports: who hears of them, how many one may make, and who may answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.club.reports import MOST_A_DAY, Report, Reports, find_reported
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY
from bot.match.errors import NotAllowed, NotFound, Refused
from bot.match.model import Match, Place, UserId
from bot.match.sides import seen_in
from bot.store.engine import Database
from bot.store.people import SqlPeople
from bot.store.reports import SqlReports
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MIRA = UserId(900)
HERE_ON = HERE.guild or 0
ELSEWHERE = Place(30, 40)


@pytest.fixture
def desk(club: Club) -> Reports:
    """What takes the reports of the club's people."""
    return Reports(SqlReports(club.database), club.service)


def of(reported: Person | None, at: int, reporter: Person = ANA, match: Match | None = None) -> Report:
    """What Ana reports on the club's server."""
    code = "" if match is None else match.code
    number = None if match is None else match.id
    return Report(HERE_ON, reporter, "insults", "Rude words.", at, reported, number, code)


async def begin_across(club: Club) -> Match:
    """Ana, here, plays Ben, who is elsewhere."""
    request = ChallengeRequest("choccer", ANA, HERE, (BEN,), first="me", other=ELSEWHERE, guests=frozenset({BEN.user}))
    return await club.service.accept((await club.service.challenge(request)).id, BEN)


async def test_a_report_about_a_match_is_about_the_opponent(club: Club) -> None:
    match = await club.begin()
    assert find_reported(match, ANA.user, None) == BEN
    assert find_reported(match, ANA.user, BEN) == BEN
    assert find_reported(match, EVE.user, None) is None, "who looks on reports the match, or names a player"
    with pytest.raises(Refused, match="Eve doesn't play in match"):
        find_reported(match, ANA.user, EVE)


async def test_a_report_is_stored_as_it_was_made(club: Club, desk: Reports) -> None:
    match = await club.begin()
    report = of(BEN, club.clock.now, match=match)
    (filed,) = await desk.file(report, match)
    assert await desk.find(filed.id, HERE_ON, MIRA) == replace(report, id=filed.id)
    with pytest.raises(NotFound, match="no longer exists"):
        await desk.find(filed.id, ELSEWHERE.guild, MIRA)


async def test_of_a_match_across_servers_both_servers_moderators_hear(club: Club, desk: Reports) -> None:
    match = await begin_across(club)
    own, other = await desk.file(of(BEN, club.clock.now, match=match), match)
    assert (own.guild, own.stranger) == (HERE_ON, "reported")
    assert (other.guild, other.stranger) == (ELSEWHERE.guild, "reporter")
    about_all = await desk.file(of(None, club.clock.now, EVE, match), match)
    assert [(one.guild, one.stranger) for one in about_all] == [(HERE_ON, None), (ELSEWHERE.guild, "reporter")]
    assert (await desk.match_of(other)) == seen_in(match, ELSEWHERE.guild)


async def test_a_member_of_ones_own_server_is_reported_there_alone(club: Club, desk: Reports) -> None:
    match = await begin_across(club)
    (own,) = await desk.file(of(ANA, club.clock.now, EVE, match), match)
    assert own.stranger is None


async def test_what_says_nothing_is_refused(club: Club, desk: Reports) -> None:
    for report, why in (
        (replace(of(BEN, club.clock.now), words=""), "Say in a few words"),
        (of(None, club.clock.now), "Choose a person, or type the code"),
        (of(ANA, club.clock.now), "You can't report yourself"),
    ):
        with pytest.raises(Refused, match=why):
            await desk.file(report, None)
    assert not await desk.store.find_untold()


async def test_the_same_is_reported_once_until_it_is_answered(club: Club, desk: Reports) -> None:
    (first,) = await desk.file(of(BEN, club.clock.now), None)
    with pytest.raises(Refused, match="have already reported that"):
        await desk.file(of(replace(BEN, name="Benny"), club.clock.now), None)
    await desk.file(of(BEN, club.clock.now, EVE), None)
    await desk.answer(first, "done", MIRA)
    await desk.file(of(BEN, club.clock.now), None)


async def test_nobody_makes_more_reports_a_day_than_the_limit(club: Club, desk: Reports) -> None:
    people = [Person(UserId(70 + number), f"Guest {number}") for number in range(MOST_A_DAY + 1)]
    for one in people[:-1]:
        (filed,) = await desk.file(of(one, club.clock.now), None)
        await desk.answer(filed, "nothing", MIRA)
    with pytest.raises(Refused, match=f"{MOST_A_DAY} reports today"):
        await desk.file(of(people[-1], club.clock.now), None)
    club.clock.pass_by(DAY)
    await desk.file(of(people[-1], club.clock.now), None)


async def test_nobody_answers_a_report_that_concerns_them(club: Club, desk: Reports) -> None:
    match = await club.begin()
    (filed,) = await desk.file(of(BEN, club.clock.now, EVE, match), match)
    for person in (ANA, BEN, EVE):
        with pytest.raises(NotAllowed, match="This is about you"):
            await desk.find(filed.id, HERE_ON, person.user)
    assert not await desk.store.on_server(HERE_ON, BEN.user, 5), "who is reported does not see by whom"


async def test_the_first_answer_stands(club: Club, desk: Reports) -> None:
    (filed,) = await desk.file(of(BEN, club.clock.now), None)
    await desk.answer(filed, "done", MIRA)
    second = await desk.answer(filed, "nothing", EVE.user)
    assert (second.answer, second.answered_by, second.answered_at) == ("done", MIRA, club.clock.now)


async def test_open_reports_are_listed_first_and_the_oldest_of_them(club: Club, desk: Reports) -> None:
    filed = [(await desk.file(of(BEN, club.clock.now, one), None))[0].id for one in (ANA, EVE, Person(MIRA, "Mira"))]
    first = await desk.store.get(filed[0])
    assert first is not None
    await desk.answer(first, "done", UserId(901))
    assert [one.id for one in await desk.store.on_server(HERE_ON, UserId(901), 5)] == [filed[1], filed[2], filed[0]]


async def test_what_was_shown_before_an_answer_is_shown_again_in_the_same_message(club: Club, desk: Reports) -> None:
    (filed,) = await desk.file(of(BEN, club.clock.now), None)
    shown = replace(filed, channel=5, message=6, shown=True)
    await desk.answer(filed, "done", MIRA)
    await desk.store.mark_posted(shown)
    (behind,) = await desk.store.find_untold()
    assert (behind.message, behind.shown, behind.told) == (6, False, False)
    await desk.store.mark_posted(replace(behind, shown=True, told=True))
    assert not await desk.store.find_untold()


async def test_deleted_data_take_the_reports_and_the_name_along(club: Club, desk: Reports) -> None:
    people = SqlPeople(club.database)
    (mine,) = await desk.file(replace(of(BEN, club.clock.now), words="Ben is rude."), None)
    (theirs,) = await desk.file(of(ANA, club.clock.now, BEN), None)
    await desk.answer(mine, "done", MIRA)
    assert [one["words"] for one in (await people.export(ANA.user))["report"]] == ["Ben is rude."]
    assert await people.forget(BEN.user, "Somebody")
    assert await people.forget(MIRA, "Somebody")
    kept = await desk.store.get(mine.id)
    assert kept is not None
    assert (kept.reported, kept.words, kept.answered_by) == (Person(UserId(0), "Somebody"), "Somebody is rude.", 0)
    assert await desk.store.get(theirs.id) is None


async def test_two_reports_about_the_same_at_once_are_one(club: Club, other_database: Database, desk: Reports) -> None:
    """In another process on PostgreSQL."""
    elsewhere = replace(desk, store=SqlReports(other_database))
    acts = [one.file(of(BEN, club.clock.now), None) for one in (desk, elsewhere)]
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Refused", "list"]
    assert len(await desk.store.find_untold()) == 1
