"""A stop: it waits for what ends, leaves behind what hangs, and ends the process when even that does not help."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.process.stopping import Stop, run_to_the_end
from bot.process.supervision import run_with_heartbeat
from bot.settings import load
from tests.bot.process.test_supervision import heart_of, settings, take
from tests.bot.terminal import ROOT

HANGS_SECONDS = 20
"""Whatever has a grace of less than a second and takes so long hangs: it would for a minute, or for ever."""


def stop_of(grace: float) -> tuple[Stop, threading.Event]:
    """A stop, and what is set instead of ending this process."""
    ended = threading.Event()
    return Stop(grace, exit_now=lambda _code: ended.set()), ended


async def hang() -> None:
    await asyncio.Event().wait()


async def hang_for_ever() -> None:
    """What cannot even be cancelled, as discord.py's identification of a shard once could not."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if _give_up.is_set():
                return


_give_up = threading.Event()


async def test_a_step_that_ends_is_waited_for() -> None:
    stop, ended = stop_of(5)
    stop.begin("a test")
    done = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append(True)

    assert await stop.wait_for("work", work(), 0.5)
    assert done == [True]
    stop.finish()
    assert not ended.is_set()


async def test_a_step_that_hangs_is_named_and_left_behind() -> None:
    stop, _ = stop_of(0.2)
    stop.begin("a test")
    with capture_logs() as logs:
        assert not await stop.wait_for("boards", hang(), 0.1, lambda: ["post-7"])
    stop.finish()
    assert logs == [
        {"event": "stop waits no longer", "log_level": "warning", "waiting_for": "boards", "left": ["post-7"]}
    ]


async def test_a_step_that_fails_does_not_keep_the_next_one_from_its_work() -> None:
    stop, _ = stop_of(5)

    async def fail() -> None:
        raise ZeroDivisionError

    with capture_logs() as logs:
        assert not await stop.wait_for("the database", fail(), 1)
        assert await stop.wait_for("the rest", take(), 1)
    stop.finish()
    assert [(line["event"], line["step"]) for line in logs] == [("a step of the stop failed", "the database")]


def test_when_the_grace_is_over_the_process_ends_and_says_why() -> None:
    """Also where the event loop itself hangs: here there is none."""
    stop, ended = stop_of(0.05)
    with capture_logs() as logs:
        assert stop.begin("SIGTERM")
        assert not stop.begin("SIGTERM"), "a second signal does not begin again"
        assert ended.wait(5)
    assert [(line["event"], line["waiting_for"]) for line in logs] == [("stop cut short", "SIGTERM")]


def test_before_it_begins_it_waits() -> None:
    stop, ended = stop_of(0.01)
    assert not ended.wait(0.1)
    assert not stop.has_begun
    assert stop.seconds_left(0.5) == 0.005
    stop.finish()


async def test_what_must_come_to_its_end_does_however_often_it_is_cancelled() -> None:
    released = asyncio.Event()
    ends = []

    async def work() -> None:
        await released.wait()
        ends.append("end")

    waiting = asyncio.create_task(run_to_the_end(work()))
    for _ in range(3):
        await asyncio.sleep(0)
        waiting.cancel()
    await asyncio.sleep(0)
    released.set()
    await waiting
    assert ends == ["end"]


# ---------------------------------------------------------------- beside the bot


async def test_a_bot_that_cannot_be_cancelled_does_not_keep_the_stop_from_its_end(tmp_path: Path) -> None:
    _give_up.clear()
    stop, ended = stop_of(0.3)
    given = settings(tmp_path).model_copy(update={"gateway_patience": 0})
    began = time.monotonic()
    with capture_logs() as logs:
        assert await run_with_heartbeat(hang_for_ever(), heart_of(given, gateway=False), take, stop) == 1
    assert time.monotonic() - began < HANGS_SECONDS
    assert ("stop waits no longer", "the heartbeat") in [(line["event"], line.get("waiting_for")) for line in logs]
    stop.finish()
    _give_up.set()
    assert not ended.is_set()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


