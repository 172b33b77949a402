"""A tournament to watch: what `python -m sandbox.club` plays in the sandbox of `make run`."""

from __future__ import annotations

from random import Random

import pytest

from sandbox.client import Sandbox
from sandbox.club import CHANNEL, Club

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(150), pytest.mark.any_database]


@pytest.mark.usefixtures("bot")
async def test_a_newcomer_sees_a_small_tournament_played_to_its_end(sandbox: Sandbox) -> None:
    """Within two minutes, in a channel that Ana sees, who is the one that the page opens with."""
    club = await Club.found(sandbox, 0, Random(1))
    card = await club.hold("choccer")
    assert "First place" in card.text
    assert card.images
    ana = sandbox.member("Ana")
    assert any(one["name"] == CHANNEL and int(one["id"]) == club.channel for one in await ana.channels())
    begun = [one for one in await ana.messages(club.channel) if "Round 3 begins" in one.text]
    assert len(begun) == 1
    assert len([one for one in await ana.threads() if int(one["parent_id"]) == club.channel]) == 6
    for member in club.people:
        await member.close()
