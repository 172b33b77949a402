"""The heartbeat: what it sees, what it tells, and when it stops."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from socket import gethostname

import pytest

from bot.health import FRESH_SECONDS, Beat, Heart, read, trouble

NOW = 1_800_000_000.0
WELL = Beat(NOW, 77, gateway=True, database=True)


async def take() -> None:
    """A database that takes a write."""


async def at_once(_seconds: float) -> None:
    """Sleep without a wait."""


async def refuse() -> None:
    raise OSError("disk full")


def heart(
    file: Path,
    *,
    gateway: Callable[[], bool] = lambda: True,
    write: Callable[[], object] = take,
    clock: Callable[[], float] = time.monotonic,
) -> Heart:
    return Heart(file, gateway, write, patience=300, clock=clock, sleep=at_once)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "beat, words",
    [
        (WELL, None),
        (replace(WELL, gateway=False), "The connection to Discord is down."),
        (replace(WELL, database=False), "The database does not take writes."),
        (replace(WELL, at=NOW - FRESH_SECONDS - 1), "The last heartbeat is 61 s old: the bot is stuck or gone."),
        (replace(WELL, at=NOW + FRESH_SECONDS + 1), "The last heartbeat is 61 s old: the bot is stuck or gone."),
    ],
    ids=["well", "no gateway", "no writes", "old", "clock set back"],
)
def test_a_beat_tells_what_is_wrong(beat: Beat, words: str | None) -> None:
    assert beat.trouble(NOW) == words


def test_a_process_that_is_gone_is_not_well_however_fresh_its_beat() -> None:
    """Its number says nothing in another container."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    gone = replace(WELL, pid=ended.pid, host=gethostname())
    assert gone.trouble(NOW) == "The bot has ended without a word: it was killed, or it has crashed."
    assert not gone.is_alive(NOW)
    assert replace(gone, host="another").trouble(NOW) is None
    assert replace(gone, pid=os.getpid()).trouble(NOW) is None
    assert replace(gone, pid=1).is_alive(NOW)
    assert not replace(gone, pid=1).is_alive(NOW + FRESH_SECONDS + 1)


async def test_a_beat_is_written_and_read(tmp_path: Path) -> None:
    file = tmp_path / "new" / "health.json"
    beat = await heart(file).beat()
    assert read(file) == beat
    assert (beat.pid, beat.gateway, beat.database) == (os.getpid(), True, True)
    assert trouble(file, time.time()) is None


async def test_a_database_that_refuses_is_seen(tmp_path: Path) -> None:
    await heart(tmp_path / "health.json", write=refuse).beat()
    assert trouble(tmp_path / "health.json", time.time()) == "The database does not take writes."


async def test_a_full_disk_does_not_stop_the_heart(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    beat = await heart(tmp_path / "file" / "health.json").beat()  # no folder can be made in a file
    assert beat.gateway


async def test_a_gateway_that_stays_dead_ends_the_heart(tmp_path: Path) -> None:
    moments = iter(range(0, 10_000, 100))
    beats: list[bool] = []

    def dead() -> bool:
        beats.append(False)
        return False

    await heart(tmp_path / "health.json", gateway=dead, clock=lambda: next(moments)).run()
    assert 3 <= len(beats) <= 4
    assert not (tmp_path / "health.json").exists()


async def test_a_gateway_that_comes_back_is_given_its_patience_anew(tmp_path: Path) -> None:
    """Down for 200 s, up, then down for good: the heart lasts 300 s beyond the last good beat."""
    seconds = [0.0]
    answers = iter([False, False, True, *[False] * 100])
    asked: list[float] = []

    def gateway() -> bool:
        asked.append(seconds[0])
        return next(answers)

    def clock() -> float:
        seconds[0] += 50
        return seconds[0]

    await heart(tmp_path / "health.json", gateway=gateway, clock=clock).run()
    assert asked[-1] - asked[2] >= 250


def test_no_file_means_no_bot(tmp_path: Path) -> None:
    assert trouble(tmp_path / "health.json", NOW) == "No heartbeat: the bot is not running."


@pytest.mark.parametrize("text", ["", "{", "[]", json.dumps({"at": 1})])
def test_a_torn_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "health.json").write_text(text, encoding="utf-8")
    assert read(tmp_path / "health.json") is None
