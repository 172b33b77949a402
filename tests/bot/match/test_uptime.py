"""Time in which no move could be taken, since the bot, its machine or Discord was away: nobody loses or wins by it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, HOUR, MINUTE, SECOND, Instant, read_time
from bot.match.deadlines import Deadlines
from bot.match.guild_shards import ALL, Shards
from bot.match.model import Match, MatchId, Place, Stage
from bot.match.uptime import LONGEST_BEAT, Uptime
from bot.store.bot_state import SqlBotState
from bot.store.signs import SqlSigns
from tests.bot.table import ANA, BEN, EVE, HERE, Club

BEAT = 2 * SECOND
NOBODY = Shards(1, frozenset())
BEGINNING = ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3"))


@dataclass
class Process:
    """A bot's clocks: it can be killed, cut off from Discord, and started again."""

    club: Club
    connected: Shards = ALL
    heard: Instant | None = None
    """When Discord was heard last; None: just now."""
    uptime: Uptime = field(init=False)
    deadlines: Deadlines = field(init=False)

    def __post_init__(self) -> None:
        self.uptime = Uptime(
            SqlSigns(self.club.database), self.club.clock, lambda: self.connected, lambda _shard: self.seconds_silent()
        )
        self.club.service.catch_up = self.uptime.catch_up_for
        self.deadlines = Deadlines(self.club.service, self.club.store.due_matches, nobody, nobody)
        self.deadlines.first = self.uptime.catch_up
        self.deadlines.shards, self.deadlines.last_heard = self.uptime.shards_heard, self.uptime.last_heard

    def seconds_silent(self) -> float:
        """For how long nothing was heard of Discord."""
        return 0 if self.heard is None else (self.club.clock.now - self.heard) / SECOND

    async def runs(self, milliseconds: int) -> None:
        """The bot is there, for so long."""
        for _ in range(0, milliseconds, BEAT):
            await self.uptime.beat()
            await self.deadlines.settle()
            self.club.clock.pass_by(BEAT)


async def nobody(*_: object) -> None:
    """Neither reminds nor stands in."""


@pytest.fixture
async def process(club: Club) -> Process:
    started = Process(club)
    await started.uptime.beat()
    return started


async def blitz(club: Club, *, place: Place = HERE, opponent: Person = BEN) -> Match:
    """Ana, who is to move, and her opponent have made two moves each."""
    challenge = ChallengeRequest("choccer", ANA, place, (opponent,), time=read_time("5m+0s"), first="me")
    match = await club.service.accept((await club.service.challenge(challenge)).id, opponent)
    for person, move in BEGINNING:
        match = await club.service.submit(match.id, (ANA if person is ANA else opponent).user, move)
    return match


def time_left(match: Match, now: Instant) -> int:
    """What the clock of whoever is to move shows."""
    return (match.deadline or 0) - now


@pytest.mark.parametrize("away", [4 * SECOND, 45 * SECOND, 119 * SECOND, HOUR])
async def test_a_downtime_however_short_is_given_back(process: Process, away: int) -> None:
    """Rated blitz, half a minute left, the bot away for longer than that."""
    club, match = process.club, await blitz(process.club)
    await process.runs(270 * SECOND)
    before = time_left(match, club.clock.now)
    assert before == 30 * SECOND
    club.clock.pass_by(away)
    again = Process(club)
    await again.runs(BEAT)
    match = await club.service.get(match.id)
    assert match.stage is Stage.LIVE
    assert away <= match.credited <= away + LONGEST_BEAT
    assert before - BEAT <= time_left(match, club.clock.now) <= before + LONGEST_BEAT


async def test_while_no_match_is_live_few_signs_are_written(process: Process) -> None:
    """An idle bot lets the disk rest; the first beat after a match has begun is written."""
    club, began = process.club, process.club.clock.now

    async def written() -> int:
        notes = SqlSigns(club.database)
        return (await notes.last(0, 1) or 0) - began

    await process.runs(20 * SECOND)
    assert await written() == 0
    await process.runs(20 * SECOND)
    assert await written() == 30 * SECOND
    await blitz(club)
    await process.runs(BEAT)
    assert await written() == 40 * SECOND


async def test_a_match_that_began_after_an_idle_time_gets_no_more_than_the_downtime(process: Process) -> None:
    """Also where the bot was killed before its next sign of life."""
    club = process.club
    await process.runs(28 * SECOND)
    match = await blitz(club)
    club.clock.pass_by(45 * SECOND)
    again = Process(club)
    await again.runs(BEAT)
    assert (await club.service.get(match.id)).credited == 45 * SECOND


async def test_a_move_is_not_charged_for_a_downtime_that_it_is_the_first_to_notice(process: Process) -> None:
    club, match = process.club, await blitz(process.club)
    club.clock.pass_by(10 * MINUTE)
    match = await club.service.submit(match.id, ANA.user, "h5-g5", match.turn)
    assert (match.stage, match.players[0].clock) == (Stage.LIVE, 5 * MINUTE)


async def test_who_makes_the_first_click_after_a_start_is_not_charged_either(process: Process) -> None:
    """The gateway is ready before anything else has looked at the clocks."""
    club, match = process.club, await blitz(process.club)
    club.clock.pass_by(10 * MINUTE)
    Process(club)
    match = await club.service.submit(match.id, ANA.user, "h5-g5", match.turn)
    assert (match.stage, match.players[0].clock) == (Stage.LIVE, 5 * MINUTE)


