"""No PostgreSQL server of the tests outlives the test run that started it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.postgres import Server
from tests.postgres_guard import is_running

RUN = """
import sys
from tests import postgres
print(postgres.server().socket.parent, flush=True)
if sys.argv[1] == "end":
    postgres.end()
else:
    sys.stdin.read()
"""
"""A run that starts a server, and ends it or waits for its own end."""


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize("end", ["end", "SIGKILL", "SIGTERM"])
def test_a_server_ends_with_the_run_that_started_it(end: str, postgres: Server) -> None:
    run = subprocess.Popen([sys.executable, "-c", RUN, end], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    data = Path(run.stdout.readline().strip())
    server = int((data / "postmaster.pid").read_text().split()[0]) if end != "end" else 0
    if end == "SIGKILL":
        run.kill()
    elif end == "SIGTERM":
        run.terminate()
    run.communicate()
    _wait_until_removed(data.parent)
    assert not is_running(server, data.parent)
    assert postgres.socket.exists(), "another run's server goes on"


def _wait_until_removed(folder: Path) -> None:
    """The server's guard removes the folder when the server has ended."""
    for _ in range(300):
        if not folder.exists():
            return
        time.sleep(0.1)
    raise AssertionError(f"{folder} is still there")
