"""A bot whose requests and gateway connections go through proxies, as with nirn-proxy and gateway-proxy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.client import Sandbox
from tests.e2e.playing import accept
from tests.e2e.running import Bot
from tests.faults.proxies import Proxies, proxies

pytestmark = pytest.mark.any_database

PER_SECOND = 10


@pytest.fixture
async def between(sandbox: Sandbox) -> AsyncIterator[Proxies]:
    """Both proxies."""
    async with proxies(sandbox) as made:
        yield made


@pytest.fixture
async def bot(sandbox: Sandbox, between: Proxies, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that knows the proxies alone; its shards are set, as those of several processes are."""
    given = {
        "DISCORD_API": between.api,
        "DISCORD_GATEWAY": between.gateway,
        "QUINTET_REQUESTS_PER_SECOND": str(PER_SECOND),
        "SHARD_COUNT": "2",
        "SHARD_IDS": "0-1",
    }
    started = Bot(sandbox, tmp_path, given)
    await started.start()
    yield started
    await started.kill()


async def test_a_match_goes_through_the_proxies_and_on_after_a_lost_connection(
    sandbox: Sandbox, bot: Bot, between: Proxies
) -> None:
    """Discord names an address of its own for resuming: the bot does not go there."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    assert any(path.endswith("/messages") for _, method, path in between.requests if method == "POST")
    assert len(between.connections) == 2
    between.drop_connections()
    await bot.wait_for_log("has successfully RESUMED", times=2)
    assert len(between.connections) == 4
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)


async def test_a_process_keeps_to_the_pace_that_is_set(sandbox: Sandbox, bot: Bot, between: Proxies) -> None:
    """Answers to interactions do not wait; everything else does."""
    for number in range(4):
        ana, ben = await sandbox.add_person(f"Ana {number}"), await sandbox.add_person(f"Ben {number}")
        await accept(ana, ben)
    sent = [at for at, _, path in between.requests if not path.startswith(("/interactions/", "/webhooks/"))]
    sent = sent[2:]  # the first two come before there is a bot: they ask for the account
    assert len(sent) > PER_SECOND
    assert sent[-1] - sent[0] >= 0.9 * (len(sent) - PER_SECOND) / PER_SECOND
    for early, late in zip(sent, sent[PER_SECOND:], strict=False):
        assert late - early >= 0.5, "the first of them may have been late on its way"
