"""What moderators can do with a match: each act a change like any other, and only while it runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.match.errors import NotAllowed, Refused, Stale
from bot.match.invite import Wish
from bot.match.model import Match, MatchId, Stage
from bot.match.moderation import Moderation
from bot.match.play import game_of, state_of
from games.core.status import Seat
from tests.bot.table import ANA, BEN, HERE, Club

Act = Callable[[Moderation, MatchId], Awaitable[Match]]
ACTS: list[Act] = [
    Moderation.void,
    lambda moderation, match: moderation.award(match, Seat(0)),
    Moderation.undo,
    Moderation.replace_by_ai,
]


@pytest.fixture
def moderation(sqlite_club: Club) -> Moderation:
    return Moderation(sqlite_club.service)


async def test_a_voided_match_has_no_result(sqlite_club: Club, moderation: Moderation) -> None:
    match = await moderation.void((await sqlite_club.begun()).id)
    assert match.stage is Stage.ABORTED
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == ((), "a moderator has voided the match")
    assert not match.counts


async def test_an_awarded_match_is_won(sqlite_club: Club, moderation: Moderation) -> None:
    match = await moderation.award((await sqlite_club.begun()).id, Seat(1))
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == ((2, 1), "a moderator has awarded the match to Ben")


async def test_a_match_may_be_awarded_to_an_ai(sqlite_club: Club, moderation: Moderation) -> None:
    match = await sqlite_club.service.challenge(Wish("choccer", ANA, HERE, ai="easy", first="me"))
    match = await moderation.award(match.id, Seat(1))
    assert match.outcome is not None
    assert match.outcome.reason == "a moderator has awarded the match to the AI"


async def test_the_last_move_is_taken_back(sqlite_club: Club, moderation: Moderation) -> None:
    match = await sqlite_club.begun()
    first = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    await sqlite_club.service.submit(match.id, BEN.user, "d4-e4")
    match = await moderation.undo(match.id)
    assert (match.ply, match.position) == (1, first.position)
    assert [player.to_act for player in match.players] == [False, True]
    assert [entry.text for entry in await sqlite_club.service.store.entries(match.id)] == ["h4-g4"]


async def test_what_chance_did_after_a_move_goes_with_it(sqlite_club: Club, moderation: Moderation) -> None:
    """Cyberzul: a round ends, chance deals the next one, and the move that ended the round is taken back."""
    match = await sqlite_club.service.challenge(Wish("cyberzul", ANA, HERE, (ANA,), seats=2))
    before, added = match, 1
    while added == 1:
        before, match = match, await sqlite_club.service.submit(match.id, ANA.user, _first_move(match))
        added = match.ply - before.ply
    undone = await moderation.undo(match.id)
    assert (undone.ply, undone.position) == (before.ply, before.position)


async def test_a_dealing_alone_cannot_be_taken_back(sqlite_club: Club, moderation: Moderation) -> None:
    match = await sqlite_club.service.challenge(Wish("cyberzul", ANA, HERE, (ANA,), seats=2))
    assert match.ply == 1
    with pytest.raises(Refused, match="no move to take back"):
        await moderation.undo(match.id)


async def test_a_paused_match_stays_paused_when_its_last_move_is_taken_back(
    sqlite_club: Club, moderation: Moderation
) -> None:
    match = await sqlite_club.begun()
    await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    await sqlite_club.service.suspend(match.id)
    match = await moderation.undo(match.id)
    assert (match.stage, match.ply, match.deadline) == (Stage.PAUSED, 0, None)
    resumed = await sqlite_club.service.resume(match.id, ANA.user)
    assert resumed.to_act[0].user == ANA.user


async def test_an_ai_takes_the_place_of_who_is_to_move(sqlite_club: Club, moderation: Moderation) -> None:
    match = await moderation.replace_by_ai((await sqlite_club.begun()).id)
    assert match.stage is Stage.LIVE
    assert [player.ai for player in match.players] == ["medium", None]
    assert not match.rated
    assert match.deadline is None, "an AI has no clock"
    with pytest.raises(Refused, match="No person is to move"):
        await moderation.replace_by_ai(match.id)


async def test_a_paused_match_goes_on_when_nobody_is_left_to_resume_it(
    sqlite_club: Club, moderation: Moderation
) -> None:
    match = await sqlite_club.service.challenge(Wish("choccer", ANA, HERE, ai="easy", first="me"))
    await sqlite_club.service.suspend(match.id)
    match = await moderation.replace_by_ai(match.id)
    assert (match.stage, match.people) == (Stage.LIVE, ())
    assert (await sqlite_club.service.submit_for(match.id, Seat(0), "h4-g4", match.turn, "ai")).ply == 1


async def test_a_paused_match_waits_for_who_is_left(sqlite_club: Club, moderation: Moderation) -> None:
    match = await sqlite_club.begun()
    await sqlite_club.service.suspend(match.id)
    assert (await moderation.replace_by_ai(match.id)).stage is Stage.PAUSED
    resumed = await sqlite_club.service.resume(match.id, BEN.user)
    assert [player.ai for player in resumed.to_act] == ["medium"]


@pytest.mark.parametrize("act", ACTS)
async def test_nothing_is_done_to_a_match_that_does_not_run(
    sqlite_club: Club, moderation: Moderation, act: Act
) -> None:
    match = await sqlite_club.invited()
    with pytest.raises(Refused, match=f"#{match.code} isn't running"):
        await act(moderation, match.id)
    assert await sqlite_club.service.get(match.id) == match


def _first_move(match: Match) -> str:
    game = game_of(match)
    return game.rules.text(next(iter(game.rules.legal(state_of(match), match.to_act[0].seat))))


async def test_an_award_before_everybody_made_two_moves_does_not_count(
    sqlite_club: Club, moderation: Moderation
) -> None:
    match = await moderation.award((await sqlite_club.begun()).id, Seat(1))
    assert match.stage is Stage.ABORTED
    assert not match.counts


async def test_an_award_after_that_counts(sqlite_club: Club, moderation: Moderation) -> None:
    match = await sqlite_club.begun()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3")):
        await sqlite_club.service.submit(match.id, person.user, move)
    assert (await moderation.award(match.id, Seat(1))).rated


async def test_who_watches_two_ais_is_told_so(sqlite_club: Club, moderation: Moderation) -> None:
    match = await sqlite_club.begun()
    for move in ("h4-g4", "d4-e4"):
        await moderation.replace_by_ai(match.id)
        match = await sqlite_club.service.get(match.id)
        match = await sqlite_club.service.submit_for(match.id, match.to_act[0].seat, move, match.turn, "ai")
    assert match.people == ()
    with pytest.raises(NotAllowed, match=r"You're watching\. Only the AI can move"):
        await sqlite_club.service.submit(match.id, ANA.user, "h3-g3")
    with pytest.raises(NotAllowed, match=r"You're watching\. Only the AI can do that"):
        await sqlite_club.service.resign(match.id, ANA.user)


@pytest.mark.parametrize("act", [Moderation.undo, Moderation.replace_by_ai])
async def test_what_two_moderators_do_at_once_is_done_once(
    sqlite_club: Club, moderation: Moderation, act: Callable[[Moderation, MatchId, int], Awaitable[Match]]
) -> None:
    """Nor does an act meet the next player, because the one it was meant for has moved meanwhile."""
    match = await sqlite_club.begun()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        match = await sqlite_club.service.submit(match.id, person.user, move)
    done = await act(moderation, match.id, match.revision)
    with pytest.raises(Stale, match="changed since you opened this menu"):
        await act(moderation, match.id, match.revision)
    assert await sqlite_club.service.get(match.id) == done
