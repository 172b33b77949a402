"""SIGTERM while people play: what was taken is stored, answered and posted; what hangs does not keep the bot."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from discord import InteractionType
from sqlalchemy import select
from structlog.testing import capture_logs

from bot.admin.launch import prepare
from bot.app import build
from bot.process.health import HeartbeatWriter
from bot.process.stopping import Stop
from bot.process.supervision import run_with_heartbeat
from bot.settings import Settings, load, sqlite_url
from bot.store.migrate import migrate
from bot.store.schema import log_entry, match
from sandbox.client import Sandbox, SandboxError, Trouble
from tests.bot.store.cancelling import Pauses, Watched, watch_new_tasks
from tests.e2e.playing import code_of
from tests.e2e.running import Bot
from tests.faults.test_discord import shows
from tests.faults.test_kill import Seated

pytestmark = pytest.mark.any_database
TABLES = 6
STOPS = int(os.environ.get("QUINTET_STOPS", "12"))
"""How often the bot is stopped in the long test."""
GRACE = load(_env_file=None).stop_seconds
SHORT_GRACE, SLACK = 3, 7
"""Seconds: that a bot has for its end, and that a busy machine may take besides."""
MOVES = ("h4-g4", "d4-e4", "h3-g3", "d5-e5")
FEWEST_PAUSES, MOST_PAUSES = 5, 100
PLAYED, REFUSED, NOTHING = "played", "refused", ""


async def stop(bot: Bot) -> float:
    """End the bot with SIGTERM; returns the seconds that it took."""
    began = time.monotonic()
    await bot.stop()
    return time.monotonic() - began


async def ask(table: Seated, number: int) -> str:
    """Play the move of this number at a table; returns what the person was told."""
    player = table.players[number % 2]
    with suppress(SandboxError, TimeoutError):
        result = await player.command("move", {"move": MOVES[number]}, channel=table.first.channel_id)
        if result.failed:
            return NOTHING
        said = (await player.settle(result)).text
        assert "Played" in said or "restarting" in said, said
        return PLAYED if "Played" in said else REFUSED
    return NOTHING


async def stop_while_all_move(bot: Bot, tables: list[Seated], number: int, seconds: float) -> None:
    """All tables make their next move; the bot is stopped so many seconds after."""
    moving = [asyncio.create_task(ask(table, number)) for table in tables]
    await asyncio.sleep(seconds)
    took = await stop(bot)
    assert bot.process is not None
    assert bot.process.returncode == 0
    assert took < GRACE / 2, "nothing hung, so nothing was waited for"
    for table, told in zip(tables, await asyncio.gather(*moving), strict=True):
        stored = len(await bot.database.moves(code_of(table.first)))
        assert stored == number + (told == PLAYED), (told, stored)
        if told == PLAYED:
            await table.players[0].wait_for(shows(number + 1), table.first.channel_id)
    for word in ("Session is closed", "Traceback", "incident", "stop waits no longer", "not posted"):
        assert word not in bot.log, bot.log[-3000:]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2])
async def test_six_moves_on_their_way(sandbox: Sandbox, bot: Bot, seconds: float) -> None:
    tables = [await Seated.at(sandbox, number) for number in range(TABLES)]
    await stop_while_all_move(bot, tables, 0, seconds)


@pytest.mark.timeout(120)
async def test_moves_whose_answers_are_slow(sandbox: Sandbox, bot: Bot) -> None:
    """All of them were taken when the signal came: Discord has acknowledged, the answers follow."""
    tables = [await Seated.at(sandbox, number) for number in range(TABLES)]
    await sandbox.trouble(Trouble.SLOW, r"PATCH /webhooks/", times=TABLES, seconds=1)
    moving = [asyncio.create_task(ask(table, 0)) for table in tables]
    for table in tables:
        await bot.database.until(select(log_entry.c.ply).join(match).where(match.c.code == code_of(table.first)))
    assert await stop(bot) < GRACE
    assert await asyncio.gather(*moving) == [PLAYED] * TABLES
    for table in tables:
        await table.players[0].wait_for(shows(1), table.first.channel_id)


@pytest.mark.slow
@pytest.mark.timeout(120 + 20 * STOPS)
async def test_stopped_again_and_again_at_random_moments(sandbox: Sandbox, bot: Bot) -> None:
    rng = Random(14)
    for _ in range(STOPS):
        tables = [await Seated.at(sandbox, number) for number in range(TABLES)]
        await stop_while_all_move(bot, tables, 0, rng.uniform(0, 0.6))
        await bot.start()
        for table in tables:
            if not await bot.database.moves(code_of(table.first)):
                assert await ask(table, 0) == PLAYED
            await table.players[0].wait_for(shows(1), table.first.channel_id, patience=20)


async def test_who_comes_after_all_others_were_answered_is_refused_before_the_bot_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody moves while the bot only waits for its last steps; their answer takes a moment."""
    app = await build(Settings(_env_file=None, data=tmp_path, token=None))
    happened: list[str] = []
    sent = asyncio.Event()

    async def refuse() -> None:
        app.client.in_progress.add("move")
        await sent.wait()
        happened.append("refused")

    async def last_step() -> None:
        coming.append(asyncio.create_task(refuse()))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.1, sent.set)

    async def leave() -> None:
        happened.append("gone")

    coming: list[asyncio.Task[None]] = []
    monkeypatch.setattr(app.turns, "close", last_step)
    monkeypatch.setattr(app.client, "close", leave)
    app.has_started = True
    ending = Stop(10, exit_now=lambda _code: None)
    ending.begin("the test")
    await app.close(ending)
    ending.finish()
    await asyncio.gather(*coming)
    assert happened == ["refused", "gone"]


