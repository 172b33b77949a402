"""The trouble panel: every button does what it says to a sandbox that has no bot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from sandbox.client import Member, Sandbox
from tests.browser.conftest import Open
from tests.browser.window import Window
from tests.sandbox.api import Api

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sandbox(browser: Browser) -> AsyncIterator[Sandbox]:
    async with Sandbox.spawn() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)


async def _panel(window: Window) -> Locator:
    await window.page.get_by_role("button", name="Trouble").click()
    return window.page.get_by_role("complementary", name="Trouble")


async def _press(window: Window, panel: Locator, label: str) -> None:
    await panel.get_by_role("button", name=label, exact=True).click()
    await expect(window.page.locator("#toasts").get_by_text(label, exact=True).last).to_be_visible()


async def test_trouble_with_requests_is_ordered_and_ended(ana: Member, sandbox: Sandbox, desktop: Open) -> None:
    window = await desktop(ana)
    panel = await _panel(window)
    for label in ("Next answer 2 s late", "Next 3 requests fail (500)", "Next answer is lost"):
        await _press(window, panel, label)
    rules = [(rule["trouble"], rule["times"], rule["seconds"]) for rule in await sandbox.faults()]
    assert rules == [("slow", 1, 2), ("error", 3, 1), ("lost", 1, 1)]
    await _press(window, panel, "No more trouble")
    assert await sandbox.faults() == []


async def test_the_clock_goes_forward_on_the_page_too(ana: Member, sandbox: Sandbox, api: Api, desktop: Open) -> None:
    window = await desktop(ana)
    now = (await sandbox.world())["clock"]["now"]
    await api.post(await sandbox.channel_id("games"), content=f"due <t:{int(now) + 7 * 86_400 + 3600}:R>")
    await expect(window.message("due")).to_contain_text("in 7 days")
    await _press(window, await _panel(window), "+3 days")
    await expect(window.message("due")).to_contain_text("in 4 days")


async def test_permissions_go_and_return(ana: Member, sandbox: Sandbox, api: Api, desktop: Open) -> None:
    window = await desktop(ana)
    await window.go_to("results")
    panel = await _panel(window)
    results = await sandbox.channel_id("results")
    await _press(window, panel, "The bot may not write")
    assert (await api.post(results, content="hello")).code == 50013
    await _press(window, panel, "The bot sees nothing here")
    assert (await api.post(results, content="hello")).code == 50001
    await _press(window, panel, "The bot may do everything again")
    assert (await api.post(results, content="hello")).status == 200
    await expect(window.message("hello")).to_be_visible()


async def test_a_deleted_thread_leads_back_to_its_channel(
    ana: Member, sandbox: Sandbox, api: Api, desktop: Open
) -> None:
    window = await desktop(ana)
    games = await sandbox.channel_id("games")
    posted = await api.post(games, content="a match")
    thread = await api(f"POST /channels/{games}/messages/{posted.body['id']}/threads", {"name": "the thread"})
    await api.post(int(thread.body["id"]), content="inside")
    await window.message("a match").locator(".thread-card").click()
    await expect(window.message("inside")).to_be_visible()
    panel = await _panel(window)
    await _press(window, panel, "Lock this thread")
    await expect(window.page.locator("#where .tag")).to_have_text("locked")
    await _press(window, panel, "Delete this thread")
    await expect(window.page.locator("#where h1")).to_have_text("games")
    await expect(window.page.locator("#channels .of-thread")).to_have_count(0)
