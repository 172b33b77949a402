"""Questions about a match are answered in words, in both languages: for players who do not see the board."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accept
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

_number = count(1)


@pytest_asyncio.fixture(loop_scope="session")
async def uwe(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Member]:
    """Somebody whose Discord speaks German."""
    member = await sandbox.add_person(f"Uwe A{next(_number)}", locale="de")
    yield member
    await member.close()


async def ask(member: Member, board: Message, question: str) -> str:
    """The answer to a question in the thread of a match."""
    result = await member.settle(await member.command("ask", {"question": question}, channel=board.channel_id))
    assert result.ephemeral
    assert not result.message.images
    return result.text


async def test_a_match_without_any_picture_in_english(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    assert "Nothing has been played yet" in await ask(ana, first, "last move")
    assert "i2 i6" in await ask(ana, first, "where is my star?")
    assert "h4-g4" in await ask(ana, first, "where can h4 go?")
    told = f"{ana.name} moves the circle from h4 to g4"
    await ana.settle(await ana.command("move", {"move": told}, channel=first.channel_id))
    await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)
    assert "h4 to g4" in await ask(ana, first, "what was the last move?")
    assert await ask(ana, first, "what is on g4?") == "g4: Black circle."
    assert await ask(ana, first, "H4") == "h4: empty."
    mine = await ask(ana, first, "where are my pieces")
    assert "star" in mine
    assert "g4" in mine
    assert "White" not in mine
    assert "to move, due" in await ask(ana, first, "clocks")
    assert ben.name in await ask(ana, first, "whose turn is it")
    assert "0 points" in await ask(ana, first, "who wins?")
    assert "Nothing is in danger" in await ask(ana, first, "what is attacked?")
    assert "Whose turn is it" in await ask(ana, first, "gibberish xyzzy")


async def test_the_same_in_german(uwe: Member, ben: Member) -> None:
    first = await accept(uwe, ben)
    await uwe.settle(await uwe.command("move", {"move": "Kreis h4 g4"}, channel=first.channel_id))
    await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)
    assert "von h4 nach g4" in await ask(uwe, first, "was war der letzte Zug?")
    assert "Kreis" in await ask(uwe, first, "was steht auf g4?")
    assert await ask(uwe, first, "h4") == "h4: leer."
    assert "g4" in await ask(uwe, first, "wo sind meine Figuren")
    assert "fällig" in await ask(uwe, first, "Uhren")
    assert "0 Punkte" in await ask(uwe, first, "wer gewinnt?")
    assert "i2 i6" in await ask(uwe, first, "Wo ist mein Stern?")
    assert "In Gefahr ist gerade nichts" in await ask(uwe, first, "was ist bedroht?")


@pytest.mark.parametrize("game", ["conquid", "cyberzul", "onyx", "piously"])
async def test_every_question_is_answered_in_every_game(ana: Member, ben: Member, game: str) -> None:
    first = await accept(ana, ben, game, **({"board": "classic"} if game == "piously" else {}))
    for question in ("last", "clocks", "pieces", "threats", "turn", "board"):
        assert len(await ask(ana, first, question)) > 5, question
    example = re.search(r"ask about (.+), for example, or:", await ask(ana, first, "xyzzy"))
    assert example, "what can be asked is told with an example"
    assert "didn't understand" not in await ask(ana, first, example[1])


async def test_a_factory_is_named_as_on_the_table(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, "cyberzul")
    assert "tile" in await ask(ana, first, "what is on factory 3?")
    assert "Centre" in await ask(ana, first, "centre")
    assert "Lines" in await ask(ana, first, "what is in line 2?")
    assert "/rules" in await ask(ana, first, "How do I win?")


async def test_questions_are_offered_and_stand_below_the_board_as_text(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    offered = await ana.autocomplete("ask", "question", "danger", {}, channel=first.channel_id)
    assert [choice.value for choice in offered.choices] == ["threats"]
    text = (await ana.settle(await ana.click(first, "Board as text"))).message
    (menu,) = text.selects
    answer = await ana.settle(await ana.select(text, ["pieces"], custom_id=menu.custom_id))
    assert "Black star" in answer.text


async def test_somebody_who_watches_asks_too(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    assert await ask(eve, first, "h4") == "h4: Black circle."
    assert "You aren't playing in this match" in await ask(eve, first, "pieces")


async def test_no_match_here_is_explained(eve: Member) -> None:
    result = await eve.settle(await eve.command("ask", {"question": "c5"}, channel=CHANNEL))
    assert "/games" in result.text


async def test_the_standing_is_told_in_full_and_clocks_in_words(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, "onyx")
    for player, move in ((ana, "black c3"), (ben, "pass")):
        await player.settle(await player.command("move", {"move": move}, channel=first.channel_id))
    await ana.wait_for(lambda one: "Turn 2 " in one.text, first.channel_id)
    standing = await ask(ana, first, "who is ahead?")
    assert f"- {ben.name}: White-yellow · 5 points · has passed, White 0, Yellow 0, bonus 5" in standing
    assert f"- {ben.name}: not running" in await ask(ana, first, "how long do I have?")
