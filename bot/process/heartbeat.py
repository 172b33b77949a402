"""The contents of the heartbeat file, and whether they mean that the bot is well.

The container's health check is `python -S -m bot.process.heartbeat`, twice a minute. So this module imports only a
few small parts of the standard library, which makes a check about ten times cheaper than `python -m bot health`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from socket import gethostname
from typing import Final

FRESH_SECONDS: Final = 60
WELL: Final = "well"
STARTING: Final = "starting"
NO_MATTER_OF_A_RESTART: Final = frozenset({"commands", "backups"})
"""Subsystems that matches do not depend on: their problems are reported but do not fail the check."""


@dataclass(frozen=True, slots=True)
class Beat:
    """A heartbeat `at` seconds since 1970: whether all shards were connected and the database accepted a write.

    `host` is the machine or container in which the process has its number; `states` tells of each subsystem how it is:
    `WELL`, `STARTING`, or what is wrong with it.
    """

    at: float
    pid: int
    gateway: bool
    database: bool
    host: str = ""
    states: dict[str, str] = field(default_factory=dict)

    def is_alive(self, now: float) -> bool:
        """Whether the process may still be running; from another container only the heartbeat's age tells."""
        return self.age(now) <= FRESH_SECONDS and not (self.host == gethostname() and _has_ended(self.pid))

    def age(self, now: float) -> float:
        """Return the heartbeat's age in seconds; one from the future (after a clock change) counts as stale, too."""
        return abs(now - self.at)

    def trouble(self, now: float) -> str | None:
        """Return what is wrong, in a sentence; None if all is well."""
        age = self.age(now)
        if age > FRESH_SECONDS:
            return f"The last heartbeat is {age:.0f} s old: the bot is stuck or gone."
        if not self.is_alive(now):
            return "The bot has ended without a word: it was killed, or it has crashed."
        if not self.database:
            return "The database does not take writes."
        if not self.gateway:
            return "The connection to Discord is down."
        bad = [name for name in self.find_troubled() if name not in NO_MATTER_OF_A_RESTART]
        return "; ".join(f"{name}: {self.states[name]}" for name in bad) or None

    def find_troubled(self) -> list[str]:
        """Return the subsystems that are not well."""
        return [name for name, state in self.states.items() if state not in {WELL, STARTING}]

    def lines(self) -> list[str]:
        """Return one line per subsystem with its state."""
        return [f"{name}: {state}" for name, state in self.states.items()]


def heartbeat_file(data: Path, shard_ids: str = "") -> Path:
    """Return the heartbeat file of the process with these SHARD_IDS, which differ within a shared folder."""
    numbers = [int(number) for number in shard_ids.replace("-", ",").split(",") if number.strip().isdecimal()]
    return data / (f"health-{min(numbers)}-{max(numbers)}.json" if numbers else "health.json")


def read(file: Path) -> Beat | None:
    """Return the last heartbeat; None if no bot runs with these settings."""
    try:
        return Beat(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def trouble(file: Path, now: float) -> str | None:
    """Return why the bot is not healthy; None if it is."""
    beat = read(file)
    return "No heartbeat: the bot is not running." if beat is None else beat.trouble(now)


def verdict(file: Path, now: float) -> tuple[int, list[str]]:
    """Return the exit code of a check and its output: the bot's health, then each subsystem's."""
    beat = read(file)
    found = "No heartbeat: the bot is not running." if beat is None else beat.trouble(now)
    states = beat.lines() if beat is not None and beat.is_alive(now) else []
    if found is not None:
        return 1, [found, *states]
    troubled = [] if beat is None else beat.find_troubled()
    return 0, [f"Well, except for {', '.join(troubled)}." if troubled else "Well.", *states]


def _has_ended(pid: int) -> bool:
    """Whether there is no such process; False also if that cannot be found out."""
    if os.name != "posix":  # elsewhere `os.kill` with 0 would end the process
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it belongs to another user
        return False
    return False


def main() -> int:
    """Print the health of the bot of QUINTET_DATA and SHARD_IDS; `.env` is not read. Returns 1 if it is not well."""
    data, shards = os.environ.get("QUINTET_DATA") or "data", os.environ.get("SHARD_IDS", "")
    code, lines = verdict(heartbeat_file(Path(data), shards), time.time())
    sys.stderr.write("\n".join(lines) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
