"""Turns that came too fast for a board of their own, or while the bot was away, are told by the next board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from bot.match.model import MatchId, UserId
from bot.match.service import MatchService
from bot.store import schema
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from sandbox.client import Member, Message, Sandbox, Trouble
from tests.e2e.clicking import is_live
from tests.e2e.playing import CHANNEL, accept, board, code_of, find_card
from tests.e2e.running import Bot
from tests.e2e.thread_story import turns_told

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]
MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")
"""What Ana and Ben play, in turn."""


@asynccontextmanager
async def unseen_service(bot: Bot) -> AsyncIterator[MatchService]:
    """What changes matches of which the bot, which does not run, posts no board."""
    database = Database(bot.database.address)
    yield MatchService(SqlMatches(database))
    await database.close()


async def play_unseen(bot: Bot, number: MatchId, *moves: tuple[Member, str]) -> None:
    """Moves of which the bot, which does not run, posts no board."""
    async with unseen_service(bot) as service:
        for player, move in moves:
            await service.submit(number, UserId(player.id), move)


async def take_back_unseen(bot: Bot, number: MatchId, asker: Member, other: Member) -> None:
    """The last move is taken back, as both want, while the bot does not run."""
    async with unseen_service(bot) as service:
        asked = await service.offer(number, UserId(asker.id), "takeback")
        assert asked.offer is not None
        await service.agree(number, UserId(other.id), asked.offer.made)


async def number_of(bot: Bot, board: Message) -> MatchId:
    return MatchId(await bot.database.value(select(schema.match.c.id).where(schema.match.c.code == code_of(board))))


async def board_after(member: Member, board: Message, turn: int) -> Message:
    """The board with controls that shows this turn."""
    return await member.wait_for(
        lambda one: is_live(one) and turn in turns_told(one) and one.images, board.channel_id, patience=30
    )


async def test_turns_that_the_bot_could_not_post_are_told_in_order(ana: Member, ben: Member, bot: Bot) -> None:
    """By one board, also when that is edited later and when it is an old one; the next tells only what is new."""
    first = await accept(ana, ben)
    number = await number_of(bot, first)
    await bot.kill()
    await play_unseen(bot, number, (ana, MOVES[0]), (ben, MOVES[1]), (ana, MOVES[2]))
    await bot.start()
    board = await board_after(ben, first, 3)
    assert turns_told(board) == [1, 2, 3]
    assert f"Turn 2 · {ben.name} moves the circle from d4 to e4." in board.text
    assert "e4" not in str(board.images[0].description).split(".")[0], "the picture's text begins with the last move"
    menu = (await ben.settle(await ben.click(board, "More"))).message
    await ben.click(menu, "Offer draw")
    offered = await ana.wait_for(lambda one: one.id == board.id and "offers a draw" in one.text, board.channel_id)
    assert turns_told(offered) == [1, 2, 3]
    await ben.settle(await ben.command("move", {"move": MOVES[3]}, channel=board.channel_id))
    after = await board_after(ana, board, 4)
    assert turns_told(after) == [4]
    old = await ana.wait_for(lambda one: one.id == board.id and not one.buttons, board.channel_id)
    assert turns_told(old) == [1, 2, 3]
    assert old.text.splitlines()[-1].startswith("Turn 3 · "), "the thread is named after the match: no code"


async def test_two_quick_moves_are_both_told(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    """The board of the first has not been drawn, or fails to be posted, before the second is played."""
    first = await accept(ana, ben)
    await sandbox.trouble(Trouble.ERROR, rf"POST /channels/{first.channel_id}/messages$", times=3, status=503)
    for player, move in ((ana, MOVES[0]), (ben, MOVES[1])):
        await player.settle(await player.command("move", {"move": move}, channel=first.channel_id))
    await board_after(ana, first, 2)
    messages = [one for one in await ana.messages(first.channel_id) if not one.ephemeral]
    assert [turn for one in messages for turn in turns_told(one)] == [1, 2]
    board = await board_after(ana, first, 2)
    menu = (await ana.settle(await ana.click(board, "More"))).message
    resigning = await ana.settle(await ana.click(menu, "Resign"))
    await ana.click(await ana.refresh(resigning.message), "Resign")
    over = await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    assert turns_told(over) == [2], "the board before tells the other one"


async def test_a_board_edited_in_place_tells_what_all_the_ais_have_answered(ana: Member, sandbox: Sandbox) -> None:
    """Nobody can read what one AI did before the next has moved; the board after that tells only what is new."""
    opponents = {"opponent": sandbox.bot, "opponent2": sandbox.bot, "ai": "beginner"}
    asked = await ana.command("cyberzul", opponents | {"time": "5m+5s", "first": "me"}, channel=CHANNEL)
    first = await board(ana, await find_card(ana, asked))
    for turns in ([1, 2, 3], [4, 5, 6]):
        offered = await ana.autocomplete("move", "move", channel=first.channel_id)
        await ana.command("move", {"move": offered.choices[0].value}, channel=first.channel_id)
        answered = await board_after(ana, first, turns[-1])
        assert answered.id == first.id
        assert turns_told(answered) == turns


async def test_a_board_that_was_deleted_is_posted_with_all_that_it_told(
    ana: Member, ben: Member, sandbox: Sandbox, bot: Bot
) -> None:
    first = await accept(ana, ben)
    number = await number_of(bot, first)
    await bot.kill()
    await play_unseen(bot, number, (ana, MOVES[0]), (ben, MOVES[1]))
    await bot.start()
    board = await board_after(ana, first, 2)
    await sandbox.delete_message(board.channel_id, board.id)
    again = await ana.wait_for(lambda one: one.id > board.id and is_live(one), board.channel_id, patience=30)
    assert turns_told(again) == [1, 2]


async def test_of_turns_taken_back_before_anybody_saw_them_the_thread_tells_what_stands(
    ana: Member, ben: Member, bot: Bot
) -> None:
    """The last of two unseen moves is taken back, and another one played in its place."""
    first = await accept(ana, ben)
    number = await number_of(bot, first)
    await bot.kill()
    await play_unseen(bot, number, (ana, MOVES[0]), (ben, MOVES[1]))
    await take_back_unseen(bot, number, ben, ana)
    await play_unseen(bot, number, (ben, "d3-e3"))
    await bot.start()
    board = await board_after(ana, first, 2)
    assert turns_told(board) == [1, 2]
    assert f"Turn 2 · {ben.name} moves" in board.text
    assert "from d3 to e3" in board.text
    assert "from d4 to e4" not in board.text
    said = [one.text for one in await ana.messages(first.channel_id) if "Taken back" in one.text]
    assert said == [f"Taken back: turn 2 · {ben.name} moves the circle from d4 to e4."]


async def test_a_turn_that_was_seen_and_taken_back_unseen_is_said_to_be(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    number = await number_of(bot, first)
    await ana.settle(await ana.command("move", {"move": MOVES[0]}, channel=first.channel_id))
    seen = await board_after(ben, first, 1)
    await bot.kill()
    await play_unseen(bot, number, (ben, MOVES[1]))
    await take_back_unseen(bot, number, ben, ana)
    await take_back_unseen(bot, number, ana, ben)
    await play_unseen(bot, number, (ana, "h3-g3"))
    await bot.start()
    board = await ben.wait_for(
        lambda one: one.id > seen.id and is_live(one) and "from h3 to g3" in one.text, first.channel_id, patience=30
    )
    assert turns_told(board) == [1]
    (line,) = [one.text for one in await ben.messages(first.channel_id) if "Taken back" in one.text]
    assert line.splitlines() == [
        f"Taken back: turn 2 · {ben.name} moves the circle from d4 to e4.",
        f"Taken back: turn 1 · {ana.name} moves the circle from h4 to g4.",
    ]