PAUSES_OF_A_START = 12
"""After so many pauses a run only waits."""


async def run_cancelled(folder: Path, first: int, again: Callable[[int], bool]) -> int:
    """Cancel a run after so many pauses, and after it at each further one for which `again`; returns how many came."""
    stop, _ = stop_of(5)
    closed: list[str] = []
    connected = asyncio.Event()

    async def bot() -> None:
        connected.set()
        await hang()

    async def close() -> None:
        assert connected.is_set() or first < 2
        for _ in range(5):
            await asyncio.sleep(0)
        closed.append("wholly")

    run = asyncio.create_task(run_with_heartbeat(bot(), heart_of(settings(folder)), close, stop))
    for _ in range(first + 1):
        await asyncio.sleep(0)
    run.cancel()
    further = 0
    while not run.done():
        await asyncio.sleep(0)
        further += 1
        if again(further):
            run.cancel()
    assert run.cancelled()
    assert closed == ["wholly"]
    assert not settings(folder).health_file.exists()
    stop.finish()
    return further


@pytest.mark.parametrize("number", range(PAUSES_OF_A_START))
async def test_cancelled_at_any_moment_and_ever_after_it_closes_once_and_wholly(tmp_path: Path, number: int) -> None:
    await run_cancelled(tmp_path, number, lambda _further: True)


@pytest.mark.parametrize("number", [0, 1, PAUSES_OF_A_START])
async def test_cancelled_twice_at_any_two_moments_it_closes_once_and_wholly(tmp_path: Path, number: int) -> None:
    """The second time at each pause until the run has ended."""
    second = 1
    while await run_cancelled(tmp_path, number, lambda further: further == second) >= second:  # noqa: B023
        second += 1
        assert second < 1000, "it comes to its end"


# ---------------------------------------------------------------- a process

PROCESS = """
import asyncio, sys, threading, time
from bot.admin import logs
from bot.admin.launch import _until_stopped
from bot.process.stopping import Stop

async def hang():
    print("here", flush=True)
    {hang}

logs.set_up("info", "json", [])
stop = Stop(0.6)
sys.exit(asyncio.run(_until_stopped(hang(), stop)))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "what, code",
    [
        ("await asyncio.Event().wait()", 0),
        ("time.sleep(60)", 1),
        ("while True: pass", 1),
        ("threading.Thread(target=time.sleep, args=(60,), name='render_0').start(); await asyncio.sleep(60)", 1),
        ("await asyncio.to_thread(time.sleep, 60)", 1),
    ],
    ids=["waits", "blocks the loop", "spins", "a thread of its own", "a thread of the loop"],
)
def test_a_process_ends_within_its_grace_whatever_it_does(what: str, code: int, number: signal.Signals) -> None:
    command = (sys.executable, "-c", PROCESS.replace("{hang}", what))
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        began = time.monotonic()
        process.send_signal(number)
        _, said = process.communicate(timeout=HANGS_SECONDS)
    assert process.returncode == code
    assert time.monotonic() - began < HANGS_SECONDS
    assert ("stop cut short" in said) == (code == 1)
    if "render_0" in what:
        assert "render_0" in said


# ---------------------------------------------------------------- the setting


def grace_of_docker(text: str) -> float:
    line = next(line for line in text.splitlines() if "stop_grace_period" in line)
    return float(line.split(":")[1].split("#")[0].strip().removesuffix("s"))


@pytest.mark.parametrize("grace", [lambda: grace_of_docker((ROOT / "compose.yaml").read_text()), lambda: 10.0])
def test_the_grace_fits_into_that_of_docker(grace: Callable[[], float]) -> None:
    """Ten seconds is what `docker stop` gives without compose.yaml."""
    assert load(_env_file=None).stop_seconds + 1 < grace()
