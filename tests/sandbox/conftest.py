"""A sandbox with the specimen logged in."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from sandbox.client import Member, Sandbox
from sandbox.settings import Settings
from tests.sandbox.api import Api
from tests.sandbox.specimen import Specimen, point_at

OPENAPI = os.environ.get("QUINTET_OPENAPI")


@pytest.fixture
def settings() -> Settings:
    return Settings(openapi=Path(OPENAPI) if OPENAPI else None)


@pytest.fixture
async def sandbox(settings: Settings) -> AsyncIterator[Sandbox]:
    async with Sandbox.start(settings) as started:
        point_at(started)
        yield started


@asynccontextmanager
async def logged_in(sandbox: Sandbox, specimen: Specimen) -> AsyncIterator[Specimen]:
    """The specimen, ready; its own failure to log in fails the test."""
    running = asyncio.create_task(specimen.start(sandbox.token))
    ready = asyncio.create_task(specimen.became_ready.wait())
    await asyncio.wait([running, ready], timeout=60, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        running.result()
    assert ready.done()
    yield specimen
    await specimen.close()
    await running


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Specimen]:
    async with logged_in(sandbox, Specimen()) as specimen:
        yield specimen


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)
    # These tests send what no library would: only the sandbox's own answers and events must fit.
    await sandbox.forgive("request")


@pytest.fixture
def ana(sandbox: Sandbox) -> Member:
    return sandbox.member("Ana")


@pytest.fixture
def ben(sandbox: Sandbox) -> Member:
    return sandbox.member("Ben")
