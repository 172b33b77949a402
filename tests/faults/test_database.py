"""An SQLite file locked, its disk full: a sentence for the player, nothing lost, and all goes on afterwards."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.settings import sqlite_url
from bot.store.schema import match
from sandbox.client import Sandbox
from tests.e2e.playing import CHANNEL, IN_TIME_MS, accept, becomes, board, code_of
from tests.e2e.running import Bot
from tests.e2e.test_health import run_command

pytestmark = pytest.mark.any_database
READ_ONLY = """
import pathlib, sqlite3
class Connection(sqlite3.Connection):
    def cursor(self, *arguments):
        super().execute(f"PRAGMA query_only={{pathlib.Path({mood!r}).exists()}}")
        return super().cursor(*arguments)
    def execute(self, *arguments):
        return self.cursor().execute(*arguments)
connect = sqlite3.connect
sqlite3.connect = lambda *arguments, **named: connect(*arguments, **{{"factory": Connection}} | named)
"""
"""Runs before the bot: SQLite refuses to write while a file is there."""
NOT_SAVED = "I couldn't save that. Nothing has changed."


def assert_logged(bot: Bot, told: str, reason: str) -> None:
    """The code that the player is told finds one line, and that the reason."""
    code = told.rpartition("Code ")[2].rstrip(".")
    (line,) = [line for line in bot.log.splitlines() if code in line]
    assert json.loads(line)["event"] == "incident"
    assert reason in json.loads(line)["exception"]


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot with an SQLite file, also where the tests are about PostgreSQL."""
    started = Bot(sandbox, tmp_path, {"DATABASE_URL": sqlite_url(tmp_path / "quintet.db")})
    await started.start()
    yield started
    await started.kill()


async def test_a_locked_database_refuses_with_a_sentence_and_loses_nothing(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    with closing(sqlite3.connect(bot.data / "quintet.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
        assert refused.latency_ms < IN_TIME_MS, "the acknowledgement does not wait for the lock"
        refused = await ana.settle(refused, patience=30)
        other.execute("ROLLBACK")
    assert NOT_SAVED in refused.text
    assert_logged(bot, refused.text, "database is locked")
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)


@asynccontextmanager
async def lock(bot: Bot) -> AsyncIterator[None]:
    """Somebody else writes into the file for longer than Discord waits for an answer."""
    with closing(sqlite3.connect(bot.data / "quintet.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        await asyncio.sleep(2)
        other.execute("ROLLBACK")


async def test_what_a_locked_database_delays_is_acknowledged_in_time(sandbox: Sandbox, bot: Bot) -> None:
    """A challenge, its acceptance, and an agreement: done late, and nobody is told that they failed."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    async with lock(bot):
        asked = await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=CHANNEL)
        assert asked.latency_ms < IN_TIME_MS
    assert "is in <#" in (await ana.settle(asked)).text
    card = await ben.wait_for(lambda one: "Accept" in one.labels, CHANNEL)
    assert card.pinged == {ben.id}
    async with lock(bot):
        answered = await ben.click(card, "Accept")
        assert answered.latency_ms < IN_TIME_MS
    first = await board(ana, card)
    opened = await ana.click(first, "More")
    await ana.settle(await ana.click(opened.message, "Offer draw"))
    offered = await becomes(ben, first, "offers a draw")
    async with lock(bot):
        agreed = await ben.click(offered, "Accept draw")
        assert agreed.latency_ms < IN_TIME_MS
    await ana.wait_for(lambda one: "by agreement" in one.text, first.channel_id)


async def test_a_full_disk_refuses_with_a_sentence_and_loses_nothing(sandbox: Sandbox, bot: Bot) -> None:
    """No file of the process may grow, as on a disk without room."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    await bot.database.until(select(match.c.id).where(match.c.posted_revision == match.c.revision))
    assert bot.process is not None
    _, most = resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (4096, most))
    refused = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id), patience=30)
    assert NOT_SAVED in refused.text
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (most, most))
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
async def test_a_read_only_database_refuses_with_a_sentence_and_is_seen_by_health(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    mood, data = tmp_path / "read-only", tmp_path / "data"
    data.mkdir()
    (tmp_path / "sitecustomize.py").write_text(READ_ONLY.format(mood=str(mood)))
    bot = Bot(sandbox, data, {"PYTHONPATH": str(tmp_path), "DATABASE_URL": sqlite_url(data / "quintet.db")})
    await bot.start()
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    assert await becomes_healthy(bot) == "Well."
    mood.touch()
    refused = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id), patience=30)
    assert NOT_SAVED in refused.text
    assert_logged(bot, refused.text, "attempt to write a readonly database")
    looked = await ben.settle(await ben.click(first, "Board as text"))
    assert "```" in looked.text, "reading goes on"
    assert await becomes_healthy(bot, well=False) == "The database does not take writes."
    mood.unlink()
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)
    assert await becomes_healthy(bot) == "Well."
    await bot.stop()
    assert await becomes_healthy(bot, well=False) == "No heartbeat: the bot is not running."


