"""`python -m sandbox.club`: a small tournament to watch, beside `make run`."""

from __future__ import annotations

import argparse
import asyncio
from random import SystemRandom

from sandbox.client import Sandbox
from sandbox.club import Club


async def watch(url: str, game: str, pause: float) -> None:
    """Hold a tournament in a sandbox that is running, and say where."""
    async with Sandbox.attach(url) as sandbox:
        club = await Club.found(sandbox, pause, SystemRandom())
        print(f"Watch the tournament at {url}/#ana/{club.channel}", flush=True)
        await club.hold(game)
        print("The tournament is over.", flush=True)
        for member in club.people:
            await member.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m sandbox.club", description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8620", help="where the sandbox listens")
    parser.add_argument("--game", default="choccer")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two moves of a match")
    given = parser.parse_args()
    asyncio.run(watch(given.url.rstrip("/"), given.game, given.pause))


if __name__ == "__main__":
    main()
