"""Members who are excluded from a server's matches: every way to a match is closed to them, on this server alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.club.events.model import Format, Terms
from bot.club.events.service import TournamentService
from bot.club.exclusions import Exclusion, Exclusions, must_be_excludable
from bot.club.matchmaking import Matchmaking
from bot.club.seeks import Seek
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import read_time
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.model import Place, Stage, UserId
from bot.match.rematches import request_rematch
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.people import SqlPeople
from bot.store.seeks import SqlSeeks
from bot.store.tournaments import SqlTournaments
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MIRA = UserId(900)
HERE_ON = HERE.guild or 0
TOLD = "The moderators of this server have excluded you from matches here: rude"
NO_ROLES: frozenset[int] = frozenset()


@pytest.fixture
def door(club: Club) -> Exclusions:
    """What excludes members of the club's server."""
    people = SqlPeople(club.database)
    matchmaking = Matchmaking(SqlSeeks(club.database, club.store), club.service, people)
    tournaments = TournamentService(SqlTournaments(club.database, club.store), club.service, people)
    return Exclusions(SqlExclusions(club.database), club.service, matchmaking, tournaments)


def of(person: Person, *, guild: int = HERE_ON) -> Exclusion:
    """Mira excludes the person."""
    return Exclusion(guild, person.user, person.name, "rude", MIRA, 5)


def seek_of(person: Person) -> Seek:
    return Seek(person, HERE, ("choccer",), read_time("3d"))


TERMS = Terms(Format.SWISS, "choccer", "1d", size=8)


async def test_who_is_excluded_starts_nothing_and_reads_why(club: Club, door: Exclusions) -> None:
    await door.exclude(of(ANA))
    alone = ChallengeRequest("choccer", ANA, HERE, ai="easy")
    for request in (ChallengeRequest("choccer", ANA, HERE, (BEN,)), ChallengeRequest("choccer", ANA, HERE), alone):
        with pytest.raises(NotAllowed, match=TOLD):
            await club.service.challenge(request)
    assert not await club.store.of_user(ANA.user)


async def test_who_is_excluded_is_not_asked(club: Club, door: Exclusions) -> None:
    await door.exclude(of(BEN))
    with pytest.raises(NotAllowed, match="Ben is excluded from matches on this server"):
        await club.invite(BEN)


async def test_who_is_excluded_joins_no_table(club: Club, door: Exclusions) -> None:
    await door.exclude(of(BEN))
    table = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE))
    with pytest.raises(NotAllowed, match=TOLD):
        await club.service.join(table.id, BEN)


async def test_nobody_accepts_after_their_exclusion(club: Club, door: Exclusions) -> None:
    """Where the challenge was not taken back: the bot was killed in between."""
    asked = await club.invite(BEN)
    await door.store.add(of(BEN))
    with pytest.raises(NotAllowed, match=TOLD):
        await club.service.accept(asked.id, BEN)


async def test_a_rematch_is_a_challenge_too(club: Club, door: Exclusions) -> None:
    match = await club.begin()
    over = await club.service.resign(match.id, BEN.user)
    await door.exclude(of(BEN))
    with pytest.raises(NotAllowed, match="Ben is excluded"):
        await club.service.challenge(request_rematch(over, ANA))


async def test_running_matches_go_on(club: Club, door: Exclusions) -> None:
    match = await club.begin()
    await door.exclude(of(ANA))
    assert (await club.service.submit(match.id, ANA.user, "h4-g4")).ply == 1


async def test_what_waits_on_this_server_goes_on_without_them(club: Club, door: Exclusions) -> None:
    elsewhere = Place(HERE_ON + 1, 5)
    asked = await club.invite(BEN)
    table = await club.service.challenge(ChallengeRequest("cyberzul", EVE, HERE))
    await club.service.join(table.id, BEN)
    other = await club.service.challenge(ChallengeRequest("choccer", EVE, elsewhere, (BEN,)))
    await door.matchmaking.search(seek_of(BEN), NO_ROLES)
    cup = await door.tournaments.create(TERMS, HERE, EVE)
    await door.tournaments.join(cup.id, BEN)
    await door.exclude(of(BEN))
    assert (await club.service.get(asked.id)).stage is Stage.CANCELLED
    assert (await club.service.get(table.id)).people == (EVE.user,)
    assert (await club.service.get(other.id)).stage is Stage.INVITED, "another server's affair"
    assert await door.matchmaking.search_of(BEN.user, HERE_ON) is None
    assert not (await door.tournaments.get(cup.id)).entrants


async def test_who_is_excluded_is_not_paired(club: Club, door: Exclusions) -> None:
    await door.matchmaking.search(seek_of(BEN), NO_ROLES)
    await door.store.add(of(BEN))
    assert isinstance(await door.matchmaking.search(seek_of(ANA), NO_ROLES), Seek)
    with pytest.raises(NotAllowed, match=TOLD):
        await door.matchmaking.search(seek_of(BEN), NO_ROLES)


