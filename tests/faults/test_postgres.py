"""A PostgreSQL that drops its connections, is down, or has a row locked: nothing is lost, and all goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from bot.store.engine import Database
from bot.store.schema import match
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import accept, code_of
from tests.e2e.running import Bot
from tests.faults.relay import Relay
from tests.faults.test_database import NOT_SAVED
from tests.postgres import Server

pytestmark = pytest.mark.postgres


@pytest.fixture
async def relay(postgres: Server) -> AsyncIterator[Relay]:
    """The bot's way to PostgreSQL."""
    opened = Relay(postgres.socket)
    await opened.open()
    yield opened
    opened.cut()


@pytest.fixture
async def bot(sandbox: Sandbox, postgres: Server, relay: Relay, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot with a database of its own on PostgreSQL."""
    address = make_url(await postgres.another()).set(host="127.0.0.1", port=relay.port, query={})
    started = Bot(sandbox, tmp_path, {"DATABASE_URL": address.render_as_string(hide_password=False)})
    await started.start()
    yield started
    await started.kill()


async def move(member: Member, shown: Message, text: str) -> str:
    """What the bot answers to a move."""
    said = await member.command("move", {"move": text}, channel=shown.channel_id)
    assert not said.failed
    return (await member.settle(said, patience=40)).text


async def test_lost_connections_cost_nothing(sandbox: Sandbox, bot: Bot, relay: Relay) -> None:
    """As when the server has started again."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    relay.cut()
    await relay.open()
    assert "Played" in await move(ana, first, "h4-g4")
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)


async def test_a_server_that_is_down_refuses_with_a_sentence_and_loses_nothing(
    sandbox: Sandbox, bot: Bot, relay: Relay
) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    relay.cut()
    refused = await move(ana, first, "h4-g4")
    await relay.open()
    assert NOT_SAVED in refused
    assert "Played" in await move(ana, first, "h4-g4")
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)


async def test_a_locked_row_refuses_with_a_sentence_and_loses_nothing(sandbox: Sandbox, bot: Bot) -> None:
    """Another program has changed the match and not committed yet."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    this = select(match.c.id).where(match.c.code == code_of(first))
    await bot.database.until(this.where(match.c.posted_revision == match.c.revision))
    other = Database(bot.database.address)
    async with other.write() as connection:
        await connection.execute(this.with_for_update())
        refused = await move(ana, first, "h4-g4")
    await other.close()
    assert NOT_SAVED in refused
    assert "Played" in await move(ana, first, "h4-g4")
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)
