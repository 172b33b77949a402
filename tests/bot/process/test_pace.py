"""A process keeps to its share of Discord's limit, so that several together are never refused."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.process.pace import Pace
from bot.settings import DISCORD_LIMIT, Settings
from sandbox.client import Sandbox


class Time:
    """A clock that goes on when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@given(st.floats(0.2, 80), st.lists(st.floats(0, 2), min_size=1, max_size=200))
def test_in_no_second_more_requests_pass_than_they_may(per_second: float, pauses: list[float]) -> None:
    time, passed = Time(), []
    pace = Pace(per_second, lambda: time.now, time.sleep)

    async def send() -> None:
        for pause in pauses:
            time.now += pause
            await pace.wait()
            passed.append(time.now)

    asyncio.run(send())
    for first, beyond in zip(passed, passed[max(1, int(per_second)) :], strict=False):
        assert beyond - first >= min(1, 1 / per_second)
    assert all(one <= other for one, other in pairwise(passed))


async def test_those_who_come_at_once_go_in_the_order_in_which_they_came() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 2))

    pace = Pace(2, lambda: 100.0, sleep)
    await asyncio.gather(*(pace.wait() for _ in range(6)))
    assert slept == [0.55, 1.1, 1.65, 2.2, 2.75]


@pytest.mark.parametrize("processes", [1, 2, 3, 16])
def test_the_shares_of_all_processes_add_up_to_the_limit(processes: int) -> None:
    shares = [
        Settings(
            _env_file=None,
            api="https://discord.com/api/v10",
            shard_ids=tuple(range(16 * number // processes, 16 * (number + 1) // processes)),
            shard_count=16,
        ).requests_per_second
        for number in range(processes)
    ]
    assert sum(share or 0 for share in shares) == pytest.approx(DISCORD_LIMIT)


def test_a_proxy_keeps_to_the_limit_by_itself(tmp_path: Path) -> None:
    proxied = Settings(_env_file=None, api="http://nirn-proxy:8080/api/v10", data=tmp_path)
    assert proxied.requests_per_second is None
    assert proxied.model_copy(update={"given_requests_per_second": 7.5}).requests_per_second == 7.5


async def storm(sandbox: Sandbox, per_second: float | None, first: int) -> None:
    """One process that sends sixty requests at once, to routes that share no limit but that of the bot."""
    trace = aiohttp.TraceConfig()
    if per_second is not None:
        Pace(per_second).add_to(trace)
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers, trace_configs=[trace]) as session:

        async def ask(guild: int) -> None:
            async with session.get(f"{sandbox.api}/guilds/{guild}") as answer:
                await answer.read()

        await asyncio.gather(*(ask(guild) for guild in range(first, first + 60)))


@pytest.mark.parametrize("per_second", [None, DISCORD_LIMIT / 3], ids=["without", "with"])
async def test_three_processes_in_a_storm_are_refused_only_without_their_shares(per_second: float | None) -> None:
    async with Sandbox.spawn(["--identify-seconds", "0"]) as sandbox:
        await asyncio.gather(*(storm(sandbox, per_second, 1000 * number) for number in (1, 2, 3)))
        refused = sum((await sandbox.refusals()).values())
    if per_second is None:
        assert refused > 100
    else:  # a busy machine may send and take some later than others
        assert refused <= 10