async def becomes_healthy(bot: Bot, *, well: bool = True) -> str:
    """The first line of what `python -m bot health` says, as soon as its exit code is as expected."""
    code, told = None, ""
    for _ in range(60):
        code, told = await run_command(bot.data, "health")
        if code == (0 if well else 1):
            return told.partition("\n")[0]
        await asyncio.sleep(0.5)
    raise AssertionError(told)


@pytest.mark.parametrize("column", ["position = '???'", "options = '{'"])
async def test_a_damaged_match_is_set_aside_and_the_others_go_on_after_a_start(
    sandbox: Sandbox, bot: Bot, column: str
) -> None:
    ana, ben, chloe = sandbox.member("Ana"), sandbox.member("Ben"), sandbox.member("Chloé")
    spoilt, whole = await accept(ana, ben), await accept(ana, chloe)
    await bot.kill()
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database, database:
        database.execute(f"UPDATE match SET {column}, posted_revision = 0 WHERE id = 1")  # noqa: S608 - ours
    await bot.start()
    refused = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=spoilt.channel_id))
    assert "is damaged and can't be opened" in refused.text
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=whole.channel_id))
    assert "Played" in played.text
    assert (
        "Turn 1 "
        in (await board(chloe, await chloe.wait_for(lambda one: one.thread_id == whole.channel_id, "games"), 1)).text
    )


async def test_a_damaged_match_of_the_past_is_left_out_of_a_profile(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    codes = []
    for _ in range(2):
        first = await accept(ana, ben)
        codes.append(code_of(first))
        menu = await ben.click(first, "More")
        await ben.click(menu.message, "Resign")
        await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
        await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database, database:
        database.execute("UPDATE match SET stage = 'over'")
        database.execute("UPDATE match SET outcome = '{' WHERE id = 1")
    shown = await ana.settle(await ana.command("profile", channel="games"))
    assert f"#{codes[0]}" not in shown.text
    assert f"#{codes[1]}" in shown.text


async def test_a_match_of_an_older_rules_version_is_played_on_and_looked_back_at(sandbox: Sandbox, bot: Bot) -> None:
    """Its position is the truth; its log, which the present rules might refuse, is not played again."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    await bot.kill()
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database, database:
        database.execute("UPDATE match SET rules_version = 0")
        database.execute("UPDATE log_entry SET move = 'castle'")
    await bot.start()
    played = await ben.settle(await ben.command("move", {"move": "d4-e4"}, channel=first.channel_id))
    assert "Played" in played.text
    shown = await ana.wait_for(lambda one: "Turn 2 " in one.text and one.images, first.channel_id)
    assert "is damaged" not in shown.text
    stepper = await ana.settle(await ana.command("replay", channel=first.channel_id))
    back = await ana.settle(await ana.click(stepper.message, "Back"))
    assert not back.failed
    assert (await becomes(ana, stepper.message, "Turn 1 of 2")).images
    assert '"incident"' not in bot.log
