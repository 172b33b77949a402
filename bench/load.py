"""Many matches at once: `python -m bench.load [--smoke] [--matches 100 500] [--seconds 15] [--rounds 3]`.

Pairs of people play Choccer by `/move` in the sandbox, as fast as they are answered. First they play with Quintet and
days per move: each board is posted anew, and the old one loses its controls. Then, in the same run, with two minimal
discord.py bots: one only acknowledges, the other also posts a ready-made picture of the same size. Last, Quintet and
the second bot run side by side several times, because the processor time of a move depends on the load. Bot, sandbox
and this program share the machine's cores, so only the ratios within one run matter.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import aiohttp

import games
import render
from games.core.protocol.session import Session
from games.core.status import Outcome
from sandbox.client import QUICK, Member, Sandbox, SandboxError

TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 90
RAMP_SECONDS = 3.0
"""The seconds within which the pairs begin one after another: hundreds of people do not press at the same moment."""


@dataclass
class Figures:
    """The figures of one bot. Times are in milliseconds; `processor` and the kinds of work in `spent` in seconds."""

    name: str
    acknowledged: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    seconds: float = 0
    processor: float = 0
    kilobytes: int = 0
    spent: dict[str, float] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """The number of moves that were answered."""
        return len(self.acknowledged)

    @property
    def cost(self) -> float:
        """The processor time per move in milliseconds."""
        return 1000 * self.processor / max(1, self.moves)

    @property
    def without_pictures(self) -> float:
        """The processor time per move in milliseconds, without its picture."""
        return self.cost - 1000 * self.spent.get("picture", 0) / max(1, self.moves)

    def print_spent(self) -> None:
        """Print how the processor time of a move is spent."""
        parts = (f"{work} {1000 * took / max(1, self.moves):.1f}" for work, took in self.spent.items())
        print(f"   of {self.cost:.1f} ms a move: " + ", ".join(parts))

    def print(self) -> None:
        """Print one line of the table."""
        ack, shown = (
            " / ".join(f"{value:6.0f}" for value in quantiles(all_)) for all_ in (self.acknowledged, self.shown)
        )
        speed = self.moves / self.seconds
        memory = self.kilobytes // 1024
        print(f"{self.name:22} {self.moves:6} {speed:8.1f}   {ack}   {shown}   {self.cost:6.1f}   {memory:5}")


def quantiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return p50, p95 and p99."""
    if len(values) < 2:
        return (values[0],) * 3 if values else (0.0, 0.0, 0.0)
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


class Watcher:
    """Somebody who sees every channel and tells the pairs when their pictures arrive: one stream for all."""

    def __init__(self) -> None:
        self._awaited: dict[int, dict[str, asyncio.Event]] = {}

    def expect_message(self, channel: int, mark: str) -> asyncio.Event:
        """Return an event that is set when a message with this text is posted in the channel."""
        shown = self._awaited.setdefault(channel, {})[mark] = asyncio.Event()
        return shown

    @asynccontextmanager
    async def listening(self, member: Member) -> AsyncIterator[None]:
        """Receive everything that the member hears while the context lasts."""
        transport = member._transport  # noqa: SLF001 - the stream as it comes, without the client's polling
        async with transport.session.ws_connect(f"{transport.url}/sandbox/members/{member.id}/stream") as socket:
            listener = asyncio.create_task(self._listen(socket))
            yield
            listener.cancel()

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if not message.data.startswith('{"event": "MESSAGE_CREATE"'):
                continue
            awaited = self._awaited.get(int(json.loads(message.data)["data"]["channel_id"]), {})
            for mark in [mark for mark in awaited if mark in message.data]:
                awaited.pop(mark).set()


