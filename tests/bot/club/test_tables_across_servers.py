"""Tables for three or four across servers: who sits down where, which side each plays on, and what follows from it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.club.blocks import Block
from bot.club.challenges import allow_challenge, must_be_open
from bot.club.exclusions import Exclusion
from bot.club.open_tables import OpenTables
from bot.club.seeks import Seek
from bot.match.acts import Order
from bot.match.challenges import Person
from bot.match.clock import read_time
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, MatchSide, Place, Side, Stage, UserId
from bot.match.moderation import Moderation
from bot.match.rematches import request_rematch
from bot.match.service import MatchService
from bot.match.sides import seen_by_player, seen_from, side_of
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.matches import SqlMatches
from bot.store.open_tables import SqlOpenTables
from bot.store.people import SqlPeople
from games import find
from tests.bot.club.pairing import NO_ROLES, somebody
from tests.bot.table import ANA, BEN, EVE, Club

FIRST, SECOND, THIRD = Place(10, 20, server="First"), Place(30, 40, server="Second"), Place(50, 60, server="Third")
IDA = Person(UserId(4), "Ida")


def seek_of(person: Person, place: Place, seats: int = 3, **changes: object) -> Seek:
    """What somebody looks for across servers: a table of Cyberzul, three days a move."""
    made = Seek(person, place, ("cyberzul",), read_time("3d"), seats=seats, across=True)
    return replace(made, **changes)  # type: ignore[arg-type]


def everywhere(_channel: int) -> bool:
    return True


@pytest.fixture
async def services(club: Club, databases: list[Database]) -> list[OpenTables]:
    """One of each process. Three servers are open, the second with its name."""
    people = SqlPeople(databases[0])
    for guild in (10, 50):
        await people.change_guild_settings(guild, lambda now: replace(now, across="open"))
    await people.change_guild_settings(30, lambda now: replace(now, across="named"))
    return [tables_of(club, database) for database in databases]


def tables_of(club: Club, database: Database) -> OpenTables:
    store = SqlMatches(database)
    service = MatchService(store, club.clock, club.service.dice)
    return OpenTables(SqlOpenTables(database, store), service, SqlPeople(database))


async def sit(service: OpenTables, person: Person, place: Place, seats: int = 3, **changes: object) -> Match:
    """Where somebody sits from now on, as they see it."""
    return await service.take_seat(seek_of(person, place, seats, **changes), NO_ROLES, everywhere)


@pytest.fixture
async def match(club: Club, services: list[OpenTables]) -> Match:
    """Ana and Eve of the first server play Ben, of the second."""
    await sit(services[0], ANA, FIRST)
    await sit(services[-1], BEN, SECOND)
    begun = await sit(services[0], EVE, FIRST)
    return await club.service.get(begun.id)


async def play(club: Club, match: Match, count: int) -> Match:
    """So many moves, the first legal one each."""
    game = find("cyberzul")
    for _ in range(count):
        state, mover = game.rules.load(match.position, match.options), match.to_act[0]
        assert mover.user is not None
        move = game.rules.text(next(iter(game.rules.legal(state, mover.seat))))
        match = await club.service.submit(match.id, mover.user, move)
    return match


def seats_of(match: Match, *people: Person) -> list[int]:
    """Where these people sit."""
    return [match.seats_of(person.user)[0].seat for person in people]


# ---------------------------------------------------------------------- sitting down


async def test_people_of_two_servers_fill_a_table_each_on_their_own_side(
    club: Club, services: list[OpenTables]
) -> None:
    opened = await sit(services[0], ANA, FIRST, 4)
    assert (opened.stage, opened.other, opened.open_across, opened.is_across) == (Stage.INVITED, None, True, True)
    joined = await sit(services[-1], BEN, SECOND, 4)
    assert (joined.id, joined.side, joined.place) == (opened.id, Side.GUEST, SECOND)
    assert joined.other == replace(FIRST, server=""), "the first server keeps its name to itself"
    await sit(services[0], IDA, SECOND, 4)
    begun = await sit(services[-1], EVE, FIRST, 4)
    assert (begun.stage, begun.side) == (Stage.LIVE, Side.HOME)
    match = await SqlMatches(club.database).get(begun.id)
    assert match is not None
    sides = [side_of(match, person.user) for person in (ANA, BEN, IDA, EVE)]
    assert sides == [Side.HOME, Side.GUEST, Side.GUEST, Side.HOME]
    assert match.rated


async def test_a_table_is_shown_on_the_other_server_from_the_first_who_sits_down_there(
    club: Club, services: list[OpenTables]
) -> None:
    opened = await sit(services[0], ANA, FIRST)
    unposted = club.store.places.find_unposted
    assert await unposted(club.clock.now, MatchId(0), Side.GUEST) == []
    await sit(services[-1], BEN, SECOND)
    there = MatchSide(opened.id, Side.GUEST)
    assert await unposted(club.clock.now, MatchId(0), Side.GUEST) == [there]
    store = SqlMatches(club.database)
    posting = await store.posting(*there)
    await store.keep_posting(replace(posting, card=71, revision=2))
    await services[0].matches.leave(opened.id, BEN)
    again = await sit(services[0], BEN, SECOND)
    assert (await SqlMatches(club.database).posting(*again.shown_id)).card == 71, "it is shown there already"


async def test_each_server_is_called_to_the_table_once(services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST, 4)
    await sit(services[-1], BEN, SECOND, 4)
    uncalled = await services[0].store.find_uncalled()
    assert [(one.id, one.place.guild) for one in uncalled] == [(opened.id, 10), (opened.id, 30)]
    for one in uncalled:
        await services[0].store.note_called(one.shown_id)
    await sit(services[0], IDA, SECOND, 4)
    assert not await services[0].store.find_uncalled()


async def test_people_of_a_third_server_open_their_own(services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST, 4)
    await sit(services[0], BEN, SECOND, 4)
    own = await sit(services[-1], EVE, THIRD, 4)
    assert (own.host, own.other) == (EVE.user, None)
    with pytest.raises(Refused, match="People of two servers already sit here"):
        await services[0].matches.join(opened.id, IDA, THIRD)


async def test_of_many_of_three_servers_who_look_at_once_no_table_has_more_than_two(
    services: list[OpenTables],
) -> None:
    places = (FIRST, SECOND, THIRD)
    looks = [sit(services[n % len(services)], somebody(n), places[n % 3]) for n in range(12)]
    ids = {one.id for one in await asyncio.gather(*looks)}
    tables = [await services[0].matches.get(one) for one in ids]
    users = [user for table in tables for user in table.people]
    assert len(users) == len(set(users)) == 12
    for table in tables:
        for player in table.players:
            if player.user is not None:
                place = places[(player.user - 100) % 3]
                assert seen_from(table, player.side).place.guild == place.guild


async def test_a_table_of_the_own_server_comes_first(services: list[OpenTables]) -> None:
    await sit(services[0], ANA, FIRST, 4)
    await sit(services[0], somebody(1), FIRST, 4)
    own = await sit(services[0], EVE, SECOND, 4, across=False)
    assert (await sit(services[0], BEN, SECOND, 4)).id == own.id


async def test_who_stays_on_their_own_server_meets_no_strangers(services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST)
    assert (await sit(services[0], EVE, FIRST, across=False)).id != opened.id
    assert (await sit(services[0], BEN, SECOND, across=False)).id != opened.id


@pytest.mark.parametrize("closed", [10, 30])
async def test_a_closed_server_keeps_its_members_to_itself(services: list[OpenTables], closed: int) -> None:
    opened = await sit(services[0], ANA, FIRST)
    await services[0].guilds.change_guild_settings(closed, lambda now: replace(now, across="closed"))
    assert (await sit(services[0], BEN, SECOND)).id != opened.id


@pytest.mark.parametrize(
    "guild, excluded",
    [(10, ANA.user), (10, BEN.user), (10, 30), (30, ANA.user), (30, BEN.user), (30, 10)],
)
async def test_whom_either_server_has_excluded_is_not_met(
    club: Club, services: list[OpenTables], guild: int, excluded: int
) -> None:
    opened = await sit(services[0], ANA, FIRST)
    await SqlExclusions(club.database).add(Exclusion(guild, excluded, "x", "spam", EVE.user, club.clock.now))
    if (guild, excluded) == (30, BEN.user):
        with pytest.raises(NotAllowed, match="have excluded you"):
            await sit(services[0], BEN, SECOND)
    else:
        assert (await sit(services[0], BEN, SECOND)).id != opened.id


async def test_a_server_that_the_host_of_the_bot_has_blocked_is_not_met(club: Club, services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST)
    await SqlBlocks(club.database).block(Block("server", 10, "spam", 1, club.clock.now))
    assert (await sit(services[0], BEN, SECOND)).id != opened.id


async def test_a_rated_table_is_none_for_people_of_a_server_without_ratings(services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST)
    await services[0].guilds.change_guild_settings(30, lambda now: replace(now, rated_matches=False))
    own = await sit(services[0], BEN, SECOND)
    assert (own.id != opened.id, own.rated) == (True, False)


async def test_nobody_sits_down_any_more_when_one_of_the_servers_has_closed(
    club: Club, services: list[OpenTables]
) -> None:
    opened = await sit(services[0], ANA, FIRST, 4)
    people = SqlPeople(club.database)
    await must_be_open(opened, people)
    joined = await sit(services[0], BEN, SECOND, 4)
    await must_be_open(joined, people)
    await people.change_guild_settings(10, lambda now: replace(now, across="closed"))
    with pytest.raises(NotAllowed, match="no longer open"):
        await must_be_open(joined, people)


async def test_who_leaves_is_on_no_side_and_stops_looking_where_they_play(services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST)
    await sit(services[0], BEN, SECOND)
    assert not await services[0].leave(BEN.user, 10)
    assert await services[0].leave(BEN.user, 30)
    left = await services[0].matches.get(opened.id)
    assert {player.side for player in left.players} == {Side.HOME}
    with pytest.raises(Refused, match="already waiting at such a table"):
        await sit(services[0], ANA, FIRST)


# ---------------------------------------------------------------------- what follows


async def test_what_a_person_exports_names_their_own_server_only(club: Club, match: Match) -> None:
    people = SqlPeople(club.database)
    for person, own, other in ((ANA, FIRST, SECOND), (EVE, FIRST, SECOND), (BEN, SECOND, FIRST)):
        told = str((await people.export(person.user))["match"])
        assert f"'guild': {own.guild}" in told
        for secret in (f": {other.guild}", f": {other.channel}", "guest", "own_side"):
            assert secret not in told, secret


@pytest.mark.parametrize("asker", [ANA, BEN])
async def test_a_rematch_has_everybody_where_they_played(club: Club, match: Match, asker: Person) -> None:
    over = replace(match, stage=Stage.OVER, ended=club.clock.now + 1)
    people = SqlPeople(club.database)
    others = [person for person in (ANA, BEN, EVE) if person != asker]
    asked = await allow_challenge(request_rematch(over, asker), NO_ROLES, people, people)
    again = await club.service.challenge(asked)
    for person in others:
        again = await club.service.accept(again.id, person)
    assert again.stage is Stage.LIVE
    for person, guild in ((ANA, 10), (BEN, 30), (EVE, 10)):
        assert seen_by_player(again, person.user).place.guild == guild


async def test_a_rematch_of_those_who_stayed_is_on_one_server(club: Club, services: list[OpenTables]) -> None:
    opened = await sit(services[0], ANA, FIRST)
    await sit(services[0], BEN, SECOND)
    await services[0].leave(BEN.user, 30)
    await sit(services[0], EVE, FIRST)
    begun = await club.service.start(opened.id, ANA)
    assert begun.other is not None, "it goes on to be shown where somebody sat down"
    over = replace(begun, stage=Stage.OVER, ended=club.clock.now)
    assert request_rematch(over, ANA).other is None


async def test_moderators_have_an_ai_take_over_from_their_own_member_and_undo_it_and_do_nothing_else(
    club: Club, match: Match
) -> None:
    moderation = Moderation(club.service, SqlAudit(club.database))
    match = await play(club, match, 6)
    ana, ben = seats_of(match, ANA, BEN)
    moderator = UserId(77)
    order = Order("replace", moderator, "away for good", seat=match.players[ben].seat, guild=30)
    for wrong in (
        replace(order, kind="void"),
        replace(order, kind="award"),
        replace(order, kind="takeback", seen=match.turn),
        replace(order, seat=match.players[ana].seat),
        replace(order, guild=10),
        replace(order, guild=None),
    ):
        with pytest.raises(NotAllowed, match="can only replace members of this server"):
            await moderation.carry_out(match.id, wrong)
    after = await moderation.carry_out(match.id, order)
    assert (after.players[ben].former, after.players[ben].side, after.rated) == (BEN.user, Side.GUEST, True)
    assert side_of(after, BEN.user) is Side.GUEST, "who was replaced still hears of it on their own server"
    with pytest.raises(Refused, match="An AI already has that seat"):
        await moderation.carry_out(match.id, order)
    (act,) = await SqlAudit(club.database).acts_of(match.id)
    undo = Order("undo", moderator, "a mistake", undoes=act.id, guild=10)
    with pytest.raises(NotAllowed, match="can only replace members of this server"):
        await moderation.carry_out(match.id, undo)
    back = await moderation.carry_out(match.id, replace(undo, guild=30))
    assert (back.players[ben].user, back.players[ben].former, back.rated) == (BEN.user, None, True)
    fresh = await SqlMatches(club.database).get(match.id)
    assert fresh is not None
    assert side_of(fresh, BEN.user) is Side.GUEST
