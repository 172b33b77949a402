"""A whole Choccer match in a channel: challenge, moves by menus and by typing, bad input, the end, restarts."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Sandbox
from tests.e2e.clicking import is_live, is_over
from tests.e2e.playing import CHANNEL, accept, becomes, board, challenge, find_card, vanishes
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


# ---------------------------------------------------------------------- challenges


async def test_a_challenge_pings_the_one_who_is_asked(ana: Member, ben: Member) -> None:
    result = await ana.command("choccer", {"opponent": ben}, channel=CHANNEL)
    assert result.message.pinged == {ben.id}
    assert "Choccer" in result.text
    assert result.message.labels == ["Accept", "Decline", "Rules", "Cancel"]


async def test_a_challenge_shows_the_set_up_until_it_is_answered(ana: Member, ben: Member) -> None:
    card = await challenge(ana, ben)
    assert len(card.images) == 1
    assert "Never played it? Chess meets soccer" in card.text
    assert (await ana.image_bytes(card)).startswith(b"\x89PNG")
    await ben.click(card, "Accept")
    await board(ana, card)
    answered = await ana.refresh(card)
    assert answered.images == []
    assert "Never played it" not in answered.text


async def test_a_rematch_explains_the_game_to_nobody_who_has_just_played_it(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    for mover, move in ((ana, "h4-g4"), (ben, "d4-e4"), (ana, "h3-g3"), (ben, "d3-e3")):
        await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
    menu = await ben.settle(await ben.click(await ben.wait_for(is_live, first.channel_id), "More"))
    await ben.click(menu.message, "Resign")
    await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
    end = await ana.wait_for(is_over, first.channel_id)
    card = await find_card(ana, await ana.click(end, "Rematch"))
    assert "challenges" in card.text
    assert "Never played it?" not in card.text


async def test_accepting_opens_a_thread_with_the_board(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    assert first.pinged == {ana.id}
    assert (await ana.image_bytes(first)).startswith(b"\x89PNG")
    assert "Ana" in str(first.images[0].description)


async def test_a_stranger_cannot_accept(ana: Member, ben: Member, eve: Member) -> None:
    card = await challenge(ana, ben)
    result = await eve.click(card, "Accept")
    assert result.ephemeral
    assert "isn't for you" in result.text


async def test_a_declined_challenge_says_so_and_cannot_be_accepted(ana: Member, ben: Member) -> None:
    card = await challenge(ana, ben)
    accept = card.button("Accept")
    await ben.click(card, "Decline")
    card = await ana.wait_for(lambda one: one.id == card.id and "Challenge closed" in one.text, CHANNEL)
    assert card.labels == []
    late = await ben.click(card, custom_id=accept.custom_id, remembered=True)
    assert late.ephemeral
    assert "Challenge closed" in late.text


async def test_a_second_challenge_to_the_same_person_is_refused(ana: Member, ben: Member) -> None:
    await challenge(ana, ben)
    result = await ana.command("choccer", {"opponent": ben}, channel=CHANNEL)
    assert result.ephemeral
    assert "already challenged" in result.text


async def test_another_bot_cannot_be_challenged(ana: Member, sandbox: Sandbox) -> None:
    result = await ana.command("choccer", {"opponent": sandbox.member("Helperbot")}, channel=CHANNEL)
    assert result.ephemeral
    assert "is a bot" in result.text


async def test_yourself_as_opponent_is_hot_seat(ana: Member) -> None:
    card = await find_card(ana, await ana.command("choccer", {"opponent": ana}, channel=CHANNEL))
    first = await board(ana, card)
    thread = first.channel_id
    for number, move in enumerate(("h4-g4", "d4-e4"), 1):
        played = await ana.settle(await ana.command("move", {"move": move}, channel=thread))
        assert "Played" in played.text
        await board(ana, card, number)


# ---------------------------------------------------------------------- moves


async def test_a_move_is_composed_by_piece_and_target(ana: Member, ben: Member) -> None:
    """Piece on the board, target on a private numbered picture, Confirm; then Ben is pinged at a new board."""
    first = await accept(ana, ben)
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    assert opened.ephemeral
    assert opened.message.images
    target = next(button for button in opened.message.buttons if "g4" in str(button.label))
    await ana.click(opened.message, custom_id=target.custom_id)
    chosen = await becomes(ana, opened.message, "Play it?")
    assert chosen.images
    await ana.click(chosen, "Confirm")
    await vanishes(ana, chosen)
    second = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
    assert second.id != first.id
    assert second.pinged == {ben.id}
    old = await ana.wait_for(lambda one: one.id == first.id and not one.buttons, first.channel_id)
    assert old.images, "the old board keeps its picture"


async def test_back_and_reset_lead_to_the_first_question(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    opened = await ana.settle(await ana.click(first, "Star i2"))
    await ana.click(opened.message, "Back")
    back = await becomes(ana, opened.message, "Which piece")
    assert "Back" not in back.labels


async def test_a_move_by_command_with_autocomplete(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    offered = await ana.autocomplete("move", "move", "h4", channel=first.channel_id)
    assert "h4-g4" in [choice.value for choice in offered.choices]
    played = await ana.settle(await ana.command("move", {"move": "H4-G4"}, channel=first.channel_id))
    assert "Played" in played.text
    await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)


async def test_a_move_typed_into_the_window(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    opened = await ana.click(first, "Type move")
    played = await ana.settle(await ana.submit(opened.modal, {"answer": "h4-g4"}))
    assert "Played" in played.text


@pytest.mark.parametrize(
    "move, sentence",
    [("c55", "c55"), ("h4-h9", "h9"), ("h4-a4", "h4"), ("d4-e4", "d4"), ("@everyone", "couldn't read")],
)
async def test_a_bad_move_is_explained_and_changes_nothing(ana: Member, ben: Member, move: str, sentence: str) -> None:
    first = await accept(ana, ben)
    refused = await ana.settle(await ana.command("move", {"move": move}, channel=first.channel_id))
    assert sentence in refused.text
    assert refused.ephemeral
    again = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in again.text


async def test_it_is_not_your_turn(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    result = await ben.click(first, "Star i2")
    assert result.ephemeral
    assert "move" in result.text
    assert "Ana" in result.text


async def test_a_spectator_is_told_so(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    result = await eve.click(first, "Star i2")
    assert result.ephemeral
    assert "You're watching" in result.text


async def test_a_stale_click_leads_to_the_board(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await ana.settle(await ana.command("move", {"move": "h3-g3"}, channel=first.channel_id))
    await ben.settle(await ben.command("move", {"move": "d4-e4"}, channel=first.channel_id))
    circle = next(button for button in first.buttons if button.label == "Circle h4")
    late = await ana.click(first, custom_id=circle.custom_id, remembered=True)
    assert late.ephemeral
    assert "That button was for the first board; the match is at turn 2." in late.text
    assert "To the board" in late.message.labels


@pytest.mark.parametrize(
    "custom_id", ["q0:old:1:2", "q1:nonsense:1:2", "q1:nonsense:999999:2", "garbage", "q1:pick:999999:1:0"]
)
async def test_a_malformed_click_gets_a_sentence(ana: Member, ben: Member, custom_id: str, bot: Bot) -> None:
    first = await accept(ana, ben)
    result = await ana.click(first, custom_id=custom_id, remembered=True)
    assert not result.failed
    assert result.ephemeral


async def test_an_unknown_match_is_named(ana: Member, bot: Bot) -> None:
    result = await ana.settle(await ana.command("move", {"move": "h4-g4", "match": "ZZZZZ"}, channel=CHANNEL))
    assert "#ZZZZZ" in result.text


async def test_a_deleted_board_is_posted_again(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    first = await accept(ana, ben)
    await sandbox.delete_message(first.channel_id, first.id)
    again = await ana.wait_for(lambda one: one.buttons and one.id != first.id, first.channel_id)
    assert again.images


# ---------------------------------------------------------------------- the end


async def test_resigning_needs_confirmation_and_ends_the_match(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    menu = await ben.settle(await ben.click(first, "More"))
    await ben.click(menu.message, "Resign")
    asked = await becomes(ben, menu.message, "Resign?")
    await ben.click(asked, "Resign")
    await becomes(ben, asked, "resigned")
    end = await ana.wait_for(lambda one: "wins" in one.text and one.channel_id == first.channel_id, first.channel_id)
    assert "Rematch" in end.labels
    late = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert not late.failed


# ---------------------------------------------------------------------- restarts


async def test_every_live_button_works_after_kill_9(ana: Member, ben: Member, bot: Bot) -> None:
    invited = await challenge(ana, ben)
    await bot.kill()
    await bot.start()
    await ben.click(invited, "Accept")
    first = await board(ana, invited)
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    await bot.kill()
    await bot.start()
    target = next(button for button in opened.message.buttons if "g4" in str(button.label))
    await ana.click(opened.message, custom_id=target.custom_id)
    chosen = await becomes(ana, opened.message, "Play it?")
    typed = await ana.click(first, "Type move")
    await bot.kill()
    await bot.start()
    late = await ana.settle(await ana.submit(typed.modal, {"answer": "h9"}))
    assert "isn't on the board" in late.text, "a window that was open during the restart is answered"
    await ana.click(chosen, "Confirm")
    await vanishes(ana, chosen)
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
