"""Clocks that run on, whatever happens beside them: others give up, others have moved, somebody is away."""

from __future__ import annotations

import pytest

from bot.club.absence import begin_absence
from bot.match.acts import ActKind, Order
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, HOUR, MINUTE, SECOND, read_time
from bot.match.model import Match, Stage, UserId
from bot.match.moderation import Moderation
from bot.match.play import game_of, state_of
from bot.store.audit import SqlAudit
from bot.store.people import SqlPeople
from games.core.status import Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club


async def of_three(club: Club, time: str) -> Match:
    """Ana, who moves first, plays Ben and Eve."""
    match = await club.invite(BEN, EVE, game="cyberzul", time=time)
    await club.service.accept(match.id, BEN)
    return await club.service.accept(match.id, EVE)


@pytest.mark.parametrize("time", ["3d", "12s", "none"])
async def test_a_turn_does_not_begin_again_when_somebody_else_gives_up(sqlite_club: Club, time: str) -> None:
    match = await of_three(sqlite_club, time)
    sqlite_club.clock.pass_by(10 * SECOND)
    after = await sqlite_club.service.resign(match.id, EVE.user)
    assert after.players[2].ai == "medium"
    assert (after.deadline, after.turn_began) == (match.deadline, match.turn_began)


async def test_who_is_away_stays_so_when_somebody_else_deletes_their_data(sqlite_club: Club) -> None:
    back = sqlite_club.clock.now + 10 * DAY

    async def absent(user: UserId) -> int | None:
        return back if user == ANA.user else None

    sqlite_club.service.absent = absent
    match = await of_three(sqlite_club, "3d")
    assert match.deadline == back + 3 * DAY
    await sqlite_club.service.withdraw(EVE.user)
    assert (await sqlite_club.service.get(match.id)).deadline == back + 3 * DAY


async def test_who_has_left_the_server_gets_no_new_days_when_somebody_else_gives_up(sqlite_club: Club) -> None:
    match = await of_three(sqlite_club, "none")
    await sqlite_club.service.mark_left(match.id, ANA.user)
    due = sqlite_club.clock.now + 72 * HOUR
    sqlite_club.clock.pass_by(DAY)
    assert (await sqlite_club.service.resign(match.id, EVE.user)).deadline == due


async def test_in_blitz_the_clock_of_an_ai_is_nobodys_deadline(sqlite_club: Club) -> None:
    """Onyx' sealed removal: both are to act, and the AI has less time left than the person."""
    match = await removing(sqlite_club, "5m+0s", BEN)
    sqlite_club.clock.pass_by(MINUTE)
    match = await sqlite_club.service.submit(match.id, ANA.user, "remove none")
    assert match.deadline == sqlite_club.clock.now + 4 * MINUTE
    other = await removing(sqlite_club, "5m+0s", None, behind=4 * MINUTE)
    assert [player.clock for player in other.players] == [5 * MINUTE, MINUTE]
    assert other.deadline == sqlite_club.clock.now + 5 * MINUTE


def suggest(match: Match) -> str:
    """Some move of the seat that is to act."""
    found = game_of(match).presenter.suggest(state_of(match), match.to_act[0].seat, "", 25)
    return next(text for text in found if text != "pass")


async def removing(club: Club, time: str, opponent: Person | None, behind: int = 0, moves: int = 0) -> Match:
    """Ana and the opponent (None: an AI, who takes its time) are both to choose what to remove, in Onyx."""
    asked = (opponent,) if opponent else ()
    options = {"board": "king-4"}
    challenge = ChallengeRequest(
        "onyx", ANA, HERE, asked, None if asked else "easy", None, options, read_time(time), "me"
    )
    match = await club.service.challenge(challenge)
    if opponent is not None:
        match = await club.service.accept(match.id, opponent)
    for _ in range(moves):
        match = await club.service.submit_for(match.id, match.to_act[0].seat, suggest(match), match.turn, "player")
    match = await club.service.submit(match.id, ANA.user, "pass")
    club.clock.pass_by(behind)
    match = await club.service.submit_for(match.id, match.to_act[0].seat, "pass", match.turn, "ai")
    assert len(match.to_act) == 2
    return match