async def test_who_is_excluded_comes_to_no_tournament(club: Club, door: Exclusions) -> None:
    await door.exclude(of(BEN))
    cup = await door.tournaments.create(TERMS, HERE, ANA)
    with pytest.raises(NotAllowed, match=TOLD):
        await door.tournaments.join(cup.id, BEN)
    with pytest.raises(NotAllowed, match=TOLD):
        await door.tournaments.create(TERMS, HERE, BEN)
    assert not (await door.tournaments.get(cup.id)).entrants


async def test_who_is_excluded_takes_nobodys_place(club: Club, door: Exclusions) -> None:
    cup = await door.tournaments.create(TERMS, HERE, ANA)
    players = [Person(UserId(70 + number), f"Player {number}") for number in range(4)]
    for player in players:
        await door.tournaments.join(cup.id, player)
    await door.tournaments.start(cup.id, ANA, moderates=False)
    await door.tournaments.leave(cup.id, players[0])
    await door.exclude(of(BEN))
    with pytest.raises(NotAllowed, match=TOLD):
        await door.tournaments.take_place(cup.id, 1, players[0].user, BEN)


async def test_another_server_is_none_of_its_business(club: Club, door: Exclusions) -> None:
    await door.exclude(of(BEN, guild=HERE_ON + 1))
    assert (await club.invite(BEN)).stage is Stage.INVITED


async def test_an_exclusion_is_listed_and_undone(club: Club, door: Exclusions) -> None:
    await door.exclude(of(BEN))
    with pytest.raises(Refused, match="already excluded"):
        await door.exclude(of(BEN))
    club.clock.pass_by(7)
    await door.admit(HERE_ON, BEN.user, MIRA)
    with pytest.raises(Refused, match="has already ended"):
        await door.admit(HERE_ON, BEN.user, MIRA)
    assert (await club.invite(BEN)).stage is Stage.INVITED
    ended = replace(of(BEN), ended=club.clock.now, ended_by=MIRA)
    assert await door.store.on_server(HERE_ON, 5) == [ended]
    await door.exclude(replace(of(BEN), at=6))
    assert await door.store.on_server(HERE_ON, 5) == [replace(of(BEN), at=6), ended]


async def test_nobody_decides_about_themselves(door: Exclusions) -> None:
    with pytest.raises(Refused, match="can't exclude yourself"):
        await door.exclude(replace(of(ANA), moderator=ANA.user))
    await door.exclude(of(ANA))
    with pytest.raises(NotAllowed, match="another moderator"):
        await door.admit(HERE_ON, ANA.user, ANA.user)


async def test_a_reason_is_asked_for(door: Exclusions) -> None:
    with pytest.raises(Refused, match="Give a reason"):
        await door.exclude(replace(of(ANA), reason=""))


async def test_a_deleted_person_stays_excluded_without_a_name(club: Club, door: Exclusions) -> None:
    await door.exclude(of(BEN))
    people = SqlPeople(club.database)
    assert [one["reason"] for one in (await people.export(BEN.user))["exclusion"]] == ["rude"]
    assert await people.forget(BEN.user, "Somebody")
    assert await people.forget(MIRA, "Somebody")
    (listed,) = await door.store.on_server(HERE_ON, 5)
    assert (listed.excluded, listed.name, listed.moderator) == (BEN.user, "Somebody", 0)
    with pytest.raises(NotAllowed, match=TOLD):
        await club.service.challenge(ChallengeRequest("choccer", BEN, HERE))


async def test_an_exclusion_and_a_challenge_at_once_never_leave_a_challenge(
    club: Club, other_database: Database, door: Exclusions
) -> None:
    """In another process on PostgreSQL: whichever is stored first, afterwards nobody is asked."""
    elsewhere = replace(door, store=SqlExclusions(other_database))
    for number in range(8):
        guest = Person(UserId(50 + number), f"Guest {number}")

        async def ask(guest: Person = guest) -> None:
            await club.service.challenge(ChallengeRequest("choccer", guest, HERE, (ANA,)))

        async def refuse(guest: Person = guest) -> None:
            await elsewhere.exclude(of(guest))

        acts = (ask(), refuse()) if number % 2 else (refuse(), ask())
        for result in await asyncio.gather(*acts, return_exceptions=True):
            assert result is None or isinstance(result, MatchError), result
        assert not await club.store.of_user(guest.user)


def test_neither_a_bot_nor_a_manager_is_excluded() -> None:
    must_be_excludable("Ben", bot=False, manages=False)
    with pytest.raises(Refused, match="Robo is a bot"):
        must_be_excludable("Robo", bot=True, manages=True)
    with pytest.raises(NotAllowed, match="Mira manages this server"):
        must_be_excludable("Mira", bot=False, manages=True)