class Pair:
    """Two people in one channel or thread, and the moves they play."""

    def __init__(self, players: tuple[Member, Member], channel: int, seed: int) -> None:
        self.players = players
        self.channel = channel
        self.line = line(seed)
        self._name = seed

    async def play(self, figures: Figures, until: float, watcher: Watcher | None, wait: float) -> None:
        """Play move after move from `wait` seconds on until the time is over; with a watcher, wait for each picture."""
        await asyncio.sleep(wait)
        own = figures.name.startswith("Quintet")
        for number, (seat, move) in enumerate(self.line, 1):
            if time.perf_counter() >= until:
                break
            mark, text = (
                (f"Turn {number} ", move) if own else (f"Move {self._name}-{number} ", f"{self._name}-{number}")
            )
            shown = watcher.expect_message(self.channel, mark) if watcher else None
            began = time.perf_counter()
            result = await self.players[seat].command("move", {"move": text}, channel=self.channel)
            if result.failed:
                raise RuntimeError("an interaction failed")
            figures.acknowledged.append(result.latency_ms)
            if shown is not None:
                try:
                    await asyncio.wait_for(shown.wait(), 60)
                except TimeoutError as error:
                    told = (await self.players[seat].messages(self.channel, limit=1))[-1].text
                    raise RuntimeError(f"no picture of turn {number}; the last message: {told}") from error
                figures.shown.append(1000 * (time.perf_counter() - began))


def line(seed: int) -> list[tuple[int, str]]:
    """Return a random Choccer match: seats and moves."""
    rng, game = Random(seed), games.find("choccer")
    session = Session.new(game, 2, {})
    made: list[tuple[int, str]] = []
    while not isinstance(status := session.status(), Outcome) and len(made) < 400:
        seat = min(status.seats)
        move = game.rules.text(game.rules.legal(session.state, seat).sample(rng))
        session.play(seat, move)
        made.append((int(seat), move))
    return made


@asynccontextmanager
async def process(sandbox: Sandbox, folder: Path, mode: str) -> AsyncIterator[int]:
    """Run a bot as a process and yield its id when it is ready. Quintet writes its times to `spent.json`."""
    picture = folder / "board.png"
    game = games.find("choccer")
    picture.write_bytes(render.png(game.presenter.table(game.rules.start(2, game.info.check_options({})), None)))
    command = ["-m", "bench._minimal", mode, sandbox.api, sandbox.cdn, sandbox.token, str(picture)]
    settings = {
        "DISCORD_API": sandbox.api, "DISCORD_CDN": sandbox.cdn, "DISCORD_TOKEN": sandbox.token,
        "QUINTET_DATA": str(folder / "data"), "QUINTET_LOG_FORMAT": "json",
        "QUINTET_ACTIONS_PER_SECOND": "1000",  # the pairs act faster than people are allowed to
    }  # fmt: skip
    log = folder / f"{mode}.log"
    with log.open("w") as out:
        arguments = ["-m", "bench._watched", str(folder / "spent.json")] if mode == "quintet" else command
        started = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, env=os.environ | settings, stdout=out, stderr=out
        )
    try:
        async with asyncio.timeout(START_SECONDS):
            while '"ready"' not in log.read_text():
                if started.returncode is not None:
                    raise RuntimeError(log.read_text()[-2000:])
                await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        yield started.pid
    finally:
        if started.returncode is None:
            started.terminate()
        await started.wait()


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process so far, including its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    """Return the memory of a process in kilobytes."""
    return int(next(one for one in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in one).split()[1])


def spent_by(folder: Path) -> dict[str, float]:
    """Return the seconds of processor time by kind of work; empty for a bot that does not tell."""
    file = folder / "spent.json"
    return dict(json.loads(file.read_text())) if file.exists() else {}


