"""Clicks that come twice, late, after a restart or at the same moment; drafts, windows and the way back."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from bot.store.schema import match_message
from sandbox.client import Member, Message, Result
from tests.e2e.playing import CHANNEL, accept, becomes, code_of, vanishes
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def pick(member: Member, shown: Message, piece: str = "Circle h4") -> Message:
    """The composing message after the first choice on the board."""
    return (await member.settle(await member.click(shown, piece))).message


async def choose(member: Member, shown: Message) -> Message:
    """The composing message with Circle h4-g4 waiting for Confirm."""
    composing = await pick(member, shown)
    target = next(button for button in composing.buttons if "g4" in str(button.label))
    await member.click(composing, custom_id=target.custom_id)
    return await becomes(member, composing, "Play it?")


async def type_move(member: Member, move: str, shown: Message) -> Result:
    """What a typed move is answered with, read at once: it goes when the board stands."""
    return await member.settle(await member.command("move", {"move": move}, channel=shown.channel_id))


async def restart(bot: Bot) -> None:
    await bot.kill()
    await bot.start()


# ---------------------------------------------------------------------- at once


async def test_of_two_confirms_at_once_exactly_one_plays(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    ready = await choose(ana, first)
    results = await asyncio.gather(ana.click(ready, "Confirm"), ana.click(ready, "Confirm"))
    assert not any(result.failed for result in results)
    told = await ana.wait_for(
        lambda one: "the match is at turn 1" in one.text or "shows the current one" in one.text, first.channel_id
    )
    assert told.ephemeral
    assert "To the board" in told.labels
    assert await bot.database.moves(code_of(first)) == ["h4-g4"]


async def test_of_two_different_moves_at_once_exactly_one_counts(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    results = await asyncio.gather(type_move(ana, "h4-g4", first), type_move(ana, "h3-g3", first))
    played = [result for result in results if "Played" in result.text]
    refused = [result for result in results if "Played" not in result.text]
    assert len(played) == len(refused) == 1
    assert "It's Ben" in refused[0].text
    assert len(await bot.database.moves(code_of(first))) == 1


async def test_a_move_and_a_resignation_at_once_leave_one_clear_end(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    menu = await ben.settle(await ben.click(first, "More"))
    await ben.click(menu.message, "Resign")
    sure = await becomes(ben, menu.message, "Resign?")
    moved, _ = await asyncio.gather(type_move(ana, "h4-g4", first), ben.click(sure, "Resign"))
    answer = moved.text
    assert "Played" in answer or "is over" in answer
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    assert f"{ana.name} wins: {ben.name} resigned." in end.text


# ---------------------------------------------------------------------- one composing message


async def test_a_newer_composing_message_takes_the_older_one_away(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    older = await pick(ana, first)
    newer = await pick(ana, first, "Circle h3")
    await vanishes(ana, older)
    assert not (await ana.click(newer, "Confirm")).failed
    await vanishes(ana, newer)


async def test_a_typed_move_takes_the_composing_message_away(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    composing = await pick(ana, first)
    await type_move(ana, "h4-g4", first)
    await vanishes(ana, composing)


# ---------------------------------------------------------------------- not now, not you


async def test_whose_turn_it_is_and_until_when(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    for refused in (await ben.click(first, "Circle h4"), await ben.click(first, "Type move")):
        assert refused.ephemeral
        assert f"It's {ana.name}'s move, due in 3 days. I'll ping you when it's yours." in refused.text


async def test_no_ping_is_promised_where_the_board_is_edited(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, time="5m+5s")
    refused = await ben.click(first, "Type move")
    assert f"It's {ana.name}'s move. The board tells you when it's yours." in refused.text


async def test_a_spectator_is_told_who_plays(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    refused = await eve.click(first, "Type move")
    assert f"You're watching. Only {ana.name} and {ben.name} can move." in refused.text


async def test_a_control_of_an_older_board_names_both_moves_and_leads_on(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    for player, move in ((ana, "h4-g4"), (ben, "d4-e4"), (ana, "h3-g3")):
        await player.settle(await player.command("move", {"move": move}, channel=first.channel_id))
    now = await ana.wait_for(lambda one: "Turn 3 " in one.text and one.buttons, first.channel_id)
    await bot.database.until(select(match_message.c.match).where(match_message.c.board_message == now.id))
    for late in (
        await ana.click(first, custom_id=first.button("Type move").custom_id, remembered=True),
        await ana.click(first, custom_id=first.button("Circle h4").custom_id, remembered=True),
    ):
        assert late.ephemeral
        assert "That button was for the first board; the match is at turn 3." in late.text
        link = late.message.button("To the board")
        assert str(link.url).endswith(f"/{first.channel_id}/{now.id}")


async def test_a_control_from_an_older_version_is_understood(ana: Member, ben: Member) -> None:
    """Ids without the number of moves were made by earlier versions."""
    first = await accept(ana, ben)
    custom_id = str(first.button("Type move").custom_id).replace(".0", "")
    assert (await ana.click(first, custom_id=custom_id, remembered=True)).modal.title == "Your move in Choccer"


# ---------------------------------------------------------------------- back and forth


async def test_back_goes_one_choice_back_and_reset_all(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    ready = await choose(ana, first)
    assert {"Confirm", "Back", "Reset"} <= set(ready.labels)
    await ana.click(ready, "Back")
    one_back = await becomes(ana, ready, "Where does")
    target = next(button for button in one_back.buttons if "g4" in str(button.label))
    await ana.click(one_back, custom_id=target.custom_id)
    ready = await becomes(ana, one_back, "Play it?")
    await ana.click(ready, "Reset")
    again = await becomes(ana, ready, "Which piece")
    assert "Back" not in again.labels
    assert again.images


async def test_a_confirm_of_an_earlier_draft_does_not_count(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    ready = await choose(ana, first)
    await ana.click(ready, "Reset")
    again = await becomes(ana, ready, "Which piece")
    late = await ana.click(again, custom_id=ready.button("Confirm").custom_id, remembered=True)
    assert "This preview is outdated. Confirm in the newest message." in late.text
    assert await bot.database.moves(code_of(first)) == []


# ---------------------------------------------------------------------- restarts and reloads


async def test_a_draft_outlives_the_message_and_the_bot(ana: Member, ben: Member, bot: Bot) -> None:
    """The client was reloaded, so the private message is gone: the same first choice takes the draft up again."""
    first = await accept(ana, ben)
    ready = await choose(ana, first)
    await ana.delete(ready)
    await restart(bot)
    again = await pick(ana, first)
    assert "Play it?" in again.text
    await ana.click(again, "Confirm")
    await vanishes(ana, again)
    assert await bot.database.moves(code_of(first)) == ["h4-g4"]


@pytest.mark.parametrize("answer, told", [("Accept draw", "accepts."), ("Decline", "declines.")])
async def test_a_request_becomes_its_answer_after_a_restart_too(
    ana: Member, ben: Member, bot: Bot, answer: str, told: str
) -> None:
    asked = await _draw_offered(ana, ben)
    await restart(bot)
    await ben.click(asked, answer)
    closed = await becomes(ana, asked, told)
    assert closed.text == f"{ana.name} offered a draw. {ben.name} {told}"
    assert not closed.labels


async def test_a_request_is_closed_after_a_restart_when_the_match_ends(ana: Member, ben: Member, bot: Bot) -> None:
    asked = await _draw_offered(ana, ben)
    await restart(bot)
    shown = await ben.wait_for(lambda one: "More" in one.labels, asked.channel_id)
    menu = await ben.settle(await ben.click(shown, "More"))
    await ben.click(menu.message, "Resign")
    await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
    closed = await becomes(ana, asked, f"{ana.name} offered a draw. Nobody answered.")
    assert not closed.labels


async def _draw_offered(ana: Member, ben: Member) -> Message:
    """The message by which Ana offers Ben a draw."""
    first = await accept(ana, ben)
    menu = (await ana.settle(await ana.click(first, "More"))).message
    await ana.click(menu, "Offer draw")
    await becomes(ana, menu, "Draw offered.")  # all that shows it is noted down
    return await ben.wait_for(lambda one: one.text.startswith(ben.mention), first.channel_id)


async def test_another_first_choice_begins_another_draft(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await choose(ana, first)
    assert "Play it?" not in (await pick(ana, first, "Star i2")).text


async def test_windows_that_were_open_during_a_restart_are_answered(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    window: Result = await ana.click(first, "Type move")
    replay = await ben.settle(await ben.command("replay", {"code": code_of(first)}, channel=CHANNEL))
    jump = await ben.click(replay.message, "Jump")
    await restart(bot)
    played = await ana.settle(await ana.submit(window.modal, {"answer": "h4-g4"}))
    assert "Played" in played.text
    assert not (await ben.submit(jump.modal, {"answer": "0"})).failed


async def test_a_window_that_comes_too_late_is_told_so(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accept(ana, ben)
    window = await ana.click(first, "Type move")
    await ana.settle(await ana.command("move", {"move": "h3-g3"}, channel=first.channel_id))
    await restart(bot)
    late = await ana.settle(await ana.submit(window.modal, {"answer": "h4-g4"}))
    assert "for the first board; the match is at turn 1" in late.text
    assert await bot.database.moves(code_of(first)) == ["h3-g3"]


async def test_a_typed_move_in_the_thread_of_an_ended_match_is_not_played_elsewhere(ana: Member, ben: Member) -> None:
    over = await accept(ana, ben)
    await accept(ana, ben, game="conquid")  # the only one in which Ana is on move, but not here
    menu = await ana.settle(await ana.click(over, "More"))
    await ana.click(menu.message, "Resign")
    await ana.click(await becomes(ana, menu.message, "Resign?"), "Resign")
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, over.channel_id)
    told = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=over.channel_id))
    assert f"Match #{code_of(end)}, played here, is over." in told.text
