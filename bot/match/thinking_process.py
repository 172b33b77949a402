"""An AI worker process: its tasks and answers, and how it is started, hurried and ended."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from ctypes import c_longlong
from dataclasses import dataclass, replace
from math import inf
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from random import Random
from threading import Thread
from time import perf_counter

import structlog

import games
from games.core.budget import Budget
from games.core.kernel.compiler import can_compile
from games.core.status import Seat
from games.core.table import Mark

_log = structlog.get_logger(__name__)
PATIENCE = 5.0
"""Seconds over budget after which a worker process is stopped."""
START_SECONDS = 60.0
"""How long a process may take to start; on a busy machine, its imports alone take many seconds."""
STOP_SECONDS = 1.0
"""Seconds within which an abandoned thought must end; otherwise its process is ended."""
MOST_CRASHES = 3
"""After this many crashes in short succession, a process no longer uses compiled code."""
STEADY_THOUGHTS = 50
"""After this many thoughts in a row, earlier crashes are forgotten."""
_CONTEXT = get_context("spawn")


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker process receives, as text only.

    `history` has earlier positions of the match if `Game.minds_history`. `number` counts the tasks of its process.
    """

    game: str
    options: dict[str, str]
    position: str
    seat: Seat
    level: str
    seconds: float
    history: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Idea:
    """A worker's answer: a move and the reason for it, in words and marks. `problem` is for the log.

    `why` is said to the player ("You bless c3"), `told` to others ("Ana blesses c3"); empty if it reads the same.

    `rest` are the steps that follow the move in the same turn. `value` is the share of the points that it promises, and
    `alternatives` those of other moves; None and empty if the level does not say. `shares` is what each seat is
    promised from the position, by number, empty if the game does not say. `seconds` is how long it thought.
    """

    move: str
    why: str
    marks: tuple[Mark, ...] = ()
    problem: str | None = None
    rest: tuple[str, ...] = ()
    seconds: float = 0.0
    value: float | None = None
    alternatives: tuple[tuple[str, float], ...] = ()
    told: str = ""
    shares: tuple[float, ...] = ()

    @property
    def whole_turn(self) -> str:
        """Return the move with the steps that follow it in the same turn."""
        return " ".join((self.move, *self.rest))


Work = Callable[[Task], Idea]


class StopFlag:
    """Shared with a worker process: the number of the last task that must answer with what it has found so far."""

    def __init__(self) -> None:
        self._number = _CONTEXT.RawValue(c_longlong, 0)

    def stop(self, number: int) -> None:
        """Stop this task and all earlier ones."""
        self._number.value = number

    def clock(self, number: int) -> Callable[[], float]:
        """Return a clock for this task's budget that runs out as soon as the task is stopped."""
        shared = self._number
        return lambda: inf if shared.value >= number else perf_counter()


_stop_flags: list[StopFlag] = []
"""The stop flag of this process, if it is a worker."""
_problems: list[str] = []
"""Problems in this process outside of its thoughts."""


def work(task: Task) -> Idea:
    """Think, in a worker process; `position` is what the seat sees."""
    began = perf_counter()
    game = games.find(task.game)
    view = game.rules.load(task.position, task.options)
    seed = int.from_bytes(os.urandom(8), "big")
    budget = Budget(task.seconds, clock=_stop_flags[0].clock(task.number) if _stop_flags else perf_counter)
    history = [game.rules.load(position, task.options) for position in task.history]
    thought = game.player.think(view, task.seat, task.level, budget, Random(seed), history)  # noqa: S311
    problem = _problems.pop() if _problems else None
    move, *rest = map(game.rules.text, game.turn_of(thought))
    return Idea(
        move,
        thought.why.personal,
        thought.why.marks,
        problem,
        tuple(rest),
        perf_counter() - began,
        thought.value,
        tuple((game.rules.text(other.move), other.value) for other in thought.alternatives),
        thought.why.words,
        thought.shares,
    )


def begin_thinking(compiles: bool, stop_flag: StopFlag) -> None:  # noqa: FBT001 - an initializer gets its arguments by position
    """Initialise a worker process: watch for the parent's end, and compile kernels during the first thoughts."""
    _stop_flags[:] = [stop_flag]
    end_with_parent()
    if compiles:
        Thread(target=_prepare, daemon=True).start()


