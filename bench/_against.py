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
from typing import NamedTuple

import games
from games.core.status import Seat
from render.demo import positions

HERE = Path(__file__).parent
Kind = tuple[str, str, int, dict[str, str]]
"""A kind of match: its title, game, seats and options."""
_SEEDS = 99, 0, 1, 2
"""The matches that are drawn; the first is to warm up."""


class Measurement(NamedTuple):
    """What one round measured: milliseconds of the first picture, and of each picture in turn, and their KiB."""

    first: float
    times: list[float]
    kib: list[float]


def compare(commit: str, kinds: Sequence[Kind], rounds: int, plies: int, level: str = "") -> None:
    """Print the processor times of each kind of match before and now, measured in turn.

    The matches are of random moves, or of a level against itself.

    The time of a picture is its median over the rounds, so that what else the machine does in one of them does not
    count; p50 and p95 are over the pictures. Raises CalledProcessError if there is no such commit, or if its version
    cannot draw.
    """
    with tempfile.TemporaryDirectory() as folder:
        packed = ["git", "archive", commit, "games", "render"]
        archive = subprocess.run(packed, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        sides = {"before": Path(folder), "now": HERE.parent}
        print(f"before: {commit}; now: this version; processor ms, each picture the median of {rounds} rounds")
        for kind in kinds:
            found: defaultdict[str, list[Measurement]] = defaultdict(list)
            matches = [_play(kind, plies, seed, level) for seed in _SEEDS]
            for _ in range(rounds):
                for side, place in sides.items():
                    found[side].append(_measure(place, kind, matches))
            print(_line(kind[0], *(_figures(found[side]) for side in sides)))


def _play(kind: Kind, plies: int, seed: int, level: str) -> list[tuple[Seat, str]]:
    """Return the moves of a match, of at most so many plies."""
    _, key, seats, options = kind
    played = positions(games.find(key), seats, options, plies, seed, level)
    return [(each.entry.seat, each.entry.text) for each in played if each.entry]


def _measure(place: Path, kind: Kind, matches: list[list[tuple[Seat, str]]]) -> Measurement:
    command = [sys.executable, "-P", str(HERE / "_one_version.py")]
    given, environment = json.dumps([*kind[1:], matches]).encode(), {"PYTHONPATH": str(place)}
    told = subprocess.run(command, env=environment, input=given, check=True, capture_output=True).stdout
    return Measurement(**json.loads(told))


def _figures(rounds: Sequence[Measurement]) -> dict[str, float]:
    times = sorted(statistics.median(picture) for picture in zip(*(each.times for each in rounds), strict=True))
    return {
        "p50": statistics.median(times),
        "p95": times[int(len(times) * 0.95)],
        "mean": statistics.mean(times),
        "first": statistics.median(each.first for each in rounds),
        "KiB": statistics.median(rounds[0].kib),
    }


def _line(title: str, before: dict[str, float], now: dict[str, float]) -> str:
    parts = "  ".join(f"{name} {before[name]:5.1f} → {now[name]:5.1f}" for name in now)
    ratio = now["p95"] / now["p50"]
    return f"{title:20} {parts}  p95 / p50 {ratio:.2f} {'ok' if ratio <= 1.5 else 'OVER'}"
