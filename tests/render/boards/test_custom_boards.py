"""Boards that people write themselves: the largest ones are read, drawn and told in bounded time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SECONDS = 15
"""Far above what it takes on a busy machine (half a second), far below what would hold anybody up."""
MEGABYTES = 150
DENSE = " ".join(f"n{i}@{i % 20},{i // 20}" for i in range(400))
FAR_APART = " ".join(f"n{i}@{i * 7919 % 1999 - 999},{i * 104729 % 1999 - 999}" for i in range(400))
EDGES = " ".join(f"n{i}-n{(i + step) % 400}" for i in range(400) for step in range(1, 7))
WORK = """
import json, resource, sys, time
import games, render
from games.core.diagram import board_text

onyx = games.find("onyx")
render.png(onyx.presenter.table(onyx.rules.start(2, {"board": "king-5"}), None))
before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
table = onyx.presenter.table(onyx.rules.start(2, onyx.info.check_options({"board": sys.stdin.read()})), None)
drawn, told = render.png(table), (render.alt_text(table), board_text(table))
seconds = time.perf_counter() - began
more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(json.dumps({"seconds": seconds, "megabytes": more / 1000, "picture": len(drawn), "alt": len(told[0])}))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as POSIX does")
@pytest.mark.parametrize("spaces", [DENSE, FAR_APART], ids=["as dense as can be", "as far apart as can be"])
def test_the_largest_custom_boards_are_bounded(spaces: str) -> None:
    """400 spaces with 12 neighbours each, from a process of its own, which has drawn another board before."""
    board = f"custom:{spaces};{EDGES}"
    done = subprocess.run(
        [sys.executable, "-c", WORK], input=board, capture_output=True, text=True, cwd=ROOT, check=True, timeout=60
    )
    took = json.loads(done.stdout)
    assert took["seconds"] < SECONDS
    assert took["megabytes"] < MEGABYTES
    assert 0 < took["picture"] < 1_000_000, "it fits into a message"
    assert took["alt"] <= 1024
