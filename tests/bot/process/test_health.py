"""The heartbeat: what it sees, what it tells, and when it stops."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from socket import gethostname

import pytest

from bot.process.health import HeartbeatWriter
from bot.process.heartbeat import FRESH_SECONDS, Beat, heartbeat_file, read, trouble
from bot.settings import load

ROOT = Path(__file__).parents[3]
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
) -> HeartbeatWriter:
    return HeartbeatWriter(file, gateway, write, patience=300, clock=clock, sleep=at_once)  # type: ignore[arg-type]


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


async def test_a_gateway_that_comes_back_is_given_its_patience_again(tmp_path: Path) -> None:
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


# ---------------------------------------------------------------- the container's check


def check(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """The health check of the Dockerfile, from the folder of the program."""
    (line,) = [line for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines() if "HEALTHCHECK" in line]
    program, *words = json.loads(line[line.index("[") :])
    assert program == "python"
    given = {"QUINTET_DATA": str(folder), **settings}
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=given, capture_output=True, text=True, check=False)


def test_the_container_check_says_what_health_says(tmp_path: Path) -> None:
    absent = check(tmp_path)
    assert (absent.returncode, absent.stderr) == (1, "No heartbeat: the bot is not running.\n")
    (tmp_path / "health.json").write_text(json.dumps(asdict(replace(WELL, at=time.time()))), encoding="utf-8")
    well = check(tmp_path)
    assert (well.returncode, well.stderr) == (0, "Well.\n")


@pytest.mark.parametrize("shards", ["0-5", "0,1,2,3,4,5", " 3-5, 0-2"])
def test_the_container_check_finds_the_heartbeat_of_its_shards(tmp_path: Path, shards: str) -> None:
    file = load(data=tmp_path, shard_ids=shards, shard_count=6).health_file
    file.write_text(json.dumps(asdict(replace(WELL, at=time.time(), gateway=False))), encoding="utf-8")
    assert file == heartbeat_file(tmp_path, shards)
    assert check(tmp_path, SHARD_IDS=shards).stderr == "The connection to Discord is down.\n"


def test_the_container_check_loads_little() -> None:
    """It runs twice a minute for as long as the bot does: `bench.health` measures what it costs."""
    program = "import sys, bot.process.heartbeat; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded <= sys.stdlib_module_names | {"bot", "__main__"}
    assert not loaded & {"asyncio", "logging", "ssl", "subprocess", "typing_extensions"}
