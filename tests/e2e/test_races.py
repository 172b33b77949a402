"""The same button or modal, sent many times at once, through Discord: counted as often as it may be."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.client import Member
from tests.e2e.playing import CHANNEL

pytestmark = pytest.mark.asyncio(loop_scope="session")
AT_ONCE = 8


async def test_eight_modals_take_the_days_of_one(ana: Member) -> None:
    page = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message
    window = await ana.click(page, "Take days off")
    results = await asyncio.gather(*(ana.submit(window.modal, {"answer": "2"}) for _ in range(AT_ONCE)))
    said = [(await ana.settle(result)).text for result in results]
    assert sum("already have days off" in text for text in said) == AT_ONCE - 1
    page = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message
    assert "**Days off left this year**: 12" in page.text


async def test_switches_that_are_pressed_at_once_all_count(ana: Member) -> None:
    page = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message
    switches = ("Theme", "Patterns", "Text boards", "Confirm moves", "Pings", "Challenges from")
    await asyncio.gather(*(ana.click(page, label) for label in switches))
    wanted = ("Theme**: light", "Patterns**: strong", "Text boards**: on", "moves**: off", "Pings**: off", "nobody")

    async def look() -> bool | None:
        shown = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message.text
        return all(said in shown for said in wanted) or None

    await ana.wait_until(look, what="all six switches to be turned")