async def measure(mode: str, name: str, matches: int, seconds: float) -> Figures:
    """Run one bot with this many matches at once."""
    figures = Figures(name)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            Sandbox.spawn(QUICK) as sandbox,
            process(sandbox, Path(folder), mode) as pid,
        ):
            seating = asyncio.Semaphore(10)
            pairs = await asyncio.gather(
                *(_sit_down_in_turn(sandbox, number, mode, seating) for number in range(matches))
            )
            before, began, spent = processor_seconds(pid), time.perf_counter(), spent_by(Path(folder))
            until = began + seconds
            watcher = Watcher()
            async with watcher.listening(await sandbox.add_person("Watcher")):
                given = watcher if mode != "ack" else None
                steps = (RAMP_SECONDS * number / matches for number in range(matches))
                await asyncio.gather(
                    *(pair.play(figures, until, given, step) for pair, step in zip(pairs, steps, strict=True))
                )
            figures.seconds = time.perf_counter() - began
            figures.processor = processor_seconds(pid) - before
            figures.kilobytes = resident(pid)
            figures.spent = {work: took - spent.get(work, 0) for work, took in sorted(spent_by(Path(folder)).items())}
    return figures


async def _sit_down_in_turn(sandbox: Sandbox, number: int, mode: str, seating: asyncio.Semaphore) -> Pair:
    async with seating:
        return await _sit_down(sandbox, number, mode)


async def _sit_down(sandbox: Sandbox, number: int, mode: str) -> Pair:
    ana, ben = [await sandbox.add_person(f"{name} {number}") for name in ("Ana", "Ben")]
    if mode != "quintet":
        return Pair((ana, ben), await sandbox.channel_id("games"), number)
    await ana.command("choccer", {"opponent": ben, "first": "me"}, channel="games")
    asked = await ben.wait_for(lambda one: ben.id in one.pinged and "Accept" in one.labels, "games", patience=60)
    await ben.click(asked, "Accept")
    thread = asked.id  # a thread that is opened from a message has its id
    async with asyncio.timeout(60):
        while not await _has_board(ana, thread):  # noqa: ASYNC110 - the board comes from elsewhere
            await asyncio.sleep(0.3)
    return Pair((ana, ben), thread, number)


async def _has_board(member: Member, thread: int) -> bool:
    """Whether the board is there; asking now and then costs less than hearing everything meanwhile."""
    try:
        return any("The match begins" in one.text and one.buttons for one in await member.messages(thread, limit=5))
    except SandboxError:
        return False


async def side_by_side(matches: int, seconds: float) -> float:
    """Return the ratio of Quintet's processor time per move, without its picture, to the minimal bot's.

    Both run at the same time, so that other work on the machine slows down both.
    """
    quintet, minimal = await asyncio.gather(
        measure("quintet", "Quintet", matches, seconds), measure("picture", "posts a ready picture", matches, seconds)
    )
    return quintet.without_pictures / minimal.cost


async def main(matches: Sequence[int], seconds: float, rounds: int) -> None:
    """Print the table."""
    print("Choccer by /move, each pair as fast as it is answered. Milliseconds; MB of memory.")
    print(f"{'':22} {'moves':>6} {'a second':>8}   acknowledged 50/95/99     picture shown 50/95/99    CPU/move     MB")
    for number in matches:
        print(f"-- {number} matches at once")
        quintet = await measure("quintet", "Quintet", number, seconds)
        least = await measure("ack", "acknowledges only", number, seconds)
        picture = await measure("picture", "posts a ready picture", number, seconds)
        for figures in (quintet, least, picture):
            figures.print()
        quintet.print_spent()
        late = quantiles(quintet.acknowledged)[2] / max(1, quantiles(least.acknowledged)[2])
        after = quintet.without_pictures / picture.cost
        beside = [await side_by_side(number, seconds) for _ in range(rounds)]
        print(f"   acknowledgement p99: {late:.1f} x the minimal bot's")
        print(
            f"   CPU per move beyond the picture: {statistics.median(beside):.1f} x the minimal bot's side by side"
            f" ({', '.join(f'{one:.1f}' for one in beside)}), {after:.1f} x one after the other"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="a quick run: 3 matches, 3 seconds")
    parser.add_argument("--matches", type=int, nargs="+", default=[100, 500])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=3, help="the number of comparisons side by side")
    given = parser.parse_args()
    asyncio.run(main([3], 3, 1) if given.smoke else main(given.matches, given.seconds, given.rounds))