def say_ready() -> None:
    """Return as soon as the process has started."""


def _prepare() -> None:
    for game in games.every():
        try:
            game.player.prepare()
        except Exception as error:  # noqa: BLE001 - it thinks without
            _problems.append(f"{game.info.key}: {error!r}")


def end_with_parent() -> None:
    """End this worker process when the bot is gone, even if the bot was killed."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


class Abandoned(Exception):
    """The thought was abandoned before its process had started."""


class Worker:
    """A worker process that is restarted after it crashes or hangs.

    Where it crashes, its task is given once more to a process that compiles nothing: what is compiled may be at fault.
    The next tasks are compiled again, unless crashes follow one another.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._number = 0
        self._crashes = self._steady = 0
        self._stop_flag = StopFlag()
        self._timeout: asyncio.Timeout | None = None
        self._is_ready = self._is_hurried = self._is_abandoned = self._is_closed = False
        self._pool = self._start_pool(compiles=self._may_compile)

    @property
    def _may_compile(self) -> bool:
        return can_compile() and self._crashes < MOST_CRASHES

    async def think(self, task: Task, *, is_hurried: bool = False) -> Idea:
        """Return the idea, at once if the thought is hurried already.

        Raises Abandoned, TimeoutError, BrokenExecutor, or what the thinker raised.
        """
        compiles = self._may_compile
        self._is_hurried, self._is_abandoned = is_hurried, False
        try:
            idea = await self._think(task)
        except BrokenExecutor as error:
            self._steady = 0
            if not compiles or self._is_abandoned or self._is_closed:
                raise
            return await self._think_uncompiled(task, error)
        self._steady += 1
        if self._steady == STEADY_THOUGHTS:
            self._crashes = 0
            if self._may_compile and not compiles:
                self._renew(compiles=True)
        return idea

    async def _think_uncompiled(self, task: Task, error: BrokenExecutor) -> Idea:
        self._crashes += 1
        _log.warning(
            "a process that thinks has ended; its task is tried once more with nothing compiled",
            error=repr(error),
            compiles_again=self._may_compile,
        )
        self._renew(compiles=False)
        try:
            return await self._think(task)
        finally:
            if self._may_compile:
                self._renew(compiles=True)

    async def _think(self, task: Task) -> Idea:
        self._number += 1
        numbered = replace(task, number=self._number)
        if self._is_hurried:
            self._stop_flag.stop(self._number)
        try:
            await self._start()
            if self._is_abandoned:
                raise Abandoned
            async with asyncio.timeout(task.seconds + PATIENCE) as self._timeout:
                return await asyncio.get_running_loop().run_in_executor(self._pool, self._work, numbered)
        except (TimeoutError, BrokenExecutor, asyncio.CancelledError):
            self._renew(compiles=self._may_compile)
            raise
        finally:
            self._timeout = None

    async def _start(self) -> None:
        """Wait for a process that has just been started, so that its thought has all its time."""
        if not self._is_ready:
            async with asyncio.timeout(START_SECONDS):
                await asyncio.get_running_loop().run_in_executor(self._pool, say_ready)
            self._is_ready = True

    def hurry(self) -> None:
        """Make the current thought answer at once with what it has found."""
        self._is_hurried = True
        self._stop_flag.stop(self._number)

    def abandon(self) -> None:
        """Abandon the current thought: it ends at once, or else its process is ended, unless that is still starting."""
        self._is_abandoned = True
        self.hurry()
        if self._timeout is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + STOP_SECONDS)

    def close(self) -> None:
        """End the worker process at once, and start no other."""
        self._is_closed = True
        self._end_pool()

    def _renew(self, *, compiles: bool) -> None:
        if not self._is_closed:
            self._end_pool()
            self._pool = self._start_pool(compiles=compiles)

    def _end_pool(self) -> None:
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def _start_pool(self, *, compiles: bool) -> ProcessPoolExecutor:
        self._is_ready = False
        return ProcessPoolExecutor(
            1, mp_context=_CONTEXT, initializer=begin_thinking, initargs=(compiles, self._stop_flag)
        )
