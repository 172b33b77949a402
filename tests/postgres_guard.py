"""Ends a PostgreSQL server of the tests as soon as the process that started it has ended, in whatever way.

PostgreSQL makes itself independent of whoever starts it, so a test run that is killed would leave it behind. This
program reads its standard input, a pipe whose other end that process holds: it is at its end when the process is. Then
the server goes, with its folder, which is the argument.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path


def guard(folder: Path) -> None:
    """Wait for the end of the standard input; then end the server whose data is below this folder, and remove it."""
    sys.stdin.buffer.read()
    with suppress(OSError, ValueError, IndexError):  # there is no server yet, or none any more
        _end(int((folder / "data" / "postmaster.pid").read_text().split()[0]), folder)
    shutil.rmtree(folder, ignore_errors=True)  # a server that has just begun ends by itself without its folder


def _end(server: int, folder: Path) -> None:
    """An immediate shutdown: nothing of it is kept, so there is nothing to write down."""
    for _ in range(100):
        if not is_running(server, folder):
            return
        os.kill(server, signal.SIGQUIT)
        time.sleep(0.1)


def is_running(server: int, folder: Path) -> bool:
    """Whether the process of this id is the server whose data is below this folder."""
    found = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(server)], capture_output=True, text=True, check=False)
    return str(folder) in found.stdout


if __name__ == "__main__":
    guard(Path(sys.argv[1]))
