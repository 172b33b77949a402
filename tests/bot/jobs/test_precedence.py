"""What nobody waits for steps aside while something is done that somebody waits for."""

from __future__ import annotations

import asyncio

import pytest

from bot.jobs import precedence
from bot.jobs.precedence import Precedence


async def test_whoever_steps_aside_goes_on_when_all_that_goes_first_is_done() -> None:
    order = Precedence()
    await order.step_aside()
    with order.first():
        with order.first():
            waiting = asyncio.create_task(order.step_aside())
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting


async def test_what_fails_is_no_longer_under_way() -> None:
    order = Precedence()
    with pytest.raises(ValueError, match="bad"), order.first():
        raise ValueError("bad")
    await order.step_aside()


async def test_nobody_steps_aside_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LONGEST", 0.01)
    order = Precedence()
    with order.first():
        await order.step_aside()
