"""What a health check costs: `python -m bench.health [--smoke]`.

Compares the processor time of the container's check, `python -m bot.process.heartbeat`, with that of
`python -m bot health`, which reads all settings and is meant for people, and with an interpreter that does nothing.
Only the ratios matter.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from bot.process.heartbeat import Beat, heartbeat_file

CHECKS = {
    "an empty interpreter": ["-S", "-c", ""],
    "python -S -m bot.process.heartbeat": ["-S", "-m", "bot.process.heartbeat"],
    "python -m bot health": ["-m", "bot", "health"],
}


def processor_time(words: list[str], environment: dict[str, str]) -> float:
    """Return the processor seconds (user and system) of one interpreter run, which must find the bot healthy."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env=environment, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Run each check several times and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a quick run: three of each")
    runs = 3 if parser.parse_args().smoke else 25
    with tempfile.TemporaryDirectory() as folder:
        beat = Beat(time.time(), os.getpid(), gateway=True, database=True)
        heartbeat_file(Path(folder)).write_text(json.dumps(asdict(beat)), encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name != "SHARD_IDS"}
        environment["QUINTET_DATA"] = folder
        spent = {
            name: statistics.median(processor_time(words, environment) for _ in range(runs))
            for name, words in CHECKS.items()
        }
    least = spent["an empty interpreter"]
    for name, seconds in spent.items():
        print(f"{name:28} {1000 * seconds:6.0f} ms of processor time, {seconds / least:5.1f} times the least")


if __name__ == "__main__":
    main()
