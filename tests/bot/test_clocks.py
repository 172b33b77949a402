"""What happens by itself: reminders, lost clocks, abandoned matches, bullet moves by an AI."""

from __future__ import annotations

import asyncio

import pytest

from bot.match.clock import DAY, HOUR, MINUTE, SECOND, TimeControl, read_time
from bot.match.deadlines import Deadlines
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.invite import Wish
from bot.match.model import Match, Player, Stage
from bot.match.play import game_of, state_of
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3", "h5-g5")


class Watch:
    """Deadlines with what they did."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.reminded: list[Match] = []
        self.deadlines = Deadlines(club.service, self.stand_in, self.remind)

    async def stand_in(self, match: Match, player: Player) -> None:
        game, state = game_of(match), state_of(match)
        move = game.text(next(iter(game.legal(state, player.seat))))
        await self.club.service.submit_for(match.id, player.seat, move, match.turn, "timeout")

    async def remind(self, match: Match) -> None:
        self.reminded.append(match)

    async def after(self, milliseconds: int) -> None:
        """Let time pass, and what is due happen."""
        self.club.clock.pass_by(milliseconds)
        await self.deadlines.settle()


@pytest.fixture
def watch(club: Club) -> Watch:
    return Watch(club)


async def moved(club: Club, match: Match, count: int) -> Match:
    for number in range(count):
        match = await club.service.submit(match.id, (ANA, BEN)[number % 2].user, MOVES[number])
    return match


@pytest.mark.parametrize("text", ["3d", "1d", "7d", "12s", "5m+5s", "none"])
def test_time_controls_make_the_round_trip(text: str) -> None:
    assert str(read_time(text)) == text
    assert read_time(text).words()


@pytest.mark.parametrize("text", ["", "0d", "5m", "soon", "1000s", "-3d", "3 d", "5m+5s5"])
def test_an_unknown_time_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_time(text)


async def test_a_challenge_expires(club: Club, watch: Watch) -> None:
    match = await club.invited()
    await watch.after(48 * HOUR - 1)
    assert (await club.service.get(match.id)).stage is Stage.INVITED
    await watch.after(1)
    ended = await club.service.get(match.id)
    assert ended.stage is Stage.CANCELLED
    with pytest.raises(Refused, match="nobody answered in time"):
        await club.service.accept(match.id, BEN)


async def test_there_is_one_reminder_at_four_fifths(club: Club, watch: Watch) -> None:
    match = await club.begun("1d")
    await watch.after(int(0.8 * DAY))
    assert [one.id for one in watch.reminded] == [match.id]
    await watch.after(HOUR)
    assert len(watch.reminded) == 1
    await club.service.submit(match.id, ANA.user, "h4-g4")
    await watch.after(int(0.8 * DAY))
    assert len(watch.reminded) == 2


async def test_a_match_without_two_moves_each_is_aborted(club: Club, watch: Watch) -> None:
    match = await moved(club, await club.begun(), 3)
    await watch.after(3 * DAY)
    ended = await club.service.get(match.id)
    assert ended.stage is Stage.ABORTED
    assert not ended.rated
    assert ended.outcome is not None
    assert ended.outcome.places == ()


async def test_the_days_run_out_and_the_match_is_lost(club: Club, watch: Watch) -> None:
    match = await moved(club, await club.begun(), 4)
    await watch.after(3 * DAY)
    ended = await club.service.get(match.id)
    assert ended.stage is Stage.OVER
    assert ended.outcome is not None
    assert ended.outcome.places == (2, 1)
    assert ended.outcome.reason == "Ana ran out of time"


async def test_a_blitz_flag_falls(club: Club, watch: Watch) -> None:
    match = await moved(club, await club.begun("5m+5s"), 4)
    await watch.after(5 * MINUTE + 9 * SECOND)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    await watch.after(2 * SECOND)
    assert (await club.service.get(match.id)).outcome is not None


async def test_with_three_players_an_ai_takes_the_seat(club: Club, watch: Watch) -> None:
    match = await club.service.challenge(
        Wish("cyberzul", ANA, HERE, (BEN, EVE), time=TimeControl("days", DAY), first="me")
    )
    await club.service.accept(match.id, BEN)
    match = await club.service.accept(match.id, EVE)
    assert match.rated
    resigned = await club.service.resign(match.id, BEN.user)
    assert resigned.stage is Stage.LIVE
    assert resigned.players[1].ai is not None
    assert not resigned.rated
    with pytest.raises(NotAllowed):
        await club.service.resign(match.id, BEN.user)


async def test_a_match_without_a_clock_is_given_up_after_thirty_idle_days(club: Club, watch: Watch) -> None:
    match = await club.begun("none")
    await watch.after(30 * DAY - 1)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    await watch.after(1)
    assert (await club.service.get(match.id)).stage is Stage.ABORTED


@pytest.mark.parametrize("time", ["7d", "none"])
async def test_a_match_waits_72_hours_for_somebody_who_has_left(club: Club, watch: Watch, time: str) -> None:
    match = await moved(club, await club.begun(time), 4)
    assert await club.service.left(match.id, BEN.user) is None, "it is not Ben's move"
    left = await club.service.left(match.id, ANA.user)
    assert left is not None
    assert left.deadline == club.clock.now + 72 * HOUR
    assert await club.service.left(match.id, ANA.user) is None
    await watch.after(72 * HOUR)
    ended = await club.service.get(match.id)
    assert ended.outcome is not None
    assert ended.outcome.places == (2, 1)


async def test_matches_that_have_waited_long_are_found(club: Club) -> None:
    match = await club.begun()
    assert await club.service.store.waiting_since(club.clock.now) == []
    club.clock.pass_by(DAY)
    assert [one.id for one in await club.service.store.waiting_since(club.clock.now)] == [match.id]


async def test_a_bullet_clock_starts_when_the_board_is_delivered(club: Club) -> None:
    match = await club.begun("12s")
    club.clock.pass_by(5 * SECOND)
    delivered = await club.service.delivered(match.id, match.turn)
    assert delivered is not None
    assert delivered.deadline == club.clock.now + 13_500
    assert await club.service.delivered(match.id, match.turn) is None
    moved_on = await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)
    assert await club.service.delivered(match.id, match.turn) is None, "word of an older board changes nothing"
    assert moved_on.ply == 1


async def test_an_overdue_bullet_move_is_made_by_an_ai_and_three_give_it_the_seat(club: Club, watch: Watch) -> None:
    match = await club.begun("12s")
    for lapses in (1, 2, 3):
        match = await club.service.get(match.id)
        await club.service.delivered(match.id, match.turn)
        await watch.after(14 * SECOND)
        match = await club.service.get(match.id)
        assert match.players[0].lapses == (lapses if lapses < 3 else 0)
        entry = await club.service.store.last_entry(match.id)
        assert entry is not None
        assert entry.by == "timeout"
        if lapses < 3:
            game = game_of(match)
            reply = game.text(next(iter(game.legal(state_of(match), match.to_act[0].seat))))
            match = await club.service.submit(match.id, BEN.user, reply)
    assert match.players[0].ai == "medium"
    assert match.players[0].user is None


async def test_a_bullet_match_that_both_have_left_is_stopped(club: Club, watch: Watch) -> None:
    match = await club.begun("12s")
    for _ in range(2):
        match = await club.service.get(match.id)
        await club.service.delivered(match.id, match.turn)
        await watch.after(14 * SECOND)
    assert (await club.service.get(match.id)).stage is Stage.ABORTED


async def test_of_a_timeout_and_a_move_at_once_exactly_one_wins(club: Club, watch: Watch) -> None:
    match = await moved(club, await club.begun(), 4)
    club.clock.pass_by(3 * DAY)
    results = await asyncio.gather(
        club.service.submit(match.id, ANA.user, MOVES[4], match.turn), watch.deadlines.settle(), return_exceptions=True
    )
    played = not isinstance(results[0], MatchError)
    final = await club.service.get(match.id)
    assert final.ply == (5 if played else 4)
    assert (final.stage is Stage.LIVE) is played


async def test_the_opponent_may_give_time(club: Club) -> None:
    match = await club.begun()
    given = await club.service.give_time(match.id, BEN.user)
    assert given.deadline == (match.deadline or 0) + 3 * DAY
    with pytest.raises(Refused, match="to your opponent only"):
        await club.service.give_time(match.id, ANA.user)
    with pytest.raises(NotAllowed):
        await club.service.give_time(match.id, EVE.user)


async def test_a_pause_needs_both_and_stops_the_clock(club: Club, watch: Watch) -> None:
    match = await club.begun("5m+5s")
    club.clock.pass_by(MINUTE)
    await club.service.offer(match.id, ANA.user, "pause")
    paused = await club.service.offer(match.id, BEN.user, "pause")
    assert paused.stage is Stage.PAUSED
    assert paused.players[0].clock == 4 * MINUTE
    await watch.after(10 * DAY)
    with pytest.raises(Refused, match="paused"):
        await club.service.submit(match.id, ANA.user, "h4-g4")
    resumed = await club.service.resume(match.id, BEN.user)
    assert resumed.deadline == club.clock.now + 4 * MINUTE


async def test_a_downtime_is_credited_to_running_clocks(club: Club) -> None:
    match = await club.begun()
    waiting = await club.invited(EVE)
    assert await club.service.store.credit(HOUR) == 1
    credited = await club.service.get(match.id)
    assert credited.deadline == (match.deadline or 0) + HOUR
    assert credited.credited == HOUR
    assert (await club.service.get(waiting.id)).deadline == waiting.deadline
    moved_on = await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)
    assert moved_on.credited == 0


async def test_one_task_sleeps_until_the_next_deadline(club: Club, watch: Watch) -> None:
    """The loop, asleep because nothing was due, wakes up for a match that lapses in a moment."""
    club.service.listeners.append(watch.deadlines.changed)
    task = asyncio.create_task(watch.deadlines.run())
    try:
        await asyncio.sleep(0.1)
        club.clock.pass_by(-MINUTE)
        match = await club.invited(time="12s")
        club.clock.pass_by(10 * MINUTE - 50)
        await club.service.announce(match)
        await asyncio.sleep(0.02)
        club.clock.pass_by(50)
        for _ in range(200):
            if (await club.service.get(match.id)).stage is Stage.CANCELLED:
                return
            await asyncio.sleep(0.02)
        pytest.fail("the loop slept on")
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
