"""/play: two people who find each other, as they see it."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.client import Member, Message, Result, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import becomes
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

FORM = {"games": ["onyx", "choccer"], "time": ["1d"], "rated": "either", "reach": "0", "keep": "once"}


async def look(member: Member, server: Server, **changes: object) -> Result:
    """Fill in the window of /play."""
    window = (await member.command("play", channel=server.games)).modal
    return await member.settle(await member.submit(window, FORM | changes))


async def server_of_two(sandbox: Sandbox) -> tuple[Server, Member, Member]:
    """A new server with Ana and Ben."""
    server = await new_server(sandbox)
    return server, await server.welcome("Ana"), await server.welcome("Ben")


async def show_searches(server: Server) -> None:
    """Let searches be shown in the channel for games."""
    await server.decide("seeks", [str(server.games)], f"**Searches for opponents**: <#{server.games}>")


def is_search(message: Message) -> bool:
    return "is looking for an opponent" in message.text


def is_table(message: Message) -> bool:
    return "Join" in message.labels


async def test_two_who_look_for_the_same_are_in_a_match_at_once(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    waits = await look(ana, server)
    assert "Looking for an opponent" in waits.text
    assert waits.message.ephemeral
    assert "Stop looking" in waits.message.labels
    assert "is in <#" in (await look(ben, server, games=["choccer"])).message.text
    told = await ana.wait_for_text("you have an opponent", server.games)
    assert ben.name in told.text
    assert told.pinged == {ana.id}


async def test_a_search_is_shown_answered_by_one_and_closed(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    eve = await server.welcome("Eve")
    await show_searches(server)
    await look(ana, server)
    shown = await ben.wait_for(is_search, server.games)
    assert "Onyx or Choccer" in shown.text
    own = await ana.settle(await ana.click(shown, "Play"))
    assert "your own search" in own.text
    results = await asyncio.gather(*(who.click(shown, "Play", remembered=True) for who in (ben, eve)))
    texts = [(await who.settle(result)).text for who, result in zip((ben, eve), results, strict=True)]
    assert sum("Somebody was faster" in text for text in texts) == 1, texts
    await becomes(ben, shown, "has found an opponent")


async def test_one_s_own_search_is_listed_with_one_s_matches_and_can_be_stopped_there(
    bot: Bot, sandbox: Sandbox
) -> None:
    server, ana, ben = await server_of_two(sandbox)
    assert "Looking for" not in (await ana.settle(await ana.command("games", channel=server.games))).text
    await look(ana, server, keep="standing")
    listed = await ana.settle(await ana.command("games", channel=server.games))
    assert "Looking for an opponent" in listed.text
    assert "Onyx or Choccer" in listed.text
    assert "Looking for" not in (await ben.settle(await ben.command("games", channel=server.games))).text
    stopped = await ana.settle(await ana.click(listed.message, "Stop looking"))
    assert "You have stopped looking" in stopped.text
    assert "Looking for" not in (await ana.settle(await ana.command("games", channel=server.games))).text


async def test_whoever_stops_looking_is_shown_no_more(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    await show_searches(server)
    await look(ana, server)
    shown = await ben.wait_for(is_search, server.games)
    stranger = await ben.settle(await ben.click(shown, "Stop looking"))
    assert "aren't looking for anybody" in stranger.text
    stopped = await ana.settle(await ana.command("play", {"stop": True}, channel=server.games))
    assert "You have stopped looking" in stopped.text
    await becomes(ben, shown, "is no longer looking")
    late = await ben.settle(await ben.click(shown, "Play", remembered=True))
    assert "search is over" in late.text


async def test_searches_that_wait_ping_the_role_for_them_once_in_a_while(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    role = await server.role("Opponents", mentionable=True)
    eve = await server.welcome("Eve", role)
    await show_searches(server)
    await server.decide("seek-role", [str(role)], f"**Role for searches**: <@&{role}>")
    await look(ana, server)
    shown = await eve.wait_for(is_search, server.games)
    assert f"<@&{role}>, who plays?" in shown.text
    assert shown.pinged == {eve.id}
    await look(ben, server, time=["3d"])
    second = await eve.wait_for(lambda one: is_search(one) and ben.name in one.text, server.games)
    assert "who plays" not in second.text
    assert not second.pinged
    await look(ben, server, time=["1d"], games=["choccer"])
    answered = await becomes(ana, shown, "has found an opponent")
    assert not answered.pinged - {eve.id}, "an edit pings nobody"


async def test_a_table_that_begins_to_wait_pings_the_role_beside_its_card(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    role = await server.role("Opponents", mentionable=True)
    eve = await server.welcome("Eve", role)
    await server.decide("seek-role", [str(role)], "is only pinged for tables of more than two")
    form = {"games": ["cyberzul"], "keep": "4"}
    await look(ana, server, **form)
    call = await eve.wait_for_text("has opened table", server.games)
    assert "for 4: Cyberzul" in call.text
    assert call.pinged == {eve.id}
    await look(ben, server, **form)
    card = await ana.wait_for(is_table, server.games)
    await becomes(ana, card, ben.name)


async def test_setup_tells_why_the_role_for_searches_is_not_pinged(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, _ = await server_of_two(sandbox)
    await show_searches(server)
    role = await server.role("Opponents")
    page = await server.decide("seek-role", [str(role)], "I may not ping <@&")
    await look(ana, server)
    shown = await ana.wait_for(is_search, server.games)
    assert "who plays" not in shown.text
    checked = await server.owner.settle(await server.owner.click(page, "Permission check"))
    assert "I may not ping <@&" in checked.text
    await server.allow_the_bot("MENTION_EVERYONE")
    assert "I may not ping" not in (await server.setup()).text
    await sandbox.control("DELETE", f"/guilds/{server.id}/roles/Opponents")
    assert "I can't find the role for searches" in (await server.setup()).text


async def test_a_search_is_shown_and_answered_where_matches_begin(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    lobby = await server.channel("lobby")
    await server.decide("seeks", [lobby], f"**Searches for opponents**: <#{lobby}>")
    await server.decide("channels", [str(server.games)], f"Matches don't start in <#{lobby}>")
    await look(ana, server)
    shown = await ben.wait_for(is_search, server.games)
    card = (await ben.settle(await ben.click(shown, "Play"))).text
    assert ana.name in card
    assert ben.name in card


async def test_a_table_for_three_fills_and_its_match_begins(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    eve = await server.welcome("Eve")
    form = {"games": ["cyberzul", "onyx"], "keep": "3"}
    opened = (await look(ana, server, **form)).text
    assert "The match begins when all 3 seats are taken, or when you press **Start**." in opened
    card = await ana.wait_for(is_table, server.games)
    assert {"Join", "Leave", "Start"} <= set(card.labels), card.labels
    assert "begins when 1 more person joins" in (await look(ben, server, **form)).text
    await becomes(ana, card, "Ben")
    again = await look(ben, server, **form)
    assert "already waiting at such a table" in again.text
    assert "The table is full: match" in (await look(eve, server, **form)).text


async def test_whoever_stops_looking_leaves_their_table(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, ben = await server_of_two(sandbox)
    form = {"games": ["cyberzul"], "keep": "4"}
    await look(ana, server, **form)
    card = await ana.wait_for(is_table, server.games)
    await look(ben, server, **form)
    await becomes(ana, card, ben.name)
    stopped = await ben.settle(await ben.command("play", {"stop": True}, channel=server.games))
    assert "You have stopped looking" in stopped.text
    await ana.settle(await ana.command("play", {"stop": True}, channel=server.games))
    await becomes(ben, card, "cancelled")


async def test_a_table_that_cannot_be_is_refused_with_the_way_out(bot: Bot, sandbox: Sandbox) -> None:
    server, ana, _ = await server_of_two(sandbox)
    assert "any rating or one opponent" in (await look(ana, server, games=["cyberzul"], keep="3", reach="100")).text
    assert "None of these games is for 3 players" in (await look(ana, server, keep="3")).text
