"""What happens by itself: reminders, lost clocks, abandoned matches, bullet moves by an AI."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.match import deadlines
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import BULLET_GRACE, DAY, HOUR, MINUTE, SECOND, Instant, TimeControl, in_words, read_time
from bot.match.deadlines import Deadlines
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.model import Change, Match, MatchId, Player, Stage, UserId
from bot.match.play import DELIVERY, charge_clock, end, game_of, state_of
from bot.match.ports import Alone, Work
from bot.match.timeouts import count_missed_move
from bot.store.due_matches import SqlDueMatches
from bot.store.match_reader import MatchReader
from bot.store.signs import SqlSigns
from games.core.status import Outcome, Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3", "h5-g5")


class Watch:
    """Deadlines with what they did."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.reminded: list[Match] = []
        self.deadlines = Deadlines(club.service, club.store.due_matches, self.stand_in, self.remind)

    async def stand_in(self, match: Match, player: Player) -> None:
        game, state = game_of(match), state_of(match)
        move = game.rules.text(next(iter(game.rules.legal(state, player.seat))))
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


async def move(club: Club, match: Match, count: int) -> Match:
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
    match = await club.invite()
    await watch.after(48 * HOUR - 1)
    assert (await club.service.get(match.id)).stage is Stage.INVITED
    await watch.after(1)
    ended = await club.service.get(match.id)
    assert ended.stage is Stage.CANCELLED
    with pytest.raises(Refused, match="nobody answered in time"):
        await club.service.accept(match.id, BEN)


async def test_a_table_that_is_not_filled_expires(club: Club, watch: Watch) -> None:
    """Ben has come, so that somebody has answered."""
    table = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, seats=3))
    await club.service.join(table.id, BEN)
    await watch.after(48 * HOUR)
    assert (await club.service.get(table.id)).stage is Stage.CANCELLED
    with pytest.raises(Refused, match="too few players joined in time"):
        await club.service.join(table.id, EVE)


async def test_there_is_one_reminder_at_four_fifths(club: Club, watch: Watch) -> None:
    match = await club.begin("1d")
    await watch.after(int(0.8 * DAY))
    assert [one.id for one in watch.reminded] == [match.id]
    await watch.after(HOUR)
    assert len(watch.reminded) == 1
    await club.service.submit(match.id, ANA.user, "h4-g4")
    await watch.after(int(0.8 * DAY))
    assert len(watch.reminded) == 2


async def test_a_match_without_two_moves_each_is_aborted(club: Club, watch: Watch) -> None:
    match = await move(club, await club.begin(), 3)
    await watch.after(3 * DAY)
    ended = await club.service.get(match.id)
    assert ended.stage is Stage.ABORTED
    assert not ended.counts
    assert ended.outcome is not None
    assert ended.outcome.places == ()


async def test_the_days_run_out_and_the_match_is_lost(club: Club, watch: Watch) -> None:
    match = await move(club, await club.begin(), 4)
    await watch.after(3 * DAY)
    ended = await club.service.get(match.id)
    assert ended.stage is Stage.OVER
    assert ended.outcome is not None
    assert ended.outcome.places == (2, 1)
    assert ended.outcome.reason == "Ana ran out of time"


async def test_a_blitz_flag_falls(club: Club, watch: Watch) -> None:
    match = await move(club, await club.begin("5m+5s"), 4)
    await watch.after(5 * MINUTE + 9 * SECOND)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    await watch.after(2 * SECOND)
    assert (await club.service.get(match.id)).outcome is not None


async def test_with_three_players_an_ai_takes_the_seat(club: Club, watch: Watch) -> None:
    match = await club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=TimeControl("days", DAY), first="me")
    )
    await club.service.accept(match.id, BEN)
    match = await club.service.accept(match.id, EVE)
    assert match.rated
    resigned = await club.service.resign(match.id, BEN.user)
    assert resigned.stage is Stage.LIVE
    assert resigned.players[1].ai is not None
    with pytest.raises(NotAllowed):
        await club.service.resign(match.id, BEN.user)


