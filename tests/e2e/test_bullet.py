"""Bullet in every game: the first menu is on the board, and no move takes more than two taps."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

import games
from sandbox.client import Component, Member, Message
from tests.e2e.clicking import is_newer, is_over, turn_of
from tests.e2e.playing import accept

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]
MOVES = 8
MATCHES_WITH_SEATS = ("q1:quick:", "q1:alone:")


def find_offers(message: Message, *actions: str) -> list[Component]:
    return [one for one in message.components if str(one.custom_id).startswith(actions) and not one.disabled]


async def tap(member: Member, message: Message, component: Component, rng: Random) -> Message:
    """One tap; returns the private message that answers it, or that has changed."""
    if component.options:
        value = rng.choice(component.options).value
        result = await member.select(message, [value], custom_id=component.custom_id)
    else:
        result = await member.click(message, custom_id=component.custom_id)
    return (await member.settle(result)).message


async def find_changed(member: Member, message: Message) -> Message | None:
    """The message as soon as it has changed; None when it is gone."""
    try:
        return await member.wait_for_change(message, what="the answer to a tap")
    except LookupError:
        return None


async def plays(member: Member, board: Message, rng: Random) -> int:
    """A move by taps alone; returns how many."""
    component = rng.choice(find_offers(board, "q1:pick:", "q1:page:", *MATCHES_WITH_SEATS))
    answer = await tap(member, board, component, rng)
    taps = 1
    while turn_of(answer) == turn_of(board):
        left = find_offers(answer, *MATCHES_WITH_SEATS) or find_offers(answer, "q1:pick:")
        await tap(member, answer, rng.choice(left), rng)
        taps += 1
        after = await find_changed(member, answer)
        if after is None:  # played, and the board stands
            break
        answer = after
    return taps


@pytest.mark.parametrize("game", games.keys())
async def test_no_move_takes_more_than_two_taps(ana: Member, ben: Member, game: str) -> None:
    rng = Random(game)
    shown = await accept(ana, ben, game, time="12s")
    taps = []
    for _ in range(MOVES):
        mover = ana if ana.mention in shown.text else ben
        taps.append(await plays(mover, shown, rng))
        shown = await ana.wait_for(partial(is_newer, shown), shown.channel_id)
        if is_over(shown):
            break
    assert len(taps) >= 4
    assert max(taps) <= 2, taps
