"""Looking for a table of three or four: who sits down where, and that all who look at once sit together."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.club.exclusions import Exclusion
from bot.club.open_tables import OpenTables, find_table
from bot.club.personal_blocks import PersonalBlock
from bot.club.seeks import Rated, Seek
from bot.match.challenges import Person
from bot.match.clock import DAY, read_time
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.matches import SqlMatches
from bot.store.open_tables import SqlOpenTables
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from games import find
from games.core.status import Seat
from tests.bot.club.pairing import NO_ROLES, somebody
from tests.bot.table import ANA, BEN, EVE, HERE, Club

NOW = 1_000_000
USUAL = find("cyberzul").info.check_options({})
TERMS = ["3d", "5m+5s"]


def seek_of(who: Person, seats: int = 3, **changes: object) -> Seek:
    """What somebody looks for: a table of Cyberzul for three, three days a move."""
    made = Seek(who, HERE, ("onyx", "cyberzul"), read_time("3d"), seats=seats)
    return replace(made, **changes)  # type: ignore[arg-type]


def everywhere(_channel: int) -> bool:
    return True


def table(host: int, others: Collection[int], seats: int, **changes: object) -> Match:
    """An open table at which these people sit."""
    people = [host, *others]
    users = [UserId(people[seat]) if seat < len(people) else None for seat in range(seats)]
    players = tuple(Player(Seat(seat), user, accepted=user is not None) for seat, user in enumerate(users))
    made = Match(MatchId(0), "AAAAA", "cyberzul", 1, USUAL, players, UserId(host), HERE, open=True)
    return replace(made, **({"time": read_time("3d"), "rated": True} | changes))  # type: ignore[arg-type]


TABLES = st.builds(
    lambda seats, people, **changes: table(people[0], people[1:seats], seats, **changes),
    st.integers(2, 4),
    st.lists(st.integers(1, 8), min_size=1, max_size=4, unique=True),
    time=st.sampled_from(TERMS).map(read_time),
    rated=st.booleans(),
    created=st.integers(0, 3),
    id=st.integers(1, 99).map(MatchId),
    stage=st.sampled_from([Stage.INVITED, Stage.LIVE]),
    deadline=st.sampled_from([None, NOW, NOW + 1]),
)


RATED = st.sampled_from(["either", "rated", "casual"])


@given(
    st.integers(3, 4),
    RATED,
    st.lists(TABLES, max_size=6, unique_by=lambda one: one.id),
    st.frozensets(st.integers(1, 8)),
)
def test_who_is_found_waits_for_somebody_on_the_same_terms(
    seats: int, rated: Rated, tables: Sequence[Match], unwelcome: frozenset[int]
) -> None:
    seek, wanted = seek_of(somebody(1), seats, rated=rated), table(50, [], seats, rated=rated != "casual")
    found = find_table(seek, wanted, tables, {UserId(one) for one in unwelcome}, NOW)
    if found is None:
        return
    assert (found.time, len(found.players)) == (wanted.time, seats)
    assert rated == "either" or found.rated == (rated == "rated")
    assert any(player.user is None for player in found.players)
    assert found.stage is Stage.INVITED
    assert not set(found.people) & unwelcome
    assert find_table(seek, wanted, tables[::-1], {UserId(one) for one in unwelcome}, NOW) == found


def test_the_fullest_table_comes_first() -> None:
    old, full = table(1, [], 4, id=MatchId(1)), table(2, [3], 4, id=MatchId(2), created=5)
    assert find_table(seek_of(somebody(1), 4), table(9, [], 4), [old, full], (), NOW) is full


def test_a_table_of_other_options_another_game_or_with_an_ai_is_none() -> None:
    with_ai = table(1, [], 3).with_player(Seat(1), ai="easy")
    for other in (table(1, [], 3, options={}), table(1, [], 3, private=True), with_ai):
        assert find_table(seek_of(somebody(1)), table(9, [], 3), [other], (), NOW) is None
    assert find_table(seek_of(somebody(1), games=("onyx",)), table(9, [], 3), [table(1, [], 3)], (), NOW) is None


# ---------------------------------------------------------------------- as stored


@pytest.fixture
def services(club: Club, databases: list[Database]) -> list[OpenTables]:
    """One of each process."""
    return [open_tables_of(club, database) for database in databases]


def open_tables_of(club: Club, database: Database) -> OpenTables:
    store = SqlMatches(database)
    return OpenTables(
        SqlOpenTables(database, store), MatchService(store, club.clock, club.service.dice), SqlPeople(database)
    )


async def test_the_table_fills_and_its_match_begins(services: list[OpenTables]) -> None:
    opened = await services[0].take_seat(seek_of(ANA), NO_ROLES, everywhere)
    assert (opened.stage, opened.game, opened.host, len(opened.players)) == (Stage.INVITED, "cyberzul", ANA.user, 3)
    joined = await services[-1].take_seat(seek_of(BEN), NO_ROLES, everywhere)
    assert (joined.id, joined.stage) == (opened.id, Stage.INVITED)
    begun = await services[0].take_seat(seek_of(EVE), NO_ROLES, everywhere)
    assert (begun.id, begun.stage) == (opened.id, Stage.LIVE)
    assert set(begun.people) == {ANA.user, BEN.user, EVE.user}


async def test_the_host_begins_earlier_with_those_who_are_there(services: list[OpenTables]) -> None:
    opened = await services[0].take_seat(seek_of(ANA, 4), NO_ROLES, everywhere)
    with pytest.raises(Refused, match="needs at least 2 players"):
        await services[0].matches.start(opened.id, ANA)
    await services[-1].take_seat(seek_of(BEN, 4), NO_ROLES, everywhere)
    with pytest.raises(NotAllowed, match="Only the player who opened the table"):
        await services[0].matches.start(opened.id, BEN)
    begun = await services[0].matches.start(opened.id, ANA)
    assert (begun.stage, len(begun.players)) == (Stage.LIVE, 2)


@pytest.mark.parametrize("count, seats", [(3, 3), (7, 3), (8, 4)])
async def test_of_many_who_look_at_once_all_sit_and_tables_are_full(
    services: list[OpenTables], count: int, seats: int
) -> None:
    looks = [
        services[n % len(services)].take_seat(seek_of(somebody(n), seats), NO_ROLES, everywhere) for n in range(count)
    ]
    ids = {match.id for match in await asyncio.gather(*looks)}
    tables = [await services[0].matches.get(match_id) for match_id in ids]
    users = [user for match in tables for user in match.people]
    assert len(users) == len(set(users)) == count
    assert len([match for match in tables if match.stage is Stage.LIVE]) == count // seats


async def test_a_table_whose_host_leaves_at_the_same_moment_is_not_joined(services: list[OpenTables]) -> None:
    for number in range(4):
        host = somebody(10 * number)
        opened = await services[0].take_seat(seek_of(host), NO_ROLES, everywhere)
        guest = somebody(10 * number + 1)
        _, found = await asyncio.gather(
            services[0].leave(host.user, HERE.guild or 0), services[-1].take_seat(seek_of(guest), NO_ROLES, everywhere)
        )
        assert (await services[0].matches.get(opened.id)).stage is Stage.CANCELLED
        if found.host == guest.user:
            assert (await services[0].matches.get(found.id)).stage is Stage.INVITED
        await services[0].leave(guest.user, HERE.guild or 0)


async def test_who_has_left_a_table_may_come_back_and_others_stay(services: list[OpenTables]) -> None:
    opened = await services[0].take_seat(seek_of(ANA), NO_ROLES, everywhere)
    await services[0].take_seat(seek_of(BEN), NO_ROLES, everywhere)
    with pytest.raises(Refused, match="already waiting at such a table"):
        await services[0].take_seat(seek_of(BEN), NO_ROLES, everywhere)
    assert await services[-1].leave(BEN.user, HERE.guild or 0)
    assert not await services[-1].leave(BEN.user, HERE.guild or 0)
    assert (await services[0].take_seat(seek_of(BEN), NO_ROLES, everywhere)).id == opened.id


async def test_who_is_blocked_away_excluded_or_elsewhere_is_not_met(club: Club, services: list[OpenTables]) -> None:
    service, here = services[0], HERE.guild or 0

    async def is_met(who: Person) -> bool:
        opened = await service.take_seat(seek_of(ANA), NO_ROLES, everywhere)
        found = await service.take_seat(seek_of(who), NO_ROLES, everywhere)
        await service.leave(who.user, here)
        await service.leave(ANA.user, here)
        return found.id == opened.id

    assert await is_met(BEN)
    await SqlPersonalBlocks(club.database).add_block(PersonalBlock(ANA.user, BEN.user, "Ben", 0), 5)
    assert not await is_met(BEN)
    assert await is_met(EVE)
    opened = await service.take_seat(seek_of(ANA), NO_ROLES, everywhere)
    assert (
        await service.take_seat(seek_of(EVE), NO_ROLES, lambda channel: channel != opened.place.channel)
    ).host == EVE.user
    await SqlExclusions(club.database).add(Exclusion(here, EVE.user, "Eve", "rude", BEN.user, 1))
    with pytest.raises(NotAllowed, match="have excluded you"):
        await service.take_seat(seek_of(EVE, 4), NO_ROLES, everywhere)
    fourth = await service.take_seat(seek_of(somebody(4)), NO_ROLES, everywhere)
    assert fourth.id == opened.id, "Eve is excluded, so her table is not offered"
    await SqlPeople(club.database).change_preferences(
        ANA.user, lambda now: replace(now, days_off_until=club.clock.now + DAY)
    )
    assert (await service.take_seat(seek_of(somebody(5)), NO_ROLES, everywhere)).id != opened.id


async def test_a_table_that_has_waited_too_long_is_not_found(club: Club, services: list[OpenTables]) -> None:
    opened = await services[0].take_seat(seek_of(ANA), NO_ROLES, everywhere)
    club.clock.pass_by(2 * DAY)
    assert (await services[0].take_seat(seek_of(BEN), NO_ROLES, everywhere)).id != opened.id


async def test_what_makes_no_sense_is_refused_with_the_way_out(club: Club, services: list[OpenTables]) -> None:
    with pytest.raises(Refused, match="None of these games is for 5 players"):
        await services[0].take_seat(seek_of(ANA, 5), NO_ROLES, everywhere)
    await SqlPeople(club.database).change_guild_settings(
        HERE.guild or 0, lambda now: replace(now, games_off=("cyberzul",), rated_matches=False)
    )
    fresh = open_tables_of(club, club.database)
    with pytest.raises(NotAllowed, match="switched off here"):
        await fresh.take_seat(seek_of(ANA), NO_ROLES, everywhere)


async def test_another_server_has_its_own_tables(services: list[OpenTables]) -> None:
    opened = await services[0].take_seat(seek_of(ANA), NO_ROLES, everywhere)
    assert (await services[0].take_seat(seek_of(BEN, place=Place(11, 21)), NO_ROLES, everywhere)).id != opened.id
