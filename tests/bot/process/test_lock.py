"""One bot at a time on an SQLite file; what may and what may not be done beside it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.process.lock import CannotLock, exclusive, lock_file
from tests.bot.terminal import ROOT, RUNNING, Admin

HOLD = """
import sys
from pathlib import Path
from bot.process.lock import exclusive
with exclusive(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def hold_elsewhere(database: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process holds the lock meanwhile."""
    command = (sys.executable, "-c", HOLD, str(database))
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        yield other
        other.kill()


def test_a_second_process_is_told_who_was_first(tmp_path: Path) -> None:
    with (
        hold_elsewhere(tmp_path / "quintet.db") as other,
        pytest.raises(
            CannotLock, match=rf"^The bot is running \(process {other.pid} on \S+\) with the database \S+: stop"
        ),
        exclusive(tmp_path / "quintet.db"),
    ):
        pass


def test_the_lock_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    with hold_elsewhere(tmp_path / "quintet.db") as other:
        other.kill()
        other.wait()
        with exclusive(tmp_path / "quintet.db"):
            assert lock_file(tmp_path / "quintet.db").read_text().startswith("process ")


def test_a_link_leads_to_the_same_lock(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    with (
        exclusive(tmp_path / "real" / "quintet.db"),
        pytest.raises(CannotLock),
        exclusive(tmp_path / "link" / "quintet.db"),
    ):
        pass


def test_other_databases_have_locks_of_their_own(tmp_path: Path) -> None:
    with exclusive(tmp_path / "one.db"), exclusive(tmp_path / "two.db"), exclusive(None), exclusive(None):
        assert lock_file(tmp_path / "one.db") != lock_file(tmp_path / "two.db")


def test_the_lock_can_be_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        with exclusive(tmp_path / "quintet.db"):
            pass


def test_the_lock_is_not_handed_on_to_processes_that_outlive_this_one(tmp_path: Path) -> None:
    with exclusive(tmp_path / "quintet.db"):
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with child, exclusive(tmp_path / "quintet.db"):
        child.kill()


@pytest.mark.parametrize("words", [["backup"], ["export"], ["doctor"], ["migrate"]])
def test_what_only_looks_may_be_done_beside_a_bot(admin: Admin, played: str, words: list[str]) -> None:
    assert played
    with admin.has_a_bot():
        assert admin.types(*words).code == 0


def test_restore_waits_for_no_heartbeat_of_a_bot_that_was_killed(admin: Admin, played: str) -> None:
    """In another container the process cannot be asked about; the lock tells all the same."""
    assert played
    copy = admin.types("backup").err.removeprefix("The copy is ").strip()
    with admin.has_a_bot():
        assert RUNNING.fullmatch(admin.types("restore", copy).err)
    assert admin.types("restore", copy).code == 0
