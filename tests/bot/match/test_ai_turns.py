"""AIs think in other processes: legally, in time, and never at the cost of the event loop or of another match."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

import games
from bot.match import ai_turns, thinking_process
from bot.match.acts import Order
from bot.match.ai_turns import AiTurns
from bot.match.challenges import ChallengeRequest
from bot.match.clock import Instant
from bot.match.errors import Refused
from bot.match.model import Match, MatchId, Stage, UserId
from bot.match.moderation import Moderation
from bot.match.play import game_of, state_of
from bot.match.ports import Alone, Work
from bot.match.thinkers import NotWanted, StillWanted, Thinkers, always_wanted
from bot.match.thinking_process import Idea, Task, Worker, work
from bot.match.thinking_time import Allowance
from bot.store.audit import SqlAudit
from games.core.status import Seat, Turn
from tests.bot.match import thoughtless
from tests.bot.table import ANA, HERE, Club

ROOT = Path(__file__).parents[3]
AT_ONCE, SHORT = Allowance(0.1, 10), Allowance(0.2, 10)
TURN = 30
"""Seconds within which a turn of the AI comes on a busy machine."""


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """One process that really thinks."""
    opened = Thinkers()
    yield opened
    opened.close()


async def against(club: Club, level: str = "easy", game: str = "choccer", seats: int | None = None) -> Match:
    """The AI, in all other seats, moves first against Ana."""
    match = await club.service.challenge(ChallengeRequest(game, ANA, HERE, ai=level, seats=seats, first="them"))
    await club.service.announce(match)
    return match


def legal(match: Match, move: str) -> bool:
    """Whether the side to move may do this."""
    game, state = game_of(match), state_of(match)
    status = game.rules.status(state)
    assert isinstance(status, Turn)
    return game.rules.parse(move) in game.rules.legal(state, min(status.seats))


async def answer(match: Match, work: Callable[[Task], Idea]) -> tuple[Idea, list[str]]:
    """What is played when thinkers work in this way, and what the log says."""
    thinkers = Thinkers(work=work)
    try:
        with capture_logs() as lines:
            idea = await thinkers.think(match, Seat(0), "easy", AT_ONCE)
        return idea, [line["event"] for line in lines]
    finally:
        thinkers.close()


@pytest.mark.parametrize("key", games.keys())
async def test_the_answer_is_legal_and_within_the_cap(sqlite_club: Club, thinkers: Thinkers, key: str) -> None:
    match = await against(sqlite_club, game=key)
    seat = next(player.seat for player in match.to_act)
    with capture_logs() as lines:
        idea = await thinkers.think(match, seat, "hard", SHORT)
    assert legal(match, idea.move)
    assert idea.why
    assert lines == [], "nothing was cut off"


@pytest.mark.parametrize("key", ["conquid", "piously", "choccer"])
async def test_a_thought_is_told_what_has_been_where_repetitions_mean_anything(sqlite_club: Club, key: str) -> None:
    """They end a match or, in Piously, lead nowhere. In the other games nothing is read."""
    match = await against(sqlite_club, game=key)
    game, rng, been = game_of(match), Random(1), []
    for _ in range(4):
        seat = match.to_act[0].seat
        move = game.rules.text(game.rules.legal(state_of(match), seat).sample(rng))
        match = await sqlite_club.service.submit_for(match.id, seat, move, match.turn, "ai")
        been.append(match.position)
    thinkers = Thinkers(work=thoughtless.tells_history, log=sqlite_club.store)
    try:
        idea = await thinkers.think(match, match.to_act[0].seat, "easy", AT_ONCE)
    finally:
        thinkers.close()
    assert idea.why == ("" if key == "choccer" else "\n".join(been))


@pytest.mark.parametrize(
    "work, said",
    [
        (thoughtless.dies, "an AI failed"),
        (thoughtless.raises, "an AI crashed"),
        (thoughtless.cheats, "an AI wanted an illegal move"),
        (thoughtless.babbles, "an AI crashed"),
    ],
)
async def test_a_bad_thinker_is_replaced_by_a_legal_move_and_logged(
    sqlite_club: Club, work: Callable[[Task], Idea], said: str
) -> None:
    match = await against(sqlite_club)
    idea, events = await answer(match, work)
    assert legal(match, idea.move)
    assert events == [said]


async def test_an_overrun_is_stopped(sqlite_club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard cap is the budget and a little patience; the process is ended."""
    monkeypatch.setattr(thinking_process, "PATIENCE", 0.5)
    match = await against(sqlite_club)
    idea, events = await answer(match, thoughtless.dreams)
    assert legal(match, idea.move)
    assert events == ["an AI failed"]


