"""The card of a match and its board are two messages, also where both stand in one channel."""

from __future__ import annotations

import pytest

from bot.match.challenges import ChallengeRequest
from bot.match.model import Place
from tests.e2e.places import new_server
from tests.faults.situations import TIME
from tests.faults.stage import Stage

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.any_database]
VOICE = 2


@pytest.mark.parametrize("is_noted", [True, False], ids=["noted", "not noted"])
async def test_the_card_of_a_match_that_nobody_was_shown_before_it_began_is_no_board(
    stage: Stage, *, is_noted: bool
) -> None:
    """As of a rematch to which both agree at once; the bot may be killed before it has noted the card down."""
    spot = await stage.spot(await new_server(stage.sandbox), "cards")
    body = {"name": "Table talk", "type": VOICE}
    made = await stage.sandbox.control("POST", f"/guilds/{spot.server.id}/channels", body)
    channel = int(made["id"])
    context = stage.app.context
    asked = ChallengeRequest("choccer", spot.host, Place(spot.server.id, channel), (spot.guest,), time=TIME)
    match = await context.service.accept((await context.service.challenge(asked)).id, spot.guest)
    await stage.idle()
    posting = await context.postings.posting(match.id)
    (card,) = [one for one in await spot.ana.messages(channel) if not one.images]
    assert posting.card == card.id
    if not is_noted:
        async with context.publisher.expect_card(match) as note_card:
            await note_card(None)
    await context.service.resign(match.id, spot.host.user)
    await stage.idle()
    shown = [one for one in await spot.ana.messages(channel) if f"#{match.code}" in one.text]
    assert [one.id for one in shown if "unrated" in one.text] == [card.id]
    assert "Rematch" in shown[-1].labels
    assert shown[-1].images
