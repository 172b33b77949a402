"""The same two people on two servers: what is played on one is not seen on the other, except by themselves."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import pytest_asyncio

from sandbox.client import Member, Message, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import becomes, board, code_of, find_card
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


@dataclass(frozen=True)
class Town:
    """Two servers, in the second of which people have nicknames: Ana and Ben are on both, Eve on the second only."""

    first: Server
    second: Server
    ana: Member
    ben: Member
    eve: Member


@pytest_asyncio.fixture(loop_scope="session")
async def town(bot: Bot, sandbox: Sandbox) -> Town:
    first, second = await new_server(sandbox), await new_server(sandbox)
    ana, ben, eve = await first.welcome("Ana"), await first.welcome("Ben"), await second.welcome("Eve")
    for member in (ana, ben):
        await sandbox.control("PUT", f"/guilds/{second.id}/members/{member.id}", {})
        await sandbox.control("PATCH", f"/guilds/{second.id}/members/{member.id}", {"nick": f"Sir {member.id}"})
    return Town(first, second, ana, ben, eve)


async def begin(town: Town, server: Server) -> Message:
    """Ana, who is to move, plays Ben on this server; returns the first board."""
    card = await find_card(
        town.ana, await town.ana.command("choccer", {"opponent": town.ben, "first": "me"}, channel=server.games)
    )
    await town.ben.click(card, "Accept")
    return await board(town.ana, card)


async def lose(town: Town, server: Server) -> Message:
    """Ben has given a rated match up on this server; returns its first board."""
    shown = await begin(town, server)
    for number, move in enumerate(MOVES):
        mover = (town.ana, town.ben)[number % 2]
        await mover.settle(await mover.command("move", {"move": move}, channel=shown.channel_id))
    last = await town.ben.wait_for(lambda one: "Turn 4 " in one.text and one.buttons, shown.channel_id)
    menu = await town.ben.settle(await town.ben.click(last, "More"))
    await town.ben.click(menu.message, "Resign")
    await town.ben.click(await becomes(town.ben, menu.message, "Resign?"), "Resign")
    await town.ben.wait_for(lambda one: "Rematch" in one.labels, shown.channel_id)
    return shown


async def ask(member: Member, server: Server, command: str, /, **options: object) -> str:
    """The answer that somebody gets on this server, and the descriptions of its pictures."""
    answer = (await member.settle(await member.command(command, options, channel=server.games))).message
    return "\n".join([answer.text, *(str(image.description) for image in answer.images)])


async def test_ones_own_matches_are_listed_everywhere_those_of_others_where_they_are_played(town: Town) -> None:
    here, there = [code_of(await begin(town, server)) for server in (town.first, town.second)]
    for server in (town.first, town.second):
        mine = await ask(town.ana, server, "games")
        assert here in mine
        assert there in mine
    watched = await ask(town.eve, town.second, "games")
    assert there in watched
    assert here not in watched
    for command in ("games", "replay"):
        refused = await ask(town.eve, town.second, command, code=here)
        assert f"#{here} is private" in refused
        assert town.ana.name not in refused


async def test_a_move_meant_for_one_match_is_not_made_in_the_other(town: Town, bot: Bot) -> None:
    here, there = await begin(town, town.first), await begin(town, town.second)
    assert "Name one with the option" in await ask(town.ana, town.first, "move", move="h4-g4")
    await town.ana.settle(await town.ana.command("move", {"move": "h4-g4"}, channel=there.channel_id))
    assert await bot.database.moves(code_of(here)) == []
    assert await bot.database.moves(code_of(there)) == ["h4-g4"]
    assert "Played" in await ask(town.ana, town.second, "move", move="h3-g3"), "only one match still waits for Ana"
    assert await bot.database.moves(code_of(here)) == ["h3-g3"]


async def test_matches_of_another_server_are_on_no_profile_and_no_leaderboard_here(town: Town) -> None:
    code = code_of(await lose(town, town.first))
    assert "Nobody has played a rated match yet" in await ask(town.eve, town.second, "leaderboard", game="choccer")
    profile = await ask(town.eve, town.second, "profile", member=town.ben)
    assert "0 won, 0 drawn, 1 lost" in profile, "a rating is one everywhere"
    assert code not in profile
    assert code in await ask(town.ana, town.second, "profile", member=town.ben), "Ana has played it herself"


async def test_nicknames_of_one_server_are_not_on_the_leaderboard_of_another(town: Town) -> None:
    await lose(town, town.first)
    await lose(town, town.second)
    for scope in ("server", "all"):
        here, there = [  # Ben asks: whoever is far down the list sees themselves
            await ask(town.ben, server, "leaderboard", game="choccer", scope=scope)
            for server in (town.first, town.second)
        ]
        assert town.ben.name in here
        assert f"Sir {town.ben.id}" not in here
        assert f"Sir {town.ben.id}" in there
