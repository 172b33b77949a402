"""From the challenge to the first move."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, HOUR, MINUTE
from bot.match.errors import MatchError, NotAllowed, NotFound, Refused
from bot.match.limits import MOST_ALONE
from bot.match.model import MatchId, Stage, UserId
from tests.bot.table import ANA, BEN, DAYS, EVE, HERE, Club


async def test_a_challenge_waits_for_the_answer(club: Club) -> None:
    match = await club.invite()
    assert match.stage is Stage.INVITED
    assert [player.accepted for player in match.players] == [True, False]
    assert match.deadline == club.clock.now + 48 * HOUR
    assert len(match.code) == 5


async def test_a_live_challenge_expires_sooner(club: Club) -> None:
    assert (await club.invite(time="12s")).deadline == club.clock.now + 10 * MINUTE


async def test_accepting_starts_the_match(club: Club) -> None:
    match = await club.begin()
    assert match.stage is Stage.LIVE
    assert [player.to_act for player in match.players] == [True, False]
    assert match.deadline == club.clock.now + 3 * DAY
    assert match == await club.service.get(match.id)


async def test_only_who_is_asked_may_accept(club: Club) -> None:
    match = await club.invite()
    with pytest.raises(NotAllowed, match="isn't for you"):
        await club.service.accept(match.id, EVE)
    with pytest.raises(Refused, match=r"already accepted\. Ben hasn't answered yet"):
        await club.service.accept(match.id, ANA)
    assert await club.service.get(match.id) == match


async def test_a_declined_challenge_cannot_start(club: Club) -> None:
    match = await club.invite()
    assert (await club.service.decline(match.id, BEN)).stage is Stage.CANCELLED
    with pytest.raises(Refused, match="Ben declined"):
        await club.service.accept(match.id, BEN)


async def test_only_the_challenger_cancels(club: Club) -> None:
    match = await club.invite()
    with pytest.raises(NotAllowed, match=r"Only the challenger can cancel\. You can decline"):
        await club.service.cancel(match.id, BEN)
    with pytest.raises(NotAllowed, match=r"Only the challenger can cancel\.$"):
        await club.service.cancel(match.id, EVE)
    with pytest.raises(NotAllowed, match=r"Press \*\*Cancel\*\*"):
        await club.service.decline(match.id, ANA)
    assert (await club.service.cancel(match.id, ANA)).stage is Stage.CANCELLED


async def test_of_accept_and_cancel_at_once_exactly_one_counts(club: Club) -> None:
    match = await club.invite()
    results = await asyncio.gather(
        club.service.accept(match.id, BEN), club.service.cancel(match.id, ANA), return_exceptions=True
    )
    assert sum(isinstance(result, MatchError) for result in results) == 1


async def test_a_second_challenge_to_the_same_person_is_refused(club: Club) -> None:
    await club.invite()
    with pytest.raises(Refused, match="already challenged Ben"):
        await club.invite()


async def test_who_has_been_challenged_answers_instead_of_challenging_back(club: Club) -> None:
    """Both press Rematch: one card waits between them, not two."""
    theirs = await club.invite()
    with pytest.raises(Refused, match=rf"Ana has already challenged you \(#{theirs.code}\)"):
        await club.service.challenge(ChallengeRequest("choccer", BEN, HERE, (ANA,)))


async def test_who_came_to_an_open_table_has_not_been_challenged(club: Club) -> None:
    table = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, seats=3))
    await club.service.join(table.id, BEN)
    assert (await club.invite()).stage is Stage.INVITED


async def test_of_two_challenges_at_once_exactly_one_waits(club: Club) -> None:
    results = await asyncio.gather(club.invite(), club.invite(), return_exceptions=True)
    assert sorted(isinstance(result, Refused) for result in results) == [False, True]


async def test_three_challenges_may_wait_at_most(club: Club) -> None:
    for number in range(3):
        await club.invite(Person(UserId(50 + number), f"P{number}"))
    with pytest.raises(Refused, match="3 challenges waiting"):
        await club.invite(EVE)


async def test_yourself_as_opponent_is_hot_seat(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,), time=DAYS))
    assert match.stage is Stage.LIVE
    assert match.hot_seat
    assert not match.rated
    for move in ("h4-g4", "d4-e4"):
        match = await club.service.submit(match.id, ANA.user, move)
    assert match.ply == 2


async def test_an_ai_takes_the_other_seat_at_once(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    assert match.stage is Stage.LIVE
    assert match.players[1].ai == "easy"
    assert not match.rated


async def test_an_open_table_fills_and_starts(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, first="me"))
    assert match.open
    with pytest.raises(Refused, match="needs at least 2 players"):
        await club.service.start(match.id, ANA)
    match = await club.service.join(match.id, BEN)
    assert match.stage is Stage.LIVE
    assert match.people == (ANA.user, BEN.user)


async def test_leaving_an_open_table_frees_the_seat(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    match = await club.service.join(match.id, BEN)
    match = await club.service.leave(match.id, BEN)
    assert match.people == (ANA.user,)
    with pytest.raises(NotAllowed, match="no seat"):
        await club.service.leave(match.id, BEN)
    assert (await club.service.leave(match.id, ANA)).stage is Stage.CANCELLED


async def test_a_table_for_four_may_start_with_those_who_came(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    await club.service.join(match.id, BEN)
    match = await club.service.join(match.id, EVE)
    await club.service.leave(match.id, BEN)
    match = await club.service.start(match.id, ANA)
    assert [player.name for player in match.players] == ["Ana", "Eve"]
    stored = await club.service.get(match.id)
    assert stored == match
    assert len(stored.players) == 2
    assert stored.ply == 1, "chance has dealt"


async def test_filling_with_ais_makes_the_match_unrated(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    with pytest.raises(NotAllowed):
        await club.service.fill(match.id, BEN, "easy")
    match = await club.service.fill(match.id, ANA, "easy")
    assert match.stage is Stage.LIVE
    assert [player.ai for player in match.players] == [None, "easy", "easy", "easy"]
    assert not match.rated


@pytest.mark.parametrize(
    "challenge",
    [
        ChallengeRequest("ludo", ANA, HERE, (BEN,)),
        ChallengeRequest("choccer", ANA, HERE, (BEN, EVE)),
        ChallengeRequest("choccer", ANA, HERE, (BEN,), options={"colour": "red"}),
        ChallengeRequest("conquid", ANA, HERE, (BEN,), options={"size": "tiny"}),
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, BEN)),
    ],
)
async def test_an_impossible_wish_is_refused_with_a_sentence(club: Club, challenge: ChallengeRequest) -> None:
    with pytest.raises(Refused) as refused:
        await club.service.challenge(challenge)
    assert str(refused.value).endswith(".")
    assert await club.store.of_user(ANA.user) == []


async def test_an_unknown_match_is_not_found(club: Club) -> None:
    with pytest.raises(NotFound):
        await club.service.get(MatchId(99))
    with pytest.raises(NotFound, match="#ZZZZZ"):
        await club.service.find("ZZZZZ")


async def test_a_code_is_read_in_any_case_and_with_a_hash(club: Club) -> None:
    match = await club.invite()
    assert await club.service.find(f"#{match.code.lower()}") == match


async def test_at_an_open_table_a_seat_is_kept_for_who_was_asked(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN,), seats=3, first="me"))
    assert match.open
    await sqlite_club.service.join(match.id, EVE)
    with pytest.raises(Refused, match="already have a seat"):
        await sqlite_club.service.join(match.id, EVE)
    with pytest.raises(Refused, match="All seats are taken"):
        await sqlite_club.service.join(match.id, Person(UserId(9), "Max"))
    with pytest.raises(Refused, match="no free seat to fill"):
        await sqlite_club.service.fill(match.id, ANA, "easy")
    with pytest.raises(Refused, match="hasn't answered yet"):
        await sqlite_club.service.start(match.id, ANA)
    match = await sqlite_club.service.join(match.id, BEN)
    assert match.stage is Stage.LIVE
    assert {player.name for player in match.players} == {"Ana", "Ben", "Eve"}
    with pytest.raises(Refused, match="already begun"):
        await sqlite_club.service.join(match.id, BEN)


async def test_so_many_matches_alone_and_no_more(club: Club) -> None:
    """Nobody keeps the AIs from all others; matches with people do not count."""
    await club.begin()
    alone = ChallengeRequest("choccer", ANA, HERE, ai="easy", time=DAYS, first="me")
    matches = [await club.service.challenge(alone) for _ in range(MOST_ALONE)]
    with pytest.raises(Refused, match=f"You have {MOST_ALONE} matches against AIs or yourself"):
        await club.service.challenge(alone)
    with pytest.raises(Refused, match="matches against AIs"):
        await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    table = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE))
    with pytest.raises(Refused, match="matches against AIs"):
        await club.service.fill(table.id, ANA, "easy")
    await club.service.challenge(replace(alone, host=EVE))
    await club.service.resign(matches[0].id, ANA.user)
    assert (await club.service.challenge(alone)).stage is Stage.LIVE
