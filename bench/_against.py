"""Compare the pictures of this version with those of an older commit, in one run."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

HERE = Path(__file__).parent
Kind = tuple[str, str, int, dict[str, str]]
"""A kind of match: its title, game, seats and options."""


def compare(commit: str, kinds: Sequence[Kind], rounds: int, plies: int) -> None:
    """Print the processor times of each kind of match before and now: medians of several rounds, measured in turn.

    Raises CalledProcessError if there is no such commit, or if its version cannot draw.
    """
    with tempfile.TemporaryDirectory() as folder:
        packed = ["git", "archive", commit, "games", "render"]
        archive = subprocess.run(packed, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        sides = {"before": Path(folder), "now": HERE.parent}
        print(f"before: {commit}; now: this version; processor ms, medians of {rounds} rounds")
        for kind in kinds:
            found: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
            for _ in range(rounds):
                for side, place in sides.items():
                    found[side].append(_measure(place, kind, plies))
            print(_line(kind[0], *(_medians(found[side]) for side in sides)))


def _measure(place: Path, kind: Kind, plies: int) -> dict[str, float]:
    command = [sys.executable, "-P", str(HERE / "_one_version.py"), json.dumps([*kind[1:], plies])]
    told = json.loads(subprocess.run(command, env={"PYTHONPATH": str(place)}, check=True, capture_output=True).stdout)
    times = told["times"]
    return {
        "p50": statistics.median(times),
        "p95": times[int(len(times) * 0.95)],
        "first": told["first"],
        "KiB": statistics.median(told["kib"]),
    }


def _medians(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}


def _line(title: str, before: dict[str, float], now: dict[str, float]) -> str:
    parts = "  ".join(f"{name} {before[name]:5.1f} → {now[name]:5.1f}" for name in now)
    ratio = now["p95"] / now["p50"]
    return f"{title:20} {parts}  p95 / p50 {ratio:.2f} {'ok' if ratio <= 1.5 else 'OVER'}"
