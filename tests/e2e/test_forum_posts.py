"""Matches in the posts of a forum: one for each match, with tags; and what happens where the forum takes none."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message, Sandbox, Trouble
from tests.e2e.forums import open_forum, posts, tags_of, wait_for_tags
from tests.e2e.places import Server
from tests.e2e.playing import becomes, code_of, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

TAGS = ("Choccer", "Läuft", "over", "Other")


async def begin(server: Server, guest: Member, channel: int = 0, **options: object) -> tuple[Message, Message]:
    """The card and the first board of a match of the owner's."""
    host = server.owner
    asked = await host.command(
        "choccer", {"opponent": guest, "first": "me", **options}, channel=channel or server.games
    )
    card = await find_card(host, asked)
    await guest.click(card, "Accept")
    number = await host.wait_until(lambda: find_thread(host, code_of(card)), what="the thread or post")
    return card, await host.wait_for(lambda one: "The match begins" in one.text, number)


async def find_thread(member: Member, code: str) -> int | None:
    """The thread or post that is named after a match, once the member sees it."""
    return next((int(one["id"]) for one in await member.threads() if one["name"].endswith(f"#{code}")), None)


async def resign(member: Member, shown: Message) -> Message:
    """The board of a match that somebody has given up."""
    menu = (await member.settle(await member.click(shown, "More"))).message
    await member.click(menu, "Resign")
    await member.click(await becomes(member, menu, "Resign?"), "Resign")
    return await member.wait_for(lambda one: one.id >= shown.id and "Rematch" in one.labels, shown.channel_id)


async def test_a_match_has_a_post_whose_tags_tell_its_state_and_a_rematch_goes_on_there(
    server: Server, guest: Member
) -> None:
    forum = await open_forum(server, *TAGS)
    card, shown = await begin(server, guest)
    [post] = await posts(server, forum)
    number = int(post["id"])
    assert shown.channel_id == number
    assert post["name"].startswith("Choccer · ")
    assert post["name"].endswith(f"#{code_of(card)}")
    assert await tags_of(server, forum, number) == {"Choccer", "Läuft"}
    assert f"Played in <#{number}>" in (await becomes(guest, card, "Played in")).text

    over = await resign(server.owner, shown)
    await wait_for_tags(server, forum, number, {"Choccer", "over"})
    [starter] = [one for one in await guest.messages(number) if one.id == number]
    await becomes(guest, starter, "wins")

    for player in (server.owner, guest):
        await player.click(over, "Rematch")
    await guest.wait_for(lambda one: one.id > over.id and "The match begins" in one.text, number)
    await wait_for_tags(server, forum, number, {"Choccer", "Läuft"})
    assert len(await posts(server, forum)) == 1


async def test_a_challenge_in_somebodys_post_gets_a_post_of_its_own(server: Server, guest: Member) -> None:
    forum = await server.sandbox.add_forum("talk", guild=server.name)
    talk = await guest.open_post("Who plays?", forum)
    card, shown = await begin(server, guest, talk)
    assert card.channel_id == talk
    assert [int(one["id"]) for one in await posts(server, forum)] == [talk, shown.channel_id]


@pytest.mark.parametrize("trouble", [Trouble.LOST, Trouble.ERROR_AFTER, Trouble.ERROR])
@pytest.mark.parametrize("private", [False, True], ids=["post", "private thread"])
async def test_what_is_lost_on_the_way_opens_no_second_one(
    server: Server, guest: Member, sandbox: Sandbox, trouble: Trouble, *, private: bool
) -> None:
    """Discord has opened it, or has not, and says so with an error, or not at all."""
    parent = server.games if private else await open_forum(server, *TAGS)
    await sandbox.trouble(trouble, rf"POST /channels/{parent}/threads", status=502)
    _, shown = await begin(server, guest, private=private)
    assert [int(one["id"]) for one in await posts(server, parent)] == [shown.channel_id]
    assert (await sandbox.faults())[-1]["struck"] == 1