async def test_a_match_without_a_clock_is_given_up_after_thirty_idle_days(club: Club, watch: Watch) -> None:
    match = await club.begin("none")
    await watch.after(30 * DAY - 1)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    await watch.after(1)
    assert (await club.service.get(match.id)).stage is Stage.ABORTED


@pytest.mark.parametrize("time", ["7d", "none"])
async def test_a_match_waits_72_hours_for_somebody_who_has_left(club: Club, watch: Watch, time: str) -> None:
    match = await move(club, await club.begin(time), 4)
    assert await club.service.mark_left(match.id, BEN.user) is None, "it is not Ben's move"
    left = await club.service.mark_left(match.id, ANA.user)
    assert left is not None
    assert left.deadline == club.clock.now + 72 * HOUR
    assert await club.service.mark_left(match.id, ANA.user) is None
    await watch.after(72 * HOUR)
    ended = await club.service.get(match.id)
    assert ended.outcome is not None
    assert ended.outcome.places == (2, 1)


@pytest.mark.parametrize("time", ["7d", "none"])
async def test_who_comes_back_to_the_server_has_the_clock_that_was(club: Club, time: str) -> None:
    match = await move(club, await club.begin(time), 4)
    assert await club.service.mark_returned(match.id, ANA.user) is None, "Ana had not left"
    club.clock.pass_by(2 * DAY)
    await club.service.mark_left(match.id, ANA.user)
    club.clock.pass_by(DAY)
    back = await club.service.mark_returned(match.id, ANA.user)
    assert back is not None
    assert (back.deadline, back.wake) == (match.deadline, match.wake)


async def test_matches_that_have_waited_long_are_found(club: Club) -> None:
    match = await club.begin()
    assert await club.store.lists.waiting_since(club.clock.now, MatchId(0)) == []
    club.clock.pass_by(DAY)
    assert [one.id for one in await club.store.lists.waiting_since(club.clock.now, MatchId(0))] == [match.id]


async def test_matches_that_have_waited_long_come_in_batches(club: Club) -> None:
    matches = [(await club.begin()).id for _ in range(5)]
    club.clock.pass_by(DAY)
    found: list[MatchId] = []
    while batch := await club.store.lists.waiting_since(club.clock.now, found[-1] if found else MatchId(0), limit=2):
        found += [match.id for match in batch]
    assert found == matches


async def test_a_bullet_clock_starts_when_the_board_is_delivered(club: Club) -> None:
    match = await club.begin("12s")
    club.clock.pass_by(5 * SECOND)
    delivered = await club.service.mark_delivered(match.id, match.turn)
    assert delivered is not None
    assert delivered.deadline == club.clock.now + 13_500
    assert await club.service.mark_delivered(match.id, match.turn) is None
    moved_on = await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)
    assert await club.service.mark_delivered(match.id, match.turn) is None, "word of an older board changes nothing"
    assert moved_on.ply == 1


async def test_an_overdue_bullet_move_is_made_by_an_ai_and_three_give_it_the_seat(club: Club, watch: Watch) -> None:
    match = await club.begin("12s")
    for missed_moves in (1, 2, 3):
        match = await club.service.get(match.id)
        await club.service.mark_delivered(match.id, match.turn)
        await watch.after(14 * SECOND)
        match = await club.service.get(match.id)
        assert match.players[0].missed_moves == (missed_moves if missed_moves < 3 else 0)
        entry = (await club.store.entries(match.id))[-1]
        assert entry.by == "timeout"
        if missed_moves < 3:
            game = game_of(match)
            reply = game.rules.text(next(iter(game.rules.legal(state_of(match), match.to_act[0].seat))))
            match = await club.service.submit(match.id, BEN.user, reply)
    assert match.players[0].ai == "medium"
    assert match.players[0].user is None


async def test_a_bullet_match_that_both_have_left_is_stopped(club: Club, watch: Watch) -> None:
    match = await club.begin("12s")
    for _ in range(2):
        match = await club.service.get(match.id)
        await club.service.mark_delivered(match.id, match.turn)
        await watch.after(14 * SECOND)
    assert (await club.service.get(match.id)).stage is Stage.ABORTED


