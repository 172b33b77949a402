"""What an admin sees of a bot that is played with: metrics over HTTP, and a log with codes and without secrets."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from sandbox.client import QUICK, Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accept, board, find_card
from tests.e2e.running import ROOT, Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

DIARY = "Dear diary, nobody may read this"
BREAKING = """
import pathlib, sys
sys.path.insert(0, {root!r})
from games.core import diagram
drawn = diagram.board_text
def board_text(*arguments, **named):
    if pathlib.Path({mood!r}).exists():
        raise RuntimeError("no pencil")
    return drawn(*arguments, **named)
diagram.board_text = board_text
"""
"""Runs before the bot: no board can be written as text while a file is there."""


@dataclass
class Watch:
    """A bot that writes down everything it may, and tells Prometheus."""

    sandbox: Sandbox
    bot: Bot
    port: int
    mood: Path

    async def samples(self) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
        """Every sample that Prometheus would read now."""
        address = f"http://127.0.0.1:{self.port}/metrics"
        text = await asyncio.to_thread(lambda: urlopen(address).read().decode())
        families = text_string_to_metric_families(text)
        return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}

    async def sample(self, name: str, **labels: str) -> float:
        """One of them, 0 where there is none yet."""
        return (await self.samples()).get((f"quintet_{name}", frozenset(labels.items())), 0.0)

    @property
    def lines(self) -> list[dict[str, object]]:
        """The log."""
        return [json.loads(line) for line in self.bot.log.splitlines() if line.startswith("{")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def watch(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watch]:
    folder = tmp_path_factory.mktemp("watch")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "sitecustomize.py").write_text(BREAKING.format(root=str(ROOT), mood=str(folder / "broken")))
    given = {"QUINTET_METRICS_PORT": str(port), "QUINTET_LOG_LEVEL": "debug", "PYTHONPATH": str(folder)}
    async with Sandbox.spawn(QUICK) as sandbox:
        bot = Bot(sandbox, folder / "data", given)
        bot.data.mkdir()
        await bot.start()
        yield Watch(sandbox, bot, port, folder / "broken")
        await bot.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def pair(watch: Watch) -> tuple[Member, Member, Message]:
    """Marigold, Basil and the board of their match."""
    marigold, basil = [await watch.sandbox.add_person(name) for name in ("Marigold", "Basil")]
    return marigold, basil, await accept(marigold, basil)


async def grows(watch: Watch, before: float, name: str, **labels: str) -> None:
    """A counter that has grown since, sooner or later."""
    for _ in range(200):
        if await watch.sample(name, **labels) > before:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{name} {labels} is still {before}")


async def test_interactions_are_counted_by_outcome_and_timed(
    watch: Watch, pair: tuple[Member, Member, Message]
) -> None:
    marigold, basil, first = pair
    done = await watch.sample("interactions_total", kind="command", outcome="done")
    refused = await watch.sample("interactions_total", kind="component", outcome="refused")
    moves = await watch.sample("moves_total", game="choccer", by="player")
    await basil.click(first, "Type move")
    await marigold.settle(await marigold.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    await grows(watch, refused, "interactions_total", kind="component", outcome="refused")
    await grows(watch, done, "interactions_total", kind="command", outcome="done")
    await grows(watch, moves, "moves_total", game="choccer", by="player")
    for kind in ("command", "component"):
        assert await watch.sample("acknowledge_seconds_count", kind=kind) >= 1
        assert 0 < await watch.sample("acknowledge_seconds_sum", kind=kind) < 60
        assert await watch.sample("interaction_seconds_count", kind=kind) >= 1


async def test_drawing_thinking_and_queues_are_measured(watch: Watch, pair: tuple[Member, Member, Message]) -> None:
    marigold, _, _ = pair
    pictures, posts = (
        await watch.sample("render_seconds_count", game="Choccer"),
        await watch.sample("posts_total", outcome="picture"),
    )
    thoughts = await watch.sample("think_seconds_count", game="choccer", level="easy")
    card = await find_card(marigold, await marigold.command("choccer", {"ai": "easy", "first": "me"}, channel=CHANNEL))
    shown = await board(marigold, card)
    await marigold.settle(await marigold.command("move", {"move": "h4-g4"}, channel=shown.channel_id))
    await board(marigold, card, 2)
    await grows(watch, thoughts, "think_seconds_count", game="choccer", level="easy")
    await grows(watch, pictures, "render_seconds_count", game="Choccer")
    await grows(watch, posts, "posts_total", outcome="picture")
    names = {dict(labels)["queue"] for name, labels in await watch.samples() if name == "quintet_queue_length"}
    assert names == {"pictures", "posts", "thoughts"}
    await grows(watch, 0, "gateway_ready")
    await grows(watch, 0, "database_writes")


async def test_the_code_that_a_player_is_told_finds_the_traceback(
    watch: Watch, pair: tuple[Member, Member, Message]
) -> None:
    _, basil, first = pair
    shown = await basil.wait_for(lambda one: "Board as text" in one.labels, first.channel_id)
    failed = await watch.sample("interactions_total", kind="component", outcome="failed")
    watch.mood.touch()
    told = await basil.settle(await basil.click(shown, "Board as text"))
    watch.mood.unlink()
    assert told.ephemeral
    found = re.fullmatch(
        r"Something broke on my side\. Nothing was changed and the match is safe\. Code (\w{4})\.", told.text
    )
    assert found is not None, told.text
    (line,) = [line for line in watch.bot.log.splitlines() if found[1] in line]
    incident = json.loads(line)
    assert (incident["event"], incident["level"], incident["during"]) == ("incident", "error", "text")
    assert incident["exception"].startswith("Traceback")
    assert incident["exception"].endswith("RuntimeError: no pencil")
    assert await watch.sample("incidents_total", during="text") == 1
    await grows(watch, failed, "interactions_total", kind="component", outcome="failed")
    assert "```" in (await basil.settle(await basil.click(shown, "Board as text"))).text, "and all goes on"


async def test_live_matches_are_counted(watch: Watch, pair: tuple[Member, Member, Message]) -> None:
    assert pair
    await watch.bot.stop()
    await watch.bot.start()
    await grows(watch, 0, "live_matches")


async def test_the_log_holds_no_token_no_name_and_nothing_that_people_write(
    watch: Watch, pair: tuple[Member, Member, Message]
) -> None:
    """At its most talkative: typed moves, windows, records, messages, and an incident on the way."""
    marigold, _, first = pair
    await marigold.say(DIARY, channel=first.channel_id)
    await marigold.settle(await marigold.command("move", {"move": DIARY}, channel=first.channel_id))
    record = f"[game choccer]\n[rules 1]\n[seats 2]\n[note 0 {DIARY}]\n\n0 {DIARY}\n".encode()
    await marigold.settle(await marigold.command("replay", {"record": ("r.txt", record)}, channel=CHANNEL))
    await marigold.settle(await marigold.command("replay", {"code": DIARY}, channel=CHANNEL))
    shown = await marigold.wait_for(lambda one: "Board as text" in one.labels, first.channel_id)
    watch.mood.touch()
    await marigold.settle(await marigold.click(shown, "Board as text"))
    watch.mood.unlink()
    await watch.bot.stop()
    await watch.bot.start()
    assert {str(line["level"]) for line in watch.lines} >= {"error", "info"}
    for private in (DIARY, "diary", "Marigold", "Basil", watch.sandbox.token):
        assert private not in watch.bot.log
    assert not re.search(r"/(interactions|webhooks)/\d+/(?!\[hidden\])", watch.bot.log)
    kept = b"".join(file.read_bytes() for file in watch.bot.data.rglob("*") if file.is_file())
    kept += (await watch.bot.database.everything()).encode()
    assert b"Marigold" in kept
    assert watch.sandbox.token.encode() not in kept
