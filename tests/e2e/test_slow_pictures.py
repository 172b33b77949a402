"""Pictures that take long or can't be drawn, and messages that have grown old, with a bot of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest
import pytest_asyncio
from sqlalchemy import select, update

from bot.store.schema import match_message
from sandbox.client import QUICK, Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, IN_TIME_MS, accept, becomes
from tests.e2e.running import ROOT, Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

SLOW_SECONDS = 3
PAINTER = """
import pathlib, sys, time
sys.path.insert(0, {root!r})
import render
mood, draw = pathlib.Path({mood!r}), render.png
def png(*arguments, **named):
    if mood.read_text() == "slow":
        time.sleep({seconds})
    if mood.read_text() == "broken":
        raise RuntimeError("no ink")
    return draw(*arguments, **named)
render.png = png
"""
"""Runs before the bot: its pictures are drawn in the mood that a file tells."""


@dataclass
class Studio:
    """A sandbox with a bot whose painter has moods."""

    sandbox: Sandbox
    bot: Bot
    mood: Path

    async def pair(self) -> tuple[Member, Member]:
        number = len(list((await self.sandbox.world())["users"]))
        return await self.sandbox.add_person(f"Ana {number}"), await self.sandbox.add_person(f"Ben {number}")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def whole_studio(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Studio]:
    folder = tmp_path_factory.mktemp("studio")
    mood = folder / "mood"
    mood.write_text("well")
    (folder / "sitecustomize.py").write_text(PAINTER.format(root=str(ROOT), mood=str(mood), seconds=SLOW_SECONDS))
    async with Sandbox.spawn(QUICK) as sandbox:
        bot = Bot(sandbox, folder, {"PYTHONPATH": str(folder)})
        await bot.start()
        yield Studio(sandbox, bot, mood)
        await bot.kill()  # it still waits for Discord to take more edits


@pytest.fixture
def studio(whole_studio: Studio) -> Studio:
    """The studio, in good mood."""
    whole_studio.mood.write_text("well")
    return whole_studio


async def move(member: Member, move: str, shown: Message) -> None:
    played = await member.settle(await member.command("move", {"move": move}, channel=shown.channel_id))
    assert "Played" in played.text


async def test_a_slow_picture_delays_no_answer(studio: Studio) -> None:
    """Composing, playing and looking are acknowledged while pictures are still being drawn."""
    ana, ben = await studio.pair()
    first = await accept(ana, ben)
    studio.mood.write_text("slow")
    began = monotonic()
    composing = await ana.click(first, "Circle h4")
    played = await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
    looked = await ben.click(first, "Board as text")
    for result in (composing, played, looked):
        assert not result.failed
        assert result.latency_ms < IN_TIME_MS
    assert "Played" in (await ana.settle(played)).text
    shown = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id, patience=30)
    assert shown.images
    assert monotonic() - began >= SLOW_SECONDS


async def test_without_a_picture_the_board_is_posted_as_text_and_the_match_goes_on(studio: Studio) -> None:
    ana, ben = await studio.pair()
    first = await accept(ana, ben)
    studio.mood.write_text("broken")
    await move(ana, "h4-g4", first)
    shown = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
    assert not shown.images
    assert "```" in shown.text
    assert shown.pinged == {ben.id}
    composing = (await ben.settle(await ben.click(shown, "Circle d4"))).message
    assert "```" in composing.text
    studio.mood.write_text("well")
    await move(ben, "d4-e4", shown)
    assert (await ana.wait_for(lambda one: "Turn 2 " in one.text and one.buttons, first.channel_id)).images
    old = await ana.wait_for(lambda one: one.id == shown.id and not one.buttons, first.channel_id)
    assert "Turn 1 " in old.text
    assert old.text.count("```") == 2, "an old board keeps what it showed"


async def make_old(studio: Studio, shown: Message) -> None:
    """The bot posted this board more than an hour ago, as soon as it has noted down that it did."""
    this = match_message.c.board_message == shown.id
    await studio.bot.database.until(select(match_message.c.match).where(this))
    await studio.bot.database.change(
        update(match_message).where(this).values(board_posted_at=match_message.c.board_posted_at - 3_700_000)
    )


async def test_a_live_board_of_an_hour_ago_is_posted_again(studio: Studio) -> None:
    """Edits of messages older than an hour are throttled."""
    ana, ben = await studio.pair()
    first = await accept(ana, ben, time="5m+5s")
    await studio.sandbox.advance(3700)
    await make_old(studio, first)
    await studio.bot.kill()
    await studio.bot.start()  # it remembers no other time
    await move(ana, "h4-g4", first)
    shown = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
    assert shown.id != first.id
    assert shown.pinged == {ben.id}
    old = await ana.wait_for(lambda one: one.id == first.id and not one.buttons, first.channel_id)
    assert old.images


async def test_throttled_edits_of_old_cards_hold_no_board_up(studio: Studio) -> None:
    """Five cards of one channel are older than an hour: Discord takes three edits in twenty seconds."""
    pairs = [await studio.pair() for _ in range(5)]
    boards = [await accept(ana, ben) for ana, ben in pairs]
    await studio.sandbox.advance(3700)
    for (_, ben), shown in zip(pairs, boards, strict=True):
        menu = await ben.settle(await ben.click(shown, "More"))
        await ben.click(menu.message, "Resign")
        await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
    for (ana, _), shown in zip(pairs, boards, strict=True):
        end = await ana.wait_for(lambda one: "Rematch" in one.labels, shown.channel_id)
        assert end.images
    ana, _ = pairs[-1]
    assert not (await ana.command("games", channel=CHANNEL)).failed