class Watching(Stop):
    """A stop that calls `before` with the name of each of its steps, before it."""

    def __init__(self, before: Callable[[str], Awaitable[object]]) -> None:
        super().__init__(10, exit_now=lambda _code: None)
        self._before = before

    async def wait_for(
        self, what: str, work: Coroutine[Any, Any, object], share: float, names: Callable[[], Iterable[str]] = tuple
    ) -> bool:
        await self._before(what)
        return await super().wait_for(what, work, share, names)


async def test_whoever_comes_during_a_stop_is_refused_before_the_bot_logs_out_or_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody moves before each step of the stop, and telling them why not takes a moment."""
    app = await build(Settings(_env_file=None, data=tmp_path, token=None))
    steps: list[str] = []
    refused: list[str] = []
    refused_in_time: list[str] = []
    coming: list[asyncio.Task[bool]] = []

    async def refuse(interaction: Mock, _error: BaseException) -> None:
        await asyncio.sleep(0.05)
        refused.append(interaction.step)

    async def come(step: str) -> None:
        moving = Mock(id=len(steps), type=InteractionType.application_command, data={}, extras={}, step=step)
        steps.append(step)
        coming.append(asyncio.create_task(app.client.admits(moving)))
        await asyncio.sleep(0)

    async def leave() -> None:
        refused_in_time.extend(refused)

    monkeypatch.setattr(app.client.pipeline, "explain", refuse)
    monkeypatch.setattr(app.client, "close", leave)
    app.has_started = True
    ending = Watching(come)
    ending.begin("the test")
    await app.close(ending)
    ending.finish()
    assert not any(await asyncio.gather(*coming))
    assert refused == refused_in_time == steps[: steps.index("refusals") + 1]


class Disturbed(Stop):
    """A stop that calls `paused` at each pause of each of its steps, and that nothing ends."""

    def __init__(self, paused: Callable[[], object]) -> None:
        super().__init__(10, exit_now=lambda _code: None)
        self._paused = paused

    async def wait_for(
        self, what: str, work: Coroutine[Any, Any, object], share: float, names: Callable[[], Iterable[str]] = tuple
    ) -> bool:
        async def step() -> object:
            return await Watched(work, self._paused)

        return await super().wait_for(what, step(), share, names)


async def close_disturbed(folder: Path, number: int) -> bool:
    """Stop a bot while a move is being answered; the run is cancelled again at this pause. False: there are fewer."""
    app = await build(Settings(_env_file=None, data=folder, token=None))
    await migrate(app.database)
    answered = asyncio.Event()

    async def answer() -> None:
        app.client.in_progress.add("move")
        await app.beat()
        await asyncio.sleep(0.01)
        await app.beat()
        answered.set()

    def cancel() -> None:
        run.cancel()

    counted = Pauses(number, cancel)
    ending = Disturbed(counted)
    heart = HeartbeatWriter(folder / "health.json", lambda: True, app.beat, 60)
    run = asyncio.create_task(run_with_heartbeat(asyncio.Event().wait(), heart, lambda: app.close(ending), ending))
    moving = asyncio.create_task(answer())
    await asyncio.sleep(0)
    with capture_logs() as logs:
        run.cancel()
        await asyncio.wait({run})
    ending.finish()
    assert run.cancelled()
    assert answered.is_set(), "what was taken is answered before the database is closed"
    await moving
    assert not [line for line in logs if line["log_level"] in {"warning", "error"}], logs
    assert not (folder / "health.json").exists()
    return counted.count >= number


@pytest.mark.timeout(60)
async def test_a_stop_cancelled_again_at_every_pause(tmp_path: Path) -> None:
    """Everything is closed, once and in order, whenever the run is cancelled a second time.

    Covered is each pause of each step of `App.close`, of a bot with an SQLite file that is answering a move and is not
    logged in. The pauses of a run before its stop are in `tests/bot/process/test_stopping.py`, those of a move in
    `tests/bot/store/test_cancelled_moves.py`.
    """
    for number in range(1, MOST_PAUSES):
        folder = tmp_path / str(number)
        folder.mkdir()
        if not await close_disturbed(folder, number):
            assert number > FEWEST_PAUSES
            return
    raise AssertionError(f"more than {MOST_PAUSES} pauses")


async def log_out_disturbed(sandbox: Sandbox, folder: Path, number: int) -> int:
    """Stop a bot that is logged in; the run is cancelled again at this pause of any task of the stop.

    Returns how many pauses there were, those of discord.py's own tasks among them.
    """
    folder.mkdir()
    settings = Settings(_env_file=None, api=sandbox.api, cdn=sandbox.cdn, token=sandbox.token, data=folder)
    await prepare(settings)
    app = await build(settings)
    ready = asyncio.Event()

    async def set_ready() -> None:
        ready.set()

    app.client.when_ready.append(set_ready)
    ending = Stop(GRACE, exit_now=lambda _code: None)
    heart = HeartbeatWriter(folder / "health.json", app.client.is_connected, app.beat, 60)
    before = asyncio.all_tasks()
    run = asyncio.create_task(run_with_heartbeat(app.start(), heart, lambda: app.close(ending), ending))
    await ready.wait()
    pauses = Pauses(number, run.cancel)
    with capture_logs() as logs, watch_new_tasks(pauses):
        run.cancel()
        await asyncio.wait({run})
    ending.finish()
    assert run.cancelled()
    assert app.client.is_closed()
    assert not [line for line in logs if line["log_level"] in {"warning", "error"}], logs
    assert not (folder / "health.json").exists()
    assert asyncio.all_tasks() == before
    return pauses.count


async def test_a_logout_cancelled_again_at_some_pauses(sandbox: Sandbox, tmp_path: Path) -> None:
    pauses = await log_out_disturbed(sandbox, tmp_path / "undisturbed", 0)
    for number in (pauses // 3, 2 * pauses // 3):
        assert await log_out_disturbed(sandbox, tmp_path / str(number), number) >= number


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_logout_cancelled_again_at_every_pause(sandbox: Sandbox, tmp_path: Path) -> None:
    pauses = await log_out_disturbed(sandbox, tmp_path / "undisturbed", 0)
    for number in range(1, pauses + 1):
        await log_out_disturbed(sandbox, tmp_path / str(number), number)


# ---------------------------------------------------------------- what hangs


async def test_a_locked_database_does_not_keep_the_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    bot = Bot(
        sandbox,
        tmp_path,
        {"DATABASE_URL": sqlite_url(tmp_path / "quintet.db"), "QUINTET_STOP_SECONDS": str(SHORT_GRACE)},
    )
    await bot.start()
    table = await Seated.at(sandbox, 1)
    with closing(sqlite3.connect(tmp_path / "quintet.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        deferred = await table.players[0].command("move", {"move": MOVES[0]}, channel=table.first.channel_id)
        assert not deferred.failed
        took = await stop(bot)
        other.execute("ROLLBACK")
    assert took < SHORT_GRACE + SLACK
    assert '"waiting_for": "interactions", "left": ["move"]' in bot.log
    assert await bot.database.moves(code_of(table.first)) == []


@asynccontextmanager
async def frozen(process: asyncio.subprocess.Process | None) -> AsyncIterator[None]:
    """The process does nothing meanwhile; its connections stay open."""
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("dropped", [False, True], ids=["connected", "identifying"])
async def test_a_discord_that_hangs_does_not_keep_the_bot(tmp_path: Path, dropped: bool) -> None:  # noqa: FBT001
    """Nor when its shard is identifying again, which discord.py does not let anybody cancel."""
    async with Sandbox.spawn(["--identify-seconds", "0"]) as sandbox:
        bot = Bot(sandbox, tmp_path, {"QUINTET_STOP_SECONDS": str(SHORT_GRACE)})
        await bot.start()
        if dropped:
            await sandbox.drop_gateway()
        async with frozen(sandbox.process):
            await asyncio.sleep(2 if dropped else 0)
            took = await stop(bot)
        assert took < SHORT_GRACE + SLACK
        assert bot.process is not None
        assert bot.process.returncode == 0
