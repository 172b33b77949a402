"""AIs think ahead while a person thinks, only where a process is idle, and never at the cost of whoever waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.match.ai_turns import AiTurns
from bot.match.challenges import ChallengeRequest
from bot.match.model import Match
from bot.match.play import game_of, state_of
from bot.match.pondering import Ponderer, never
from bot.match.thinkers import Thinkers
from bot.match.thinking_process import Idea
from bot.match.thinking_time import Allowance
from games.core.status import Seat
from tests.bot.match import thoughtless
from tests.bot.match.test_ai_turns import Cheater, wait_for_move
from tests.bot.table import ANA, BEN, HERE, Club

LIKELY, SECOND, UNLIKELY = "h4-g4", "h3-g3", "h5-g5"
ANSWER = "d4-e4"
TURN = 30


class Expectant(Cheater):
    """Expects two replies of Ana, and always has the same answer, which comes to it by pondering alone."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, Seat, str, float]] = []
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def ponder(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea | None:
        self.asked.append((match.position, seat, level, seconds))
        await self.goes_on.wait()
        if len(self.asked) == 1:
            return Idea(LIKELY, "because", alternatives=((LIKELY, 0.6), (SECOND, 0.5)))
        return Idea(ANSWER, "because") if seat == 1 else None


class Failing(Cheater):
    """Cannot ponder."""

    async def ponder(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea | None:
        raise ZeroDivisionError


def always() -> bool:
    """Whether it may ponder."""
    return True


async def ana_to_move(club: Club, level: str = "hard", game: str = "choccer") -> Match:
    """The beginning of a match in which Ana moves first against an AI."""
    match = await club.service.challenge(ChallengeRequest(game, ANA, HERE, ai=level, first="me"))
    await club.service.announce(match)
    return match


def after(match: Match, moves: Sequence[str]) -> str:
    """The position after these moves of alternating sides."""
    game, state = game_of(match), state_of(match)
    for number, move in enumerate(moves):
        state = game.rules.play(state, Seat(number % 2), game.rules.parse(move))
    return game.rules.dump(state)


async def settle() -> None:
    """Let all pondering come to its end."""
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.fixture
async def expectant() -> AsyncIterator[Expectant]:
    opened = Expectant()
    yield opened
    opened.close()


async def test_the_positions_after_the_likely_replies_are_thought_about(
    sqlite_club: Club, expectant: Expectant
) -> None:
    match = await ana_to_move(sqlite_club, "master")
    ponderer = Ponderer(expectant, always)
    ponderer.notice_change(match)
    ponderer.notice_change(match)  # a draw that is offered changes the match, and not the turn
    await settle()
    assert expectant.asked == [
        (match.position, Seat(0), "master", 2.0),
        (after(match, [LIKELY]), Seat(1), "master", 6.0),
        (after(match, [SECOND]), Seat(1), "master", 6.0),
    ]


async def test_the_ai_plays_at_once_what_it_has_pondered(sqlite_club: Club, expectant: Expectant) -> None:
    turns = AiTurns(
        sqlite_club.service, sqlite_club.store.due_matches, expectant, ponderer=Ponderer(expectant, always)
    )  # fmt: skip
    sqlite_club.service.listeners.append(turns.notice_change)
    match = await ana_to_move(sqlite_club)
    await asyncio.sleep(0.05)
    await sqlite_club.service.submit(match.id, ANA.user, LIKELY)
    moved = await wait_for_move(sqlite_club, match)
    assert expectant.thoughts == 0
    assert moved.position == after(match, [LIKELY, ANSWER])
    await turns.close()


async def test_after_another_reply_the_ai_thinks_as_ever(sqlite_club: Club, expectant: Expectant) -> None:
    match = await ana_to_move(sqlite_club)
    ponderer = Ponderer(expectant, always)
    ponderer.notice_change(match)
    await settle()
    replied = await sqlite_club.service.submit(match.id, ANA.user, UNLIKELY)
    ponderer.notice_change(replied)
    assert ponderer.take(replied) is None
    assert ponderer.take(replace(replied, position=after(match, [LIKELY]))) is None, "the others are forgotten"


async def test_pondering_ends_when_the_person_has_moved(sqlite_club: Club, expectant: Expectant) -> None:
    expectant.goes_on.clear()
    match = await ana_to_move(sqlite_club)
    ponderer = Ponderer(expectant, always)
    ponderer.notice_change(match)
    await asyncio.sleep(0)
    ponderer.notice_change(await sqlite_club.service.submit(match.id, ANA.user, UNLIKELY))
    expectant.goes_on.set()
    await settle()
    assert len(expectant.asked) == 1, "no reply is thought about any more"


@pytest.mark.parametrize("level, game", [("medium", "choccer"), ("hard", "piously")])
async def test_quick_levels_and_turns_of_steps_are_not_pondered(
    sqlite_club: Club, expectant: Expectant, level: str, game: str
) -> None:
    ponderer = Ponderer(expectant, always)
    ponderer.notice_change(await ana_to_move(sqlite_club, level, game))
    await settle()
    assert expectant.asked == []


async def test_nothing_is_pondered_for_two_people_or_on_a_busy_machine(sqlite_club: Club, expectant: Expectant) -> None:
    Ponderer(expectant, always).notice_change(await sqlite_club.begin())
    busy = Ponderer(expectant, never)
    busy.notice_change(await ana_to_move(sqlite_club))
    await settle()
    assert expectant.asked == []


async def test_a_failure_is_logged_and_the_ai_thinks_in_its_turn(sqlite_club: Club) -> None:
    match = await ana_to_move(sqlite_club)
    ponderer = Ponderer(Failing(), always)
    with capture_logs() as lines:
        ponderer.notice_change(match)
        await settle()
    assert [line["event"] for line in lines] == ["pondering failed"]
    assert ponderer.take(match) is None


async def test_a_pondering_process_is_free_at_once_for_whoever_waits(sqlite_club: Club) -> None:
    """It would go on for ten minutes; nobody's thought is cut short or answered by a quicker level for it."""
    pondered, other = await ana_to_move(sqlite_club, game="cyberzul"), await sqlite_club.invite(BEN)
    other = await sqlite_club.service.accept(other.id, BEN)
    thinkers = Thinkers()
    try:
        await thinkers.think(other, Seat(0), "easy", Allowance(0.1, 60))  # the process has begun
        with capture_logs() as lines:
            pondering = asyncio.create_task(thinkers.ponder(pondered, Seat(0), "hard", 600))
            await asyncio.sleep(0.2)
            async with asyncio.timeout(TURN):
                await thinkers.think(other, Seat(0), "hard", Allowance(0.1, 10))
                assert await pondering is None
    finally:
        thinkers.close()
    assert lines == []


async def test_nothing_is_pondered_while_all_processes_think(sqlite_club: Club) -> None:
    match = await ana_to_move(sqlite_club)
    thinkers = Thinkers(work=thoughtless.naps)
    try:
        thinking = asyncio.create_task(thinkers.think(match, Seat(0), "hard", Allowance(0.3, 10)))
        await asyncio.sleep(0)
        assert await thinkers.ponder(match, Seat(0), "hard", 600) is None
        assert (await thinking).why == "hard"
    finally:
        thinkers.close()


async def test_a_ponderer_that_is_closed_ends_what_it_ponders_even_about_an_earlier_turn_and_begins_no_more(
    sqlite_club: Club, expectant: Expectant
) -> None:
    expectant.goes_on.clear()
    match, ponderer, before = await ana_to_move(sqlite_club), Ponderer(expectant, always), asyncio.all_tasks()
    ponderer.notice_change(match)
    await asyncio.sleep(0)
    later = replace(match, turn=match.turn + 2)
    ponderer.notice_change(later)
    await asyncio.sleep(0)
    assert len(expectant.asked) == len(asyncio.all_tasks() - before) == 2
    await ponderer.close()
    ponderer.notice_change(replace(match, turn=match.turn + 4))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() <= before
    assert len(expectant.asked) == 2
