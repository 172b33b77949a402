"""What compiled searches gain and cost: nodes per second, time to compile and to load, memory, disk.

    python -m bench.kernels            # every game that has a kernel
    python -m bench.kernels --seconds 5

Each figure is measured in its own process, which begins with an empty folder of compiled code.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from games import find
from games.choccer.kernel.alpha_beta import AlphaBeta
from games.choccer.kernel.memory import KERNEL
from games.choccer.legal import legal_moves
from games.choccer.position import NOBODY, State
from games.core.budget import Budget
from games.core.status import Seat

WAYS = {"written": "off", "compiled, first start": "", "compiled, later": ""}


def positions(count: int) -> list[State]:
    """Return positions from the middle of random matches."""
    found: list[State] = []
    rng, rules = Random(7), find("choccer").rules
    while len(found) < count:
        state = rules.start(2, {})
        for _ in range(rng.randrange(5, 40)):
            if state.seat != NOBODY:
                state = rules.play(state, Seat(state.seat), rng.choice(legal_moves(state, state.seat)))
        if state.seat != NOBODY:
            found.append(state)
    return found


def megabytes() -> float:
    """Return the most memory that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(seconds: float) -> dict[str, Any]:
    """Return the figures of this process."""
    began, before = perf_counter(), megabytes()
    KERNEL.prepare()
    ready = perf_counter() - began
    speeds, depths = [], []
    for state in positions(5):
        began = process_time()
        search = AlphaBeta(state, legal_moves(state, state.seat), Budget(seconds, clock=process_time).start())
        search.best()
        speeds.append(search.nodes / (process_time() - began))
        depths.append(search.depth)
    return {
        "compiled": KERNEL.is_compiled,
        "nodes a second": median(speeds),
        "depth": median(depths),
        "seconds until ready": ready,
        "memory in MB": megabytes(),
        "without it": before,
    }


def main() -> None:
    """Measure each variant and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1, help="processor time for each of five positions")
    parser.add_argument("--child", action="store_true", help="measure in this process and print JSON")
    given = parser.parse_args()
    if given.child:
        print(json.dumps(measure(given.seconds)))
        return
    table = Table("Choccer", "nodes a second", "depth", "seconds until ready", "memory (MB)", "kept on disk (MB)")
    with tempfile.TemporaryDirectory() as folder:
        for way, named in WAYS.items():
            command = [sys.executable, "-m", "bench.kernels", "--child", "--seconds", str(given.seconds)]
            # Also without the user's cache, in which the kernel may be already.
            environment = os.environ | {"QUINTET_KERNELS": named or folder, "HOME": folder, "TMPDIR": folder}
            figures = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
            size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 1e6
            table.add_row(
                way, f"{figures['nodes a second']:,.0f}", f"{figures['depth']:.0f}",
                f"{figures['seconds until ready']:.2f}", f"{figures['memory in MB']:.0f}", f"{size:.1f}",
            )  # fmt: skip
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
