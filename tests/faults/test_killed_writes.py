"""A process is killed at each write of a command: nothing is stored by halves, and the next one goes on from there."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.table import open_club
from tests.e2e.running import ROOT
from tests.faults.killing import carry_out
from tests.faults.test_writes import COMMANDS, IN_STEPS, stored

ALWAYS = {"move"}


def prepare(file: Path, command: str) -> int:
    """Bring about what the command begins with; returns the instant by then."""

    async def prepare() -> int:
        club = await open_club(str(file))
        await COMMANDS[command][0](club)
        await club.database.close()
        return club.clock.now

    return asyncio.run(prepare())


def die_at(file: Path, command: str, now: int, at: int) -> int:
    """The command in a process of its own that is killed at one write; how many writes it acknowledged."""
    program = [sys.executable, "-m", "tests.faults.killing", str(file), command, str(now), str(at)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return int(done.stdout or 0)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=[] if name in ALWAYS else [pytest.mark.slow, pytest.mark.timeout(300)])
        for name in COMMANDS
    ],
)
def test_a_process_may_be_killed_at_every_write_of_a_command(command: str, tmp_path: Path) -> None:
    start, file = tmp_path / "start.db", tmp_path / "club.db"
    now = prepare(start, command)
    before = stored(start)
    shutil.copy(start, file)
    count = asyncio.run(carry_out(str(file), command, now))
    undisturbed = stored(file)
    assert count >= 3, "a beginning, a statement, a commit"
    for at in range(1, count + 2):
        for old in tmp_path.glob("club.db*"):
            old.unlink()
        shutil.copy(start, file)
        acknowledged = die_at(file, command, now, at)
        assert acknowledged == (count if at > count else 0)
        if acknowledged:
            assert stored(file) == undisturbed, "what was acknowledged is stored"
        elif command not in IN_STEPS:
            assert stored(file) == before, f"killed at write {at}, nothing is stored by halves"
        if not acknowledged:
            asyncio.run(carry_out(str(file), command, now))
            assert stored(file) == undisturbed, f"after it was killed at write {at}, the next attempt does the same"
