"""A sandbox and a bot that each test may ill-treat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.client import QUICK, Sandbox
from tests.e2e.running import Bot
from tests.faults.stage import Stage, open_stage


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox in a process of its own."""
    async with Sandbox.spawn(QUICK) as started:
        yield started


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that has logged in to the sandbox."""
    started = Bot(sandbox, tmp_path)
    await started.start()
    yield started
    await started.kill()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A bot in this process, one for all tests of a module: each takes a channel of its own."""
    async with open_stage(tmp_path_factory.mktemp("bot")) as made:
        yield made
