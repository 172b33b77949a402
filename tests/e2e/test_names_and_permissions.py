"""Manners: names that would ping or format, permissions that are not asked for, commands told once, clear refusals."""

from __future__ import annotations

import re

import aiohttp
import pytest
from sqlalchemy import update

from bot.store.schema import bot_state
from sandbox.client import Member, Message, Sandbox
from sandbox.gateway.intents import PRIVILEGED
from tests.e2e.playing import CHANNEL, accept, becomes, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

HEBREW = "\u05d3\u05d5\u05d3"
CLOSED = f"\u2068{HEBREW}"
"""A name that is written from right to left is closed off, so that it turns nothing around it."""
HOSTILE = [
    "@everyone",
    "@here",
    "<@123> <@&456> <#789>",
    "**bold** __under__ ~~gone~~",
    "`code` ```block```",
    "||spoiler|| > quote",
    "[link](https://example.com)",
    "# heading",
    "\u202egnihton\u202c right",
    HEBREW,
]
FORMATTING = re.compile(
    r"(?<![\\*])\*\*bold|(?<!\\)~~gone|(?<!\\)`code|(?<!\\)\|\|spoiler|(?<!\\)\[link\]\(|(?<!\\)<[@#]&?\d{3}>"
)


def assert_harmless(shown: Message, *players: Member) -> None:
    """Nobody else is mentioned, nothing of a name is formatting, no direction is turned."""
    assert shown.pinged <= {member.id for member in players}
    assert shown.mentions <= {member.id for member in players}
    assert not FORMATTING.search(shown.text), shown.text
    assert "@everyone" not in shown.text
    assert "@here" not in shown.text
    assert "\u202e" not in shown.text
    assert HEBREW not in shown.text.replace(CLOSED, "")


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_is_only_a_name_everywhere(sandbox: Sandbox, bot: Bot, ben: Member, name: str) -> None:
    evil = await sandbox.add_person(name)
    card = await find_card(evil, await evil.command("choccer", {"opponent": ben, "first": "me"}, channel=CHANNEL))
    await ben.click(card, "Accept")
    played = await evil.wait_until(lambda: find_board(evil, card), what="the thread")
    first = await evil.wait_for(lambda one: "The match begins" in one.text and one.buttons, played.thread_id or 0)
    shown = [card, played, first]
    refused = await ben.click(first, "Type move")
    text = await ben.settle(await ben.click(first, "Board as text"))
    listed = await ben.settle(await ben.command("games", channel=CHANNEL))
    profile = await ben.settle(await ben.command("profile", {"member": evil}, channel=CHANNEL))
    shown += [refused.message, listed.message, profile.message]
    assert text.text.count("```") == 2, "a name can't close the block in which the board stands"
    await evil.settle(await evil.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    shown.append(await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id))
    menu = await evil.settle(await evil.click(shown[-1], "More"))
    await evil.click(menu.message, "Resign")
    await evil.click(await becomes(evil, menu.message, "Resign?"), "Resign")
    shown.append(await ben.wait_for(lambda one: "Rematch" in one.labels, first.channel_id))
    for message in shown:
        assert_harmless(message, evil, ben)
    await evil.close()


async def find_board(member: Member, card: Message) -> Message | None:
    fresh = await member.refresh(card)
    return fresh if fresh.thread_id is not None else None


async def test_a_name_of_an_opponent_is_harmless_in_refusals(sandbox: Sandbox, bot: Bot, eve: Member) -> None:
    evil, other = await sandbox.add_person("@everyone **first**"), await sandbox.add_person("<@123> `second`")
    first = await accept(evil, other)
    refused = await eve.click(first, "Type move")
    assert "You're watching" in refused.text
    for harm in ("@everyone", "<@123>", " **first**", " `second`"):
        assert harm not in refused.text
    for member in (evil, other):
        await member.close()


# ---------------------------------------------------------------------- what is asked of Discord


async def test_no_privileged_intent_is_asked_for(sandbox: Sandbox, bot: Bot) -> None:
    sessions = [one for one in await sandbox.sessions() if one["connected"]]
    assert sessions
    assert all(not int(one["intents"]) & PRIVILEGED for one in sessions)


async def test_commands_are_told_to_discord_when_they_change_and_only_then(bot: Bot) -> None:
    """The hash of what was told is noted; a start with the same hash tells nothing."""
    told = bot.log.count('"commands synced"')
    assert told == 1
    await bot.kill()
    await bot.start()
    assert bot.log.count('"commands synced"') == told
    await bot.kill()
    assert await bot.database.change(
        update(bot_state).where(bot_state.c.key.startswith("commands")).values(value="another")
    )
    await bot.start()
    assert bot.log.count('"commands synced"') == told + 1


async def test_a_command_of_an_older_version_is_answered_with_the_way_on(sandbox: Sandbox, ana: Member) -> None:
    """Discord still lists a command that this version does not have."""
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.token}"}) as session:
        async with session.get(f"{sandbox.api}/applications/@me") as answer:
            place = f"{sandbox.api}/applications/{(await answer.json())['id']}/commands"
        async with session.post(place, json={"name": "conquer", "description": "Of old"}) as answer:
            made = await answer.json()
        result = await ana.command("conquer", channel=CHANNEL)
        assert result.ephemeral
        assert "That command is from an older version of me. Type / to see those I have now." in result.text
        assert (await session.delete(f"{place}/{made['id']}")).ok


async def test_every_command_of_the_table_is_there(ana: Member) -> None:
    found = {one["name"] for one in await ana.commands(CHANNEL)}
    games = {"choccer", "conquid", "cyberzul", "onyx", "piously"}
    around = {"challenge", "move", "games", "replay", "rules", "profile", "leaderboard", "settings"}
    menus = {"Challenge to a game", "Game profile", "Describe this board", "Replay from here"}
    assert games | around | menus <= found


async def test_setup_is_for_those_who_manage_the_server(ana: Member, sandbox: Sandbox) -> None:
    assert "setup" not in {one["name"] for one in await ana.commands(CHANNEL)}
    assert "setup" in {one["name"] for one in await sandbox.member("Mira").commands(CHANNEL)}


# ---------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    "move, sentence",
    [
        ("c55", "c55 isn't on the board, which goes from a1 to k7."),
        ("h4-f4", "From h4"),
    ],
)
async def test_a_refused_move_says_what_would_be_possible(ana: Member, ben: Member, move: str, sentence: str) -> None:
    first = await accept(ana, ben)
    refused = await ana.settle(await ana.command("move", {"move": move}, channel=first.channel_id))
    assert sentence in refused.text
    assert refused.message.pinged == frozenset()


async def test_a_typed_move_that_names_somebody_pings_nobody(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    for typed in ("@everyone", f"{eve.mention}", "**h4**"):
        refused = await ana.settle(await ana.command("move", {"move": typed}, channel=first.channel_id))
        assert refused.ephemeral
        assert refused.message.pinged == frozenset()
    assert await eve.pings(first.channel_id) == 0
