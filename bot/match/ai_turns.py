"""AI turns: thought about in other processes, played through the service."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from random import Random, SystemRandom
from threading import Thread

import structlog

import games
from bot import metrics
from bot.match.errors import Conflict, Damaged, MatchError
from bot.match.model import By, Match, MatchId, Player, Stage
from bot.match.play import game_of, state_of
from bot.match.ports import Alone, Claims
from bot.match.service import MatchService
from bot.match.stores import AiMatches
from bot.match.work_claims import held_claims
from bot.process.job import Job
from bot.process.jobs import JobKind, KeyedJobs
from games.core.budget import Budget
from games.core.compiler import can_compile
from games.core.errors import GameError
from games.core.status import Seat
from games.core.table import Mark

_log = structlog.get_logger(__name__)
SECONDS = 2.0
BULLET_SECONDS = 0.3
RESUME_SECONDS = 20
CLAIM_SECONDS = 1
AT_ONCE = 1000
"""So many pending AI turns are taken up at once; the others follow."""
PATIENCE = 5.0
"""Seconds over its budget after which a thinker is stopped."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a thinker in another process is given: text only."""

    game: str
    options: dict[str, str]
    position: str
    seat: Seat
    level: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Idea:
    """What it answers: a move, and why, in words and marks. `problem` is for the log.

    `rest` are the steps that follow the move in the same turn.
    """

    move: str
    why: str
    marks: tuple[Mark, ...] = ()
    problem: str | None = None
    rest: tuple[str, ...] = ()


Work = Callable[[Task], Idea]
Watch = Callable[[], AbstractContextManager[None]]


def work(task: Task) -> Idea:
    """Think. Runs in another process; `position` is what the seat sees."""
    game = games.find(task.game)
    view = game.rules.load(task.position, task.options)
    seed = int.from_bytes(os.urandom(8), "big")
    thought = game.player.think(view, task.seat, task.level, Budget(task.seconds), Random(seed))  # noqa: S311
    problem = _problems.pop() if _problems else None
    rest = tuple(map(game.rules.text, thought.line)) if game.info.multi_step else ()
    return Idea(game.rules.text(thought.move), thought.why.personal, thought.why.marks, problem, rest)


_problems: list[str] = []
"""What went wrong beside the thoughts of this process."""


def begin_thinking(compiles: bool) -> None:  # noqa: FBT001 - an initializer gets its arguments by position
    """In a process that thinks: see to its end, and compile what makes it faster during the first thoughts."""
    end_with_parent()
    if compiles:
        Thread(target=_prepare, daemon=True).start()


def _prepare() -> None:
    for game in games.every():
        try:
            game.player.prepare()
        except Exception as error:  # noqa: BLE001 - it thinks without
            _problems.append(f"{game.info.key}: {error!r}")


