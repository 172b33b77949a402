"""The sandbox's time: the wall clock plus a shift that tests may set."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class Clock:
    """The one source of time for token ages, message ages and snowflakes."""

    def __init__(self) -> None:
        self._shift = 0.0

    def now(self) -> float:
        """Seconds since the Unix epoch, shifted."""
        return time.time() + self._shift

    @property
    def shift(self) -> float:
        """Seconds by which the sandbox is ahead of the wall clock."""
        return self._shift

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._shift += seconds


def iso(seconds: float) -> str:
    """Seconds since the epoch as Discord writes times."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
