"""/tournament: an arena and a ladder, from the window to the last places."""

from __future__ import annotations

import pytest
from sqlalchemy import ColumnElement, select, update

from bot.store import schema
from sandbox.client import Sandbox
from tests.e2e.playing import becomes
from tests.e2e.running import Bot
from tests.e2e.tournaments import Club

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_arena_pairs_whoever_is_free_until_its_time_is_over(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    card = await club.create("arena30", 16, time="5m+5s")
    assert "Whoever is free is paired at once" in card.text
    await club.join(card, *club.people)
    await club.press(club.people[0], card, "Start")
    await club.wait_for_boards(2)
    await bot.kill()
    await bot.start()
    for standing in (1, 2, 1):  # two who have just met wait for others; once all are free, all are paired
        running = (await club.running())[0]
        await club.resign(running, 1)
        await club.wait_for_boards(standing)
    assert "no longer taking part" in await club.press(club.people[3], card, "Leave")
    assert "You are taking part in" in await club.press(club.people[3], card, "Join")
    shown = await becomes(club.people[0], card, "The arena ends")
    assert shown.images
    pairings = await club.pairings()
    assert len({match for _, _, match in pairings}) == len(pairings) == await club.matches()
    await bot.database.change(update(schema.tournament).where(_ours(club)).values(deadline=1))
    over = await becomes(club.people[0], card, "First place")
    assert "**Over.**" in over.text
    await club.close()


async def test_a_ladder_is_climbed_by_challenges(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 3)
    ana, ben, cem = club.people
    card = await club.create("ladder", 16)
    assert "Challenge somebody up to three places above you" in card.text
    assert "not on this ladder" in await club.press(ana, card, "Challenge")
    for member in club.people:
        assert "You are taking part in" in await club.press(member, card, "Join")
    assert "You are at the top" in await club.press(ana, card, "Challenge")
    menu = (await cem.settle(await cem.click(await cem.refresh(card), "Challenge"))).message
    assert len(menu.selects[0].options) == 2
    await cem.select(menu, ["1"])
    await cem.wait_for_text("for place 1", club.server.games)
    await club.wait_for_boards(1)
    assert "You are playing a match of this ladder" in await club.press(cem, card, "Challenge")
    (running,) = await club.running()
    assert list(running.users) == [ana.id, cem.id], "who is challenged begins"
    await club.resign(running, 0)
    await ben.wait_for_text("climbs to place 1", club.server.games)
    shown = await ben.settle(await ben.click(await ben.refresh(card), "Standings"))
    assert shown.message.images
    asked = await club.ask_to_call_off(ana, card)
    await ana.click(asked, "Call off")
    await becomes(ana, asked, "The tournament is over.")
    over = await becomes(ben, card, "First place")
    assert cem.name in over.text
    await club.close()


async def test_an_arena_with_days_a_move_is_refused(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 1)
    (ana,) = club.people
    window = (await ana.command("tournament create", channel=club.server.games)).modal
    answer = {"name": "", "kind": ["arena30"], "game": ["choccer"], "time": ["1d"], "size": "8"}
    assert "fast time" in (await ana.settle(await ana.submit(window, answer))).text
    await club.close()


def _ours(club: Club) -> ColumnElement[bool]:
    newest = select(schema.tournament.c.id).where(schema.tournament.c.guild == club.server.id)
    return schema.tournament.c.id == newest.order_by(schema.tournament.c.id.desc()).limit(1).scalar_subquery()
