"""What the parts of the bot do once they are put together."""

from __future__ import annotations

from pathlib import Path

from bot.admin.launch import prepare
from bot.app import App, build
from bot.match.clock import HOUR
from bot.match.guild_shards import ALL
from bot.match.uptime import just_heard
from bot.settings import Settings
from bot.store.matches import SqlMatches
from tests.bot.table import Club, FakeClock


async def test_the_running_bot_gives_time_back(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data=tmp_path, database_url="")
    await prepare(settings)
    app: App = await build(settings)
    service, clock = app.context.service, FakeClock()
    service.clock, service.listeners, app.background.uptime.clock = clock, [], clock
    app.background.uptime.connected = app.background.deadlines.shards = lambda: ALL
    app.background.uptime.seconds_silent = just_heard
    await app.background.uptime.beat()
    match = await Club(app.database, service, SqlMatches(app.database), clock).begin("5m+0s")
    clock.pass_by(HOUR)
    await app.background.deadlines.settle()
    assert (await service.get(match.id)).credited == HOUR
    await app.turns.close()
    app.workers.close()
    await app.database.close()