def end_with_parent() -> None:
    """In a process that thinks: end when the bot is gone, also when it was killed and could say nothing."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


class Worker:
    """One process that thinks, begun anew when it has crashed or got stuck.

    One that crashes is followed by one that compiles nothing, which gets the task again: what is compiled may be at
    fault.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._compiles = can_compile()
        self._pool = self._begun()

    async def think(self, task: Task) -> Idea:
        """The idea. Raises TimeoutError, BrokenExecutor or what the thinker raised."""
        try:
            return await self._think(task)
        except BrokenExecutor as error:
            if not self._compiles:
                raise
            _log.warning("a process that thinks has ended; the next one compiles nothing", error=repr(error))
            self._compiles = False
            self._renew()
            return await self._think(task)

    async def _think(self, task: Task) -> Idea:
        future = asyncio.get_running_loop().run_in_executor(self._pool, self._work, task)
        try:
            async with asyncio.timeout(task.seconds + PATIENCE):
                return await future
        except (TimeoutError, BrokenExecutor, asyncio.CancelledError):
            self._renew()
            raise

    def _renew(self) -> None:
        self.close()
        self._pool = self._begun()

    def close(self) -> None:
        """End the process at once."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=begin_thinking, initargs=(self._compiles,)
        )


class Thinkers:
    """A few processes that think, each for itself: one that crashes takes nobody else's thought with it."""

    def __init__(self, processes: int = 1, work: Work = work) -> None:
        self._workers = [Worker(work) for _ in range(processes)]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def think(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea:
        """The idea of an AI of this level; a legal move at random where thinking fails or takes too long."""
        game, state = game_of(match), state_of(match)
        position = game.rules.dump(game.rules.view(state, seat))
        task = Task(match.game, dict(match.options), position, seat, level, seconds)
        try:
            idea = await self._thought(task)
            if idea.problem:
                _log.warning("an AI could not be compiled, and thinks more slowly", problem=idea.problem)
            if game.rules.parse(idea.move) in game.rules.legal(state, seat):
                return idea
            _log.error("an AI wanted an illegal move", match=match.code, level=level, move=idea.move)
        except (TimeoutError, BrokenExecutor) as error:
            _log.warning("an AI failed", match=match.code, level=level, error=repr(error))
        except Exception:  # noqa: BLE001 - the edge of another process: the match goes on
            _log.exception("an AI crashed", match=match.code, level=level)
        move = game.rules.legal(state, seat).sample(SystemRandom())
        return Idea(game.rules.text(move), game.presenter.describe(state, seat, move).personal)

    async def _thought(self, task: Task) -> Idea:
        """The idea of the next free process."""
        worker = await self._free.get()
        try:
            with metrics.think(task.game, task.level):
                return await worker.think(task)
        finally:
            self._free.put_nowait(worker)

    def close(self) -> None:
        """End the processes at once."""
        for worker in self._workers:
            worker.close()


class AiTurns:
    """Lets AIs move when it is their turn: one job for each match, and a round of it for each move."""

    def __init__(
        self, service: MatchService, store: AiMatches, thinkers: Thinkers, claims: Claims | None = None
    ) -> None:
        self._service = service
        self._store = store
        self._thinkers = thinkers
        kind: JobKind[MatchId, None, None] = JobKind(
            "ai",
            self._move_once,
            "an AI turn failed",
            self._handle,
            held_claims(claims or Alone(), "ai", CLAIM_SECONDS),
            self._waits_for_ai,
            queue="thoughts",
        )
        self._jobs = KeyedJobs(kind)
        self.watch: Watch = nullcontext
        """Entered for each look at turns left behind."""

    async def changed(self, match: Match) -> None:
        """A match has changed: perhaps an AI is to act now."""
        if _next_ai(match) is not None:
            self._jobs.ask(match.id)

    async def run(self) -> None:
        """Until cancelled: take up the AI turns that a process has left behind when it ended."""
        while True:
            try:
                with self.watch():
                    waiting = await self.resume()
                if waiting:
                    _log.info("AI turns taken up again", matches=waiting)
            except Exception:  # noqa: BLE001 - the edge: a database that is away comes back
                _log.exception("AI turns not taken up")
            await asyncio.sleep(RESUME_SECONDS)

    async def resume(self) -> int:
        """Take up pending AI turns; returns how many there are."""
        store = self._store
        waiting = [m for m in await store.waiting_for_ai(self._service.clock(), AT_ONCE) if m.id not in self._jobs]
        for match in waiting:
            await self.changed(match)
        return len(waiting)

    async def stand_in(self, match: Match, player: Player) -> None:
        """Move for a player whose bullet move is overdue."""
        await self._move(match, player, "medium", "timeout")

    async def stop(self) -> None:
        """Take no turn any more; pending ones are taken up after the next start."""
        await self._jobs.close(patience=0)

    async def close(self) -> None:
        """Stop, and end the processes that think."""
        try:
            await self.stop()
        finally:
            self._thinkers.close()

    async def _waits_for_ai(self, match_id: MatchId) -> bool:
        """Whether an AI is still to act, while another process is at the match."""
        return _next_ai(await self._service.get(match_id)) is not None

    async def _move_once(self, job: Job[MatchId, None]) -> None:
        """Move for one AI; another round looks whether another one is to act."""
        match = await self._service.get(job.key)
        player = _next_ai(match)
        if player is not None and await self._move(match, player, player.ai or "medium", "ai"):
            self._jobs.ask(job.key)

    async def _move(self, match: Match, player: Player, level: str, by: By) -> bool:
        """Think and move; False when the move was not taken."""
        seconds = BULLET_SECONDS if match.time.kind == "bullet" else SECONDS
        idea = await self._thinkers.think(match, player.seat, level, seconds)
        try:
            await self._service.submit_for(match.id, player.seat, idea.move, match.turn, by)
        except (MatchError, Conflict, GameError) as error:  # the person was faster, or the match has ended meanwhile
            _log.info("an AI's move came too late", match=match.code, error=str(error))
            return False
        return True

    async def _handle(self, match_id: MatchId, error: Exception) -> bool:
        """A match that cannot be played is set aside; after anything else `resume` takes the turn up again."""
        if not isinstance(error, Damaged):
            return False
        _log.error("match set aside", match=match_id, exc_info=error)
        await self._store.set_aside(match_id, repr(error.__cause__ or error))
        return True


def _next_ai(match: Match) -> Player | None:
    """The AI that is to act in a live match."""
    if match.stage is not Stage.LIVE:
        return None
    return next((player for player in match.to_act if player.ai is not None), None)
