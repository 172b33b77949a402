"""How a worker process is hurried, abandoned, ended and started again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest
from structlog.testing import capture_logs

import games
from bot.match import thinking_process
from bot.match.thinking_process import Abandoned, Task, Work, Worker, work
from games.core.status import Seat
from tests.bot.match import thoughtless

SOON = 60
"""Seconds within which a process starts and answers on a busy machine."""


@asynccontextmanager
async def open_worker(work: Work) -> AsyncIterator[Worker]:
    """A worker that is closed at the end."""
    worker = Worker(work)
    try:
        yield worker
    finally:
        worker.close()


def task(seconds: float, game: str = "choccer") -> Task:
    """The first move of a match of two."""
    rules = games.find(game).rules
    return Task(game, {}, rules.dump(rules.start(2, {})), Seat(0), "easy", seconds)


async def begin(folder: Path) -> None:
    """Wait until a thinker gives a sign in this folder."""
    async with asyncio.timeout(SOON):
        while not (folder / "begun").exists():  # noqa: ASYNC110 - a file of another process
            await asyncio.sleep(0.01)


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes compile, so that a task is tried again where they crash."""
    monkeypatch.setenv("QUINTET_KERNELS", str(tmp_path))


@pytest.fixture
def signs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGNS", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("kernels")
async def test_a_hurried_thought_is_hurried_again_where_its_process_crashed(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[int] = []
    async with open_worker(thoughtless.dies_the_first_time) as worker:
        monkeypatch.setattr(worker._stop_flag, "stop", stopped.append)  # noqa: SLF001 - shared with the process
        with capture_logs():
            await worker.think(task(0.1), is_hurried=True)
            await worker.think(task(0.1))
    assert stopped == [1, 2], "both tries, and not the next thought"


@pytest.mark.usefixtures("kernels")
async def test_an_abandoned_thought_is_not_tried_again_where_its_process_crashed(
    signs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking_process, "STOP_SECONDS", SOON)
    async with open_worker(thoughtless.begins_and_dies) as worker:
        with capture_logs() as lines:
            thinking = asyncio.create_task(worker.think(task(SOON)))
            await begin(signs)
            worker.abandon()
            with pytest.raises(BrokenExecutor):
                await thinking
    assert lines == []


async def test_a_thought_that_runs_out_of_time_can_be_abandoned_in_the_same_moment(
    signs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player's move that came then was stored and failed: "Cannot change state of expiring Timeout"."""
    monkeypatch.setattr(thinking_process, "PATIENCE", 2.0)
    loop, failures = asyncio.get_running_loop(), list[object]()
    loop.set_exception_handler(lambda _loop, context: failures.append(context))
    async with open_worker(thoughtless.begins) as worker:
        thinking = asyncio.create_task(worker.think(task(0.0)))
        await begin(signs)
        limit = worker._timeout  # noqa: SLF001 - the moment at which the time runs out
        assert limit is not None
        end = limit.when()
        assert end is not None
        loop.call_at(end + 1e-6, worker.abandon)
        time.sleep(max(0.0, end - loop.time()) + 0.05)  # noqa: ASYNC251 - both are due in one round of the loop
        with pytest.raises(TimeoutError):
            await thinking
    assert failures == []


async def test_a_thought_that_is_abandoned_leaves_a_process_that_still_starts_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking_process, "STOP_SECONDS", 0.01)
    before = set(active_children())
    async with open_worker(work) as worker:
        thinking = asyncio.create_task(worker.think(task(SOON)))
        await asyncio.sleep(0)
        worker.abandon()
        processes = set(active_children()) - before
        with pytest.raises(Abandoned):
            await thinking
        assert (await worker.think(task(0.1))).why
        assert set(active_children()) - before == processes


@pytest.mark.usefixtures("kernels")
async def test_a_worker_that_is_closed_while_it_thinks_starts_no_other_process(signs: Path) -> None:
    async with open_worker(thoughtless.begins) as worker:
        thinking = asyncio.create_task(worker.think(task(SOON)))
        await begin(signs)
        processes = set(active_children())
        with capture_logs() as lines:
            worker.close()
            async with asyncio.timeout(SOON):
                with pytest.raises(BrokenExecutor):
                    await thinking
        assert lines == []
        assert set(active_children()) <= processes


@pytest.mark.usefixtures("kernels")
async def test_where_crashes_are_forgotten_a_process_compiles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_process, "MOST_CRASHES", 1)
    monkeypatch.setattr(thinking_process, "STEADY_THOUGHTS", 2)
    tried = []
    async with open_worker(thoughtless.dies_where_it_compiles) as worker:
        for _ in range(4):
            with capture_logs() as lines:
                await worker.think(task(0.1))
            tried.append([line["compiles_again"] for line in lines])
    assert tried == [[False], [], [], [False]]
