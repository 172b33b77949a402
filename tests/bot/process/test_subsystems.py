"""The parts of a bot that work by themselves: each tells how it is, and none waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from structlog.testing import capture_logs

from bot.process import subsystems
from bot.process.heartbeat import STARTING, WELL
from bot.process.subsystems import Subsystem, Subsystems, Work


async def until(it_is_so: Callable[[], bool]) -> None:
    """Let others go on until it is so."""
    for _ in range(10_000):
        if it_is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it did not come to be")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is tried again is tried again at once."""
    monkeypatch.setattr(subsystems, "AGAIN_SECONDS", 0)
    with capture_logs():
        yield


def failing(times: int) -> Work:
    """Work that fails so often, and then succeeds."""
    left = [times]

    async def work() -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise ConnectionError("403 Forbidden\nmore words")

    return work


async def test_it_is_starting_then_well() -> None:
    one = Subsystem("commands", 60)
    assert one.state == STARTING
    with one.round():
        assert one.state == STARTING
    assert one.state == WELL
    assert one.has_begun.is_set()


async def test_a_failure_is_told_in_one_line_until_a_round_succeeds() -> None:
    one = Subsystem("commands", 60)
    with pytest.raises(ConnectionError), one.round():
        raise ConnectionError("403 Forbidden\nmore words")
    assert one.state == "failing, ConnectionError 403 Forbidden"
    assert not one.has_begun.is_set()
    with one.round():
        pass
    assert one.state == WELL


async def test_a_round_that_takes_too_long_is_stuck() -> None:
    now = [0.0]
    one = Subsystem("deadlines", 60, clock=lambda: now[0])
    with one.round():
        now[0] = 60
        assert one.state == STARTING
        now[0] = 61
        assert one.state == "stuck for 61 s"
    assert one.state == WELL


async def test_work_is_done_until_it_succeeds_once() -> None:
    one = Subsystem("commands", 60)
    await one.run_until_done(failing(3))
    assert one.state == WELL


async def test_work_is_done_again_and_again_whether_it_fails_or_not() -> None:
    one, states = Subsystem("publishing", 60), []
    work = failing(1)

    async def look() -> None:
        states.append(one.state)
        await work()

    task = asyncio.create_task(one.repeat(0, look))
    await until(lambda: len(states) >= 4)
    task.cancel()
    assert states[:4] == [STARTING, "failing, ConnectionError 403 Forbidden", WELL, WELL]


@pytest.mark.parametrize("fails", [True, False])
async def test_what_should_never_end_is_begun_again(fails: bool) -> None:  # noqa: FBT001
    one, begun = Subsystem("deadlines", 60), asyncio.Queue[None]()

    async def work() -> None:
        begun.put_nowait(None)
        if fails:
            raise ZeroDivisionError

    task = asyncio.create_task(one.keep_running(work))
    for _ in range(3):
        await begun.get()
    assert one.state.startswith("failing, ZeroDivisionError" if fails else "failing, RuntimeError ended by itself")
    task.cancel()


async def test_a_task_that_has_ended_with_an_error_is_dead() -> None:
    everything = Subsystems()
    one = everything.add("clocks")

    async def work() -> None:
        with one.round():
            pass
        raise ZeroDivisionError

    everything.start("clocks", work())
    await until(lambda: everything.states()["clocks"] == "dead")
    await everything.stop()


async def test_one_that_is_done_is_not_dead() -> None:
    everything = Subsystems()
    everything.start("commands", everything.add("commands").run_until_done(failing(0)))
    await until(lambda: everything.states()["commands"] == WELL)
    await asyncio.sleep(0)
    assert everything.states() == {"commands": WELL}
    await everything.stop()


async def test_what_one_waits_for_holds_up_no_other() -> None:
    everything = Subsystems()
    everything.start("commands", everything.add("commands").run_until_done(asyncio.Event().wait))
    everything.start("clocks", everything.add("clocks").repeat(0, failing(0)))
    await until(lambda: everything.states()["clocks"] == WELL)
    assert everything.states() == {"commands": STARTING, "clocks": WELL}
    await everything.stop()
