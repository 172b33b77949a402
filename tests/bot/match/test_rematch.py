"""The same match again."""

from __future__ import annotations

import asyncio

import pytest

from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import read_time
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, Stage
from bot.match.rematches import rematch, request_rematch
from tests.bot.table import ANA, BEN, EVE, HERE, Club


async def again(club: Club, old: Match, asker: Person) -> list[str]:
    """Who sits where in the rematch that somebody asks for."""
    return [player.name for player in (await club.service.challenge(rematch(old, asker))).players]


@pytest.mark.parametrize(
    "asker, order", [(ANA, ["Ben", "Eve", "Ana"]), (BEN, ["Ben", "Eve", "Ana"]), (EVE, ["Eve", "Ana", "Ben"])]
)
async def test_of_three_another_begins_and_all_follow_as_they_did(
    sqlite_club: Club, asker: Person, order: list[str]
) -> None:
    match = await sqlite_club.invite(BEN, EVE, game="cyberzul")
    for person in (BEN, EVE):
        match = await sqlite_club.service.accept(match.id, person)
    assert await again(sqlite_club, match, asker) == order


@pytest.mark.parametrize("asker", [ANA, BEN])
async def test_of_two_the_other_begins(sqlite_club: Club, asker: Person) -> None:
    assert await again(sqlite_club, await sqlite_club.begin(), asker) == ["Ben", "Ana"]


@pytest.mark.parametrize("rated", [True, False])
async def test_a_rematch_has_the_terms_of_a_match_that_was_given_up_at_once(sqlite_club: Club, rated: bool) -> None:  # noqa: FBT001 - both cases
    challenge = ChallengeRequest("choccer", ANA, HERE, (BEN,), rated=rated)
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(challenge)).id, BEN)
    over = await sqlite_club.service.resign(match.id, BEN.user)
    assert not over.counts
    assert (await sqlite_club.service.challenge(rematch(over, BEN))).rated is rated


# ---------------------------------------------------------------------- asking for it


async def over(club: Club) -> Match:
    """A match that Ben has given up."""
    match = await club.begin()
    return await club.service.resign(match.id, BEN.user)


async def test_when_both_ask_the_rematch_begins(club: Club) -> None:
    old = await over(club)
    asked = await club.service.challenge(rematch(old, ANA))
    begun = await club.service.challenge(rematch(old, BEN))
    assert (begun.id, begun.stage) == (asked.id, Stage.LIVE)


async def test_who_asks_twice_hears_that_the_request_stands_and_who_must_press(club: Club) -> None:
    old = await over(club)
    asked = await club.service.challenge(rematch(old, ANA))
    with pytest.raises(Refused) as told:
        await club.service.challenge(rematch(old, ANA))
    assert str(told.value) == (
        f"Your request for a rematch stands (#{asked.code}). Ben has to press **Rematch** or **Accept**."
    )


@pytest.mark.parametrize("asker", [ANA, BEN])
async def test_a_challenge_to_another_game_blocks_no_rematch(club: Club, asker: Person) -> None:
    old = await over(club)
    await club.invite(game="onyx")
    asked = await club.service.challenge(rematch(old, asker))
    assert (asked.stage, asked.game) == (Stage.INVITED, "choccer")


async def test_a_rematch_that_is_on_is_not_begun_again(club: Club) -> None:
    old = await over(club)
    await club.service.challenge(rematch(old, ANA))
    match = await club.service.challenge(rematch(old, BEN))
    with pytest.raises(Refused, match=rf"already on: match #{match.code}"):
        await club.service.challenge(rematch(old, BEN))


async def test_a_rematch_against_an_ai_begins_once(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    old = await club.service.resign(match.id, ANA.user)
    club.clock.pass_by(1)
    results = await asyncio.gather(
        *(club.service.challenge(rematch(old, ANA)) for _ in range(4)), return_exceptions=True
    )
    assert sorted(isinstance(result, Refused) for result in results) == [False, True, True, True]


@pytest.mark.parametrize(
    "other",
    [
        ChallengeRequest("cyberzul", ANA, HERE, (ANA,) * 2, seats=3),
        ChallengeRequest("cyberzul", ANA, HERE, ai="easy", seats=2),
        ChallengeRequest("cyberzul", ANA, HERE, ai="hard", seats=3),
        ChallengeRequest("cyberzul", ANA, HERE, ai="easy", seats=3, time=read_time("5m+5s")),
    ],
    ids=["hot seat", "fewer", "stronger", "faster"],
)
async def test_another_match_of_the_same_person_is_no_rematch(sqlite_club: Club, other: ChallengeRequest) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, ai="easy", seats=3))
    old = await sqlite_club.service.resign(match.id, ANA.user)
    sqlite_club.clock.pass_by(1)
    await sqlite_club.service.challenge(other)
    assert len((await sqlite_club.service.challenge(rematch(old, ANA))).players) == 3
    with pytest.raises(Refused, match="The rematch is already on"):
        await sqlite_club.service.challenge(rematch(old, ANA))


async def test_of_many_presses_of_both_one_rematch_comes(club: Club) -> None:
    old = await over(club)
    presses = (club.service.challenge(rematch(old, person)) for person in (ANA, BEN) * 4)
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert {result.id for result in results if isinstance(result, Match)} == {old.id + 1}
    assert all(isinstance(result, Match | Refused) for result in results)
    assert (await club.service.get(MatchId(old.id + 1))).stage is Stage.LIVE


async def test_only_those_who_played_ask_for_a_rematch(sqlite_club: Club) -> None:
    with pytest.raises(NotAllowed, match="Only those who played"):
        request_rematch(await over(sqlite_club), EVE)


async def test_a_match_that_goes_on_has_no_rematch(sqlite_club: Club) -> None:
    with pytest.raises(Refused, match=r"is still running\. Open /games and press"):
        request_rematch(await sqlite_club.begin(), ANA)


async def test_everything_that_was_agreed_on_is_asked_for_again(sqlite_club: Club) -> None:
    old = await over(sqlite_club)
    terms = request_rematch(old, BEN)
    assert (terms.game, terms.place, terms.time, terms.options) == (old.game, old.place, old.time, old.options)
    assert (terms.rated, terms.private, terms.again) == (old.rated, old.private, old.ended)
    assert (terms.host, terms.opponents, terms.seats) == (BEN, (ANA,), 2)