async def test_a_bullet_hot_seat_is_stopped_after_three_missed_moves_in_a_row(club: Club, watch: Watch) -> None:
    """Whichever seats they were missed in; a move made in between shows that somebody is there."""

    async def miss(match: Match) -> Match:
        await club.service.mark_delivered(match.id, match.turn)
        await watch.after(14 * SECOND)
        return await club.service.get(match.id)

    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,), time=read_time("12s")))
    for _ in range(2):
        match = await miss(await miss(match))
        assert match.stage is Stage.LIVE
        reply = game_of(match).presenter.suggest(state_of(match), match.to_act[0].seat, "", 1)[0]
        match = await club.service.submit(match.id, ANA.user, reply)
    match = await miss(await miss(await miss(match)))
    assert match.stage is Stage.ABORTED


async def test_of_a_timeout_and_a_move_at_once_exactly_one_wins(club: Club, watch: Watch) -> None:
    match = await move(club, await club.begin(), 4)
    club.clock.pass_by(3 * DAY)
    results = await asyncio.gather(
        club.service.submit(match.id, ANA.user, MOVES[4], match.turn), watch.deadlines.settle(), return_exceptions=True
    )
    played = not isinstance(results[0], MatchError)
    final = await club.service.get(match.id)
    assert final.ply == (5 if played else 4)
    assert (final.stage is Stage.LIVE) is played


async def test_the_opponent_may_give_time(club: Club) -> None:
    match = await club.begin()
    given = await club.service.give_time(match.id, BEN.user)
    assert given.deadline == (match.deadline or 0) + 3 * DAY
    with pytest.raises(Refused, match="give time to your opponent"):
        await club.service.give_time(match.id, ANA.user)
    with pytest.raises(NotAllowed):
        await club.service.give_time(match.id, EVE.user)


async def test_a_pause_needs_both_and_stops_the_clock(club: Club, watch: Watch) -> None:
    match = await club.begin("5m+5s")
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


async def credit(club: Club, span: int) -> int:
    """The bot was away for so long."""
    return await SqlSigns(club.database).credit(0, 1, club.clock.now - span, club.clock.now)


async def test_a_downtime_is_credited_to_running_clocks(club: Club) -> None:
    match = await club.begin()
    waiting = await club.invite(EVE)
    club.clock.pass_by(HOUR)
    assert await credit(club, HOUR) == 1
    credited = await club.service.get(match.id)
    assert credited.deadline == (match.deadline or 0) + HOUR
    assert credited.credited == HOUR
    assert (await club.service.get(waiting.id)).deadline == waiting.deadline
    moved_on = await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)
    assert moved_on.credited == 0


async def test_idle_days_do_not_count_while_nobody_could_move(club: Club, watch: Watch) -> None:
    match = await club.begin("none")
    await watch.after(DAY)
    club.clock.pass_by(40 * DAY)
    await credit(club, 40 * DAY)
    await watch.after(0)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    assert (await club.service.get(match.id)).credited == 0
    await watch.after(29 * DAY)
    assert (await club.service.get(match.id)).stage is Stage.ABORTED


