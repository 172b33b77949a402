"""What a board looks like: its size for phones, its description, its text, its controls, how it is kept up to date."""

from __future__ import annotations

import struct

import pytest
from sqlalchemy import select, update

from bot.match.model import UserId
from bot.match.service import MatchService
from bot.store import schema
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from sandbox.client import Member, Message
from tests.e2e.clicking import picks
from tests.e2e.playing import CHANNEL, accept, board, code_of, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

GAMES: list[tuple[str, dict[str, object]]] = [
    ("choccer", {}),
    ("onyx", {}),
    ("onyx", {"board": "king-12"}),
    ("conquid", {}),
    ("conquid", {"size": "large"}),
    ("cyberzul", {}),
    ("piously", {}),
    ("piously", {"board": "classic"}),
]


def size(png: bytes) -> tuple[int, int]:
    """Width and height, from the header of a PNG."""
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


async def assert_fits_phones(member: Member, shown: Message) -> None:
    """One picture about 1200 wide that no client crops, with a description that Discord takes whole."""
    assert len(shown.images) == 1
    width, height = size(await member.image_bytes(shown))
    assert 1.2 <= width / height <= 1.55, (width, height)
    assert 1000 <= width <= 1400
    alt = str(shown.images[0].description)
    assert 0 < len(alt) <= 1024


@pytest.mark.parametrize("game, options", GAMES)
async def test_pictures_fit_phones_and_are_described(
    ana: Member, ben: Member, game: str, options: dict[str, object]
) -> None:
    """The board, and what the mover sees while composing."""
    first = await accept(ana, ben, game, **options)
    await assert_fits_phones(ana, first)
    assert ana.name in str(first.images[0].description)
    mover = ana if ana.mention in first.text else ben
    control = next((one for one in first.buttons if str(one.custom_id).startswith("q1:move:")), None) or picks(first)[0]
    if control.options:
        composing = await mover.select(first, [control.options[0].value], custom_id=control.custom_id)
    else:
        composing = await mover.click(first, custom_id=control.custom_id)
    await assert_fits_phones(mover, (await mover.settle(composing)).message)


@pytest.mark.parametrize("seats", [3, 4])
async def test_tables_of_more_players_fit_phones_too(ana: Member, ben: Member, eve: Member, seats: int) -> None:
    card = await find_card(ana, await ana.command("cyberzul", {"first": "me"}, channel=CHANNEL))
    await ben.click(card, "Join")
    await eve.click(card, "Join")
    await ana.click(card, "Start" if seats == 3 else "Fill with AI")
    await assert_fits_phones(ana, await board(ana, card))


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_every_board_can_be_read_as_text(ana: Member, ben: Member, eve: Member, game: str) -> None:
    """For players and for those who watch, private, within the length of a message."""
    first = await accept(ana, ben, game)
    for reader in (ana, eve):
        shown = await reader.settle(await reader.click(first, "Board as text"))
        assert shown.ephemeral
        assert shown.text.count("```") == 2
        assert ana.name in shown.text
        assert len(shown.text) <= 4000


# ---------------------------------------------------------------------- how it is kept up to date


async def test_the_header_says_whose_turn_and_until_when(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    assert f"Choccer · {ana.name} vs {ben.name} · #" in first.text
    assert f"{ana.mention} (Black) to move · due <t:" in first.text
    assert {"Type move", "Board as text", "More"} <= set(first.labels)


async def test_days_make_a_new_board_with_each_move(ana: Member, ben: Member) -> None:
    """Each move pings who is next, once; older boards keep their picture and lose their controls."""
    first = await accept(ana, ben)
    boards = [first]
    for number, (player, following, move) in enumerate(((ana, ben, "h4-g4"), (ben, ana, "d4-e4")), 1):
        await player.settle(await player.command("move", {"move": move}, channel=first.channel_id))
        shown = await following.wait_for(
            lambda one, n=number: f"Turn {n} " in one.text and one.buttons,  # type: ignore[misc]
            first.channel_id,
        )
        assert shown.pinged == {following.id}
        boards.append(shown)
    assert len({one.id for one in boards}) == 3
    for older in boards[:-1]:
        kept = await ana.wait_for(lambda one, i=older.id: one.id == i and not one.components, first.channel_id)  # type: ignore[misc]
        assert kept.images
        assert kept.images[0].description


async def test_live_boards_are_edited_with_a_fresh_picture_and_no_ping(ana: Member, ben: Member) -> None:
    """A new file name for each move: clients show the cached picture otherwise."""
    first = await accept(ana, ben, time="5m+5s")
    names = [first.images[0].filename]
    for number, (player, move) in enumerate(((ana, "h4-g4"), (ben, "d4-e4")), 1):
        await player.settle(await player.command("move", {"move": move}, channel=first.channel_id))
        shown = await ana.wait_for_text(f"Turn {number} ", first.channel_id)
        assert shown.id == first.id
        assert len(shown.images) == 1, "the old picture is gone"
        names.append(shown.images[0].filename)
    assert len(set(names)) == 3


async def test_the_last_move_is_told_in_words_and_in_the_description(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    shown = await ana.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id)
    assert f"Turn 1 · {ana.name} moves the circle from h4 to g4." in shown.text
    assert "g4" in str(shown.images[0].description)


async def test_a_board_that_the_bot_was_killed_over_does_not_stay_live(ana: Member, ben: Member, bot: Bot) -> None:
    """The second board had been posted, and not noted down; Ben's move came before the boards were looked after."""
    first = await accept(ana, ben)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    second = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
    await ana.wait_for(lambda one: one.id == first.id and not one.buttons, first.channel_id)
    await bot.kill()
    here = schema.match.c.code == code_of(first)
    number = await bot.database.value(select(schema.match.c.id).where(here))
    await bot.database.change(update(schema.match).where(here).values(posted_revision=schema.match.c.revision - 1))
    shown = update(schema.match_message).where(schema.match_message.c.match == number)
    await bot.database.change(shown.values(board_message=first.id, board_ply=0))
    database = Database(bot.database.address)
    await MatchService(SqlMatches(database)).submit(number, UserId(ben.id), "d4-e4")
    await database.close()
    await bot.start()
    third = await ana.wait_for(lambda one: "Turn 2 " in one.text and one.buttons, first.channel_id)
    old = await ana.wait_for(lambda one: one.id == second.id and not one.buttons, first.channel_id)
    assert old.images
    assert "Turn 1 " in old.text
    live = [one.id for one in await ana.messages(first.channel_id) if "More" in one.labels]
    assert live == [third.id]
