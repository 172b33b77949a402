"""People who leave for good: what becomes of their matches."""

from __future__ import annotations

import pytest

from bot.match.challenges import ChallengeRequest
from bot.match.errors import NotOnMove
from bot.match.model import Match, MatchId, Stage
from bot.match.service import MatchService
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, DAYS, EVE, HERE, Club


async def test_the_challenges_of_who_leaves_are_off(sqlite_club: Club) -> None:
    sent, asked = (
        await sqlite_club.invite(BEN),
        await sqlite_club.service.challenge(ChallengeRequest("choccer", EVE, HERE, (ANA,))),
    )
    await sqlite_club.service.withdraw(ANA.user)
    for match, reason in ((sent, "Ana cancelled it"), (asked, "Ana declined")):
        ended = await sqlite_club.service.get(match.id)
        assert ended.stage is Stage.CANCELLED
        assert ended.outcome is not None
        assert ended.outcome.reason == reason


async def test_an_open_table_stays_open_when_a_guest_leaves(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    await sqlite_club.service.join(match.id, BEN)
    await sqlite_club.service.withdraw(BEN.user)
    match = await sqlite_club.service.get(match.id)
    assert (match.stage, match.people) == (Stage.INVITED, (ANA.user,))
    await sqlite_club.service.withdraw(ANA.user)
    assert (await sqlite_club.service.get(match.id)).stage is Stage.CANCELLED


async def test_running_and_paused_matches_are_resigned(sqlite_club: Club) -> None:
    live, paused = await sqlite_club.begin(), await sqlite_club.begin()
    await sqlite_club.service.suspend(paused.id)
    await sqlite_club.service.withdraw(ANA.user)
    for match in (live, paused):
        ended = await sqlite_club.service.get(match.id)
        assert ended.stage is Stage.ABORTED, "nobody has made two moves"
        assert ended.outcome is not None
        assert (ended.outcome.places, ended.outcome.reason) == ((2, 1), "Ana resigned")


async def test_with_three_the_others_play_on_against_an_ai(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=DAYS, first="me")
    )
    await sqlite_club.service.accept(match.id, BEN)
    await sqlite_club.service.accept(match.id, EVE)
    await sqlite_club.service.withdraw(ANA.user)
    match = await sqlite_club.service.get(match.id)
    assert match.stage is Stage.LIVE
    assert [player.user for player in match.players] == [None, BEN.user, EVE.user]


async def test_what_has_been_offered_to_who_leaves_is_off(sqlite_club: Club) -> None:
    """Nobody could agree for the AI: the offer would stay for ever."""
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), first="me"))
    await sqlite_club.service.accept(match.id, BEN)
    await sqlite_club.service.accept(match.id, EVE)
    await sqlite_club.service.offer(match.id, ANA.user, "pause")
    assert (await sqlite_club.service.resign(match.id, EVE.user)).offer is None
    await sqlite_club.service.offer(match.id, ANA.user, "pause")
    assert (await sqlite_club.service.offer(match.id, BEN.user, "pause")).stage is Stage.PAUSED


class Late(MatchService):
    """Something happens to each match between being found and being left."""

    async def get(self, match_id: MatchId) -> Match:
        match = await super().get(match_id)
        if not match.stage.ended:
            other = MatchService(self.store, self.clock, self.dice)
            await other.resign(match.id, BEN.user)
        return await super().get(match_id)


async def test_a_match_that_ends_meanwhile_keeps_its_result(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    service = sqlite_club.service
    await Late(service.store, service.clock, service.dice).withdraw(ANA.user)
    ended = await service.get(match.id)
    assert ended.outcome is not None
    assert ended.outcome.reason == "Ben resigned"


async def test_an_ai_that_took_a_seat_does_not_go_by_the_name_of_who_sat_there(sqlite_club: Club) -> None:
    """Nor would the name be found any more when that person has all data deleted."""
    match = await sqlite_club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=DAYS, first="me")
    )
    for person in (BEN, EVE):
        await sqlite_club.service.accept(match.id, person)
    match = await sqlite_club.service.resign(match.id, ANA.user)
    with pytest.raises(NotOnMove, match="It's the AI's move"):
        await sqlite_club.service.submit(match.id, BEN.user, "whatever")
    await sqlite_club.service.withdraw(ANA.user)
    await SqlPeople(sqlite_club.database).forget(ANA.user, "Somebody")
    match = await sqlite_club.service.get(match.id)
    assert "Ana" not in [player.name for player in match.players]
