"""A table of Cyberzul for three, with people of two servers: joined, played, moderated and ended on both."""

from __future__ import annotations

import re
from random import Random

import pytest
from sqlalchemy import select

import games
from bot.store.schema import match, seat
from games.core.budget import Budget
from games.core.status import Turn
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import becomes
from tests.e2e.running import Bot
from tests.e2e.sides import Side, new_sides

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLE = {"games": ["cyberzul"], "keep": "3-across"}


def is_table(message: Message) -> bool:
    return "Join" in message.labels or "Mitspielen" in message.labels


async def play(bot: Bot, code: str, seated: dict[int, tuple[Member, int]], count: int) -> None:
    """So many moves by whoever is to move, each in the thread of their own server."""
    game, rng = games.find("cyberzul"), Random(3)
    options = game.info.check_options({})
    of_match = select(seat.c.user_id).join(match).where(match.c.code == code).order_by(seat.c.seat)
    users = [row.user_id for row in await bot.database.rows(of_match)]
    for _ in range(count):
        state = game.rules.load(await bot.database.value(select(match.c.position).where(match.c.code == code)), options)
        status = game.rules.status(state)
        assert isinstance(status, Turn)
        mover = min(status.seats)
        seen = game.rules.view(state, mover)
        move = game.rules.text(game.player.think(seen, mover, "easy", Budget(nodes=30), rng).move)
        player, thread = seated[users[mover]]
        played = await player.settle(await player.command("move", {"move": move}, channel=thread))
        assert re.search("Played|Gespielt", played.text), (move, played.text)


async def test_a_table_for_three_is_filled_and_played_by_people_of_two_servers(bot: Bot, sandbox: Sandbox) -> None:
    hidden, named = await new_sides(sandbox)
    ana, ben = hidden.player, named.player
    eve = await hidden.server.welcome("Eve")
    role = await named.server.role("Gegner", mentionable=True)
    ida = await named.server.welcome("Ida", role)
    await named.server.decide("seek-role", [str(role)], "<@&")
    await hidden.look(**TABLE)
    card = await ana.wait_for(is_table, hidden.server.games)
    assert "People from other servers can join, too." in card.text
    code = re.search(r"#(\w{5})", card.text)
    assert code is not None
    found = await named.look(**TABLE)
    assert f"#{code[1]}" in found
    assert f"<#{named.server.games}>" in found
    there = await ben.wait_for(is_table, named.server.games)
    assert f"{ana.name} spielt auf einem anderen Server." in there.text
    call = await ida.wait_for(lambda one: ida.id in one.pinged, named.server.games)
    assert code[1] in call.text
    assert f"{ben.name} plays on another server: {named.server.name}." in (await becomes(ana, card, ben.name)).text
    # The last one joins by the card, on the first server.
    await eve.settle(await eve.click(card, "Join"))
    threads = {side: await side.thread(code[1]) for side in (hidden, named)}
    home, guest = threads[hidden], threads[named]
    seated = {ana.id: (ana, home), eve.id: (eve, home), ben.id: (ben, guest)}
    await play(bot, code[1], seated, 4)
    for side, turn in ((hidden, "Turn 4 "), (named, "Zug 4 ")):
        shown = await side.see(threads[side], lambda one, turn=turn: turn in one.text)  # type: ignore[misc]
        assert shown.images
    await replace_by_ai(named, ben, guest, code[1])
    line = await ana.wait_for(lambda one: "A moderator of the other server" in one.text, home)
    assert f"replaced {ben.name} with an AI" in line.text
    assert "somebody" not in line.text
    for player, thread in ((eve, home), (ana, home)):
        shown = await player.wait_for(lambda one: code[1] in one.text and "More" in one.labels, thread)
        menu = await player.settle(await player.click(shown, "More"))
        await player.click(menu.message, "Resign")
        await player.click(await becomes(player, menu.message, "Resign?"), "Resign")
    for side in (hidden, named):
        await side.see(threads[side], lambda one, side=side: side.rematch in one.labels)  # type: ignore[misc]
    told = {side: await side.everything() for side in (hidden, named)}
    secrets: dict[Side, list[int | str]] = {
        hidden: [hidden.server.id, hidden.server.games, home, ana.id, eve.id, hidden.server.name, f"Lady {ana.id}"],
        named: [named.server.id, named.server.games, guest, ben.id, ida.id],
    }
    for side, other in ((hidden, named), (named, hidden)):
        for secret in map(str, secrets[side]):
            assert secret not in told[other], secret
    assert "away for good" not in told[hidden], "the reason is not the other server's business"


async def replace_by_ai(side: Side, player: Member, thread: int, code: str) -> None:
    """The side's moderator has an AI take over from its member, the only one who can be chosen."""
    mira = side.server.owner
    shown = await mira.wait_for(lambda one: code in one.text and side.more in one.labels, thread)
    menu = (await mira.settle(await mira.click(shown, side.more))).message
    (control,) = [one for one in menu.selects if str(one.custom_id).startswith("q1:mod-replace")]
    (option,) = control.options
    assert option.label == player.name
    window = (await mira.select(menu, [option.value], custom_id=control.custom_id)).modal
    await mira.submit(window, {"reason": "away for good"})
    await mira.wait_for(lambda one: "away for good" in one.text, thread)


async def test_who_has_sat_down_on_the_other_server_leaves_and_another_one_joins_by_the_card(
    bot: Bot, sandbox: Sandbox
) -> None:
    hidden, named = await new_sides(sandbox)
    ida = await named.server.welcome("Ida")
    await hidden.look(**TABLE)
    await named.look(**TABLE)
    card = await hidden.player.wait_for(is_table, hidden.server.games)
    there = await named.player.wait_for(is_table, named.server.games)
    await becomes(hidden.player, card, named.player.name)
    await named.player.command("play", {"stop": True}, channel=named.server.games)
    await becomes(hidden.player, card, "1 of 3 seats")
    await ida.settle(await ida.click(there, "Mitspielen"))
    assert "2 of 3 seats" in (await becomes(hidden.player, card, ida.name)).text
    await named.server.decide("across", ["closed"], "opponents come from this server only")
    refused = await named.player.settle(await named.player.click(there, "Mitspielen"))
    assert "nicht mehr für andere offen" in refused.text or "no longer open" in refused.text