async def test_the_start_of_a_process_takes_nothing_from_its_first_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a process took longer to start than a thought may take, and the AI moved at random."""
    monkeypatch.setattr(thinking_process, "PATIENCE", 0.4)
    game = games.find("onyx")
    worker = Worker(thinking_process.work)
    try:
        idea = await worker.think(Task("onyx", {}, game.rules.dump(game.rules.start(2, {})), Seat(0), "beginner", 0.1))
    finally:
        worker.close()
    assert idea.why


async def test_an_analysis_says_what_each_move_is_worth(sqlite_club: Club, thinkers: Thinkers) -> None:
    match = await against(sqlite_club)
    idea = await thinkers.analyse(match, Seat(0), "master", 0.5)
    assert idea is not None
    assert legal(match, idea.move)
    assert 0 < (idea.value or 0) < 1
    assert idea.whole_turn == idea.move
    assert all(legal(match, move) and 0 <= value <= 1 for move, value in idea.alternatives)


@pytest.mark.parametrize("work", [thoughtless.dies, thoughtless.raises, thoughtless.cheats, thoughtless.babbles])
async def test_an_analysis_that_fails_says_nothing(sqlite_club: Club, work: Callable[[Task], Idea]) -> None:
    """Where a match would go on with any move, a review must not take one for the best."""
    match, thinkers = await against(sqlite_club), Thinkers(work=work)
    try:
        with capture_logs():
            assert await thinkers.analyse(match, Seat(0), "master", 0.1) is None
    finally:
        thinkers.close()


async def test_thinking_goes_on_after_a_crash(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    thinkers = Thinkers(work=thoughtless.dies_when_easy)
    try:
        await thinkers.think(match, Seat(0), "easy", AT_ONCE)
        with capture_logs() as lines:
            idea = await thinkers.think(match, Seat(0), "medium", AT_ONCE)
    finally:
        thinkers.close()
    assert lines == []
    assert legal(match, idea.move)


async def test_a_crash_where_something_is_compiled_is_followed_by_the_same_task_without(
    sqlite_club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compiled may be at fault: the AI still thinks, instead of moving at random."""
    monkeypatch.setenv("QUINTET_KERNELS", str(tmp_path))
    idea, events = await answer(await against(sqlite_club), thoughtless.dies_the_first_time)
    assert events == ["a process that thinks has ended; its task is tried once more with nothing compiled"]
    assert idea.why


async def test_a_process_that_crashed_comes_back_compiled_unless_it_crashes_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_KERNELS", str(tmp_path))
    worker = Worker(thoughtless.dies_where_it_compiles)
    game = games.find("choccer")
    task = Task("choccer", {}, game.rules.dump(game.rules.start(2, {})), Seat(0), "easy", 0.1)
    tried = []
    try:
        for _ in range(thinking_process.MOST_CRASHES + 1):
            with capture_logs() as lines:
                assert (await worker.think(task)).why == "as it is written"
            tried.append([line["compiles_again"] for line in lines])
    finally:
        worker.close()
    assert tried == [[True], [True], [False], []]


