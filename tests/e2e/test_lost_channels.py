"""What must never be a dead end: deleted threads and channels, lost permissions, the bot put out and let in again."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.client import Member, Message, Sandbox, Trouble
from tests.e2e.places import own_channel
from tests.e2e.playing import CHANNEL, accept, becomes, board, challenge, code_of, find_card, find_without

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def test_a_deleted_thread_goes_on_in_the_channel(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    channel = await own_channel(sandbox)
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    first = await board(ana, card)
    await sandbox.delete_channel(first.channel_id)
    again = await ana.wait_for(lambda one: "to move" in one.text and one.buttons, channel)
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=channel))
    assert "Played" in played.text
    second = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, channel)
    assert second.id != again.id


async def test_a_rematch_goes_on_in_the_channel_when_its_thread_is_deleted(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    channel = await own_channel(sandbox)
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    first = await board(ana, card)
    menu = await ana.settle(await ana.click(first, "More"))
    sure = await ana.settle(await ana.click(menu.message, "Resign"))
    await ana.click(await ana.refresh(sure.message), "Resign")
    over = await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    for player in (ana, ben):
        await player.click(over, "Rematch")
    await ben.wait_for(lambda one: one.id > over.id and "to move" in one.text and one.buttons, first.channel_id)
    await sandbox.delete_channel(first.channel_id)
    await ben.wait_for(lambda one: "to move" in one.text and one.buttons, channel)
    played = await ben.settle(await ben.command("move", {"move": "h4-g4"}, channel=channel))
    assert "Played" in played.text
    await ana.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, channel)


async def find_lost(member: Member, code: str, channel: int) -> Message:
    """The page of a match, once the bot has found out that its place is gone."""

    async def look() -> Message | None:
        page = (await member.settle(await member.command("games", {"code": code}, channel=channel))).message
        await asyncio.sleep(0.1)
        return page if "Resume here" in page.labels else None

    return await member.wait_until(look, what="Resume here")


async def test_a_deleted_channel_pauses_and_the_match_is_resumed_elsewhere(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    channel, elsewhere = await own_channel(sandbox), await own_channel(sandbox)
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    first = await board(ana, card)
    code = code_of(first)
    await sandbox.trouble(Trouble.SLOW, rf"POST /channels/{first.channel_id}/messages$")
    played = await ana.settle(await ana.command("move", {"move": "h4-g4", "match": code}, channel=elsewhere))
    assert "Played" in played.text
    await sandbox.delete_channel(channel)  # while the board is on its way

    await ben.click(await find_lost(ben, code, elsewhere), "Resume here")
    again = await ben.wait_for(lambda one: code in one.text and "Turn 1 " in one.text and one.buttons, elsewhere)
    assert again.images


async def test_a_match_pauses_when_its_channel_is_deleted_while_nobody_moves(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    channel, elsewhere = await own_channel(sandbox), await own_channel(sandbox)
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    first = await board(ana, card)
    await sandbox.delete_channel(channel)
    mute = await own_channel(sandbox)
    await sandbox.deny(mute, "attach_files")
    await ana.click(await find_lost(ana, code_of(first), mute), "Resume here")
    assert (await ana.wait_for_text("Attach Files", mute)).ephemeral
    alone = await ana.direct()
    await ana.click(await find_lost(ana, code_of(first), alone), "Resume here")
    assert (await ana.wait_for_text("Only you can see this", alone)).ephemeral
    await ana.click(await find_lost(ana, code_of(first), elsewhere), "Resume here")
    assert (await ana.wait_for(lambda one: "The match begins" in one.text, elsewhere)).images


@pytest.mark.parametrize("permission, name", [("attach_files", "Attach Files"), ("send_messages", "Send Messages")])
async def test_missing_permissions_are_named(
    ana: Member, ben: Member, sandbox: Sandbox, permission: str, name: str
) -> None:
    channel = await own_channel(sandbox)
    await sandbox.deny(channel, permission)
    result = await ana.command("choccer", {"opponent": ben}, channel=channel)
    assert result.ephemeral
    assert name in result.text
    assert "/setup" in result.text


async def test_without_the_thread_permission_the_match_plays_in_the_channel(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    channel = await own_channel(sandbox)
    await sandbox.deny(channel, "create_public_threads")
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    assert await ana.wait_for(lambda one: "to move" in one.text, channel) is not None


async def test_a_private_match_is_played_in_a_private_thread(ana: Member, ben: Member, eve: Member) -> None:
    card = await find_card(
        ana, await ana.command("choccer", {"opponent": ben, "private": True, "first": "me"}, channel=CHANNEL)
    )
    await ben.click(card, "Accept")

    async def thread() -> int | None:
        found = [int(one["id"]) for one in await ana.threads() if one["type"] == 12]
        return found[-1] if found else None

    where = await ana.wait_until(thread, what="the private thread")
    first = await ana.wait_for(lambda one: "to move" in one.text, where)
    assert where not in [int(one["id"]) for one in await eve.channels()]
    code = code_of(first)
    peek = await eve.settle(await eve.command("replay", {"code": code}, channel=CHANNEL))
    assert "is private" in peek.text


async def test_a_private_match_is_not_started_where_all_would_see_it(ana: Member, ben: Member) -> None:
    refused = await ana.settle(await ana.command("choccer", {"opponent": ben, "private": True}, channel="Table talk"))
    assert "There are no private threads here" in refused.text


async def private_threads(member: Member, channel: int) -> list[int]:
    """The private threads of a channel that somebody sees, the oldest first."""
    found = await member.threads()
    return sorted(int(one["id"]) for one in found if one["type"] == 12 and int(one["parent_id"]) == channel)


async def new_private_thread(member: Member, channel: int, known: list[int]) -> int:
    """The private thread of a channel that somebody sees beside those that are known, as soon as there is one."""

    async def look() -> int | None:
        return next((one for one in await private_threads(member, channel) if one not in known), None)

    return await member.wait_until(look, what="a private thread")


async def test_a_private_match_is_not_played_before_all_when_its_thread_is_deleted(
    ana: Member, ben: Member, eve: Member, sandbox: Sandbox
) -> None:
    channel = await own_channel(sandbox)
    card = await find_card(
        ana, await ana.command("choccer", {"opponent": ben, "private": True, "first": "me"}, channel=channel)
    )
    await ben.click(card, "Accept")
    old = await new_private_thread(ana, channel, [])
    await ana.wait_for(lambda one: "to move" in one.text, old)
    await sandbox.delete_channel(old)
    again = await new_private_thread(ben, channel, [old])
    await ben.wait_for(lambda one: "to move" in one.text, again)
    assert not [one for one in await eve.messages(channel) if one.images]


async def test_a_private_match_waits_where_no_private_thread_can_be_made(
    ana: Member, ben: Member, eve: Member, sandbox: Sandbox
) -> None:
    """The permission is lost between the challenge and the answer, which is given elsewhere."""
    channel = await own_channel(sandbox)
    card = await find_card(
        ana, await ana.command("choccer", {"opponent": ben, "private": True, "first": "me"}, channel=channel)
    )
    await sandbox.deny(channel, "create_private_threads")
    asked = (await ben.settle(await ben.command("games", {"code": code_of(card)}, channel=CHANNEL))).message
    await ben.click(asked, "Accept")
    await find_lost(ana, code_of(card), channel)
    assert not [one for one in await eve.messages(channel) if one.images and one.id != card.id]
    games = await sandbox.channel_id(CHANNEL)
    elsewhere = await private_threads(ana, games)
    page = (await ana.settle(await ana.command("games", {"code": code_of(card)}, channel=CHANNEL))).message
    await ana.click(page, "Resume here")
    thread = await new_private_thread(ben, games, elsewhere)
    await ben.wait_for(lambda one: "to move" in one.text, thread)
    assert thread not in [int(one["id"]) for one in await eve.channels()]


async def test_a_voice_channel_is_played_in_right_there(ana: Member, ben: Member) -> None:
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel="Table talk"))
    await ben.click(card, "Accept")
    first = await ana.wait_for(lambda one: one.images and ana.mention in one.text, "Table talk")
    assert first.images


async def test_a_direct_message_is_played_in_right_there(ana: Member) -> None:
    direct = await ana.direct()
    await ana.command("choccer", {"opponent": ana}, channel=direct)
    first = await ana.wait_for(lambda one: "to move" in one.text, direct)
    assert first.images
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=direct))
    assert "Played" in played.text


async def test_nobody_is_challenged_in_direct_messages_who_does_not_see_them(ana: Member, ben: Member) -> None:
    direct = await ana.direct()
    refused = await ana.settle(await ana.command("choccer", {"opponent": ben}, channel=direct))
    assert f"{ben.name} can't see this channel" in refused.text
    assert refused.ephemeral


async def test_live_clocks_edit_the_board_in_place(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    first = await accept(ana, ben, time="5m+5s")
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    second = await ana.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
    assert second.id == first.id, "live clocks edit in place"


async def test_a_live_board_that_is_pushed_up_is_posted_again(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, time="5m+5s")
    for number in range(8):
        await ben.say(f"hurry up {number}", channel=first.channel_id)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    second = await ana.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id)
    assert second.id != first.id


async def test_bullet_takes_two_taps(ana: Member, ben: Member) -> None:
    """The first choice stands on the board, and there is no confirm step."""
    first = await accept(ana, ben, time="12s")
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    target = next(button for button in opened.message.buttons if "g4" in str(button.label))
    await ana.click(opened.message, custom_id=target.custom_id)
    board_now = await ben.wait_for(lambda one: "Turn 1 " in one.text and ben.mention in one.text, first.channel_id)
    assert board_now.images


async def card_of(member: Member, code: str) -> Message:
    """The card of a match that has begun: the pages of /games in the same channel say the same."""
    return await member.wait_for(
        lambda one: not one.ephemeral and f"#{code}" in one.text and "Played in" in one.text, CHANNEL
    )


async def test_a_challenge_whose_card_was_deleted_is_answered_in_games(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    """The card comes again with the match, and the thread opens from it."""
    card = await challenge(ana, ben)
    code = code_of(card)
    await sandbox.delete_message(card.channel_id, card.id)
    page = await ben.settle(await ben.command("games", {"code": code}, channel=CHANNEL))
    assert page.message.labels[-2:] == ["Accept", "Decline"]
    await ben.click(page.message, "Accept")
    await ben.wait_until(lambda: find_without(ben, page.message, "Accept"), what="the page of a match that has begun")
    again = await card_of(ana, code)
    assert (await board(ana, again)).channel_id != card.channel_id


async def test_an_open_table_whose_card_was_deleted_is_joined_and_filled_in_games(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    card = await find_card(ana, await ana.command("cyberzul", {"first": "me"}, channel=CHANNEL))
    code = code_of(card)
    await sandbox.delete_message(card.channel_id, card.id)
    page = await ben.settle(await ben.command("games", {"code": code}, channel=CHANNEL))
    await ben.click(page.message, "Join")
    assert (await becomes(ben, page.message, "2 of 4")).labels[-1] == "Leave"
    page = await ana.settle(await ana.command("games", {"code": code}, channel=CHANNEL))
    assert page.message.labels[-3:] == ["Start", "Fill with AI", "Cancel"]
    await ana.settle(await ana.click(page.message, "Start"))
    again = await card_of(ana, code)
    assert (await board(ana, again)).buttons


async def test_who_moves_hears_that_the_board_cannot_be_posted(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    """At the first move that it concerns, not at the next one."""
    channel = await own_channel(sandbox)
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "first": "me"}, channel=channel))
    await ben.click(card, "Accept")
    first = await board(ana, card)
    await sandbox.deny(channel, "attach_files")
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    await becomes(ana, played.message, "can't post the board here")
    asked = await ben.settle(
        await ben.click((await ben.settle(await ben.click(first, "More"))).message, "Ask to pause")
    )
    said = await becomes(ben, asked.message, "Your request is saved")
    assert "can't post the board here" in said.text


async def test_who_moves_hears_that_the_board_comes_later(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    """And what is said of it is true again once the board stands."""
    first = await accept(ana, ben)
    await sandbox.trouble(Trouble.SLOW, rf"POST /channels/{first.channel_id}/messages$", seconds=4)
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    await becomes(ana, played.message, "The board follows as soon as Discord accepts it")
    second = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id, patience=20)

    async def is_alone() -> bool | None:
        told = await ana.ephemerals(first.channel_id)
        return all("board follows" not in one.text for one in told) or None

    await ana.wait_until(is_alone, what="the end of what has become wrong")
    again = await ben.settle(await ben.command("move", {"move": "d4-e4"}, channel=second.channel_id))
    assert "Played" in again.text
    assert "board" not in again.text
