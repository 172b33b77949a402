"""The pool of AI worker processes, and the queue of thoughts waiting for one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from random import SystemRandom
from time import monotonic

import structlog

import games
from bot import metrics
from bot.match.model import Match, MatchId
from bot.match.play import State, game_of, state_of
from bot.match.stores import MatchLog
from bot.match.thinking_process import Abandoned, Idea, Task, Work, Worker, work
from bot.match.thinking_queue import Choice, Durations, Running, Waiting, next_thought, to_hurry
from bot.match.thinking_time import FIRST_GUESS, WAIT_SECONDS, Allowance, quicker_levels, seconds_of
from games.core.status import Seat

_log = structlog.get_logger(__name__)


class NotWanted(Exception):
    """The thought is no longer wanted."""


async def always_wanted() -> bool:
    """Default for `still_wanted`: the thought stays wanted."""
    return True


StillWanted = Callable[[], Awaitable[bool]]
MOST_EARLIER = 100
"""The greatest number of earlier positions that a thought is told, in games in which repetitions end a match."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A worker process assigned to one thought, and the level that thinks."""

    worker: Worker
    choice: Choice


@dataclass(slots=True)
class _Request:
    """A requested thought. A spare one gives its process up as soon as another waits.

    `due` is when its answer is due, which one of the `levels` gives, the first if there is time. `part` is the share of
    each level's time that the clocks allow. `in_queue` is what the queue knows of it, None where that has to be found.
    """

    match: Match
    number: int
    due: float
    is_urgent: bool
    levels: tuple[str, ...]
    part: float
    place: asyncio.Future[_Place]
    history: tuple[str, ...] = ()
    running: Running | None = None
    in_queue: Waiting | None = None
    is_spare: bool = False
    is_dropped: bool = False

    @property
    def is_hurried(self) -> bool:
        """Whether it must answer at once."""
        return self.running is not None and self.running.is_hurried