async def test_one_task_sleeps_until_the_next_deadline(club: Club, watch: Watch) -> None:
    """The loop, asleep because nothing was due, wakes up for a match whose time is over in a moment."""
    asleep, cancelled = asyncio.Event(), asyncio.Event()

    @contextmanager
    def look() -> Iterator[None]:
        yield
        asleep.set()

    async def notice_change(match: Match) -> None:
        if match.stage is Stage.CANCELLED:
            cancelled.set()

    watch.deadlines.watch = look
    club.service.listeners += [watch.deadlines.notice_change, notice_change]
    task = asyncio.create_task(watch.deadlines.run())
    try:
        async with asyncio.timeout(20):
            await asleep.wait()
            club.clock.pass_by(-MINUTE)
            match = await club.invite(time="12s")
            club.clock.pass_by(10 * MINUTE - 50)
            asleep.clear()
            await club.service.announce(match)
            await asleep.wait()
            club.clock.pass_by(50)
            await cancelled.wait()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_take_back_gives_nobody_time(sqlite_club: Club) -> None:
    """Clocks are not turned back, and no step is added where no move has ended a turn."""
    match = await sqlite_club.begin("5m+5s")
    await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    sqlite_club.clock.pass_by(20 * SECOND)
    await sqlite_club.service.offer(match.id, ANA.user, "takeback")
    match = await sqlite_club.service.offer(match.id, BEN.user, "takeback")
    assert [player.clock for player in match.players] == [5 * MINUTE + 5 * SECOND, 5 * MINUTE - 20 * SECOND]
    assert match.deadline == sqlite_club.clock.now + 5 * MINUTE + 5 * SECOND


async def test_while_two_are_to_act_both_clocks_run(sqlite_club: Club) -> None:
    """Onyx' sealed removal: who takes longer pays for all of it, and the step comes with one's own move."""
    challenge = ChallengeRequest(
        "onyx", ANA, HERE, (BEN,), time=read_time("5m+10s"), options={"board": "king-4"}, first="me"
    )
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(challenge)).id, BEN)
    for person in (ANA, BEN):
        match = await sqlite_club.service.submit(match.id, person.user, "pass")
    assert len(match.to_act) == 2
    sqlite_club.clock.pass_by(30 * SECOND)
    match = await sqlite_club.service.submit(match.id, ANA.user, "remove none")
    assert [player.clock for player in match.players] == [5 * MINUTE - 10 * SECOND, 5 * MINUTE - 20 * SECOND]
    assert match.deadline == sqlite_club.clock.now + 5 * MINUTE - 20 * SECOND


async def test_the_clock_of_who_is_to_move_runs_on_when_another_gives_up(sqlite_club: Club) -> None:
    challenge = ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=read_time("5m+5s"), first="me")
    match = await sqlite_club.service.challenge(challenge)
    await sqlite_club.service.accept(match.id, BEN)
    match = await sqlite_club.service.accept(match.id, EVE)
    mover = match.to_act[0]
    other = next(player for player in match.players if player.seat != mover.seat)
    sqlite_club.clock.pass_by(MINUTE)
    assert other.user is not None
    after = await sqlite_club.service.resign(match.id, other.user)
    assert after.players[mover.seat].clock == 4 * MINUTE
    assert after.deadline == match.deadline


async def test_a_bullet_match_whose_board_never_came_is_paused(club: Club, watch: Watch) -> None:
    """Nobody has seen it: no AI moves for somebody who could not."""
    match = await club.begin("12s")
    assert match.deadline == club.clock.now + 12 * SECOND + 1500 + MINUTE
    await watch.after(73 * SECOND)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    await watch.after(SECOND)
    paused = await club.service.get(match.id)
    assert (paused.stage, paused.ply, paused.delivered) == (Stage.PAUSED, 0, False)
    resumed = await club.service.resume(match.id, ANA.user)
    assert (resumed.stage, resumed.delivered) == (Stage.LIVE, False)


async def test_a_bullet_clock_starts_late_where_the_board_came_and_the_word_of_it_was_lost(
    club: Club, watch: Watch
) -> None:
    """The bot was killed after it had posted the board, and before it had noted down that the clock runs."""
    match = await club.begin("12s")
    posting = await club.store.posting(match.id)
    await club.store.keep_posting(replace(posting, revision=match.revision))
    await watch.after(DAY)
    match = await club.service.get(match.id)
    assert (match.stage, match.deadline) == (Stage.LIVE, club.clock.now + 12 * SECOND + 1500)
    await watch.after(14 * SECOND)
    assert (await club.service.get(match.id)).ply == 1


