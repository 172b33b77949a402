"""A process that carries out one command of `test_writes` and is killed at one of its writes, as by `kill -9`.

`python -m tests.faults.killing FILE COMMAND NOW AT`: a prepared SQLite file, the instant, the number of
the write. Writes out how many writes there were once the command has been acknowledged.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from random import Random

from tests.bot.table import FakeClock, open_club
from tests.faults.test_writes import COMMANDS
from tests.faults.writes import Writes


def die() -> None:
    """End at once, without a chance to put anything in order."""
    os.kill(os.getpid(), signal.SIGKILL)


async def carry_out(file: str, command: str, now: int, at: int = 0) -> int:
    """The command, up to the write at which this process dies; returns how many writes it made."""
    club, writes = await open_club(file, FakeClock(now)), Writes(die, at)
    club.service.dice = Random(7)
    with writes.watched():
        await COMMANDS[command][1](club)
    if at:  # it is acknowledged, and dies before it can tidy up
        sys.stdout.write(str(writes.count))
        sys.stdout.flush()
        die()
    await club.database.close()
    return writes.count


if __name__ == "__main__":
    asyncio.run(carry_out(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