async def test_a_failed_compilation_is_logged_and_the_ai_thinks(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    idea, events = await answer(match, thoughtless.cannot_compile)
    assert legal(match, idea.move)
    assert events == ["an AI could not be compiled, and thinks more slowly"]


@pytest.mark.timeout(300)  # a busy machine takes minutes
async def test_the_first_thoughts_do_not_wait_for_the_compiler(
    sqlite_club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty folder: something is compiled in the process that thinks, and is there some time after its answer."""
    pytest.importorskip("numba")
    for name in ("QUINTET_KERNELS", "HOME", "TMPDIR"):  # elsewhere it may be compiled already
        monkeypatch.setenv(name, str(tmp_path))
    match, thinkers = await against(sqlite_club), Thinkers()
    try:
        idea = await thinkers.think(match, Seat(0), "hard", SHORT)
        assert not list(tmp_path.rglob("search.search-*.nbc"))
        async with asyncio.timeout(250):
            while not list(tmp_path.rglob("search.deepen-*.nbc")):
                await thinkers.think(match, Seat(0), "hard", Allowance(0.5, 10))
    finally:
        thinkers.close()
    assert legal(match, idea.move)


async def test_a_crash_takes_no_other_thought_with_it(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    thinkers = Thinkers(2, work=thoughtless.dies_when_easy)
    try:
        with capture_logs() as lines:
            await asyncio.gather(
                *(thinkers.think(match, Seat(0), level, Allowance(0.5, 10)) for level in ("hard", "easy", "medium"))
            )
    finally:
        thinkers.close()
    assert [(line["event"], line["level"]) for line in lines] == [("an AI failed", "easy")]


async def test_bullet_is_served_before_those_that_wait_longer(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    thinkers, order = Thinkers(work=thoughtless.naps), []

    async def think(name: str, allowed: Allowance) -> None:
        await thinkers.think(match, Seat(0), "hard", allowed)
        order.append(name)

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(think("first", Allowance(0.5, 50)))
            await asyncio.sleep(0)  # it has the process now
            group.create_task(think("long", Allowance(0.4, 50)))
            group.create_task(think("short", Allowance(0.2, 50)))
            group.create_task(think("bullet", Allowance(0.3, 40, is_urgent=True)))
    finally:
        thinkers.close()
    assert order == ["first", "bullet", "short", "long"]


async def test_a_long_thought_is_cut_short_for_a_bullet_move_that_is_due(sqlite_club: Club) -> None:
    """It answers with what it has found, a legal move with a reason."""
    match = await against(sqlite_club, game="cyberzul")
    thinkers = Thinkers()
    try:
        await thinkers.think(match, Seat(0), "easy", AT_ONCE)  # the process has begun
        with capture_logs() as lines:
            async with asyncio.timeout(2 * TURN):
                long = asyncio.create_task(thinkers.think(match, Seat(0), "hard", Allowance(600, 900)))
                await asyncio.sleep(0)  # it has the process now
                await thinkers.think(match, Seat(0), "easy", Allowance(0.1, 1, is_urgent=True))
                idea = await long
    finally:
        thinkers.close()
    assert legal(match, idea.move)
    assert [line["event"] for line in lines] == ["a thought is cut short for an urgent one"]


@pytest.mark.parametrize("work", [work, thoughtless.dreams])
async def test_a_thought_about_a_match_that_is_dropped_frees_its_process(
    sqlite_club: Club, work: Callable[[Task], Idea]
) -> None:
    """A thinker that heeds its clock ends at once, another one with its process; nobody's log speaks of a failure."""
    match = await against(sqlite_club, game="cyberzul")
    thinkers = Thinkers(work=work)
    try:
        with capture_logs() as lines:
            running = asyncio.create_task(thinkers.think(match, Seat(0), "hard", Allowance(600, 900)))
            waiting = asyncio.create_task(thinkers.think(match, Seat(0), "hard", Allowance(600, 900)))
            for _ in range(5):
                await asyncio.sleep(0)
            thinkers.drop(match.id, match.turn)
            await asyncio.sleep(0)
            assert not waiting.done(), "this turn is thought about"
            thinkers.drop(match.id)
            async with asyncio.timeout(2 * TURN):
                results = await asyncio.gather(running, waiting, return_exceptions=True)
    finally:
        thinkers.close()
    assert [type(result) for result in results] == [NotWanted, NotWanted]
    assert lines == []


async def test_who_waits_and_gives_up_leaves_the_process_to_the_others(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    thinkers = Thinkers(work=thoughtless.naps)
    try:
        first = asyncio.create_task(thinkers.think(match, Seat(0), "easy", Allowance(0.3, 50)))
        waiting = asyncio.create_task(thinkers.think(match, Seat(0), "easy", Allowance(0.3, 50)))
        await asyncio.sleep(0)
        waiting.cancel()
        await first
        async with asyncio.timeout(TURN):
            assert (await thinkers.think(match, Seat(0), "easy", AT_ONCE)).why
    finally:
        thinkers.close()
    assert waiting.cancelled()


async def test_a_quicker_level_answers_where_many_wait_and_the_log_says_so(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    thinkers = Thinkers(work=thoughtless.naps)
    try:
        with capture_logs() as lines:
            given = [Allowance(1.0, 2.5) for _ in range(4)]
            ideas = await asyncio.gather(*(thinkers.think(match, Seat(0), "hard", each) for each in given))
    finally:
        thinkers.close()
    levels = [idea.why for idea in ideas]
    assert levels[0] == "hard"
    assert set(levels[1:]) & {"medium", "easy"}
    assert {line["event"] for line in lines} == {"a quicker level answers, since many wait"}
    assert [line["instead"] for line in lines] == [level for level in levels if level != "hard"]


async def test_what_is_learned_of_a_thought_counts_for_those_that_already_wait(sqlite_club: Club) -> None:
    """As where nothing is compiled: medium, which is thought to be quick, uses all its time."""
    match = await against(sqlite_club)
    thinkers = Thinkers(work=thoughtless.naps)
    try:
        await thinkers.think(match, Seat(0), "beginner", AT_ONCE)  # the process has started
        given = [Allowance(1.0, 2.5) for _ in range(4)]
        ideas = await asyncio.gather(*(thinkers.think(match, Seat(0), "medium", each) for each in given))
    finally:
        thinkers.close()
    assert ideas[0].why == "medium"
    assert ideas[-1].why == "easy"


async def test_a_quick_move_of_hard_does_not_promise_that_the_next_is_quick(sqlite_club: Club) -> None:
    """Where half a second is left, a quicker level answers in place of a thought that may take a second."""
    match = await against(sqlite_club)
    thinkers = Thinkers(work=thoughtless.answers_at_once)
    try:
        for _ in range(5):
            assert (await thinkers.think(match, Seat(0), "hard", Allowance(1.0, 50))).why == "hard"
        given = [Allowance(1.0, 0.5) for _ in range(2)]
        ideas = await asyncio.gather(*(thinkers.think(match, Seat(0), "hard", each) for each in given))
    finally:
        thinkers.close()
    assert "hard" not in [idea.why for idea in ideas]


async def test_the_event_loop_goes_on_while_an_ai_thinks(
    sqlite_club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thought ends when the loop has answered a sign that it had begun; an event loop held up would not."""
    monkeypatch.setenv("SIGNS", str(tmp_path))
    monkeypatch.setattr(thinking_process, "PATIENCE", TURN)
    match, thinkers = await against(sqlite_club), Thinkers(work=thoughtless.works_until_answered)

    async def answer() -> None:
        while not (tmp_path / "begun").exists():  # noqa: ASYNC110 - a file of another process
            await asyncio.sleep(0.01)
        (tmp_path / "answered").touch()

    answering = asyncio.create_task(answer())
    try:
        idea = await thinkers.think(match, Seat(0), "hard", Allowance(1, 10))
    finally:
        answering.cancel()
        thinkers.close()
    assert idea.why == "answered"


class Sleepwalker(Thinkers):
    """Moves at once, without another process."""

    async def think(self, match: Match, seat: Seat, level: str, *_: object) -> Idea:
        game, state = game_of(match), state_of(match)
        return Idea(game.rules.text(next(iter(game.rules.legal(state, seat)))), "because")


class Ender(Thinkers):
    """Blesses, then ends its turn; before that it does the first thing that comes to mind."""

    async def think(self, match: Match, seat: Seat, level: str, *_: object) -> Idea:
        game, state = game_of(match), state_of(match)
        texts = list(map(game.rules.text, game.rules.legal(state, seat)))
        return Idea(next((text for text in texts if text == "b" or text.startswith("end")), texts[0]), "because")


class Planner(Thinkers):
    """Has a plan for each of its turns, whose steps after the first two may be wrong; walks at random before."""

    def __init__(self, plan: Sequence[str]) -> None:
        super().__init__(0)
        self.plan = plan
        self.asked: list[str] = []

    async def think(self, match: Match, seat: Seat, level: str, *_: object) -> Idea:
        self.asked.append(match.position)
        game, state = game_of(match), state_of(match)
        legal = set(map(game.rules.text, game.rules.legal(state, seat)))
        move, *rest = self.plan if self.plan[0] in legal else ["end"] if "end" in legal else sorted(legal)
        return Idea(move, "because", rest=tuple(rest))


class Sleeper(Thinkers):
    """Never comes to an end."""

    async def think(self, match: Match, seat: Seat, level: str, *_: object) -> Idea:
        await asyncio.sleep(600)
        raise AssertionError


class Cheater(Thinkers):
    """Its moves are never taken."""

    thoughts = 0

    async def think(self, match: Match, seat: Seat, level: str, *_: object) -> Idea:
        self.thoughts += 1
        return Idea("a1-a1", "because")


async def wait_for_move(club: Club, match: Match) -> Match:
    """The match as soon as Ana is to move."""
    changed = asyncio.Event()

    async def notice_change(_match: Match) -> None:
        changed.set()

    club.service.listeners.append(notice_change)
    async with asyncio.timeout(TURN):
        match = await club.service.get(match.id)
        while any(player.ai for player in match.to_act):
            await changed.wait()
            changed.clear()
            match = await club.service.get(match.id)
    club.service.listeners.remove(notice_change)
    return match


async def test_an_ai_moves_when_the_match_begins(sqlite_club: Club, thinkers: Thinkers) -> None:
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, thinkers)
    sqlite_club.service.listeners.append(turns.notice_change)
    match = await wait_for_move(sqlite_club, await against(sqlite_club))
    assert match.ply == 1
    await turns.close()


async def test_several_ais_move_one_after_the_other(sqlite_club: Club) -> None:
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker())
    sqlite_club.service.listeners.append(turns.notice_change)
    match = await wait_for_move(sqlite_club, await against(sqlite_club, game="cyberzul", seats=4))
    entries = await sqlite_club.store.entries(match.id)
    assert [entry.seat for entry in entries if entry.by == "ai"] == [0, 1, 2]
    await turns.close()


async def test_all_steps_of_an_ais_turn_are_stored_as_one_change(sqlite_club: Club) -> None:
    """Whoever looks meanwhile, or comes after a crash, finds the turn whole or not begun."""
    seen: list[Match] = []

    async def look(match: Match) -> None:
        seen.append(match)

    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Ender())
    sqlite_club.service.listeners += [look, turns.notice_change]
    challenge = ChallengeRequest("piously", ANA, HERE, ai="easy", options={"board": "classic"}, first="me")
    match = await sqlite_club.service.challenge(challenge)
    await sqlite_club.service.announce(match)
    await sqlite_club.service.submit(match.id, ANA.user, "@O1")
    await wait_for_move(sqlite_club, match)
    await sqlite_club.service.submit(match.id, ANA.user, "b end")
    match = await wait_for_move(sqlite_club, match)
    steps = [entry.text for entry in await sqlite_club.store.entries(match.id) if entry.by == "ai"]
    assert len(steps) > 2, "its piece enters, then a turn of several steps"
    assert [one.ply for one in seen if one.ply] == [1, 2, 4, match.ply], "no half of a turn was ever stored"
    await turns.close()


@pytest.mark.parametrize(
    "rest, thoughts", [(("end",), 1), (("b", "end"), 2), (("nonsense",), 2), ((), 2), (("end", "b"), 1)]
)
async def test_one_thought_plans_a_turn_as_far_as_its_steps_can_be_played(
    sqlite_club: Club, rest: tuple[str, ...], thoughts: int
) -> None:
    planner = Planner(("b", *rest))
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, planner)
    sqlite_club.service.listeners.append(turns.notice_change)
    challenge = ChallengeRequest("piously", ANA, HERE, ai="easy", options={"board": "classic"}, first="me")
    match = await sqlite_club.service.challenge(challenge)
    await sqlite_club.service.announce(match)
    await sqlite_club.service.submit(match.id, ANA.user, "@O1")
    await wait_for_move(sqlite_club, match)
    planner.asked.clear()
    await sqlite_club.service.submit(match.id, ANA.user, "b end")
    match = await wait_for_move(sqlite_club, match)
    entries = await sqlite_club.store.entries(match.id)
    assert [entry.text for entry in entries][-2:] == ["b", "end"]
    assert len(planner.asked) == len(set(planner.asked)) == thoughts
    await turns.close()


async def test_turns_that_were_pending_at_the_end_are_taken_up_after_a_restart(club: Club) -> None:
    before = AiTurns(club.service, club.store.due_matches, Sleeper())
    club.service.listeners.append(before.notice_change)
    match = await against(club)
    await before.close()
    assert (await club.service.get(match.id)).ply == match.ply
    club.service.listeners.clear()

    after = AiTurns(club.service, club.store.due_matches, Sleepwalker())
    assert await after.resume() == 1
    assert (await wait_for_move(club, match)).ply == match.ply + 1
    assert await after.resume() == 0
    await after.close()


async def test_a_bot_that_is_stopping_makes_no_move_for_an_ai(sqlite_club: Club) -> None:
    """The processes that think are gone then, and a move at random must not stand in for a thought."""
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker())
    await turns.stop()
    sqlite_club.service.listeners.append(turns.notice_change)
    match = await against(sqlite_club)
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("ai-")]
    assert (await sqlite_club.service.get(match.id)).ply == 0
    await turns.close()


async def test_pending_turns_are_looked_for_again_and_again(sqlite_club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that nobody was told of is found by the next look."""
    monkeypatch.setattr(ai_turns, "RESUME_SECONDS", 0.05)
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker())
    looked = asyncio.Event()

    @contextmanager
    def watch() -> Iterator[None]:
        yield
        looked.set()

    turns.watch = watch
    running = asyncio.create_task(turns.run())
    await looked.wait()
    match = await wait_for_move(sqlite_club, await against(sqlite_club))
    assert match.ply == 1
    running.cancel()
    await turns.close()


async def test_a_move_that_is_not_taken_is_not_thought_about_at_once_again(sqlite_club: Club) -> None:
    """The next look takes the turn up; until then the process is free for others."""
    cheater = Cheater()
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, cheater)
    await let_move(turns, await against(sqlite_club))
    assert cheater.thoughts == 1
    assert await turns.resume() == 1
    await turns.close()


async def test_nothing_is_thought_about_a_match_that_is_over(sqlite_club: Club) -> None:
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleeper())
    match = await against(sqlite_club)
    await sqlite_club.service.resign(match.id, ANA.user)
    assert await turns.resume() == 0
    await turns.close()


class Waits(Thinkers):
    """Waits for its turn as long as somebody wants; then it looks whether its move is wanted still."""

    def __init__(self) -> None:
        super().__init__(0)
        self.waits = asyncio.Event()
        self.its_turn = asyncio.Event()
        self.looked: list[bool] = []

    async def think(
        self,
        match: Match,
        seat: Seat,
        level: str,
        allowance: Allowance | None = None,
        still_wanted: StillWanted = always_wanted,
    ) -> Idea:
        self.waits.set()
        await self.its_turn.wait()
        self.looked.append(await still_wanted())
        if not self.looked[-1]:
            raise NotWanted
        return await Sleepwalker(0).think(match, seat, level)


async def test_a_match_is_looked_at_again_before_it_is_thought_about(sqlite_club: Club) -> None:
    """It ended while its thought waited for a process, by another process of the bot, that tells nobody here."""
    thinkers = Waits()
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, thinkers)
    match = await against(sqlite_club)
    await turns.notice_change(match)
    await thinkers.waits.wait()
    over = await sqlite_club.service.resign(match.id, ANA.user)
    thinkers.its_turn.set()
    with capture_logs() as lines:
        await let_move(turns, over)
    assert thinkers.looked == [False]
    assert lines == []
    await turns.close()


@pytest.mark.parametrize("ends", [True, False], ids=["over", "moved"])
async def test_what_is_thought_about_a_former_turn_is_dropped(sqlite_club: Club, *, ends: bool) -> None:
    dropped: list[tuple[MatchId, int | None]] = []

    class Dropping(Sleeper):
        def drop(self, match: MatchId, turn: int | None = None) -> None:
            dropped.append((match, turn))

    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Dropping())
    match = await against(sqlite_club)
    sqlite_club.service.listeners.append(turns.notice_change)
    if ends:
        await sqlite_club.service.resign(match.id, ANA.user)
    else:
        move = (await Sleepwalker().think(match, Seat(0), "easy")).move
        await sqlite_club.service.submit_for(match.id, Seat(0), move, match.turn, "ai")
    present = await sqlite_club.service.get(match.id)
    assert dropped == [(match.id, None if ends else present.turn)]
    await turns.close()


