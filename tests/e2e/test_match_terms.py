"""Fair play and the terms of a match: what the card says, what counts, what can be taken back."""

from __future__ import annotations

from time import time

import pytest
from sqlalchemy import select

from bot.store.schema import log_entry, match, seat
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accept, board, challenge, code_of, find_card, instant
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")
HOUR = 3600


@pytest.mark.parametrize(
    "control, seconds", [("5m+5s", HOUR / 6), ("12s", HOUR / 6), ("3d", 48 * HOUR), ("none", 48 * HOUR)]
)
async def test_a_card_says_when_it_expires(ana: Member, ben: Member, control: str, seconds: float) -> None:
    """Ten minutes for those who sit at the board together, two days for the others."""
    card = await challenge(ana, ben, time=control)
    assert abs(instant(card) - time() - seconds) < 60


async def test_a_card_says_what_is_played(ana: Member, ben: Member) -> None:
    card = await challenge(ana, ben, "conquid", size="small", time="7d", rated=False)
    assert f"Conquid · {ana.name} vs {ben.name} · #" in card.text
    for part in ("small", "7 days a move", "unrated"):
        assert part in card.text.lower()


@pytest.mark.parametrize("control, rated", [("3d", "rated"), ("5m+5s", "rated"), ("12s", "unrated")])
async def test_bullet_is_unrated_unless_asked_for(ana: Member, ben: Member, control: str, rated: str) -> None:
    card = await challenge(ana, ben, time=control)
    assert card.text.splitlines()[1].endswith(f" · {rated}")


async def test_the_thread_stays_open_for_a_week(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    thread = next(one for one in await ana.threads() if int(one["id"]) == first.channel_id)
    assert thread["thread_metadata"]["auto_archive_duration"] == 7 * 24 * 60
    assert thread["name"].startswith(f"Choccer · {ana.name} vs {ben.name} · #")


async def test_the_bot_itself_as_opponent_is_an_ai(ana: Member, sandbox: Sandbox) -> None:
    card = await find_card(ana, await ana.command("choccer", {"opponent": sandbox.bot, "first": "me"}, channel=CHANNEL))
    assert card.pinged == frozenset()
    first = await board(ana, card)
    assert "AI (medium)" in first.text
    assert "unrated" in (await ana.refresh(card)).text


async def test_a_take_back_ends_where_chance_has_dealt(ana: Member, ben: Member, bot: Bot) -> None:
    """Cyberzul: whoever has seen the tiles of the next round may not take the last move of this one back."""
    first = await accept(ana, ben, "cyberzul")
    mover = ana
    for _ in range(40):
        to_act = await _to_act(bot, first)
        mover = next(one for one in (ana, ben) if one.id == to_act)
        offered = await mover.autocomplete("move", "move", "", channel=first.channel_id)
        played = await mover.command("move", {"move": offered.choices[0].value}, channel=first.channel_id)
        assert "Played" in (await mover.settle(played)).text
        if await _last(bot, first) == "chance":
            break
    shown = await mover.wait_for(lambda one: "More" in one.labels, first.channel_id)
    menu = await mover.settle(await mover.click(shown, "More"))
    assert "You can't take that back: something random happened since." in menu.text
    assert "Ask for a take-back" not in menu.message.labels


async def _to_act(bot: Bot, shown: Message) -> int:
    """Whose move it is."""
    query = select(seat.c.user_id).join(match).where(match.c.code == code_of(shown), seat.c.to_act)
    return int(await bot.database.value(query))


async def _last(bot: Bot, shown: Message) -> str:
    """Who made the last entry of the log."""
    log = select(log_entry.c.made_by).join(match).where(match.c.code == code_of(shown))
    return str(await bot.database.value(log.order_by(log_entry.c.ply.desc()).limit(1)))
