"""A real browser, windows for single members, and where their screenshots are kept."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, ViewportSize, async_playwright, expect

from sandbox.client import QUICK, Member, Sandbox
from tests.browser.window import Window
from tests.e2e.running import Bot

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
PATIENCE_MS = 60_000

Open = Callable[[Member], Awaitable[Window]]
OpenSized = Callable[[Member, ViewportSize], Awaitable[Window]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium, as QUINTET_CHROMIUM names it or the search path finds it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    program = os.environ.get("QUINTET_CHROMIUM") or found
    if program is None or not Path(program).is_file():
        pytest.skip("There is no Chromium here: set QUINTET_CHROMIUM to the program that shall show the page.")
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox(browser: Browser) -> AsyncIterator[Sandbox]:
    """A sandbox in a process of its own."""
    async with Sandbox.spawn(QUICK) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bot(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """The bot, logged in to the sandbox."""
    started = Bot(sandbox, tmp_path_factory.mktemp("bot"))
    await started.start()
    yield started
    await started.stop()


@pytest.fixture
def artefacts(tmp_path: Path) -> Path:
    """Where screenshots are kept: the folder that QUINTET_ARTEFACTS names, or one that nobody looks into."""
    named = os.environ.get("QUINTET_ARTEFACTS")
    folder = Path(named) / "browser" if named else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest_asyncio.fixture(loop_scope="session")
async def contexts(
    browser: Browser, artefacts: Path, request: pytest.FixtureRequest
) -> AsyncIterator[list[BrowserContext]]:
    """The browser contexts of one test; what each of them shows last is kept."""
    opened: list[BrowserContext] = []
    yield opened
    for number, context in enumerate(opened, 1):
        for page in context.pages:
            await page.screenshot(path=artefacts / f"last-{request.node.name}-{number}.png")
        await context.close()


async def _open(browser: Browser, contexts: list[BrowserContext], window: Window, size: ViewportSize) -> Window:
    touch = size == PHONE
    context = await browser.new_context(
        viewport=size, is_mobile=touch, has_touch=touch, device_scale_factor=2 if touch else 1, reduced_motion="reduce"
    )
    contexts.append(context)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: window.problems.append(str(error)))
    page.on("console", lambda message: _note(window, message))
    await window.show(page)
    return window


def _note(window: Window, message: ConsoleMessage) -> None:
    # The browser logs refused requests by itself; the page words them for the member.
    if message.type == "error" and "Failed to load resource" not in message.text and "WebSocket" not in message.text:
        window.problems.append(message.text)


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(
    browser: Browser, contexts: list[BrowserContext], sandbox: Sandbox, artefacts: Path
) -> AsyncIterator[OpenSized]:
    """Opens windows of any size, in which nothing may go wrong."""
    windows: list[Window] = []

    async def open_sized(member: Member, size: ViewportSize) -> Window:
        windows.append(Window(sandbox.url, member, artefacts))
        return await _open(browser, contexts, windows[-1], size)

    yield open_sized
    assert [problem for window in windows for problem in window.problems] == []


@pytest.fixture
def desktop(open_window: OpenSized) -> Open:
    """Opens windows of desktop size."""
    return lambda member: open_window(member, DESKTOP)


@pytest.fixture
def phone(open_window: OpenSized) -> Open:
    """Opens windows of phone size, used with fingers."""
    return lambda member: open_window(member, PHONE)


_number = count(1)


async def _newcomer(sandbox: Sandbox, name: str) -> Member:
    return await sandbox.add_person(f"{name} {next(_number)}")


@pytest_asyncio.fixture(loop_scope="session")
async def ana(sandbox: Sandbox) -> Member:
    """Somebody who plays."""
    return await _newcomer(sandbox, "Ana")


@pytest_asyncio.fixture(loop_scope="session")
async def ben(sandbox: Sandbox) -> Member:
    """Somebody who plays."""
    return await _newcomer(sandbox, "Ben")
