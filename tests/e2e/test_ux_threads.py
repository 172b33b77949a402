"""Threads that Discord has put away: a week without a word is nothing unusual in a match of days, or in a pause."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Sandbox
from tests.e2e.playing import accepted

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_offer_is_shown_in_an_archived_thread(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    first = await accepted(ana, ben)
    menu = (await ana.click(first, "⋯")).message
    await sandbox.control("PATCH", f"/channels/{first.channel_id}", {"archived": True})
    await ana.click(menu, "Offer draw")
    shown = await ben.wait_for(lambda one: "offers a draw" in one.text and "Agree" in one.labels, first.channel_id)
    await ben.click(shown, "Agree")
    await ben.wait_for(lambda one: "A tie between" in one.text and "Rematch" in one.labels, first.channel_id)
