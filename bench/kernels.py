"""What compiled searches gain and cost: nodes per second, time to compile and to load, memory, disk.

    python -m bench.kernels            # every game that has a kernel
    python -m bench.kernels onyx --seconds 5
    python -m bench.kernels cyberzul --seats 4

Each figure is measured in its own process, which begins with an empty folder of compiled code. "In Python" is the
search that plays where nothing is compiled: Choccer's and Cyberzul's kernels as they are written, and those of the
other two on their own positions.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from rich.console import Console
from rich.table import Table

import games
from games.choccer.kernel.alpha_beta import AlphaBeta as ChoccerSearch
from games.choccer.kernel.memory import KERNEL as CHOCCER
from games.choccer.legal import legal_moves
from games.choccer.position import State as ChoccerState
from games.conquid.kernel.alpha_beta import AlphaBeta as ConquidKernelSearch
from games.conquid.kernel.memory import KERNEL as CONQUID
from games.conquid.position import State as ConquidState
from games.conquid.propose import Proposer
from games.conquid.search import Search as ConquidSearch
from games.core.budget import Budget, Meter
from games.core.kernel.run import Kernel
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome, Seat
from games.cyberzul.kernel.alpha_beta import AlphaBeta as CyberzulSearch
from games.cyberzul.kernel.memory import KERNEL as CYBERZUL
from games.cyberzul.position import State as CyberzulState
from games.cyberzul.search import Playouts
from games.onyx.kernel.alpha_beta import AlphaBeta as OnyxKernelSearch
from games.onyx.kernel.memory import KERNEL as ONYX
from games.onyx.position import State as OnyxState
from games.onyx.search import Search as OnyxSearch

WAYS = {"in Python": "off", "compiled, first start": "", "compiled, later": ""}
KERNELS: dict[str, Kernel] = {"choccer": CHOCCER, "conquid": CONQUID, "cyberzul": CYBERZUL, "onyx": ONYX}
PAIR = 2
COUNTED = 1 << 40
"""More nodes than any search visits, so that they are counted."""


def search_choccer(state: ChoccerState, seat: Seat, meter: Meter) -> tuple[int, int]:
    """Search with the kernel, compiled or not."""
    search = ChoccerSearch(state, legal_moves(state, seat), meter)
    search.best()
    return search.nodes, search.depth


def search_conquid(state: ConquidState, seat: Seat, meter: Meter) -> tuple[int, int]:
    """Search with the kernel if it is compiled, else in Python."""
    if CONQUID.is_compiled:
        compiled = ConquidKernelSearch(state, seat, meter)
        compiled.best()
        return compiled.nodes, compiled.depth
    search = ConquidSearch(Proposer(state.field, meter, Random(1), 0.0))
    search.best(state)
    return nodes_spent(meter), search.depth


def search_cyberzul(state: CyberzulState, _seat: Seat, meter: Meter) -> tuple[int, int]:
    """Search with the kernel, compiled or not; of several players, the nodes are playouts, which have no depth."""
    if len(state.boards) > PAIR:
        return Playouts(state, meter, Random(1), COUNTED).count, 0
    search = CyberzulSearch(state, meter)
    search.best()
    return search.nodes, search.depth


def search_onyx(state: OnyxState, _seat: Seat, meter: Meter) -> tuple[int, int]:
    """Search with the kernel if it is compiled, else in Python."""
    if ONYX.is_compiled:
        compiled = OnyxKernelSearch(state, meter)
        compiled.best()
        return compiled.nodes, compiled.depth
    search = OnyxSearch(state, meter)
    search.best()
    return nodes_spent(meter), search.depth


def nodes_spent(meter: Meter) -> int:
    """Return the number of nodes that a meter for `COUNTED` nodes has counted."""
    return COUNTED - (meter.nodes_left or 0)


SEARCHES: dict[str, Callable[[Any, Seat, Meter], tuple[int, int]]] = {
    "choccer": search_choccer,
    "conquid": search_conquid,
    "cyberzul": search_cyberzul,
    "onyx": search_onyx,
}
"""The searches. Each returns the number of nodes that it visited and the depth that it reached."""


def positions(key: str, count: int, seats: int) -> list[tuple[Any, Seat]]:
    """Return positions from the middle of random matches, with the seat to move."""
    found: list[tuple[Any, Seat]] = []
    rng, game = Random(7), games.find(key)
    rules, options = game.rules, game.info.check_options({})
    while len(found) < count:
        state, left = rules.start(seats, options), rng.randrange(5, 40)
        while left and not isinstance(status := rules.status(state), Outcome):
            seat = min(status.seats)
            state = rules.play(state, seat, random_move(rules, state, seat, rng))
            left -= 1
        if not left and not isinstance(status := rules.status(state), Outcome) and CHANCE not in status.seats:
            found.append((state, min(status.seats)))
    return found


def megabytes() -> float:
    """Return the most memory that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(key: str, seconds: float, seats: int) -> dict[str, Any]:
    """Return the figures of this process."""
    began = perf_counter()
    KERNELS[key].prepare()
    ready = perf_counter() - began
    speeds, depths = [], []
    for state, seat in positions(key, 5, seats):
        began = process_time()
        meter = Budget(seconds, COUNTED, process_time).start()
        nodes, depth = SEARCHES[key](state, seat, meter)
        speeds.append(nodes / (process_time() - began))
        depths.append(depth)
    return {
        "nodes a second": median(speeds),
        "depth": median(depths),
        "seconds until ready": ready,
        "memory in MB": megabytes(),
    }


def compare(key: str, seconds: float, seats: int) -> Table:
    """Measure each way of playing the game in a process of its own."""
    table = Table(key, "nodes a second", "depth", "seconds until ready", "memory (MB)", "kept on disk (MB)")
    with tempfile.TemporaryDirectory() as folder:
        for way, named in WAYS.items():
            command = [sys.executable, "-m", "bench.kernels", "--child", key]
            command += ["--seconds", str(seconds), "--seats", str(seats)]
            # Also without the user's cache, in which the kernel may be already.
            environment = os.environ | {"QUINTET_KERNELS": named or folder, "HOME": folder, "TMPDIR": folder}
            figures = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
            size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 1e6
            table.add_row(
                way, f"{figures['nodes a second']:,.0f}", f"{figures['depth']:.0f}",
                f"{figures['seconds until ready']:.2f}", f"{figures['memory in MB']:.0f}", f"{size:.1f}",
            )  # fmt: skip
    return table


def main() -> None:
    """Measure each game and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help=", ".join(SEARCHES))
    parser.add_argument("--seconds", type=float, default=1, help="processor time for each of five positions")
    parser.add_argument("--seats", type=int, default=PAIR, help="players; Cyberzul has other searches for 3 and 4")
    parser.add_argument("--child", action="store_true", help="measure in this process and print JSON")
    given = parser.parse_args()
    if unknown := set(given.games) - SEARCHES.keys():
        parser.error(f"there is no kernel of {', '.join(sorted(unknown))}")
    chosen = given.games or list(SEARCHES)
    for info in (games.find(key).info for key in chosen):
        if not info.min_seats <= given.seats <= info.max_seats:
            parser.error(f"{info.title} is not for {given.seats} players")
    for key in chosen:
        if given.child:
            print(json.dumps(measure(key, given.seconds, given.seats)))
        else:
            Console(width=120).print(compare(key, given.seconds, given.seats))


if __name__ == "__main__":
    main()
