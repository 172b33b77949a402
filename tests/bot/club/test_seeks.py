"""Looking for an opponent: who fits, who is chosen, and that each seek ends in one match."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.exclusions import ExclusionsByServer
from bot.club.matchmaking import Matchmaking
from bot.club.personal_blocks import PersonalBlock
from bot.club.seeks import STANDING_MOST, WAITS_DAYS, Facts, Seek, SeekStage, find_opponent, fit
from bot.match.challenges import Person
from bot.match.clock import MINUTE, TimeControl, read_time
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.model import Place, Stage, UserId
from bot.store.engine import Database
from bot.store.exclusions import read_exclusions
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from tests.bot.club.pairing import NO_ROLES, matchmaking_of, pair, somebody
from tests.bot.table import ANA, BEN, EVE, HERE, Club

NOW = 1_000_000
USERS = st.integers(1, 6).map(UserId)


def seek_of(person: Person, *games: str, **changes: object) -> Seek:
    """What somebody looks for: Choccer by default, three days a move."""
    made = Seek(person, HERE, games or ("choccer",), read_time("3d"))
    return replace(made, **changes)  # type: ignore[arg-type]


SEEKS = st.builds(
    Seek,
    USERS.map(lambda user: Person(user, f"P{user}")),
    st.just(HERE),
    st.lists(st.sampled_from(["choccer", "onyx", "piously"]), min_size=1, max_size=3, unique=True).map(tuple),
    st.sampled_from(["3d", "5m+5s", "12s"]).map(read_time),
    st.sampled_from(["either", "rated", "casual"]),
    st.sampled_from([None, 100, 400]),
    st.booleans(),
    created=st.integers(0, NOW),
    expires=st.sampled_from([None, NOW - 1, NOW, NOW + 1]),
    id=st.integers(1, 99),
    stage=st.sampled_from(SeekStage),
)
FACTS = st.builds(
    Facts,
    st.dictionaries(st.tuples(USERS, st.sampled_from(["choccer", "onyx"])), st.integers(900, 2100)),
    st.frozensets(st.tuples(USERS, USERS), max_size=4),
    st.dictionaries(USERS, st.integers(0, 4)),
    st.frozensets(USERS, max_size=1),
    st.frozensets(USERS, max_size=2),
)


@given(SEEKS, st.lists(SEEKS, max_size=6), FACTS)
def test_who_is_found_is_what_both_want(mine: Seek, waiting: list[Seek], facts: Facts) -> None:
    found = find_opponent(mine, waiting, facts, NOW)
    if found is None:
        assert not [other for other in waiting if fit(mine, other, facts, NOW)]
        return
    other, me = found.seek, mine.person.user
    them = other.person.user
    assert other in waiting
    assert me != them
    assert other.stage is SeekStage.OPEN
    assert other.expires is None or other.expires > NOW
    assert found.game in mine.games
    assert found.game in other.games
    assert mine.time == other.time
    assert (me, them) not in facts.blocked
    assert (them, me) not in facts.blocked
    apart = abs(facts.rating(me, found.game) - facts.rating(them, found.game))
    assert all(reach is None or apart <= reach for reach in (mine.reach, other.reach))
    assert not (found.rated and "casual" in {mine.rated, other.rated})
    assert found.rated or "rated" not in {mine.rated, other.rated} or mine.time.kind == "bullet"
    assert not other.standing or facts.busy.get(them, 0) < STANDING_MOST


@given(SEEKS, st.lists(SEEKS, max_size=6, unique_by=lambda seek: seek.id), FACTS, st.randoms())
def test_the_order_in_which_they_are_read_does_not_matter(
    mine: Seek, waiting: list[Seek], facts: Facts, random: object
) -> None:
    found = find_opponent(mine, waiting, facts, NOW)
    assert find_opponent(mine, waiting[::-1], facts, NOW) == found


@given(SEEKS, SEEKS, FACTS)
def test_to_fit_is_mutual(one: Seek, two: Seek, facts: Facts) -> None:
    """But for what only concerns who has waited: whether they are there and free."""
    one, two = (replace(seek, stage=SeekStage.OPEN, expires=None, standing=False) for seek in (one, two))
    here = replace(facts, on_days_off=())
    assert (fit(one, two, here, NOW) is None) == (fit(two, one, here, NOW) is None)


def test_the_nearest_rating_comes_first_but_after_it_whom_one_has_just_played() -> None:
    mine, near, far = seek_of(ANA, id=1), seek_of(BEN, id=2), seek_of(EVE, id=3)
    facts = Facts({(ANA.user, "choccer"): 1500, (BEN.user, "choccer"): 1510, (EVE.user, "choccer"): 1800})
    found = find_opponent(mine, [near, far], facts, NOW)
    assert found is not None
    assert found.seek is near
    again = find_opponent(mine, [near, far], replace(facts, lately={BEN.user}), NOW)
    assert again is not None
    assert again.seek is far


# ---------------------------------------------------------------------- as stored


@pytest.fixture
def services(club: Club, databases: list[Database]) -> list[Matchmaking]:
    """One of each process."""
    return [matchmaking_of(club, database) for database in databases]


async def test_who_fits_is_paired_at_once_and_the_match_begins(services: list[Matchmaking]) -> None:
    assert await pair(services[0], seek_of(ANA, "onyx", "choccer")) is None
    match = await pair(services[-1], seek_of(BEN, "choccer", "conquid"))
    assert match is not None
    assert (match.stage, match.game, match.rated) == (Stage.LIVE, "choccer", True)
    assert set(match.people) == {ANA.user, BEN.user}
    assert await pair(services[0], seek_of(EVE)) is None, "nobody waits any more"


@pytest.mark.parametrize("count", [2, 7, 8])
async def test_of_many_who_look_at_once_each_plays_one_match(services: list[Matchmaking], count: int) -> None:
    looks = [services[number % len(services)].search(seek_of(somebody(number)), NO_ROLES) for number in range(count)]
    found = await asyncio.gather(*looks)
    begun = [one[1] for one in found if not isinstance(one, Seek)]
    users = [user for match in begun for user in match.people]
    assert len(begun) == count // 2
    assert len(users) == len(set(users)) == count - count % 2


async def test_of_many_who_answer_one_seek_one_plays(services: list[Matchmaking]) -> None:
    waiting = await services[0].search(seek_of(ANA), NO_ROLES)
    assert isinstance(waiting, Seek)
    answers = [services[n % len(services)].answer(waiting.id, somebody(n), HERE, NO_ROLES) for n in range(6)]
    results = await asyncio.gather(*answers, return_exceptions=True)
    refused = [result for result in results if isinstance(result, MatchError)]
    assert len(refused) == 5
    assert all("Somebody was faster" in str(one.sentence) for one in refused)
    assert len([one for one in results if isinstance(one, tuple)]) == 1


async def test_where_matches_have_moved_since_it_is_said_where_to_answer(club: Club) -> None:
    service, other = matchmaking_of(club, club.database), HERE.channel + 1
    waiting = await service.search(seek_of(ANA), NO_ROLES)
    assert isinstance(waiting, Seek)
    people = service.guilds
    assert isinstance(people, SqlPeople)
    await people.change_guild_settings(HERE.guild or 0, lambda now: replace(now, channels=(other, other + 1)))
    with pytest.raises(NotAllowed) as refused:
        await service.answer(waiting.id, BEN, HERE, NO_ROLES)
    where = f"<#{other}> or <#{other + 1}>"
    assert str(refused.value.sentence).startswith(f"Matches are started in {where} now. Use /play there")
    match = await pair(service, seek_of(BEN, place=replace(HERE, channel=other)))
    assert match is not None
    assert {player.name for player in match.players} == {ANA.name, BEN.name}


async def test_to_stop_and_to_be_found_at_once_is_one_of_both(services: list[Matchmaking]) -> None:
    for number in range(6):
        waiting = await services[0].search(seek_of(somebody(number)), NO_ROLES)
        assert isinstance(waiting, Seek)
        results = await asyncio.gather(
            services[0].stop(somebody(number).user, HERE.guild),
            services[-1].answer(waiting.id, somebody(50 + number), HERE, NO_ROLES),
            return_exceptions=True,
        )
        assert sum(isinstance(result, MatchError) for result in results) == 1, results


async def test_whoever_is_about_to_be_found_no_longer_stops(
    services: list[Matchmaking], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await services[0].search(seek_of(ANA), NO_ROLES)
    assert isinstance(waiting, Seek)
    stops: list[asyncio.Task[None]] = []

    async def stop_meanwhile(
        connection: AsyncConnection, guilds: Collection[int], whom: Collection[int]
    ) -> ExclusionsByServer:
        stops.append(asyncio.ensure_future(services[0].stop(ANA.user, HERE.guild)))
        await asyncio.wait(stops, timeout=0.2)
        return await read_exclusions(connection, guilds, whom)

    monkeypatch.setattr("bot.store.seeks.read_exclusions", stop_meanwhile)
    _, match = await services[-1].answer(waiting.id, BEN, HERE, NO_ROLES)
    assert set(match.people) == {ANA.user, BEN.user}
    with pytest.raises(Refused, match="aren't looking"):
        await stops[0]


async def test_a_standing_seek_stays_until_so_many_matches_are_played(services: list[Matchmaking]) -> None:
    assert await pair(services[0], seek_of(ANA, standing=True)) is None
    first, second = [await pair(services[0], seek_of(who)) for who in (BEN, EVE)]
    assert first is not None
    assert second is not None
    assert await pair(services[0], seek_of(somebody(1))) is None, "Ana plays two"
    await services[0].stop(somebody(1).user, HERE.guild)
    await services[0].matches.resign(first.id, BEN.user)
    assert await pair(services[0], seek_of(somebody(2))) is not None


async def test_a_new_search_takes_the_place_of_the_old_one(services: list[Matchmaking]) -> None:
    await services[0].search(seek_of(ANA), NO_ROLES)
    await services[0].search(seek_of(ANA, "onyx"), NO_ROLES)
    assert await pair(services[0], seek_of(BEN)) is None
    assert await pair(services[0], seek_of(EVE, "onyx")) is not None


async def test_blocked_people_are_never_paired_and_are_not_told_why(club: Club, services: list[Matchmaking]) -> None:
    await SqlPersonalBlocks(club.database).add_block(PersonalBlock(ANA.user, BEN.user, "Ben", 0), 5)
    waiting = await services[0].search(seek_of(ANA), NO_ROLES)
    assert isinstance(waiting, Seek)
    assert await pair(services[0], seek_of(BEN)) is None
    with pytest.raises(NotAllowed, match="You two can't be paired: ratings too far apart, or Ana can't play"):
        await services[0].answer(waiting.id, BEN, HERE, NO_ROLES)


async def test_no_number_of_a_search_is_given_twice(services: list[Matchmaking]) -> None:
    """The button of an old post must not answer a new search."""
    numbers = set[int]()
    for _ in range(3):
        placed = await services[0].search(seek_of(ANA), NO_ROLES)
        assert isinstance(placed, Seek)
        numbers.add(placed.id)
        await services[0].stop(ANA.user, HERE.guild)
        await services[0].store.forget(placed.id)
    assert len(numbers) == 3


async def test_who_waits_too_long_is_let_go(club: Club, services: list[Matchmaking]) -> None:
    await services[0].search(seek_of(ANA), NO_ROLES)
    club.clock.pass_by(WAITS_DAYS)
    assert await pair(services[0], seek_of(BEN)) is None
    await services[0].sweep()
    closed = await services[0].store.find_unposted()
    assert [one.stage for one in closed if one.person == ANA] == [SeekStage.EXPIRED]


async def test_live_searches_wait_a_few_minutes(services: list[Matchmaking]) -> None:
    waiting = await services[0].search(seek_of(ANA, time=TimeControl("blitz", 5 * MINUTE, 5000)), NO_ROLES)
    assert isinstance(waiting, Seek)
    assert waiting.expires == waiting.created + 15 * MINUTE


async def test_what_makes_no_sense_is_refused_with_the_way_out(club: Club, services: list[Matchmaking]) -> None:
    service = services[0]
    with pytest.raises(Refused, match="aren't looking for anybody"):
        await service.stop(ANA.user, HERE.guild)
    with pytest.raises(Refused, match="Use /play on a server"):
        await service.search(seek_of(ANA, place=Place(None, 5)), NO_ROLES)
    waiting = await service.search(seek_of(ANA), NO_ROLES)
    assert isinstance(waiting, Seek)
    with pytest.raises(Refused, match="your own search"):
        await service.answer(waiting.id, ANA, HERE, NO_ROLES)
    with pytest.raises(Refused, match="Somebody was faster"):
        await service.answer(9999, BEN, HERE, NO_ROLES)
    await SqlPeople(club.database).change_guild_settings(
        HERE.guild or 0, lambda now: replace(now, games_off=("choccer",))
    )
    fresh = matchmaking_of(club, club.database)
    with pytest.raises(NotAllowed, match="switched off here"):
        await fresh.search(seek_of(BEN), NO_ROLES)
    with pytest.raises(NotAllowed, match="switched off here"):
        await fresh.answer(waiting.id, BEN, HERE, NO_ROLES)


async def test_where_ratings_are_off_the_match_is_unrated(club: Club, services: list[Matchmaking]) -> None:
    await SqlPeople(club.database).change_guild_settings(HERE.guild or 0, lambda now: replace(now, rated_matches=False))
    service = matchmaking_of(club, club.database)
    await service.search(seek_of(ANA), NO_ROLES)
    match = await pair(service, seek_of(BEN))
    assert match is not None
    assert not match.rated