@pytest.mark.parametrize("stage", [Stage.OVER, Stage.PAUSED, Stage.ABORTED])
async def test_a_thought_that_ends_after_the_match_moves_nothing(sqlite_club: Club, stage: Stage) -> None:
    """While the AI thinks, the others may give up, agree to a pause, or a moderator voids the match."""
    service = sqlite_club.service
    moderation = Moderation(service, SqlAudit(sqlite_club.database))
    match = await against(sqlite_club)
    move = game_of(match).presenter.suggest(state_of(match), Seat(0), "", 1)[0]
    acts = {
        Stage.OVER: lambda: service.resign(match.id, ANA.user),
        Stage.PAUSED: lambda: service.offer(match.id, ANA.user, "pause"),
        Stage.ABORTED: lambda: moderation.carry_out(match.id, Order("void", UserId(77), "a test")),
    }
    stopped = await acts[stage]()
    assert stopped.stage is stage
    with pytest.raises(Refused):
        await service.submit_for(match.id, Seat(0), move, match.turn, "ai")
    assert await service.get(match.id) == stopped


KILLED = """
import asyncio, os, signal
import games
from bot.match.thinking_process import Task, Worker, work

async def main():
    game = games.find("choccer")
    position = game.rules.dump(game.rules.start(2, {}))
    print(await Worker(work).think(Task("choccer", {}, position, 0, "easy", 0.05)), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_process_that_thinks_ends_with_a_bot_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    given = os.environ | {"PYTHONPATH": str(ROOT)}
    # The thinker has the same output: reading comes to an end when both are gone.
    done = subprocess.run(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, check=False, env=given, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    assert done.stdout.startswith("Idea(")


def test_what_a_thinker_is_given_and_answers_is_text() -> None:
    game = games.find("choccer")
    state = game.rules.start(2, {})
    idea = work(Task("choccer", {}, game.rules.dump(state), Seat(0), "easy", 0.05))
    assert game.rules.parse(idea.move) in game.rules.legal(state, Seat(0))
    assert idea.why


class Fails(Sleepwalker):
    """Thinking is out of order."""

    async def think(self, match: Match, seat: Seat, level: str, *_: object) -> Idea:
        raise ConnectionError


class Noted(Alone):
    """Claims of a process among others: each is given once, as soon as the others let go of it."""

    def __init__(self, refusals: int = 0) -> None:
        self.refusals = refusals
        self.taken = 0
        self.held: set[MatchId] = set()

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        if self.refusals:
            self.refusals -= 1
            return set()
        self.taken += 1
        self.held |= set(matches)
        return set(matches)

    async def release(self, work: Work, match: MatchId) -> None:
        self.held.discard(match)


async def let_move(turns: AiTurns, match: Match) -> None:
    """When the AIs have been let move, and nobody thinks any more."""
    await turns.notice_change(match)
    async with asyncio.timeout(TURN):
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == f"ai-{match.id}"))


async def test_a_claim_is_taken_again_for_each_move_and_given_back(sqlite_club: Club) -> None:
    claims = Noted()
    match = await against(sqlite_club, game="cyberzul", seats=4)
    await let_move(AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker(), claims), match)
    assert claims.taken == 4, "once for each move of three AIs, once to see that a person is to move"
    assert claims.held == set()


async def test_a_claim_is_given_back_when_thinking_fails(sqlite_club: Club) -> None:
    claims = Noted()
    match = await against(sqlite_club)
    with capture_logs() as lines:
        await let_move(AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Fails(), claims), match)
    assert [line["event"] for line in lines] == ["an AI turn failed"]
    assert claims.held == set()


async def test_an_ai_waits_while_another_process_is_at_the_match(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ai_turns, "CLAIM_SECONDS", 0.01)
    match = await against(sqlite_club)
    await let_move(AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker(), Noted(refusals=3)), match)
    assert (await sqlite_club.service.get(match.id)).ply == 1


async def test_an_ai_stops_waiting_when_another_process_has_moved(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ai_turns, "CLAIM_SECONDS", 0.01)
    match, claims = await against(sqlite_club), Noted(refusals=10**9)
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker(), claims)
    await turns.notice_change(match)
    move = (await Sleepwalker().think(match, Seat(0), "easy")).move
    moved_on = await sqlite_club.service.submit_for(match.id, Seat(0), move, match.turn, "ai")
    await let_move(turns, moved_on)
    assert (await sqlite_club.service.get(match.id)).ply == 1


async def test_a_match_that_cannot_be_played_is_set_aside(sqlite_club: Club) -> None:
    match = await against(sqlite_club)
    async with sqlite_club.database.write() as connection:
        await connection.execute(text("UPDATE match SET position = 'spilt' WHERE id = :id"), {"id": match.id})
    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Thinkers(0))
    with capture_logs() as lines:
        await let_move(turns, match)
    assert [line["event"] for line in lines] == ["match set aside"]
    assert await turns.resume() == 0


async def test_looking_for_turns_goes_on_after_an_outage(sqlite_club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    store, asked = sqlite_club.store.due_matches, 0
    look = store.waiting_for_ai

    async def away_at_first(now: Instant, limit: int = 50) -> Sequence[Match]:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise ConnectionError
        return await look(now, limit)

    monkeypatch.setattr(ai_turns, "RESUME_SECONDS", 0.01)
    match = await against(sqlite_club)
    monkeypatch.setattr(store, "waiting_for_ai", away_at_first)
    turns = AiTurns(sqlite_club.service, store, Sleepwalker())
    with capture_logs() as lines:
        running = asyncio.create_task(turns.run())
        assert (await wait_for_move(sqlite_club, match)).ply == 1
        running.cancel()
    assert "AI turns not taken up" in [line["event"] for line in lines]
    await turns.close()


async def test_an_ai_stands_in_for_who_has_missed_a_bullet_move(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("12s")
    await AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker()).stand_in(match, match.players[0])
    entry = (await sqlite_club.store.entries(match.id))[-1]
    assert entry is not None
    assert (entry.seat, entry.by) == (0, "timeout")


async def test_what_changes_while_a_claim_is_given_back_is_not_forgotten(sqlite_club: Club) -> None:
    """The AI has moved, Ana answers at once: the AI's next turn begins although the last one has hardly ended."""

    class Slow(Noted):
        async def release(self, work: Work, match: MatchId) -> None:
            await super().release(work, match)
            present = await sqlite_club.service.get(match)
            if present.ply == 1:
                game, state = game_of(present), state_of(present)
                move = game.rules.text(next(iter(game.rules.legal(state, Seat(1)))))
                await turns.notice_change(await sqlite_club.service.submit(match, ANA.user, move))

    turns = AiTurns(sqlite_club.service, sqlite_club.store.due_matches, Sleepwalker(), Slow())
    match = await against(sqlite_club)
    await let_move(turns, match)
    await let_move(turns, match)
    assert (await sqlite_club.service.get(match.id)).ply == 3
    await turns.close()
