"""A PostgreSQL that drops its connections, lets nobody in, or has a row locked: nothing is lost, and all goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from bot.store.engine import Database
from bot.store.schema import match
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import accepted, code_of
from tests.e2e.running import Bot
from tests.postgres import Server

pytestmark = pytest.mark.postgres


@pytest.fixture
async def bot(sandbox: Sandbox, postgres: Server, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot with a database of its own on PostgreSQL."""
    started = Bot(sandbox, tmp_path, {"DATABASE_URL": await postgres.another()})
    await started.start()
    yield started
    await started.kill()


@asynccontextmanager
async def admin(server: Server, bot: Bot) -> AsyncIterator[tuple[asyncpg.Connection, str]]:
    """A connection to the server beside the bot's, and the name of the bot's database."""
    connection = await asyncpg.connect(server.address)
    try:
        yield connection, str(make_url(bot.database.address).database)
    finally:
        await connection.close()


THROW_OUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
"""All connections to a database end, as when the server starts anew."""


async def move(member: Member, shown: Message, text: str) -> str:
    """What the bot answers to a move."""
    said = await member.command("move", {"move": text}, channel=shown.channel_id)
    assert not said.failed
    return (await member.settle(said, patience=40)).text


async def test_lost_connections_cost_nothing(sandbox: Sandbox, bot: Bot, postgres: Server) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accepted(ana, ben)
    async with admin(postgres, bot) as (server, name):
        await server.execute(THROW_OUT, name)
    assert "Played" in await move(ana, first, "h4-g4")
    await ben.wait_for(lambda one: "Move 1 " in one.text and one.images, first.channel_id)


async def test_a_database_out_of_reach_refuses_with_a_sentence_and_loses_nothing(
    sandbox: Sandbox, bot: Bot, postgres: Server
) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accepted(ana, ben)
    async with admin(postgres, bot) as (server, name):
        await server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await server.execute(THROW_OUT, name)
        refused = await move(ana, first, "h4-g4")
        await server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert "database" in refused
    assert "nothing was changed" in refused
    assert "Played" in await move(ana, first, "h4-g4")
    await ben.wait_for(lambda one: "Move 1 " in one.text and one.images, first.channel_id)


async def test_a_locked_row_refuses_with_a_sentence_and_loses_nothing(
    sandbox: Sandbox, bot: Bot, postgres: Server
) -> None:
    """Another program has changed the match and not committed yet."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accepted(ana, ben)
    other = Database(bot.database.address)
    async with other.write() as connection:
        await connection.execute(select(match.c.id).where(match.c.code == code_of(first)).with_for_update())
        refused = await move(ana, first, "h4-g4")
    await other.close()
    assert "database" in refused
    assert "nothing was changed" in refused
    assert "Played" in await move(ana, first, "h4-g4")
    await ben.wait_for(lambda one: "Move 1 " in one.text and one.images, first.channel_id)
