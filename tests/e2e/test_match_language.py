"""A match is shown in the language that all its people share, else in that of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from sandbox.client import Member, Message, Sandbox
from tests.e2e.places import new_server
from tests.e2e.playing import challenge
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

_number = count(1)


@pytest_asyncio.fixture(loop_scope="session")
async def germans(bot: Bot, sandbox: Sandbox) -> AsyncIterator[tuple[Member, Member]]:
    """Two people whose Discord speaks German, on a server that speaks English."""
    number = next(_number)
    uwe, jutta = [await sandbox.add_person(f"{name} L{number}", locale="de") for name in ("Uwe", "Jutta")]
    yield uwe, jutta
    await uwe.close()
    await jutta.close()


async def first_board(host: Member, guest: Member) -> Message:
    """The first board of a match, whatever its language."""
    card = await challenge(host, guest)
    accept = next(one for one in card.buttons if str(one.custom_id).startswith("q1:accept:"))
    await guest.click(card, custom_id=accept.custom_id)

    async def thread() -> int | None:
        return (await host.refresh(card)).thread_id

    place = await host.wait_until(thread, what="the thread")
    return await host.wait_for(lambda one: any(str(b.custom_id).startswith("q1:menu:") for b in one.buttons), place)


async def test_two_germans_read_german_on_an_english_server(germans: tuple[Member, Member]) -> None:
    """The second of them is known to speak German once they have answered."""
    uwe, jutta = germans
    board = await first_board(uwe, jutta)
    assert "Die Partie beginnt." in board.text
    assert "Zug eingeben" in board.labels
    assert (board.images[0].description or "").startswith(f"Choccer. Am Zug: {uwe.name}.")
    await uwe.settle(await uwe.command("move", {"move": "Kreis h4 g4"}, channel=board.channel_id))
    moved = await jutta.wait_for(lambda one: "Zug 1 · " in one.text, board.channel_id)
    assert f"{uwe.name} zieht den Kreis von h4 nach g4." in moved.text


async def test_a_server_speaks_the_language_that_it_has_at_discord_until_another_is_set(
    bot: Bot, sandbox: Sandbox
) -> None:
    """Of somebody who has never used the bot no language is known: their challenge is in that of the server."""
    server = await new_server(sandbox)
    await sandbox.control("PATCH", f"/guilds/{server.id}", {"locale": "de"})
    guests = [await server.welcome(name) for name in ("Gus", "Gia")]

    async def challenge(guest: Member) -> str:
        options = {"opponent": guest, "game": "choccer"}
        return (await server.owner.settle(await server.owner.command("challenge", options, channel=server.games))).text

    assert "**Language**: Deutsch, as in Discord" in (await server.setup()).text
    assert "fordert" in await challenge(guests[0])
    await server.decide("language", ["en"], "**Language**: English\n")
    assert "challenges" in await challenge(guests[1])
    await server.decide("language", ["-"], "**Language**: Deutsch, as in Discord")


async def test_two_who_speak_english_read_english_on_a_german_server(bot: Bot, sandbox: Sandbox) -> None:
    server = await new_server(sandbox)
    await server.decide("language", ["de"], "**Language**: Deutsch")
    host, guest = [await server.welcome(name) for name in ("Tom", "Sue")]
    asked = await host.settle(await host.command("onyx", {"opponent": guest, "first": "me"}, channel=server.games))
    accept = next(one for one in asked.message.buttons if str(one.custom_id).startswith("q1:accept:"))
    await guest.click(asked.message, custom_id=accept.custom_id)

    async def thread() -> int | None:
        return (await host.refresh(asked.message)).thread_id

    place = await host.wait_until(thread, what="the thread")
    await host.wait_for(lambda one: "The match begins." in one.text, place)


async def test_people_of_two_languages_read_that_of_the_server(germans: tuple[Member, Member], ben: Member) -> None:
    board = await first_board(germans[0], ben)
    assert "The match begins." in board.text
    assert "Type move" in board.labels
