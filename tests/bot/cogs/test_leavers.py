"""The look for people who have left a server: each is found, whatever fails on the way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.admin.launch import prepare
from bot.app import build
from bot.cogs.leavers import UNKNOWN_MEMBER, LeaverCog
from bot.match.clock import DAY
from bot.match.model import Match, MatchId, UserId
from bot.settings import Settings
from tests.bot.table import Club


async def test_a_look_for_leavers_that_fails_is_not_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is away for a moment: Discord's library ends a loop that raises."""
    settings = Settings(_env_file=None, data=tmp_path, database_url="")
    await prepare(settings)
    app = await build(settings)
    looks: list[int] = []

    async def away_for_a_moment(*_: object) -> list[Match]:
        looks.append(1)
        raise OSError("the database is away")

    monkeypatch.setattr(app.context.lists, "waiting_since", away_for_a_moment)
    cog = app.client.get_cog("LeaverCog")
    assert isinstance(cog, LeaverCog)
    await cog.check_all()
    await cog.check_all()
    assert len(looks) == 2
    await app.turns.close()
    app.workers.close()
    await app.database.close()


async def test_a_stop_waits_until_a_check_has_given_back_its_connection() -> None:
    """A session is closed even if its task is cancelled, and its database is not closed before."""
    has_begun, given_back = asyncio.Event(), asyncio.Event()

    async def look(*_: object) -> list[Match]:
        has_begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            given_back.set()
        return []

    cog = LeaverCog(Mock(service=Mock(clock=lambda: DAY), lists=Mock(waiting_since=look)), Mock())
    await cog.on_ready()
    await has_begun.wait()
    await cog.cog_unload()
    assert given_back.is_set()


def nobody_is_there() -> Mock:
    """A client whose servers everybody has left."""
    gone = discord.NotFound(Mock(status=404, reason="Not Found"), {"code": UNKNOWN_MEMBER, "message": "Unknown Member"})
    return Mock(get_guild=Mock(return_value=Mock(fetch_member=AsyncMock(side_effect=gone))))


async def test_every_leaver_is_found_however_many_matches_wait(sqlite_club: Club) -> None:
    """More than are looked at together; none that waits the longest is left out."""
    matches = [await sqlite_club.begin("7d")]
    matches += [await sqlite_club.store.add(matches[0]) for _ in range(204)]
    sqlite_club.clock.pass_by(2 * DAY)
    client = nobody_is_there()
    await LeaverCog(Mock(service=sqlite_club.service, lists=sqlite_club.store.lists), client).ask()
    assert client.get_guild.call_count == len(matches)
    before = {match.id: match.deadline for match in matches}
    for match in matches:
        assert (await sqlite_club.service.get(match.id)).deadline != before[match.id], match.id


async def test_one_match_that_cannot_be_looked_at_hides_no_other(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await sqlite_club.begin("7d"), await sqlite_club.begin("7d")
    sqlite_club.clock.pass_by(2 * DAY)
    leave = sqlite_club.service.mark_left

    async def left(match: MatchId, user: UserId) -> Match | None:
        if match == first.id:
            raise RuntimeError("nothing works")
        return await leave(match, user)

    monkeypatch.setattr(sqlite_club.service, "mark_left", left)
    await LeaverCog(Mock(service=sqlite_club.service, lists=sqlite_club.store.lists), nobody_is_there()).ask()
    assert (await sqlite_club.service.get(second.id)).deadline != second.deadline
