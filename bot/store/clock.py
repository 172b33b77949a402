"""PostgreSQL's clock, by which all processes on one database judge deadlines: bot.match.ports.Clock.

Asking the database for every instant would cost a trip. Instead, the clock runs on a monotonic counter of this
machine, and the offset to the database's clock is measured regularly. The error of a measurement is at most half the
time that the answer took; slow answers are not used.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog
from sqlalchemy import text

from bot.match.clock import SECOND, Instant
from bot.store.engine import Database

MEASURE_SECONDS: Final = 15
LONGEST_TRIP: Final = 1 * SECOND
"""The longest round trip in milliseconds; a slower measurement is used only if there is none yet."""
MUCH: Final = 5 * SECOND
_NOW: Final = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS double precision)")
_log = structlog.get_logger(__name__)


def local_counter() -> float:
    """Return a counter in milliseconds that also runs during sleep; outside Linux, the system clock."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME) * 1000
    return time.time() * 1000


def machine_clock() -> float:
    """Return this machine's time, in milliseconds since 1970."""
    return time.time() * 1000


class DatabaseClock:
    """Tells the database's time. Call `measure` before the first use, and again now and then."""

    def __init__(
        self,
        database: Database,
        counter: Callable[[], float] = local_counter,
        here: Callable[[], float] = machine_clock,
    ) -> None:
        self._db = database
        self._counter = counter
        self._here = here
        self._ahead: float | None = None
        self._told = False
        self.error = 0.0
        """Milliseconds by which the last measurement may be wrong."""

    def __call__(self) -> Instant:
        return int(self._counter() + (self._ahead or 0))

    async def measure(self) -> None:
        """Measure how far the database's clock is ahead of the counter. Raises what the driver raises."""
        async with self._db.read() as connection:
            before = self._counter()
            there = float((await connection.execute(_NOW)).scalar_one())
            trip = self._counter() - before
        if trip > LONGEST_TRIP and self._ahead is not None:
            _log.warning("the database's clock could not be measured", milliseconds=round(trip))
            return
        self._ahead, self.error = there - before - trip / 2, trip / 2
        apart = self._here() - self()
        if abs(apart) > MUCH and not self._told:
            _log.warning("this machine's clock differs from the database's", milliseconds=round(apart))
        self._told = abs(apart) > MUCH
