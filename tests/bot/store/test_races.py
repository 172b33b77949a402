"""What is checked before it is written, done many times at once: exactly what may pass passes, on both databases.

On PostgreSQL every other attempt is made by another process, with a database connection and a memory of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.club.absence import MOST_DAYS_OFF, begin_absence, take_days_off
from bot.club.departure import withdraw_for_good
from bot.club.guild_settings import GuildSettings
from bot.club.preferences import Preferences
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY
from bot.match.drafts import Drafts
from bot.match.errors import MatchError, Refused
from bot.match.limits import MOST_ALONE, MOST_PENDING
from bot.match.model import Change, Match, Place, Stage, UserId
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, DAYS, EVE, HERE, Club

AT_ONCE = 8


@pytest.fixture
def clubs(club: Club, other_database: Database) -> list[Club]:
    """Processes that share a database: two on PostgreSQL, one on SQLite."""
    if other_database is club.database:
        return [club]
    store = SqlMatches(other_database)
    return [club, Club(other_database, MatchService(store, club.clock, Random(8)), store, club.clock)]


async def at_once(clubs: Sequence[Club], act: Callable[[Club, int], Awaitable[object]], times: int = AT_ONCE) -> int:
    """Act so many times at once, by the clubs in turn; returns how often that was not refused."""
    acts = [act(clubs[number % len(clubs)], number) for number in range(times)]
    results = await asyncio.gather(*acts, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, MatchError):
            raise result
    return sum(not isinstance(result, MatchError) for result in results)


def somebody(number: int) -> Person:
    """One of many people."""
    return Person(UserId(100 + number), f"P{number}")


# ---------------------------------------------------------------------- limits


async def test_of_many_challenges_to_one_person_one_waits(clubs: list[Club]) -> None:
    passed = await at_once(clubs, lambda club, _: club.invite())
    assert (passed, len(await clubs[0].store.of_user(ANA.user))) == (1, 1)


async def test_of_challenges_to_each_other_one_waits(clubs: list[Club]) -> None:
    def challenge(club: Club, number: int) -> Awaitable[Match]:
        host, guest = (ANA, BEN) if number % 4 < 2 else (BEN, ANA)
        return club.service.challenge(ChallengeRequest("choccer", host, HERE, (guest,)))

    assert await at_once(clubs, challenge) == 1


async def test_of_many_challenges_to_different_people_only_so_many_wait(clubs: list[Club]) -> None:
    passed = await at_once(clubs, lambda club, number: club.invite(somebody(number)))
    assert (passed, len(await clubs[0].store.of_user(ANA.user))) == (MOST_PENDING, MOST_PENDING)


async def test_matches_against_ais_that_begin_at_once_stay_within_the_limit(clubs: list[Club]) -> None:
    challenge = ChallengeRequest("choccer", ANA, HERE, ai="easy", time=DAYS)
    for _ in range(MOST_ALONE - 2):
        await clubs[0].service.challenge(challenge)
    assert await at_once(clubs, lambda club, _: club.service.challenge(challenge)) == 2


async def test_tables_filled_with_ais_at_once_stay_within_the_limit(clubs: list[Club]) -> None:
    for _ in range(MOST_ALONE - 1):
        await clubs[0].service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", time=DAYS))
    tables = [
        await clubs[0].service.challenge(ChallengeRequest("onyx", ANA, HERE, time=DAYS)) for _ in range(MOST_PENDING)
    ]
    passed = await at_once(
        clubs, lambda club, number: club.service.fill(tables[number].id, ANA, "easy"), times=len(tables)
    )
    assert passed == 1
    stages = [(await clubs[0].store.get(table.id) or table).stage for table in tables]
    assert sorted(stages) == [Stage.INVITED, Stage.INVITED, Stage.LIVE]


async def test_of_many_who_join_one_gets_the_last_seat(clubs: list[Club]) -> None:
    table = await clubs[0].service.challenge(ChallengeRequest("choccer", ANA, HERE))
    assert await at_once(clubs, lambda club, number: club.service.join(table.id, somebody(number))) == 1


# ---------------------------------------------------------------------- what a person has set


async def test_days_away_are_taken_once_however_often_the_modal_is_sent(clubs: list[Club]) -> None:
    people = [SqlPeople(club.database) for club in clubs]
    now = clubs[0].clock.now

    async def leave(club: Club, number: int) -> None:
        await begin_absence(club.service, people[number % len(people)], ANA.user, 2)

    match = await clubs[0].begin()
    assert await at_once(clubs, leave) == 1
    stored = await SqlPeople(clubs[0].database).preferences(ANA.user)
    assert (stored.days_off_used, stored.days_off_until) == (2, now + 2 * DAY)
    after = await SqlMatches(clubs[0].database).get(match.id)
    assert after is not None
    assert after.deadline == (match.deadline or 0) + 2 * DAY


async def test_a_turn_that_begins_while_somebody_goes_away_is_spared_too(clubs: list[Club]) -> None:
    """Ben goes away between the look at who is away and the storing of the move that makes it his turn."""
    club, other = clubs[0], clubs[-1]
    people, asked = SqlPeople(club.database), 0
    others = people if other is club else SqlPeople(other.database)
    match = await club.begin()

    async def absent(user: UserId) -> int | None:
        nonlocal asked
        asked += 1
        until = await people.days_off_until(user)
        if asked == 1:
            await begin_absence(other.service, others, BEN.user, 2)
        return until

    club.service.absent = absent
    moved = await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)
    assert asked == 2, "the change was made again"
    assert moved.deadline == club.clock.now + 2 * DAY + 3 * DAY
    assert await SqlMatches(club.database).get(match.id) == moved


async def test_more_days_away_than_a_year_has_are_never_taken(clubs: list[Club]) -> None:
    """One after the other, each when the one before is over: the days of the year are counted together."""
    people = SqlPeople(clubs[0].database)
    now = clubs[0].clock.now

    async def leave(_club: Club, _number: int) -> None:
        await people.change_preferences(ANA.user, lambda before: take_days_off(before, 5, before.days_off_until or now))

    assert await at_once(clubs, leave) == MOST_DAYS_OFF // 5


async def test_settings_that_change_at_once_are_all_kept(clubs: list[Club]) -> None:
    people = [SqlPeople(club.database) for club in clubs]
    changes: list[Callable[[Preferences], Preferences]] = [
        lambda now: replace(now, theme="light"),
        lambda now: replace(now, patterns="strong"),
        lambda now: replace(now, text_first=True),
        lambda now: replace(now, confirm=False),
        lambda now: replace(now, pings=False),
        lambda now: replace(now, language="de"),
        lambda now: replace(now, challenges="nobody"),
        lambda now: replace(now, discord_language="de"),
    ]

    def change(_club: Club, number: int) -> Awaitable[Preferences]:
        return people[number % len(people)].change_preferences(ANA.user, changes[number])

    assert await at_once(clubs, change, len(changes)) == len(changes)
    wanted = Preferences(ANA.user, "light", "strong", True, False, False, "de", "de", "nobody")  # noqa: FBT003 - in order
    assert [await SqlPeople(club.database).preferences(ANA.user) for club in clubs] == [wanted] * len(clubs)
    assert await people[0].preferences(ANA.user) == wanted


async def test_a_refused_change_of_settings_changes_nothing(club: Club) -> None:
    people = SqlPeople(club.database)
    before = await people.change_preferences(ANA.user, lambda now: take_days_off(now, 3, club.clock.now))
    with pytest.raises(Refused, match="already have days off"):
        await people.change_preferences(ANA.user, lambda now: take_days_off(now, 3, club.clock.now))
    assert await people.preferences(ANA.user) == before == await SqlPeople(club.database).preferences(ANA.user)


async def test_settings_of_a_server_that_change_at_once_are_all_kept(clubs: list[Club]) -> None:
    people = [SqlPeople(club.database) for club in clubs]
    changes: list[Callable[[GuildSettings], GuildSettings]] = [
        lambda now: replace(now, theme="light"),
        lambda now: replace(now, rated_matches=not now.rated_matches),
        lambda now: replace(now, time="7d"),
        lambda now: replace(now, posting="edit"),
        lambda now: replace(now, results=9),
        lambda now: replace(now, rated_matches=not now.rated_matches),
        lambda now: replace(now, rated_matches=not now.rated_matches),
    ]

    def change(_club: Club, number: int) -> Awaitable[None]:
        return people[number % len(people)].change_guild_settings(5, changes[number])

    await at_once(clubs, change, len(changes))
    guild_settings = await SqlPeople(clubs[0].database).guild_settings(5)
    assert (
        guild_settings.theme,
        guild_settings.rated_matches,
        guild_settings.time,
        guild_settings.posting,
        guild_settings.results,
    ) == ("light", False, "7d", "edit", 9)


# ---------------------------------------------------------------------- data deletion


def remind(match: Match) -> Change:
    """A change that touches nothing but one flag."""
    return Change(replace(match, revision=match.revision + 1, reminded=True))


async def delete_data(club: Club, user: UserId) -> None:
    people = SqlPeople(club.database)
    await withdraw_for_good(club.service, user, lambda: people.forget(user, "Somebody"))


async def test_who_joins_while_their_data_is_deleted_leaves_no_seat_without_anybody(clubs: list[Club]) -> None:
    """Whatever comes first: no running match has a seat in which nobody sits."""
    first, last = clubs[0], clubs[-1]
    tables = [
        await first.service.challenge(ChallengeRequest("choccer", somebody(number), HERE, time=DAYS))
        for number in range(AT_ONCE)
    ]

    async def act(club: Club, number: int) -> None:
        if number == AT_ONCE // 2:
            await delete_data(last, BEN.user)
        else:
            await club.service.join(tables[number].id, BEN)

    await at_once(clubs, act)
    for table in tables:
        match = await SqlMatches(first.database).get(table.id)
        assert match is not None
        assert match.stage is not Stage.LIVE or all(player.user or player.ai for player in match.players)


async def test_who_has_a_seat_is_not_forgotten(club: Club) -> None:
    match = await club.begin()
    assert not await SqlPeople(club.database).forget(ANA.user, "Somebody")
    stored = await SqlMatches(club.database).get(match.id)
    assert stored == match


async def test_who_keeps_coming_back_is_told_so(club: Club) -> None:
    async def never() -> bool:
        await club.invite()
        return False

    with pytest.raises(Refused, match="Stop playing for a moment"):
        await withdraw_for_good(club.service, ANA.user, never)


async def test_a_move_on_its_way_does_not_bring_a_deleted_host_back(clubs: list[Club]) -> None:
    """Ana, who opened a match of three, has left it and has her data deleted while Ben moves."""
    first, last = clubs[0], clubs[-1]
    match = await first.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=DAYS, first="me"))
    for person in (BEN, EVE):
        await first.service.accept(match.id, person)
    read = await first.service.resign(match.id, ANA.user)
    await delete_data(last, ANA.user)
    assert read.host == ANA.user
    await first.service.change(match.id, lambda seen, _now: remind(seen), known=read)
    stored = await SqlMatches(first.database).get(match.id)
    assert stored is not None
    assert stored.reminded
    assert stored.host != ANA.user


# ---------------------------------------------------------------------- drafts, places, records


async def test_a_draft_of_a_turn_that_is_over_is_not_kept(club: Club) -> None:
    """Nor is anything of somebody whose data has been deleted meanwhile."""
    match = await club.begin()
    await club.service.submit(match.id, ANA.user, "h4-g4")
    await Drafts(club.store.drafts).keep(match, ANA.user, ("h4",))
    assert await club.store.drafts.draft(match.id, ANA.user) is None
    ended = await club.service.resign(match.id, BEN.user)
    await Drafts(club.store.drafts).keep(ended, BEN.user, ("d4",))
    assert await club.store.drafts.draft(match.id, BEN.user) is None


async def test_a_move_on_its_way_does_not_take_a_match_back_to_its_old_place(club: Club) -> None:
    read = await club.begin()
    await club.store.move(read.shown_id, Place(10, 99))
    await club.service.submit(read.id, ANA.user, "h4-g4", known=read)
    stored = await SqlMatches(club.database).get(read.id)
    assert stored is not None
    assert (stored.ply, stored.place) == (1, Place(10, 99))


async def test_records_that_are_brought_at_once_do_not_pile_up(clubs: list[Club]) -> None:
    match = await clubs[0].begin()
    ended = await clubs[0].service.resign(match.id, BEN.user)
    record = replace(ended, started=None, host=EVE.user, private=True)

    async def bring(club: Club, _number: int) -> None:
        store = club.store
        await store.add(record)
        await store.keep_records(EVE.user, 3)

    await at_once(clubs, bring)
    exported = await SqlPeople(clubs[0].database).export(EVE.user)
    assert len(exported["match"]) == 3
