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
"""Subsystems without which matches go on: their trouble is told, and the check does not fail for it."""


@dataclass(frozen=True, slots=True)
class Beat:
    """What was true `at` seconds since 1970: all shards connected, the database took a write.

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
        """Whether the process may still be running; from another container only the age of its beat tells."""
        return self.age(now) <= FRESH_SECONDS and not (self.host == gethostname() and _has_ended(self.pid))

    def age(self, now: float) -> float:
        """Seconds since; a clock that was set back makes a beat of the future, which is as stale as an old one."""
        return abs(now - self.at)

    def trouble(self, now: float) -> str | None:
        """What is wrong, in a sentence; None when all is well."""
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
        """The subsystems that are not well."""
        return [name for name, state in self.states.items() if state not in {WELL, STARTING}]

    def lines(self) -> list[str]:
        """How each subsystem is, a line for each."""
        return [f"{name}: {state}" for name, state in self.states.items()]


def heartbeat_file(data: Path, shard_ids: str = "") -> Path:
    """The heartbeat of the process with these SHARD_IDS; processes that share a folder differ in them."""
    numbers = [int(number) for number in shard_ids.replace("-", ",").split(",") if number.strip().isdecimal()]
    return data / (f"health-{min(numbers)}-{max(numbers)}.json" if numbers else "health.json")


def read(file: Path) -> Beat | None:
    """The last beat; None when there is none, that is when no bot runs with these settings."""
    try:
        return Beat(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def trouble(file: Path, now: float) -> str | None:
    """Why the bot is not healthy; None when it is."""
    beat = read(file)
    return "No heartbeat: the bot is not running." if beat is None else beat.trouble(now)


def verdict(file: Path, now: float) -> tuple[int, list[str]]:
    """The exit code of a check, and what it says: how the bot is, then how each of its subsystems is."""
    beat = read(file)
    found = "No heartbeat: the bot is not running." if beat is None else beat.trouble(now)
    states = beat.lines() if beat is not None and beat.is_alive(now) else []
    if found is not None:
        return 1, [found, *states]
    troubled = [] if beat is None else beat.find_troubled()
    return 0, [f"Well, except for {', '.join(troubled)}." if troubled else "Well.", *states]


def _has_ended(pid: int) -> bool:
    """True when there is no such process; False also where one cannot ask."""
    if os.name != "posix":  # elsewhere, asking is killing
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's
        return False
    return False


def main() -> int:
    """Say how the bot of QUINTET_DATA and SHARD_IDS is; `.env` is not read. Returns 1 when it is not well."""
    data, shards = os.environ.get("QUINTET_DATA") or "data", os.environ.get("SHARD_IDS", "")
    code, lines = verdict(heartbeat_file(Path(data), shards), time.time())
    sys.stderr.write("\n".join(lines) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