@pytest.mark.parametrize("time", ["3d", "12s"])
async def test_who_is_still_to_choose_gets_no_new_time_when_the_other_has_chosen(sqlite_club: Club, time: str) -> None:
    """Onyx' sealed removal: the turn began for both at the same moment."""
    match = await removing(sqlite_club, time, BEN)
    sqlite_club.clock.pass_by(10 * SECOND)
    after = await sqlite_club.service.submit(match.id, ANA.user, "remove none")
    assert [player.user for player in after.to_act] == [BEN.user]
    assert (after.deadline, after.turn_began) == (match.deadline, match.turn_began)


async def test_a_choice_that_is_taken_back_begins_the_turn_again(sqlite_club: Club) -> None:
    match = await removing(sqlite_club, "3d", BEN)
    sqlite_club.clock.pass_by(DAY)
    match = await sqlite_club.service.submit(match.id, ANA.user, "remove none")
    await sqlite_club.service.offer(match.id, ANA.user, "takeback")
    match = await sqlite_club.service.offer(match.id, BEN.user, "takeback")
    assert len(match.to_act) == 2
    assert match.deadline == sqlite_club.clock.now + 3 * DAY


async def test_when_both_let_the_same_days_run_out_nobody_wins(sqlite_club: Club) -> None:
    match = await removing(sqlite_club, "3d", BEN, moves=4)
    assert len(match.to_act) == 2
    sqlite_club.clock.pass_by(3 * DAY)
    ended = await sqlite_club.service.settle_deadline(match.id)
    assert ended is not None
    assert ended.stage is Stage.ABORTED
    assert ended.outcome is not None
    assert ended.outcome.reason == "nobody moved in time"


async def test_who_plays_an_ai_may_miss_two_bullet_moves(sqlite_club: Club) -> None:
    """One missed move of the only person is not everybody's absence; three in a row are."""
    challenge = ChallengeRequest("choccer", ANA, HERE, ai="easy", time=read_time("12s"), first="me")
    match = await sqlite_club.service.challenge(challenge)
    for missed in (1, 2, 3):
        match = await sqlite_club.service.submit_for(match.id, Seat(0), suggest(match), match.turn, "timeout")
        assert match.stage is (Stage.LIVE if missed < 3 else Stage.ABORTED)
        if match.stage is Stage.LIVE:
            match = await sqlite_club.service.submit_for(match.id, Seat(1), suggest(match), match.turn, "ai")


@pytest.mark.parametrize("kind", ["takeback", "replace"])
async def test_a_pause_takes_nothing_off_a_clock_whatever_moderators_do(sqlite_club: Club, kind: ActKind) -> None:
    match = await sqlite_club.begin("5m+0s")
    for user, move in ((ANA.user, "h4-g4"), (BEN.user, "d4-e4"), (ANA.user, "h3-g3")):
        match = await sqlite_club.service.submit(match.id, user, move)
    await sqlite_club.service.suspend(match.id)
    moderation = Moderation(sqlite_club.service, SqlAudit(sqlite_club.database))
    for act in (Order(kind, UserId(77), "a test", match.turn if kind == "takeback" else 0, Seat(0)), None):
        match = await moderation.carry_out(match.id, act or Order("takeback", UserId(77), "a test", match.turn))
        sqlite_club.clock.pass_by(MINUTE)
    assert [player.clock for player in match.players] == [5 * MINUTE, 5 * MINUTE]


async def test_who_is_away_is_reminded_when_they_are_back_and_it_is_late(sqlite_club: Club) -> None:
    """Four fifths of the move's own days, whose clock stood still before."""
    back = sqlite_club.clock.now + 10 * DAY

    async def absent(_user: UserId) -> int:
        return back

    sqlite_club.service.absent = absent
    match = await sqlite_club.begin("1d")
    assert (match.deadline, match.wake) == (back + DAY, back + DAY * 4 // 5)


async def test_going_away_moves_the_reminder_on_and_repeats_none(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("7d")
    first = match.wake or 0
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 1)
    match = await sqlite_club.service.get(match.id)
    assert match.wake == first + DAY
    sqlite_club.clock.pass_by(7 * DAY)
    await sqlite_club.service.settle_deadline(match.id)
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 1)
    match = await sqlite_club.service.get(match.id)
    assert match.reminded
    assert match.wake == match.deadline == sqlite_club.clock.now + 2 * DAY