async def test_a_bot_that_was_killed_goes_on_in_the_post_it_had_opened(
    server: Server, guest: Member, sandbox: Sandbox, bot: Bot
) -> None:
    forum = await open_forum(server, *TAGS)
    host = server.owner
    card = await find_card(
        host, await host.command("choccer", {"opponent": guest, "first": "me"}, channel=server.games)
    )
    await sandbox.trouble(Trouble.LATE, rf"POST /channels/{forum}/threads", seconds=30)
    await guest.click(card, "Accept")
    post = await host.wait_until(lambda: find_thread(host, code_of(card)), what="the post")
    await bot.kill()
    await sandbox.end_trouble()
    await bot.start()
    await host.wait_for(lambda one: "The match begins" in one.text, post)
    assert [int(one["id"]) for one in await posts(server, forum)] == [post]


async def test_the_bot_adds_tags_where_it_may(server: Server, guest: Member) -> None:
    await server.allow_the_bot("manage_channels")
    forum = await open_forum(server, "Other", requires_tag=True)
    _, shown = await begin(server, guest)
    assert await tags_of(server, forum, shown.channel_id) == {"Choccer", "Running"}
    await resign(server.owner, shown)
    await wait_for_tags(server, forum, shown.channel_id, {"Choccer", "Over"})


async def test_a_required_tag_is_the_first_where_none_fits(server: Server, guest: Member) -> None:
    forum = await open_forum(server, "Other", requires_tag=True)
    _, shown = await begin(server, guest)
    assert await tags_of(server, forum, shown.channel_id) == {"Other"}


@pytest.mark.parametrize("obstacle", ["closed", "without tags"])
async def test_where_the_forum_takes_no_post_there_is_a_thread_and_the_check_says_why(
    server: Server, guest: Member, sandbox: Sandbox, obstacle: str
) -> None:
    forum = await open_forum(server, requires_tag=obstacle == "without tags")
    if obstacle == "closed":
        await sandbox.deny(forum, "send_messages")
    card, shown = await begin(server, guest)
    assert shown.channel_id == card.id
    page = await server.setup()
    told = (await server.owner.settle(await server.owner.click(page, "Permission check"))).text
    assert (f"<#{forum}>: missing **Create Posts**" if obstacle == "closed" else "requires a tag") in told


async def test_a_forum_that_is_deleted_loses_no_match(server: Server, guest: Member, sandbox: Sandbox) -> None:
    forum = await open_forum(server)
    card, _ = await begin(server, guest)
    await sandbox.delete_channel(forum)
    code = code_of(card)
    again = await guest.wait_for(lambda one: code in one.text and "to move" in one.text, server.games)
    assert again.buttons
    page = await server.setup()
    told = (await server.owner.settle(await server.owner.click(page, "Permission check"))).text
    assert "I can't find the forum for matches" in told
    later, shown = await begin(server, guest)
    assert shown.channel_id == later.id


async def test_a_match_in_a_post_ends_well_when_the_channel_of_its_card_is_gone(
    server: Server, guest: Member, sandbox: Sandbox
) -> None:
    forum = await open_forum(server, *TAGS)
    _, shown = await begin(server, guest)
    await sandbox.delete_channel(server.games)
    again = await guest.wait_for(lambda one: one.id > shown.id and "to move" in one.text, shown.channel_id)
    await resign(server.owner, again)
    await wait_for_tags(server, forum, shown.channel_id, {"Choccer", "over"})


async def test_a_private_match_stays_in_a_private_thread(server: Server, guest: Member) -> None:
    forum = await open_forum(server, *TAGS)
    _, shown = await begin(server, guest, private=True)
    assert await posts(server, forum) == []
    [thread] = [one for one in await guest.threads() if one["id"] == str(shown.channel_id)]
    assert thread["type"] == 12
