"""The menu More: offers, time, another look, hints."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message, Sandbox, Trouble
from tests.e2e.playing import CHANNEL, accept, becomes, board, code_of, find_card, find_without, instant, vanishes

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def menu(member: Member, shown: Message) -> Message:
    """The menu of the match, for this member alone."""
    result = await member.settle(await member.click(shown, "More"))
    assert result.ephemeral
    return result.message


async def press(member: Member, shown: Message, label: str, said: str) -> Message:
    """The member presses a button of the menu, which then says so."""
    opened = await menu(member, shown)
    await member.click(opened, label)
    return await becomes(member, opened, said)


async def settle_by(member: Member, shown: Message, label: str) -> None:
    """The member presses a button of the menu that changes the match at once: the board tells, the menu goes away."""
    opened = await menu(member, shown)
    await member.click(opened, label)
    await vanishes(member, opened)


async def move(member: Member, text: str, shown: Message) -> None:
    played = await member.settle(await member.command("move", {"move": text}, channel=shown.channel_id))
    assert "Played" in played.text


async def newest(member: Member, text: str, shown: Message) -> Message:
    """The newest message in the thread that says this and can be acted on."""
    return await member.wait_for(lambda one: text in one.text and one.buttons, shown.channel_id)


# ---------------------------------------------------------------------- what is offered to whom


async def test_players_can_do_more_than_spectators(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    common = ["Flip", "Repost board", "Replay", "Rules"]
    assert (await menu(ana, first)).labels == ["Resign", "Offer draw", "Ask to pause", *common, "Write a note"]
    assert "Give time" in (await menu(ben, first)).labels, "it is Ana's move"
    assert (await menu(eve, first)).labels == ["Flip", "Replay", "Rules", "Write a note"]


async def test_a_draw_with_oneself_is_asked_for_first(ana: Member) -> None:
    """Nobody else could decline it: one tap on a button of the menu must not end the match."""
    card = await find_card(ana, await ana.command("choccer", {"opponent": ana}, channel=CHANNEL))
    first = await board(ana, card)
    opened = await menu(ana, first)
    assert opened.labels[:3] == ["Resign", "End in a draw", "Pause match"]
    await ana.click(opened, "End in a draw")
    asked = await becomes(ana, opened, "End the match in a draw?")
    await ana.click(asked, "Keep playing")
    await becomes(ana, asked, "You keep playing.")
    asked = await press(ana, first, "End in a draw", "End the match in a draw?")
    await ana.click(asked, "End in a draw")
    await ana.wait_for_text("draw: by agreement", first.channel_id)


@pytest.mark.parametrize("label", ["Resign", "Offer draw", "Ask for a take-back", "Give time", "Ask to pause"])
async def test_a_strangers_forged_click_is_refused(ana: Member, ben: Member, eve: Member, label: str) -> None:
    """Nobody shows Eve this button; a modified client could press it all the same."""
    first = await accept(ana, ben)
    if label == "Ask for a take-back":
        await move(ana, "h4-g4", first)
        first = await newest(ana, "Turn 1 ", first)
    theirs = (await menu(ben if label == "Give time" else ana, first)).button(label)
    result = await eve.click(await menu(eve, first), custom_id=theirs.custom_id, remembered=True)
    assert not result.failed
    refused = await eve.wait_for_text("You're watching", first.channel_id)
    assert refused.ephemeral


# ---------------------------------------------------------------------- offers


async def test_a_draw_is_offered_and_agreed(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    await press(ana, first, "Offer draw", "Draw offered. ")
    offered = await becomes(ben, first, "offers a draw")
    assert {"Accept draw", "Decline"} <= set(offered.labels)
    stranger = await eve.click(offered, "Accept draw")
    assert "You're watching" in stranger.text
    own = await ana.click(offered, "Accept draw")
    assert "already accepted" in own.text
    await ben.click(offered, "Accept draw")
    end = await newest(ana, "by agreement", first)
    assert "draw: by agreement" in end.text
    asked = next(one for one in await ana.messages(first.channel_id) if "offered a draw" in one.text)
    assert asked.text == f"{ana.name} offered a draw. {ben.name} accepts."
    assert not asked.labels
    assert "Rematch" in end.labels


async def test_who_offers_what_is_offered_already_accepts_it(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await press(ana, first, "Offer draw", f"Draw offered. {ben.name} can answer.")
    asked = await ben.wait_for(lambda one: one.text.startswith(ben.mention), first.channel_id)
    await settle_by(ben, first, "Accept draw")
    closed = await becomes(ana, asked, "accepts")
    assert closed.text == f"{ana.name} offered a draw. {ben.name} accepts."
    assert not closed.labels
    await newest(ana, "by agreement", first)


async def test_a_refused_draw_leaves_no_trace(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await press(ana, first, "Offer draw", "Draw offered. ")
    offered = await becomes(ben, first, "offers a draw")
    asked = await ben.wait_for(lambda one: one.text.startswith(ben.mention), first.channel_id)
    assert asked.text == f"{ben.mention}: {ana.name} offers a draw."
    assert asked.labels == ["Accept draw", "Decline"]
    await ben.click(asked, "Decline")
    await becomes(ana, asked, f"{ana.name} offered a draw. {ben.name} declines.")

    async def find_gone() -> Message | None:
        fresh = await ana.refresh(first)
        return fresh if "offers a draw" not in fresh.text else None

    plain = await ana.wait_until(find_gone, what="the offer to go")
    assert "Accept draw" not in plain.labels
    late = await ben.click(plain, custom_id=offered.button("Accept draw").custom_id, remembered=True)
    assert "nothing to answer" in late.text


async def test_a_request_is_withdrawn_by_whoever_made_it(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    told = await press(ana, first, "Offer draw", f"Draw offered. {ben.name} can answer.")
    theirs = await menu(ben, first)
    asked = await ben.wait_for(lambda one: one.text.startswith(ben.mention), first.channel_id)
    await ana.click(told, "Withdraw request")
    await becomes(ana, told, "You have withdrawn your request.")
    closed = await becomes(ben, asked, "withdraws")
    assert (closed.text, closed.labels) == (f"{ana.name} withdraws the draw offer.", [])
    late = await ben.click(closed, custom_id=asked.button("Accept draw").custom_id, remembered=True)
    assert "the request is closed" in late.text
    await ben.click(theirs, "Accept draw")
    await ben.wait_for(lambda one: "the request is closed" in one.text and one.id > late.message.id, first.channel_id)
    await press(ana, first, "Ask to pause", "Pause requested")
    await press(ana, first, "Withdraw request", "You have withdrawn your request.")
    await ben.wait_for(lambda one: "withdraws the request for a pause" in one.text, first.channel_id)


async def test_an_answer_that_comes_before_the_request_is_noted_down_is_told(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    """The message stands for everybody to see before the bot has heard which one it is."""
    first = await accept(ana, ben)
    await sandbox.trouble(Trouble.LATE, rf"POST /channels/{first.channel_id}/messages$", seconds=3)
    opened = await menu(ana, first)
    await ana.click(opened, "Offer draw")
    asked = await ben.wait_for(lambda one: one.text.startswith(ben.mention), first.channel_id)
    await ben.click(asked, "Decline")
    await becomes(ana, asked, f"{ana.name} offered a draw. {ben.name} declines.")


async def _without_agree(member: Member, shown: Message) -> Message | None:
    fresh = await member.refresh(shown)
    return None if "Decline" in fresh.labels else fresh


async def test_an_agreement_to_one_request_is_none_to_the_next(ana: Member, ben: Member) -> None:
    """A click that comes late: the take-back is refused meanwhile, and a draw is offered."""
    first = await accept(ana, ben)
    await move(ana, "h4-g4", first)
    second = await newest(ana, "Turn 1 ", first)
    await press(ana, second, "Ask for a take-back", "Take-back requested")
    agree = (await becomes(ben, second, "asks to take back")).button("Accept take-back")
    await ben.click(await ben.refresh(second), "Decline")
    await ben.wait_until(lambda: _without_agree(ben, second), what="the request to go")
    await press(ana, second, "Offer draw", "Draw offered. ")
    offered = await becomes(ben, second, "offers a draw")
    late = await ben.click(offered, custom_id=agree.custom_id, remembered=True)
    assert "That was for another request" in late.text
    assert "offers a draw" in (await ben.refresh(second)).text
    await ben.click(offered, "Accept draw")
    assert "draw: by agreement" in (await newest(ana, "by agreement", first)).text


async def test_a_take_back_tells_what_is_undone(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await move(ana, "h4-g4", first)
    second = await newest(ana, "Turn 1 ", first)
    told = await press(ana, second, "Ask for a take-back", "Take-back requested")
    assert told.labels == ["Withdraw request"]
    asked = await becomes(ben, second, "asks to take back turn 1")
    await ben.click(asked, "Accept take-back")
    back = await newest(ana, "The match begins", first)
    await ana.wait_until(lambda: _taken_away(ana, told), what="the confirmation, which has nothing to withdraw, to go")
    assert ana.mention in back.text
    await move(ana, "h4-g4", back)


async def _taken_away(member: Member, told: Message) -> bool | None:
    return told.id not in {one.id for one in await member.ephemerals(told.channel_id)} or None


async def test_there_is_nothing_to_take_back_before_the_first_move(ana: Member, ben: Member) -> None:
    opened = await menu(ana, await accept(ana, ben))
    assert "no move that could be taken back" in opened.text
    assert "Ask for a take-back" not in opened.labels


async def test_the_note_about_a_resignation_goes_away_once_the_board_tells_it(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    asked = await press(ana, first, "Resign", "Resign?")
    await ana.click(await ana.refresh(asked), "Resign")
    await newest(ana, f"{ana.name} resigned", first)
    await vanishes(ana, asked)


async def test_against_an_ai_a_take_back_is_free(ana: Member) -> None:
    card = await find_card(ana, await ana.command("choccer", {"ai": "easy", "first": "me"}, channel=CHANNEL))
    first = await board(ana, card)
    await move(ana, "h4-g4", first)
    answered = await newest(ana, "Turn 2 ", first)
    await settle_by(ana, answered, "Take back")
    assert ana.mention in (await newest(ana, "The match begins", first)).text


async def test_a_pause_stops_the_clock_and_games_resumes(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    assert "<t:" in first.text
    await press(ana, first, "Ask to pause", "Pause requested")
    asked = await becomes(ben, first, "asks to pause")
    await ben.click(asked, "Accept pause")
    paused = await becomes(ana, first, "The match is paused")
    assert "<t:" not in paused.text
    late = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "is paused" in late.text
    page = await ben.settle(await ben.command("games", channel=first.channel_id))
    stranger = await eve.settle(await eve.command("games", channel=first.channel_id))
    assert "Resume" not in stranger.message.labels
    await ben.click(page.message, "Resume")
    await ben.wait_until(lambda: find_without(ben, page.message, "Resume"), what="the page of a match that goes on")
    on = await newest(ana, "to move", first)
    assert "<t:" in on.text
    await move(ana, "h4-g4", on)


async def test_only_one_request_is_open_at_a_time(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    before = await menu(ana, first)
    await press(ana, first, "Offer draw", "Draw offered. ")
    await becomes(ana, first, "offers a draw")
    pause = before.button("Ask to pause")
    own = await ana.click(before, custom_id=before.button("Offer draw").custom_id, remembered=True)
    assert not own.failed
    await ana.wait_for_text("already asked", first.channel_id)
    assert not (await ben.click(await menu(ben, first), custom_id=pause.custom_id, remembered=True)).failed
    await ben.wait_for_text("Another request is still open", first.channel_id)
    assert "Ask to pause" not in (await menu(ben, first)).labels


# ---------------------------------------------------------------------- time


async def test_time_is_given_to_who_is_to_move_by_the_other(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    due = instant(first)
    gift = (await menu(ben, first)).button("Give time")
    await press(ben, first, "Give time", "more.")
    later = await becomes(ben, first, f"<t:{due + 3 * 24 * 3600}:R>")
    assert ana.mention in later.text
    await ana.click(await menu(ana, first), custom_id=gift.custom_id, remembered=True)
    refused = await ana.wait_for_text("give time to your opponent", first.channel_id)
    assert refused.ephemeral


# ---------------------------------------------------------------------- another look


async def test_the_board_from_the_other_side(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    turned = await ben.settle(await ben.click(await menu(ben, first), "Flip"))
    assert turned.ephemeral
    assert (await ben.image_bytes(turned.message)).startswith(b"\x89PNG")
    assert await ben.image_bytes(turned.message) != await ben.image_bytes(first)


async def test_a_hint_shows_a_move_and_why(ana: Member) -> None:
    card = await find_card(ana, await ana.command("choccer", {"ai": "easy", "first": "me"}, channel=CHANNEL))
    first = await board(ana, card)
    hint = await ana.settle(await ana.click(await menu(ana, first), "Hint"))
    assert hint.ephemeral
    assert hint.message.images
    assert "`" not in hint.text, "in words alone"
    await ana.click(hint.message, "Play it")
    await vanishes(ana, hint.message)
    answered = await ana.wait_for(lambda one: "Turn 2 " in one.text, first.channel_id, patience=60)
    assert "AI (easy)" in answered.text, "the move counts, and the AI answers it"


async def test_a_hint_plays_itself(ana: Member) -> None:
    """In Piously the whole turn, from where the draft stands."""
    card = await find_card(
        ana, await ana.command("piously", {"ai": "easy", "first": "me", "board": "classic"}, channel=CHANNEL)
    )
    first = await board(ana, card)
    await ana.settle(await ana.command("move", {"move": "@P1"}, channel=first.channel_id))
    shown = await ana.wait_for(lambda one: "Turn 2 " in one.text and one.buttons, first.channel_id, patience=60)
    await ana.settle(await ana.command("move", {"move": "b"}, channel=first.channel_id))
    hint = await ana.settle(await ana.click(await menu(ana, shown), "Hint"))
    assert "`" not in hint.text, "in words alone"
    assert "bless P1" not in hint.text, "that is in the draft already"
    assert "Turn 3. " in str(hint.message.images[0].description), "the turn that is composed, as boards count"
    await ana.click(hint.message, "Play it")
    await vanishes(ana, hint.message)
    told = await ana.wait_for(lambda one: "Turn 3 " in one.text, first.channel_id)
    assert "blesses P1" in told.text, "the draft and the rest of the turn"


async def test_there_are_no_hints_in_rated_matches(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    opened = await menu(ana, first)
    assert "Hint" not in opened.labels
    forged = str(opened.button("Flip").custom_id).replace("flip", "hint")
    result = await ana.click(opened, custom_id=forged, remembered=True)
    assert not result.failed
    assert (await ana.wait_for_text("no hints in rated matches", first.channel_id)).ephemeral


async def test_the_board_is_posted_again_at_the_end_of_the_thread(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    await ben.say("let me think", channel=first.channel_id)
    opened = await menu(ana, first)
    await ana.click(opened, "Repost board")
    again = await ana.wait_for(lambda one: one.id > first.id and "Type move" in one.labels, first.channel_id)
    assert again.images
    old = await ana.wait_for(lambda one: one.id == first.id and not one.buttons, first.channel_id)
    assert old.images
    custom_id = opened.button("Repost board").custom_id
    await eve.click(await menu(eve, again), custom_id=custom_id, remembered=True)
    assert (await eve.wait_for_text("Only players can have", first.channel_id)).ephemeral


async def test_the_board_of_a_match_that_is_over_is_shared_instead(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    still_open = await menu(ben, first)
    opened = await menu(ana, first)
    await ana.click(opened, "Resign")
    await ana.click(await becomes(ana, opened, "Resign?"), "Resign")
    await ben.wait_for(lambda one: "wins" in one.text and "Rematch" in one.labels, first.channel_id)
    await ben.click(still_open, "Repost board")
    assert (await ben.wait_for_text("there you can share any position", first.channel_id)).ephemeral
    page = await ben.settle(await ben.command("games", {"code": code_of(first)}, channel=first.channel_id))
    assert "Repost board" not in (await menu(ben, page.message)).labels


async def test_the_board_as_text(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    text = await ben.settle(await ben.click(first, "Board as text"))
    assert text.ephemeral
    assert "```" in text.text
    assert ana.name in text.text


async def test_rules_open_at_what_the_match_is_about(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    opened = await menu(ana, first)
    rules = (await ana.settle(await ana.click(opened, "Rules"))).message
    assert "Choccer · 3. Moving" in rules.text