async def test_a_move_on_a_board_that_was_not_delivered_counts_whenever_it_comes(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("12s")
    sqlite_club.clock.pass_by(DAY)
    assert (await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")).ply == 1


async def test_time_given_in_a_blitz_match_is_a_minute_on_the_clock(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("5m+5s")
    match = await sqlite_club.service.give_time(match.id, BEN.user)
    assert [player.clock for player in match.players] == [6 * MINUTE, 5 * MINUTE]
    assert match.deadline == sqlite_club.clock.now + 6 * MINUTE


@pytest.mark.parametrize("time", ["none", "12s"])
async def test_without_a_clock_there_is_no_time_to_give(sqlite_club: Club, time: str) -> None:
    match = await sqlite_club.begin(time)
    with pytest.raises(Refused, match="has no clock"):
        await sqlite_club.service.give_time(match.id, BEN.user)


async def test_a_match_whose_channel_is_gone_is_paused_once(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("5m+5s")
    sqlite_club.clock.pass_by(MINUTE)
    paused = await sqlite_club.service.suspend(match.id)
    assert paused is not None
    assert (paused.stage, paused.players[0].clock, paused.deadline) == (Stage.PAUSED, 4 * MINUTE, None)
    assert await sqlite_club.service.suspend(match.id) is None
    with pytest.raises(NotAllowed, match="Only Ana and Ben can do that"):
        await sqlite_club.service.resume(match.id, EVE.user)
    await sqlite_club.service.resume(match.id, ANA.user)
    with pytest.raises(Refused, match="isn't paused"):
        await sqlite_club.service.resume(match.id, ANA.user)


async def test_what_has_ended_meanwhile_is_not_settled(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    await sqlite_club.service.resign(match.id, ANA.user)
    sqlite_club.clock.pass_by(3 * DAY)
    assert await sqlite_club.service.settle_deadline(match.id) is None


async def test_an_overdue_move_that_ends_the_match_counts_as_no_missed_move(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("12s")
    over = Change(end(match, Outcome((1, 2), "by the rules"), sqlite_club.clock.now))
    assert count_missed_move(over, Seat(0), sqlite_club.clock.now) == over


class Fails(SqlDueMatches):
    """A store that cannot write down that a match is looked at later."""

    def __init__(self, reader: MatchReader) -> None:
        super().__init__(reader)
        self.attempts = 0
        self.tried_again = asyncio.Event()

    async def postpone(self, match: Match, now: Instant, until: Instant) -> None:
        self.attempts += 1
        if self.attempts > 1:
            self.tried_again.set()
        raise ConnectionError


class Taken(Alone):
    """Claims that are noted."""

    def __init__(self, *, all_mine: bool = True) -> None:
        self.held: set[MatchId] = set()
        self.all_mine = all_mine

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        mine = set(matches) if self.all_mine else set()
        self.held |= mine
        return mine

    async def release(self, work: Work, match: MatchId) -> None:
        self.held.discard(match)


async def nobody(*_: object) -> None:
    """Neither reminds nor stands in."""


async def breaks(*_: object) -> None:
    raise ZeroDivisionError


async def test_a_claim_is_given_back_whatever_happens(sqlite_club: Club) -> None:
    await sqlite_club.begin()
    sqlite_club.clock.pass_by(3 * DAY)
    claims, service = Taken(), sqlite_club.service
    failing = Fails(sqlite_club.store.reader)
    with capture_logs() as lines:
        await Deadlines(service, failing, nobody, nobody, claims).settle()
    assert [line["event"] for line in lines] == ["deadline not settled"]
    assert claims.held == set()


async def test_a_match_that_fails_is_looked_at_again_a_minute_later(sqlite_club: Club) -> None:
    bad, good = await sqlite_club.begin("12s"), await sqlite_club.begin()
    await sqlite_club.service.mark_delivered(bad.id, bad.turn)
    sqlite_club.clock.pass_by(3 * DAY)
    with capture_logs() as lines:
        assert await Deadlines(sqlite_club.service, sqlite_club.store.due_matches, breaks, nobody).settle() == 2
    assert [line["match"] for line in lines if line["event"] == "deadline failed"] == [bad.code]
    assert (await sqlite_club.service.get(good.id)).stage is Stage.ABORTED
    assert await sqlite_club.store.due_matches.due(sqlite_club.clock.now) == []
    assert [one.id for one in await sqlite_club.store.due_matches.due(sqlite_club.clock.now + MINUTE)] == [bad.id]


async def test_what_other_processes_settle_is_left_to_them(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    sqlite_club.clock.pass_by(3 * DAY)
    taken, due = Taken(all_mine=False), sqlite_club.store.due_matches
    assert await Deadlines(sqlite_club.service, due, nobody, nobody, taken).settle() == 0
    assert await sqlite_club.service.get(match.id) == match


async def test_a_database_that_is_away_is_asked_again_soon(sqlite_club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "RETRY_SOON", 20)
    await sqlite_club.begin()
    sqlite_club.clock.pass_by(3 * DAY)
    failing = Fails(sqlite_club.store.reader)
    settling = Deadlines(sqlite_club.service, failing, nobody, nobody)
    settling.move_arrived = lambda _match: True  # so that the match stays due
    with capture_logs() as lines:
        running = asyncio.create_task(settling.run())
        async with asyncio.timeout(20):
            await failing.tried_again.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert {line["event"] for line in lines} == {"deadline not settled"}


@pytest.mark.parametrize(
    "span, words",
    [
        (-1, "in 1 minute"),
        (MINUTE + 1, "in 2 minutes"),
        (HOUR, "in 60 minutes"),
        (HOUR + 1, "in 2 hours"),
        (DAY, "in 24 hours"),
        (3 * DAY, "in 3 days"),
    ],
)
def test_what_is_due_is_told_in_whole_units_rounded_up(span: int, words: str) -> None:
    assert in_words(span) == words


async def test_ais_stand_in_for_several_late_players_at_the_same_time(sqlite_club: Club) -> None:
    for opponent in (BEN, EVE):
        match = await sqlite_club.invite(opponent, time="12s")
        match = await sqlite_club.service.accept(match.id, opponent)
        await sqlite_club.service.mark_delivered(match.id, match.turn)
    sqlite_club.clock.pass_by(DAY)
    meeting = asyncio.Barrier(2)

    async def stand_in(match: Match, player: Player) -> None:
        async with asyncio.timeout(20):
            await meeting.wait()
        await Watch(sqlite_club).stand_in(match, player)

    assert await Deadlines(sqlite_club.service, sqlite_club.store.due_matches, stand_in, nobody).settle() == 2
    late = [await sqlite_club.service.get(MatchId(number)) for number in (1, 2)]
    assert [match.ply for match in late] == [1, 1]


class Away:
    """People who are away until some instant."""

    def __init__(self, club: Club, until: dict[Person, Instant]) -> None:
        self.until = {person.user: instant for person, instant in until.items()}
        club.service.absent = self

    async def __call__(self, user: UserId) -> Instant | None:
        return self.until.get(user)


async def test_a_turn_that_begins_while_somebody_is_away_waits_until_they_are_back(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    back = sqlite_club.clock.now + 10 * DAY
    Away(sqlite_club, {BEN: back})
    sqlite_club.clock.pass_by(DAY)
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    assert match.deadline == back + 3 * DAY
    assert await sqlite_club.service.settle_deadline(match.id) is None
    sqlite_club.clock.pass_by(11 * DAY)
    match = await sqlite_club.service.submit(match.id, BEN.user, "d4-e4")
    assert match.deadline == sqlite_club.clock.now + 3 * DAY, "nobody is away any more"
    sqlite_club.clock.pass_by(DAY)
    match = await sqlite_club.service.submit(match.id, ANA.user, "h3-g3")
    assert match.deadline == sqlite_club.clock.now + 3 * DAY, "an absence that is over counts for nothing"


async def test_an_offer_to_somebody_who_is_away_does_not_lengthen_the_turn_again(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    Away(sqlite_club, {BEN: sqlite_club.clock.now + 10 * DAY})
    sqlite_club.clock.pass_by(HOUR)
    deadline = (await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")).deadline
    sqlite_club.clock.pass_by(HOUR)
    assert (await sqlite_club.service.offer(match.id, ANA.user, "draw")).deadline == deadline


async def test_of_three_only_the_turn_of_the_one_who_is_away_waits(sqlite_club: Club) -> None:
    match = await sqlite_club.invite(BEN, EVE, game="cyberzul")
    for person in (BEN, EVE):
        match = await sqlite_club.service.accept(match.id, person)
    back = sqlite_club.clock.now + 6 * DAY
    Away(sqlite_club, {EVE: back})
    for person, next_is_away in ((ANA, False), (BEN, True), (EVE, False)):
        sqlite_club.clock.pass_by(HOUR)
        move = next(iter(game_of(match).presenter.suggest(state_of(match), match.to_act[0].seat, "", 1)))
        match = await sqlite_club.service.submit(match.id, person.user, move)
        assert match.deadline == (back if next_is_away else sqlite_club.clock.now) + 3 * DAY


@pytest.mark.parametrize(
    "time, left", [("5m+5s", 5 * MINUTE), ("12s", DELIVERY + 12 * SECOND + BULLET_GRACE), ("none", None)]
)
async def test_other_clocks_do_not_wait_for_anybody(sqlite_club: Club, time: str, left: Instant | None) -> None:
    match = await sqlite_club.begin(time)
    Away(sqlite_club, {BEN: sqlite_club.clock.now + 10 * DAY})
    sqlite_club.clock.pass_by(SECOND)
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    assert match.deadline == (None if left is None else sqlite_club.clock.now + left)


# ---------------------------------------------------------------------- late moves, and jobs that wait for nobody


async def test_a_move_after_its_deadline_never_counts_whoever_settles_it_first(club: Club) -> None:
    """The flag has fallen, and no deadline has been looked at yet."""
    match = await move(club, await club.begin("5m+5s"), 4)
    club.clock.pass_by(5 * MINUTE + 11_500)
    with pytest.raises(Refused, match=f"#{match.code} is over: Ana ran out of time"):
        await club.service.submit(match.id, ANA.user, MOVES[4], match.turn, match)
    over = await club.service.get(match.id)
    assert (over.stage, over.ply) == (Stage.OVER, 4)
    assert over.outcome is not None
    assert over.outcome.places == (2, 1)


async def test_of_three_who_moves_too_late_is_told_that_an_ai_plays_on(sqlite_club: Club) -> None:
    challenge = ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=TimeControl("days", DAY), first="me")
    match = await sqlite_club.service.challenge(challenge)
    for person in (BEN, EVE):
        match = await sqlite_club.service.accept(match.id, person)
    for _ in range(6):
        seat = match.to_act[0].seat
        move = game_of(match).presenter.suggest(state_of(match), seat, "", 1)[0]
        match = await sqlite_club.service.submit_for(match.id, seat, move, match.turn, "player")
    late = match.to_act[0].user
    assert late is not None
    sqlite_club.clock.pass_by(DAY)
    with pytest.raises(NotAllowed, match="an AI has taken over"):
        await sqlite_club.service.submit(match.id, late, "whatever", match.turn)
    assert (await sqlite_club.service.get(match.id)).stage is Stage.LIVE


@pytest.mark.parametrize("act", ["offer", "resign", "give_time"])
async def test_nothing_else_is_decided_either_after_a_deadline(sqlite_club: Club, act: str) -> None:
    match = await move(sqlite_club, await sqlite_club.begin("5m+5s"), 4)
    sqlite_club.clock.pass_by(6 * MINUTE)
    service, offer = sqlite_club.service, ("draw",) if act == "offer" else ()
    with pytest.raises(Refused, match="Ana ran out of time"):
        await getattr(service, act)(match.id, BEN.user, *offer)


async def test_a_challenge_that_has_expired_cannot_be_accepted(sqlite_club: Club) -> None:
    match = await sqlite_club.invite()
    sqlite_club.clock.pass_by(48 * HOUR)
    with pytest.raises(Refused, match="nobody answered in time"):
        await sqlite_club.service.accept(match.id, BEN)
    assert (await sqlite_club.service.get(match.id)).stage is Stage.CANCELLED


async def test_what_counts_is_when_a_move_arrived(sqlite_club: Club) -> None:
    """It waited for the database for five seconds, and its time ran out meanwhile."""
    match = await move(sqlite_club, await sqlite_club.begin("5m+5s"), 4)
    sqlite_club.clock.pass_by(5 * MINUTE + 9 * SECOND)
    arrived = sqlite_club.clock.now
    sqlite_club.clock.pass_by(5 * SECOND)
    match = await sqlite_club.service.submit(match.id, ANA.user, MOVES[4], match.turn, None, arrived)
    assert match.players[0].clock == SECOND + 5 * SECOND
    assert match.deadline == sqlite_club.clock.now + 5 * MINUTE + 10 * SECOND


async def test_a_late_bullet_move_is_the_ais(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("12s")
    await sqlite_club.service.mark_delivered(match.id, match.turn)
    sqlite_club.clock.pass_by(13 * SECOND + 499)
    arrived = sqlite_club.clock.now
    sqlite_club.clock.pass_by(SECOND)
    with pytest.raises(Refused, match="An AI moves for you"):
        await sqlite_club.service.submit(match.id, ANA.user, MOVES[0], match.turn)
    played = await sqlite_club.service.submit(match.id, ANA.user, MOVES[0], match.turn, None, arrived)
    assert played.ply == 1


async def test_a_deadline_waits_for_a_move_that_arrived_in_time(club: Club) -> None:
    match = await move(club, await club.begin("5m+5s"), 4)
    club.clock.pass_by(6 * MINUTE)
    settling = Deadlines(club.service, club.store.due_matches, nobody, nobody)
    settling.move_arrived = lambda one: one.id == match.id
    assert await settling.settle() == 1
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    assert await club.store.due_matches.due(club.clock.now) == []
    settling.move_arrived = deadlines.no_move_arrived
    club.clock.pass_by(SECOND)
    await settling.settle()
    assert (await club.service.get(match.id)).stage is Stage.OVER


async def test_no_deadline_waits_for_a_thought(club: Club) -> None:
    """A stand-in waits for the AIs; meanwhile a flag falls."""
    late = await club.begin("12s")
    await club.service.mark_delivered(late.id, late.turn)
    flagged = await move(club, await club.begin("5m+5s"), 4)
    ended, thinking, thought = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def stand_in(_match: Match, _player: Player) -> None:
        thinking.set()
        await thought.wait()

    async def heard(match: Match) -> None:
        if match.stage is Stage.OVER:
            ended.set()

    club.service.listeners.append(heard)
    settling = Deadlines(club.service, club.store.due_matches, stand_in, nobody)
    club.clock.pass_by(MINUTE)
    running = asyncio.create_task(settling.run())
    try:
        async with asyncio.timeout(20):
            await thinking.wait()
            club.clock.pass_by(5 * MINUTE)
            while not ended.is_set():
                await settling.notice_change(replace(flagged, deadline=0))  # the loop is asleep, or about to be
                await asyncio.sleep(0.01)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert (await club.service.get(late.id)).ply == 0


def test_a_clock_that_is_looked_at_before_its_turn_began_gains_nothing() -> None:
    """The clocks of two processes differ, and a credit may lie ahead of now."""
    time = read_time("5m+5s")
    seats = (Player(Seat(0), ANA.user, ANA.name, clock=MINUTE, to_act=True), Player(Seat(1), BEN.user, BEN.name))
    match = Match(MatchId(1), "K7QFM", "choccer", 1, {}, seats, ANA.user, HERE, time=time, turn_began=10 * SECOND)
    early = charge_clock(match, 4 * SECOND)
    assert (early.players[0].clock, early.turn_began) == (MINUTE, 10 * SECOND)
    assert charge_clock(early, 12 * SECOND).players[0].clock == MINUTE - 2 * SECOND
