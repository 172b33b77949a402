"""One sandbox and one bot for all tests of a worker; each test plays its own match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest
import pytest_asyncio

from sandbox.client import QUICK, Member, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.running import Bot


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox in a process of its own."""
    async with Sandbox.spawn(QUICK) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bot(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """A bot that has logged in to the sandbox."""
    started = Bot(sandbox, tmp_path_factory.mktemp("bot"))
    await started.start()
    yield started
    await started.stop()
    started.check_log()


_number = count(1)


@asynccontextmanager
async def _newcomer(sandbox: Sandbox, name: str) -> AsyncIterator[Member]:
    """Somebody new, who listens no longer than the test lasts."""
    member = await sandbox.add_person(f"{name} {next(_number)}")
    yield member
    await member.close()


@pytest_asyncio.fixture(loop_scope="session")
async def ana(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Member]:
    """Somebody who challenges."""
    async with _newcomer(sandbox, "Ana") as member:
        yield member


@pytest_asyncio.fixture(loop_scope="session")
async def ben(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Member]:
    """Somebody who is challenged."""
    async with _newcomer(sandbox, "Ben") as member:
        yield member


@pytest_asyncio.fixture(loop_scope="session")
async def eve(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Member]:
    """Somebody who watches."""
    async with _newcomer(sandbox, "Eve") as member:
        yield member


@pytest_asyncio.fixture(loop_scope="session")
async def server(bot: Bot, sandbox: Sandbox) -> Server:
    """A server of its own, where nothing has been set up."""
    return await new_server(sandbox)


@pytest_asyncio.fixture(loop_scope="session")
async def guest(server: Server) -> Member:
    """A member of that server without any role."""
    return await server.welcome("Ben")
