"""One sandbox and one bot for all tests of a worker; each test plays its own match."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from sandbox.client import Member, Sandbox
from tests.e2e.running import Bot


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox in a process of its own."""
    async with Sandbox.spawn(["--identify-seconds", "0", "--no-rate-limits"]) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bot(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """A bot that has logged in to the sandbox."""
    started = Bot(sandbox, tmp_path_factory.mktemp("bot"))
    await started.start()
    yield started
    await started.stop()


_number = 0


async def _newcomer(sandbox: Sandbox, name: str) -> Member:
    global _number  # noqa: PLW0603 - names are unique in the sandbox, which lives as long as the worker
    _number += 1
    return await sandbox.add_person(f"{name} {_number}")


@pytest_asyncio.fixture(loop_scope="session")
async def ana(bot: Bot, sandbox: Sandbox) -> Member:
    """Somebody who challenges."""
    return await _newcomer(sandbox, "Ana")


@pytest_asyncio.fixture(loop_scope="session")
async def ben(bot: Bot, sandbox: Sandbox) -> Member:
    """Somebody who is challenged."""
    return await _newcomer(sandbox, "Ben")


@pytest_asyncio.fixture(loop_scope="session")
async def eve(bot: Bot, sandbox: Sandbox) -> Member:
    """Somebody who watches."""
    return await _newcomer(sandbox, "Eve")