async def test_a_dead_gateway_stops_the_clocks(process: Process) -> None:
    club, match = process.club, await blitz(process.club)
    process.connected = NOBODY
    await process.runs(10 * MINUTE)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    process.connected = ALL
    await process.runs(BEAT)
    match = await club.service.get(match.id)
    assert 5 * MINUTE - BEAT <= time_left(match, club.clock.now) <= 5 * MINUTE
    await process.runs(5 * MINUTE + BEAT)
    assert (await club.service.get(match.id)).stage is Stage.OVER


@pytest.mark.parametrize("noticed", [8 * SECOND, MINUTE])
async def test_a_connection_that_is_dead_stops_the_clocks_from_when_it_was_last_heard(
    process: Process, noticed: int
) -> None:
    """It counts as connected until somebody notices; by then the clock of whoever is to move has run out."""
    club, match = process.club, await blitz(process.club)
    await process.runs(298 * SECOND)
    before = time_left(match, club.clock.now)
    process.heard = club.clock.now
    await process.runs(noticed)
    process.connected = NOBODY
    await process.runs(MINUTE)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    process.connected, process.heard = ALL, None
    await process.runs(BEAT)
    match = await club.service.get(match.id)
    assert before - BEAT <= time_left(match, club.clock.now) <= before + LONGEST_BEAT


async def test_a_connection_on_which_little_happens_gives_no_time(process: Process) -> None:
    """It answers every two seconds, which is heard a moment later."""
    club, match = process.club, await blitz(process.club)
    for _ in range(30):
        process.heard = club.clock.now - 1500
        await process.runs(BEAT)
    match = await club.service.get(match.id)
    assert (match.credited, time_left(match, club.clock.now)) == (0, 4 * MINUTE)


async def test_a_turn_that_began_after_the_last_sign_of_life_gets_no_more_than_its_time(process: Process) -> None:
    club = process.club
    club.clock.pass_by(3 * SECOND)
    match = await blitz(club)
    club.clock.pass_by(40 * SECOND)
    await Process(club).uptime.beat()
    match = await club.service.get(match.id)
    assert (match.credited, time_left(match, club.clock.now)) == (40 * SECOND, 5 * MINUTE)


async def test_who_is_away_until_later_gets_nothing_for_now(process: Process) -> None:
    club = process.club
    back = club.clock.now + 10 * DAY

    async def absent(_user: int) -> Instant:
        return back

    club.service.absent = absent
    match = await club.begin("3d")
    club.clock.pass_by(HOUR)
    await Process(club).uptime.beat()
    assert (await club.service.get(match.id)).deadline == match.deadline == back + 3 * DAY


async def test_time_is_credited_once_however_many_notice_it(process: Process) -> None:
    club, match = process.club, await blitz(process.club)
    club.clock.pass_by(HOUR)
    uptime = process.uptime
    await asyncio.gather(uptime.beat(), process.deadlines.settle(), uptime.beat(), uptime.catch_up_for(match))
    assert (await club.service.get(match.id)).credited == HOUR


async def test_time_that_passes_as_it_should_is_credited_to_nobody(process: Process) -> None:
    club, match = process.club, await blitz(process.club)
    await process.runs(299 * SECOND)
    assert (await club.service.get(match.id)).credited == 0
    await process.runs(4 * SECOND)
    over = await club.service.get(match.id)
    assert over.outcome is not None
    assert over.outcome.reason == "Ana ran out of time"


async def test_a_clock_that_is_set_back_credits_nothing_and_goes_on(process: Process) -> None:
    club, match = process.club, await blitz(process.club)
    club.clock.pass_by(-HOUR)
    await process.runs(BEAT)
    assert (await club.service.get(match.id)).credited == 0
    await club.service.submit(match.id, ANA.user, "h5-g5")
    club.clock.pass_by(MINUTE)
    await process.runs(BEAT)
    assert (await club.service.get(match.id)).credited == MINUTE, "what follows is measured from there"


async def test_of_several_processes_only_the_matches_of_the_one_that_was_away_get_time(process: Process) -> None:
    club = process.club
    first, second = Process(club, Shards(2, frozenset({0}))), Process(club, Shards(2, frozenset({1})))
    for one in (first, second):
        await one.uptime.beat()
    matches = [await blitz(club, place=Place(guild << 22, 20), opponent=EVE) for guild in (2, 3)]
    direct = await blitz(club, place=Place(None, 21))
    for _ in range(300):
        await first.uptime.beat()
        await first.deadlines.settle()
        club.clock.pass_by(BEAT)
    ended, waits = [await club.service.get(match.id) for match in matches]
    assert (ended.stage, waits.stage) == (Stage.OVER, Stage.LIVE), "no move can be taken in the second"
    assert (await club.service.get(direct.id)).stage is Stage.OVER
    await second.uptime.beat()
    waits = await club.service.get(waits.id)
    assert waits.credited == 600 * SECOND


async def test_servers_that_are_dealt_out_otherwise_are_credited_since_the_last_sign_of_any_shard(
    process: Process,
) -> None:
    club, match = process.club, await blitz(process.club)
    await SqlBotState(club.database).write("alive-all", "1")
    club.clock.pass_by(MINUTE)
    await Process(club, Shards(4, frozenset({0}))).uptime.beat()
    assert (await club.service.get(match.id)).credited == MINUTE


async def test_a_few_seconds_are_given_back_without_a_new_board(process: Process) -> None:
    club, match = process.club, await blitz(process.club)
    posting = await club.store.posting(match.id)
    await club.store.keep_posting(replace(posting, revision=match.revision))
    for seconds, behind in ((5, []), (45, [match.shown_id])):
        club.clock.pass_by(seconds * SECOND)
        await process.uptime.beat()
        assert await club.store.places.find_unposted(club.clock.now, MatchId(0)) == behind
