"""Which interaction carries a message to a place that the bot is not in."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.match.model import Place
from bot.ui.components import answers, items
from bot.ui.components.answers import NOBODY
from bot.ui.delivery import carriers as module
from bot.ui.delivery.carriers import Carriers, NotCarried

CHANNEL = 30
VIEW = items.layout(items.text("a board"))


def refusal(code: int) -> discord.HTTPException:
    """What discord.py raises where Discord answers with this code."""
    response = Mock(status=400, reason="refused")
    return discord.HTTPException(response, {"code": code, "message": "refused"})


def interaction(*sent: int | Exception) -> Mock:
    """An interaction whose further messages have these ids, or fail so."""
    outcomes = [one if isinstance(one, Exception) else SimpleNamespace(id=one) for one in sent]
    followup = Mock(send=AsyncMock(side_effect=outcomes), edit_message=AsyncMock())
    return Mock(extras={}, followup=followup, edit_original_response=AsyncMock(), message=None)


def settle(made: Mock) -> Mock:
    """The interaction once it has been answered."""
    made.extras[answers.SETTLED] = Mock(wait=AsyncMock())
    return made


def carriers_of(*made: Mock, external: bool = True, public: bool = True) -> Carriers:
    """These interactions have come from the channel, in this order."""
    carriers = Carriers()
    for one in made:
        place = Place(None, CHANNEL, external)
        carriers.add(Mock(place=place, channel=CHANNEL, interaction=one, is_answered_for_all=public))
    return carriers


async def send(carriers: Carriers, files: Sequence[discord.File] = ()) -> int:
    return (await carriers.send(CHANNEL, VIEW, files, NOBODY)).id


async def test_the_newest_interaction_carries_what_is_sent() -> None:
    carriers = carriers_of(settle(interaction(1)), settle(interaction(2)))
    assert await send(carriers) == 2
    assert carriers.newest_owns(CHANNEL, 2)


async def test_one_that_is_never_answered_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLE_SECONDS", 0.01)
    carriers = carriers_of(settle(interaction(1)), interaction(2))
    assert await send(carriers) == 1
    assert carriers.may_change(CHANNEL, 1)
    assert not carriers.newest_owns(CHANNEL, 1)


@pytest.mark.parametrize("code", [10015, 40094, 50027])
async def test_one_that_can_carry_no_more_leaves_it_to_the_one_before(code: int) -> None:
    assert await send(carriers_of(settle(interaction(1)), settle(interaction(refusal(code))))) == 1
    with pytest.raises(NotCarried):
        await send(carriers_of(settle(interaction(refusal(code)))))


async def test_what_may_pass_is_raised_and_tried_again_by_who_sends() -> None:
    with pytest.raises(discord.HTTPException, match="refused"):
        await send(carriers_of(settle(interaction(1)), settle(interaction(refusal(0)))))


async def test_a_message_is_changed_by_who_made_it() -> None:
    """A further message by its id, the card as the first answer; nobody changes what another bot has made."""
    older, newer = settle(interaction(1)), settle(interaction(2))
    carriers = carriers_of(older)
    await send(carriers)
    older.extras[answers.SENT] = 7
    carriers.add(Mock(place=Place(None, CHANNEL, external=True), channel=CHANNEL, interaction=newer))
    await carriers.edit(CHANNEL, 1, VIEW, ())
    older.followup.edit_message.assert_awaited_once()
    await carriers.edit(CHANNEL, 7, VIEW, ())
    older.edit_original_response.assert_awaited_once()
    with pytest.raises(NotCarried):
        await carriers.edit(CHANNEL, 99, VIEW, ())


@pytest.mark.parametrize("external, public", [(False, True), (True, False)])
async def test_where_the_bot_is_or_where_nobody_else_sees_it_nothing_is_carried(
    *, external: bool, public: bool
) -> None:
    with pytest.raises(NotCarried):
        await send(carriers_of(settle(interaction(1)), external=external, public=public))
