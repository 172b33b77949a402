"""Moves typed in words: read in the reader's language, asked back where they may mean two, offered as sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from sandbox.client import Member, Sandbox
from tests.e2e.playing import accept
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


_number = count(1)


@pytest_asyncio.fixture(loop_scope="session")
async def uwe(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Member]:
    """Somebody whose Discord speaks German."""
    member = await sandbox.add_person(f"Uwe T{next(_number)}", locale="de")
    yield member
    await member.close()


@pytest.mark.parametrize("typed", ["circle h4 g4", "h4g4", "CIRCLE from H4 to G4"])
async def test_a_move_in_words_is_played(ana: Member, ben: Member, typed: str) -> None:
    first = await accept(ana, ben)
    opened = await ana.click(first, "Type move")
    await ana.settle(await ana.submit(opened.modal, {"answer": typed}))
    await ben.wait_for(lambda one: "Turn 1 " in one.text and "g4" in one.text, first.channel_id)


async def test_two_readings_are_asked_back_and_one_is_played(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    asked = await ana.settle(await ana.command("move", {"move": "h4"}, channel=first.channel_id))
    assert asked.ephemeral
    assert "'h4' fits 2 moves. Which one do you play?" in asked.text
    label = next(label for label in asked.message.labels if "h4-i4" in label or "i4" in label)
    await ana.click(asked.message, label)
    await ben.wait_for(lambda one: "Turn 1 " in one.text and "i4" in one.text, first.channel_id)


async def test_many_readings_are_a_menu(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, "cyberzul")
    asked = await ana.settle(await ana.command("move", {"move": "floor"}, channel=first.channel_id))
    (menu,) = asked.message.selects
    assert len(menu.options) > 10
    await ana.select(asked.message, [menu.options[3].value])
    await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)


async def test_moves_are_offered_as_sentences_with_notation_as_value(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    offered = await ana.autocomplete("move", "move", "star i2", {}, channel=first.channel_id)
    assert {choice.value for choice in offered.choices} == {"i2-j3", "i2-k4", "i2-j1"}
    assert all("star from i2" in choice.name for choice in offered.choices)


async def test_they_are_offered_in_the_language_of_the_reader(uwe: Member, ben: Member) -> None:
    first = await accept(uwe, ben)
    for typed in ("kreis g4", "Kreis nach g4", "circle g4", "h4g4"):
        offered = await uwe.autocomplete("move", "move", typed, {}, channel=first.channel_id)
        assert [choice.value for choice in offered.choices] == ["h4-g4"], typed
        assert "Kreis" in offered.choices[0].name


async def test_the_last_of_too_many_says_how_many_and_what_to_type(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, "cyberzul")
    offered = await ana.autocomplete("move", "move", "", {}, channel=first.channel_id)
    assert len(offered.choices) == 25
    assert "others. Type e.g. 3 blue 2" in offered.choices[-1].name


async def test_a_refusal_teaches_in_the_readers_language(uwe: Member, ben: Member) -> None:
    first = await accept(uwe, ben)
    refused = await uwe.settle(await uwe.command("move", {"move": "xyzzy"}, channel=first.channel_id))
    assert "Schreibe zum Beispiel: Stern c2 e4" in refused.text
    again = await uwe.settle(await uwe.command("move", {"move": "Kreis h4 nach g4"}, channel=first.channel_id))
    assert "Gespielt" in again.text


@pytest.mark.parametrize(
    "typed, said",
    [
        ("resign", "press **More** on the board, then **Resign**"),
        ("I give up!", "press **More** on the board, then **Resign**"),
        ("draw?", "press **More** on the board, then **Offer draw**"),
        ("can we take it back please", "press **More** on the board, then **Ask for a take-back**"),
        ("help", "/rules explains the game"),
    ],
)
async def test_what_is_no_move_is_told_where_it_is_done(ana: Member, ben: Member, typed: str, said: str) -> None:
    first = await accept(ana, ben)
    opened = await ana.click(first, "Type move")
    told = await ana.settle(await ana.submit(opened.modal, {"answer": typed}))
    assert told.ephemeral
    assert said in told.text
    played = await ana.settle(await ana.command("move", {"move": "h4g4"}, channel=first.channel_id))
    assert "Played" in played.text, "nothing was changed"


async def test_who_is_not_on_move_is_told_too(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    told = await ben.settle(await ben.command("move", {"move": "resign"}, channel=first.channel_id))
    assert "then **Resign**" in told.text


async def test_it_is_told_in_the_readers_language(uwe: Member, ben: Member) -> None:
    first = await accept(uwe, ben)
    for typed, button in (
        ("aufgeben", "Aufgeben"),
        ("Remis anbieten", "Remis anbieten"),
        ("Ich gebe auf.", "Aufgeben"),
    ):
        told = await uwe.settle(await uwe.command("move", {"move": typed}, channel=first.channel_id))
        assert f"**Mehr** und dann auf **{button}**" in told.text, typed


async def test_moves_that_come_close_are_sentences_in_the_readers_language(uwe: Member, ben: Member) -> None:
    first = await accept(uwe, ben)
    told = await uwe.settle(await uwe.command("move", {"move": "Stern schlägt Stern"}, channel=first.channel_id))
    assert "Das kann gerade keine deiner Figuren schlagen oder nehmen. Möglich wären:" in told.text
    assert "Stern von i2 nach j1" in told.text
    await uwe.click(told.message, "i2-j1")
    await ben.wait_for(lambda one: "j1" in one.text and ben.mention in one.text, first.channel_id)


async def test_a_whole_turn_in_words(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, "piously", board="classic")
    await ana.settle(await ana.command("move", {"move": "P1"}, channel=first.channel_id))
    await ben.wait_for(lambda one: ben.mention in one.text, first.channel_id)
    await ben.settle(await ben.command("move", {"move": "enter on U3"}, channel=first.channel_id))
    await ana.wait_for(lambda one: ana.mention in one.text and one.id != first.id, first.channel_id)
    played = await ana.settle(
        await ana.command("move", {"move": "bless, go to P2, bless, then end the turn"}, channel=first.channel_id)
    )
    assert "Played" in played.text, played.text
