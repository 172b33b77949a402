"""Matches across servers: who is found there, what each side has of the match, and what its moderators may do."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.club.blocks import Block
from bot.club.challenges import allow_challenge
from bot.club.events.service import TournamentService
from bot.club.exclusions import Exclusion, Exclusions
from bot.club.matchmaking import Matchmaking
from bot.club.ratings import EVERYWHERE
from bot.club.seeks import Facts, Seek, find_opponent
from bot.match.acts import Order
from bot.match.challenges import Person
from bot.match.clock import MINUTE, read_time
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, MatchSide, Place, Side, Stage, UserId
from bot.match.moderation import Moderation
from bot.match.rematches import request_rematch
from bot.match.sides import belongs_here, guilds_of, seen_by, seen_from, side_of
from bot.match.visibility import Viewer, is_visible
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from bot.store.signs import SqlSigns
from bot.store.tournaments import SqlTournaments
from tests.bot.club.pairing import NO_ROLES, matchmaking_of, pair
from tests.bot.table import ANA, BEN, EVE, Club

FIRST, SECOND, THIRD = Place(10, 20, server="First"), Place(30, 40, server="Second"), Place(50, 60, server="Third")
MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


def seek_of(person: Person, place: Place, **changes: object) -> Seek:
    """What somebody looks for across servers: Choccer, three days a move."""
    made = Seek(person, place, ("choccer",), read_time("3d"), across=True)
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.fixture
async def services(club: Club, databases: list[Database]) -> list[Matchmaking]:
    """One of each process. The first two servers are open, one named."""
    made = [matchmaking_of(club, database) for database in databases]
    await made[0].guilds.change_guild_settings(10, lambda now: replace(now, across="open"))
    await made[0].guilds.change_guild_settings(30, lambda now: replace(now, across="named", language="de"))
    return made


@pytest.fixture
async def match(club: Club, services: list[Matchmaking]) -> Match:
    """Ana, on the first server, has waited for Ben, on the second."""
    assert await pair(services[0], seek_of(ANA, FIRST)) is None
    found = await pair(services[-1], seek_of(BEN, SECOND))
    assert found is not None
    return await club.service.get(found.id)


async def play(club: Club, match: Match, *moves: str) -> Match:
    for move in moves:
        mover = match.to_act[0].user
        assert mover is not None
        match = await club.service.submit(match.id, mover, move)
    return match


# ---------------------------------------------------------------------- finding each other


async def test_two_of_open_servers_are_paired_each_with_their_own_place(match: Match) -> None:
    assert match.place == replace(FIRST, server=""), "the first server keeps its name to itself"
    assert match.other == SECOND
    assert (match.stage, match.host, match.rated) == (Stage.LIVE, ANA.user, True)
    assert guilds_of(match) == {10, 30}


@pytest.mark.parametrize("closed", [10, 30])
async def test_a_closed_server_keeps_its_members_to_itself(services: list[Matchmaking], closed: int) -> None:
    await services[0].guilds.change_guild_settings(closed, lambda now: replace(now, across="closed"))
    assert await pair(services[0], seek_of(ANA, FIRST)) is None
    assert await pair(services[0], seek_of(BEN, SECOND)) is None


async def test_a_server_that_closes_meanwhile_and_one_that_was_never_open_are_left_alone(
    services: list[Matchmaking],
) -> None:
    assert await pair(services[0], seek_of(ANA, FIRST)) is None
    assert await pair(services[0], seek_of(EVE, THIRD)) is None
    await services[0].guilds.change_guild_settings(10, lambda now: replace(now, across="closed"))
    assert await pair(services[0], seek_of(BEN, SECOND)) is None


async def test_who_looks_on_their_own_server_is_not_found_elsewhere(services: list[Matchmaking]) -> None:
    assert await pair(services[0], seek_of(ANA, FIRST, across=False)) is None
    assert await pair(services[0], seek_of(BEN, SECOND)) is None
    assert await pair(services[0], seek_of(EVE, FIRST, across=False)) is not None


async def test_opponents_of_the_same_server_come_first(services: list[Matchmaking]) -> None:
    assert await pair(services[0], seek_of(ANA, FIRST)) is None
    here, away = (seek_of(BEN, SECOND, id=1, created=9), seek_of(ANA, FIRST, id=2))
    servers = {10: await services[0].guilds.guild_settings(10)}
    lately = Facts(lately={BEN.user}, servers=servers)
    found = find_opponent(seek_of(EVE, SECOND), [away, here], lately, 10)
    assert found is not None
    assert found.seek is here


async def test_of_two_who_look_at_once_the_second_finds_the_first(services: list[Matchmaking]) -> None:
    people = [Person(UserId(n + 100), f"P{n}") for n in range(6)]
    seeks = [seek_of(person, (FIRST, SECOND)[n % 2]) for n, person in enumerate(people)]
    looks = [services[n % len(services)].search(seek, NO_ROLES) for n, seek in enumerate(seeks)]
    found = [one[1] for one in await asyncio.gather(*looks) if not isinstance(one, Seek)]
    assert len(found) == 3
    assert {user for one in found for user in one.people} == {person.user for person in people}


@pytest.mark.parametrize("guild", [10, 30])
@pytest.mark.parametrize("person", [ANA, BEN])
async def test_whom_either_server_has_excluded_is_not_paired(
    club: Club, services: list[Matchmaking], guild: int, person: Person
) -> None:
    assert await pair(services[0], seek_of(ANA, FIRST)) is None
    exclusion = Exclusion(guild, person.user, person.name, "spam", EVE.user, club.clock.now)
    await SqlExclusions(club.database).add(exclusion)
    if (guild, person) == (30, BEN):
        with pytest.raises(NotAllowed, match="excluded you"):
            await pair(services[0], seek_of(BEN, SECOND))
    else:
        assert await pair(services[0], seek_of(BEN, SECOND)) is None


@pytest.fixture
def door(club: Club, services: list[Matchmaking]) -> Exclusions:
    """What excludes servers."""
    tournaments = TournamentService(SqlTournaments(club.database, club.store), club.service, SqlPeople(club.database))
    return Exclusions(SqlExclusions(club.database), club.service, services[0], tournaments)


@pytest.mark.parametrize("side", list(Side))
async def test_nobody_is_paired_with_a_server_that_theirs_has_excluded_or_the_other_way_round(
    services: list[Matchmaking], door: Exclusions, match: Match, side: Side
) -> None:
    seen = seen_from(match, side)
    excluded = await door.exclude_server(seen, "rude", EVE.user)
    assert await pair(services[0], seek_of(replace(EVE, user=UserId(77)), FIRST)) is None
    assert await pair(services[-1], seek_of(replace(EVE, user=UserId(78)), SECOND)) is None
    with pytest.raises(NotAllowed, match="another moderator"):
        await door.admit(excluded.guild, excluded.excluded, UserId(excluded.excluded))
    ended = await door.admit(excluded.guild, excluded.excluded, BEN.user)
    assert (ended.match, ended.excluded, ended.ended_by) == (match.code, excluded.excluded, BEN.user)
    assert await pair(services[0], seek_of(replace(EVE, user=UserId(79)), FIRST)) is not None


async def test_an_excluded_server_has_the_name_that_it_shows(door: Exclusions, match: Match) -> None:
    for side, there, name in ((Side.HOME, 30, "Second"), (Side.GUEST, 10, "")):
        excluded = await door.exclude_server(seen_from(match, side), "rude", EVE.user)
        assert (excluded.excluded, excluded.name) == (there, name)
        assert await door.store.on_server(excluded.guild, 5) == [excluded]
        with pytest.raises(Refused, match="already excluded"):
            await door.exclude_server(seen_from(match, side), "rude", EVE.user)


async def test_with_an_excluded_server_a_match_goes_on_and_no_other_follows(
    club: Club, door: Exclusions, match: Match
) -> None:
    await door.exclude_server(match, "rude", EVE.user)
    ended = await club.service.resign((await play(club, match, *MOVES)).id, ANA.user)
    people = SqlPeople(club.database)
    for person, told in ((ANA, "have excluded the other server: rude"), (BEN, "doesn't let you two play")):
        challenge = await allow_challenge(request_rematch(ended, person), NO_ROLES, people, people)
        with pytest.raises(NotAllowed, match=told):
            await club.service.challenge(challenge)


async def test_a_match_on_one_server_names_no_server_to_exclude(club: Club, door: Exclusions) -> None:
    with pytest.raises(Refused, match="not played across servers"):
        await door.exclude_server(await club.begin(), "rude", EVE.user)


async def test_who_excludes_a_server_gives_a_reason(door: Exclusions, match: Match) -> None:
    with pytest.raises(Refused, match="Give a reason"):
        await door.exclude_server(match, "", EVE.user)


async def test_a_game_or_ratings_that_one_server_has_off_are_off(club: Club, services: list[Matchmaking]) -> None:
    assert await pair(services[0], seek_of(ANA, FIRST, games=("onyx", "choccer"))) is None
    await services[0].guilds.change_guild_settings(
        10, lambda now: replace(now, games_off=("onyx",), rated_matches=False)
    )
    found = await pair(services[0], seek_of(BEN, SECOND, games=("onyx", "choccer")))
    assert found is not None
    assert (found.game, found.rated) == ("choccer", False)


async def test_a_server_that_the_host_has_blocked_is_not_met(club: Club, services: list[Matchmaking]) -> None:
    assert await pair(services[0], seek_of(ANA, FIRST)) is None
    await SqlBlocks(club.database).block(Block("server", 10, "spam", 1, club.clock.now))
    assert await pair(services[0], seek_of(BEN, SECOND)) is None


# ---------------------------------------------------------------------- two sides of one match


async def test_each_player_sees_the_match_from_their_own_side(match: Match) -> None:
    assert (side_of(match, ANA.user), side_of(match, BEN.user)) == (Side.HOME, Side.GUEST)
    there = seen_by(match, BEN.user, 10)
    assert (there.place, there.other, there.side) == (match.other, match.place, Side.GUEST)
    assert belongs_here(there, BEN.user)
    assert not belongs_here(there, ANA.user)
    assert seen_from(there, Side.HOME) == match
    assert seen_by(match, EVE.user, 30) == there
    assert [is_visible(match, Viewer(EVE.user, guild)) for guild in (10, 30, 50)] == [True, True, False]


async def test_each_side_has_its_own_messages(club: Club, match: Match) -> None:
    for side, board in ((Side.HOME, 71), (Side.GUEST, 72)):
        posting = await club.store.posting(match.id, side)
        await club.store.keep_posting(replace(posting, thread=board + 10, board=board, revision=match.revision))
    fresh = SqlMatches(club.database)
    for side, board in ((Side.HOME, 71), (Side.GUEST, 72)):
        assert (await fresh.posting(match.id, side)).board == board
        found = await fresh.places.by_board(board)
        assert found is not None
        assert found.shown_id == MatchSide(match.id, side)
        assert await fresh.places.find_shown_in(board + 10) == [found.shown_id]
        assert (await fresh.lists.in_thread(board + 10, ANA.user)) == match
    seen = [seen_from(match, side) for side in Side]
    assert [(await fresh.postings([one]))[match.id].board for one in seen] == [71, 72]
    assert await fresh.places.find_played_in(20) == [MatchSide(match.id)]
    assert await fresh.places.find_played_in(40) == [MatchSide(match.id, Side.GUEST)]


async def test_each_side_is_shown_what_it_has_not_been_shown(club: Club, match: Match) -> None:
    unposted = club.store.places.find_unposted
    posting = await club.store.posting(match.id)
    await club.store.keep_posting(replace(posting, revision=match.revision))
    assert await unposted(club.clock.now, MatchId(0)) == []
    assert await unposted(club.clock.now, MatchId(0), Side.GUEST) == [MatchSide(match.id, Side.GUEST)]
    guest = await club.store.posting(match.id, Side.GUEST)
    await club.store.keep_posting(replace(guest, revision=match.revision))
    assert await unposted(club.clock.now, MatchId(0), Side.GUEST) == []
    await play(club, match, MOVES[0])
    assert [await unposted(club.clock.now, MatchId(0), side) for side in Side] == [
        [MatchSide(match.id, side)] for side in Side
    ]


async def test_a_line_is_told_once_on_each_side(club: Club, match: Match) -> None:
    begun = await play(club, match, MOVES[0])
    mover = next(user for user in begun.people if not any(one.user == user for one in begun.to_act))
    other = begun.to_act[0].user
    assert other is not None
    asked = await club.service.offer(begun.id, mover, "takeback", begun.turn)
    assert asked.offer is not None
    await club.service.agree(begun.id, other, asked.offer.made)
    for side in Side:
        shown = MatchSide(begun.id, side)
        (line,) = await club.store.thread_lines(shown)
        await club.store.forget_thread_lines(shown, line.id)
        assert await club.store.thread_lines(shown) == ()


async def test_a_side_moves_alone_and_what_a_side_commits_is_stored_as_home_sees_it(club: Club, match: Match) -> None:
    await club.store.move(MatchSide(match.id, Side.GUEST), Place(30, 41))
    present = await club.service.get(match.id)
    assert (present.place.channel, present.other) == (20, replace(SECOND, channel=41))
    guest = seen_from(present, Side.GUEST)
    mover = present.to_act[0].user
    assert mover is not None
    await club.service.submit(present.id, mover, MOVES[0], known=guest)
    after = await SqlMatches(club.database).get(match.id)
    assert after is not None
    assert (after.place, after.other, after.side) == (present.place, present.other, Side.HOME)
    assert (await club.service.get(match.id)).side is Side.HOME


async def test_a_short_downtime_makes_no_new_board_on_either_side(club: Club, match: Match) -> None:
    for side in Side:
        posting = await club.store.posting(match.id, side)
        await club.store.keep_posting(replace(posting, revision=match.revision))
    club.clock.pass_by(MINUTE)
    assert await SqlSigns(club.database).credit(0, 1, club.clock.now - 1000, club.clock.now) == 1
    for side in Side:
        assert await club.store.places.find_unposted(club.clock.now, MatchId(0), side) == []


async def test_lists_of_both_servers_have_the_match_and_no_other_server_has(club: Club, match: Match) -> None:
    lists = club.store.lists
    for guild, place in ((10, match.place), (30, match.other)):
        (watched,) = await lists.watchable(guild)
        (waiting,) = await lists.find_with_turns(guild)
        assert watched.place == waiting.place == place
    assert not await lists.watchable(50)


async def test_the_result_counts_everywhere_and_on_neither_server(club: Club, match: Match) -> None:
    begun = await play(club, match, *MOVES)
    await club.service.resign(begun.id, ANA.user)
    people = SqlPeople(club.database)
    assert [rating.lost for rating in await people.ratings(ANA.user, EVERYWHERE)] == [1]
    for guild in (10, 30):
        assert not await people.ratings(ANA.user, guild)
        assert [one.id for one in await club.store.lists.finished_of(BEN.user, EVE.user, guild)] == [match.id]


async def test_what_a_person_exports_names_their_own_server_only(club: Club, match: Match) -> None:
    people = SqlPeople(club.database)
    for user, own, other in ((ANA.user, FIRST, SECOND), (BEN.user, SECOND, FIRST)):
        told = str((await people.export(user))["match"])
        assert str(own.guild) in told
        for secret in (f": {other.guild}", f": {other.channel}"):
            assert secret not in told, secret


async def test_a_rematch_is_asked_for_from_the_own_side_and_needs_both_servers(
    club: Club, services: list[Matchmaking], match: Match
) -> None:
    over = await club.service.resign((await play(club, match, *MOVES)).id, ANA.user)
    challenge = request_rematch(over, BEN)
    assert (challenge.place, challenge.other) == (SECOND, replace(FIRST, server=""))
    people = SqlPeople(club.database)
    allowed = await allow_challenge(challenge, NO_ROLES, people, people)
    again = await club.service.challenge(allowed)
    assert (again.host, again.place.guild, again.stage) == (BEN.user, 30, Stage.INVITED)
    begun = await club.service.accept(again.id, ANA)
    assert side_of(begun, ANA.user) is Side.GUEST
    await people.change_guild_settings(10, lambda now: replace(now, across="closed"))
    with pytest.raises(NotAllowed, match="no longer open"):
        await allow_challenge(challenge, NO_ROLES, people, people)


# ---------------------------------------------------------------------- moderators


async def test_moderators_let_their_own_member_lose_and_undo_it_and_do_nothing_else(club: Club, match: Match) -> None:
    moderation = Moderation(club.service, SqlAudit(club.database))
    begun = await play(club, match, *MOVES)
    seats = {player.user: player.seat for player in begun.players}
    award = Order("award", EVE.user, "cheating", seat=seats[BEN.user], guild=10)
    for order in (
        replace(award, kind="void"),
        replace(award, kind="replace"),
        replace(award, kind="takeback", seen=begun.turn),
        replace(award, seat=seats[ANA.user]),
        replace(award, guild=30),
        replace(award, guild=50),
        replace(award, guild=None),
    ):
        with pytest.raises(NotAllowed, match="across servers"):
            await moderation.carry_out(match.id, order)
    over = await moderation.carry_out(match.id, award)
    assert [player.user for player in over.players if player.place == 1] == [BEN.user]
    (act,) = await SqlAudit(club.database).acts_of(match.id)
    assert act.guild == 10
    undo = Order("undo", EVE.user, "a mistake", undoes=act.id, guild=30)
    with pytest.raises(NotAllowed, match="across servers"):
        await moderation.carry_out(match.id, undo)
    back = await moderation.carry_out(match.id, replace(undo, guild=10))
    assert (back.stage, back.other) == (Stage.LIVE, SECOND)