class Thinkers:
    """A pool of independent worker processes: a crash loses only the thought of that process."""

    def __init__(
        self,
        processes: int = 1,
        work: Work = work,
        clock: Callable[[], float] = monotonic,
        log: MatchLog | None = None,
    ) -> None:
        """Start no process yet. Without a log, nothing is known of earlier positions."""
        self._workers = [Worker(work) for _ in range(processes)]
        self._idle = list(self._workers)
        self._clock = clock
        self._log = log
        self._is_closed = False
        self._numbers = count(1)
        self._durations = Durations()
        self._waiting: dict[int, _Request] = {}
        self._running: dict[Worker, _Request] = {}

    async def think(
        self,
        match: Match,
        seat: Seat,
        level: str,
        allowance: Allowance | None = None,
        still_wanted: StillWanted = always_wanted,
    ) -> Idea:
        """Return the idea of an AI of this level, or of a quicker level if too many requests are waiting.

        A legal move at random if thinking fails or takes too long. Raises NotWanted if the match was dropped, or
        if it is no longer `still_wanted` when its turn to be thought about has come, or after `close`; and Damaged.
        """
        seconds = seconds_of(level)
        given = allowance or Allowance(seconds, WAIT_SECONDS + seconds)
        idea = await self._answer(match, seat, level, given, still_wanted, await self._earlier(match))
        return idea if idea is not None else _random_idea(match, seat)

    async def analyse(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea | None:
        """Return the idea of exactly this level, once nobody else is waiting for a process; None if thinking fails.

        Raises NotWanted if the match was dropped, and Damaged.
        """
        return await self._answer(match, seat, level, Allowance(seconds, inf), always_wanted)

    async def ponder(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea | None:
        """Return the idea of exactly this level if a process is idle, and nobody needs it meanwhile; else None.

        Raises Damaged.
        """
        earlier = await self._earlier(match)
        if not self._idle or self._waiting:
            return None
        try:
            allowance = Allowance(seconds, inf)
            return await self._answer(match, seat, level, allowance, always_wanted, earlier, is_spare=True)
        except NotWanted:
            return None

    async def _answer(
        self,
        match: Match,
        seat: Seat,
        level: str,
        allowance: Allowance,
        still_wanted: StillWanted,
        history: tuple[str, ...] = (),
        *,
        is_spare: bool = False,
    ) -> Idea | None:
        state_of(match)  # an unreadable match fails here, before it waits
        if self._is_closed:
            raise NotWanted
        request = self._request(match, level, allowance, history, is_spare=is_spare)
        place = await self._wait(request)
        try:
            if not await still_wanted() or request.is_dropped:
                raise NotWanted
            return await self._idea(request, place, seat)
        finally:
            del self._running[place.worker]
            self._idle.append(place.worker)
            self._serve()

    def drop(self, match: MatchId, turn: int | None = None) -> None:
        """Cancel all thoughts about this match except those about this turn."""
        for request in [*self._waiting.values(), *self._running.values()]:
            if request.match.id == match and request.match.turn != turn:
                self._drop(request)

    def close(self) -> None:
        """Cancel all thoughts, accept no more, and end the worker processes at once."""
        self._is_closed = True
        for request in [*self._waiting.values(), *self._running.values()]:
            self._drop(request)
        for worker in self._workers:
            worker.close()

    # ------------------------------------------------------------------ waiting

    def _drop(self, request: _Request) -> None:
        if not request.place.done():
            request.place.set_exception(NotWanted())
            del self._waiting[request.number]
        elif request.number not in self._waiting and not request.is_dropped:
            request.is_dropped = True
            request.place.result().worker.abandon()

    async def _earlier(self, match: Match) -> tuple[str, ...]:
        """Return the latest positions of the match if an AI must know them, to avoid or to seek a repetition."""
        if self._log is None or not game_of(match).minds_history:
            return ()
        entries = await self._log.entries(match.id, max(0, match.ply - MOST_EARLIER))
        return tuple(entry.position for entry in entries)

    def _request(
        self, match: Match, level: str, allowance: Allowance, history: tuple[str, ...], *, is_spare: bool
    ) -> _Request:
        levels = (level,) if allowance.due_in == inf else quicker_levels(level, games.find(match.game).info.levels)
        part = allowance.seconds / seconds_of(level)
        place: asyncio.Future[_Place] = asyncio.get_running_loop().create_future()
        number, due = next(self._numbers), self._clock() + allowance.due_in
        return _Request(match, number, due, allowance.is_urgent, levels, part, place, history, is_spare=is_spare)

    async def _wait(self, request: _Request) -> _Place:
        """Wait until a process is assigned, which must be given back afterwards. Raises NotWanted."""
        self._waiting[request.number] = request
        self._serve()
        try:
            return await request.place
        except asyncio.CancelledError:
            self._waiting.pop(request.number, None)
            if not request.place.cancelled() and request.place.exception() is None:  # a worker had just been assigned
                worker = request.place.result().worker
                del self._running[worker]
                self._idle.append(worker)
                self._serve()
            raise

    def _serve(self) -> None:
        """Assign free processes to waiting thoughts; end a spare one, or hurry another for an urgent one."""
        now = self._clock()
        if self._idle:
            self._assign(now)
        if any(not request.place.done() for request in self._waiting.values()):
            self._end_spare_thoughts(now)
            self._hurry_for_urgent(now)

    def _assign(self, now: float) -> None:
        queue = self._queue()
        while self._idle and queue:
            busy = [max(now, running.ends) for running in self._running_searches()] + [now] * (len(self._idle) - 1)
            waiting, choice = next_thought(queue, busy, now)
            queue.remove(waiting)
            self._begin(self._waiting.pop(waiting.number), choice, now)

    def _end_spare_thoughts(self, now: float) -> None:
        for worker, request in self._running.items():
            if request.is_spare and request.running is not None and not request.is_dropped:
                request.running = replace(request.running, is_hurried=True, ends=now)
                request.is_dropped = True
                worker.abandon()

    def _hurry_for_urgent(self, now: float) -> None:
        hurried = to_hurry(self._queue(urgent_only=True), self._running_searches())
        for worker, request in self._running.items():
            if hurried is not None and request.running is hurried:
                request.running = replace(hurried, is_hurried=True, ends=now)
                _log.info("a thought is cut short for an urgent one", match=request.match.code)
                worker.hurry()

    def _queue(self, *, urgent_only: bool = False) -> list[Waiting]:
        among = [each for each in self._waiting.values() if each.is_urgent or not urgent_only]
        return [self._waiting_now(request) for request in among if not request.place.done()]

    def _waiting_now(self, request: _Request) -> Waiting:
        """Return the request as the queue sees it, with what is known by now of how long each level takes."""
        if request.in_queue is None:
            choices = self._choices(request.match.game, request.levels, request.part)
            request.in_queue = Waiting(request.number, request.due, choices, request.is_urgent)
        return request.in_queue

    def _learn(self, task: Task, took: float) -> None:
        """Learn from a whole thought; what waits is then expected to take another time."""
        self._durations.learn(task.game, task.level, task.seconds, took)
        for request in self._waiting.values():
            request.in_queue = None

    def _choices(self, game: str, levels: Sequence[str], part: float) -> tuple[Choice, ...]:
        """Return the levels, each expected to be quicker than the one before, as far as is known now."""
        choices: list[Choice] = []
        for level in levels:
            budget = part * seconds_of(level)
            expected = self._durations.expect(game, level, budget, FIRST_GUESS.get(level, budget))
            if not choices or expected < choices[-1].seconds:
                choices.append(Choice(level, expected, budget))
        return tuple(choices)

    def _running_searches(self) -> list[Running]:
        return [request.running for request in self._running.values() if request.running is not None]

    def _begin(self, request: _Request, choice: Choice, now: float) -> None:
        request.running = Running(request.number, now, now + choice.seconds, request.is_urgent)
        worker = self._idle.pop()
        self._running[worker] = request
        if choice.level != request.levels[0]:
            _log.info(
                "a quicker level answers, since many wait",
                match=request.match.code,
                level=request.levels[0],
                instead=choice.level,
                waiting=len(self._waiting),
            )
        request.place.set_result(_Place(worker, choice))

    # ------------------------------------------------------------------ thinking

    async def _idea(self, request: _Request, place: _Place, seat: Seat) -> Idea | None:
        """Return the idea, or None if thinking fails. Raises NotWanted if the match was dropped meanwhile."""
        match, choice = request.match, place.choice
        game, state = game_of(match), state_of(match)
        position = game.rules.dump(game.rules.view(state, seat))
        task = Task(match.game, dict(match.options), position, seat, choice.level, choice.budget, request.history)
        idea = await self._legal_idea(request, place.worker, task, state)
        if request.is_dropped:
            raise NotWanted
        return idea

    async def _legal_idea(self, request: _Request, worker: Worker, task: Task, state: State) -> Idea | None:
        """Return the process's answer if it is legal; otherwise log the problem and return None."""
        game, code = game_of(request.match), request.match.code
        try:
            with metrics.think(task.game, task.level):
                idea = await worker.think(task, is_hurried=request.is_hurried)
            is_whole = not request.is_hurried and not request.is_dropped
            if is_whole and task.level in FIRST_GUESS:
                self._learn(task, idea.seconds)
            if idea.problem:
                _log.warning("an AI could not be compiled, and thinks more slowly", problem=idea.problem)
            if game.rules.parse(idea.move) in game.rules.legal(state, task.seat):
                return idea
            _log.error("an AI wanted an illegal move", match=code, level=task.level, move=idea.move)
        except (Abandoned, TimeoutError, BrokenExecutor) as error:
            if not request.is_dropped:
                _log.warning("an AI failed", match=code, level=task.level, error=repr(error))
        except Exception:  # noqa: BLE001 - the edge of another process: the match goes on
            _log.exception("an AI crashed", match=code, level=task.level)
        return None


def _random_idea(match: Match, seat: Seat) -> Idea:
    """Return a random legal move."""
    game, state = game_of(match), state_of(match)
    move = game.rules.legal(state, seat).sample(SystemRandom())
    return Idea(game.rules.text(move), game.presenter.describe(state, seat, move).personal)
