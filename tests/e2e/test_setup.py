"""/setup: what the manager of a server decides, and that it is kept to. Each test has a server of its own."""

from __future__ import annotations

import pytest
import pytest_asyncio

from sandbox.client import Member, Message, Result, Sandbox
from tests.e2e.places import House, new_house
from tests.e2e.playing import becomes
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def house(bot: Bot, sandbox: Sandbox) -> House:
    """A server where nothing has been set up."""
    return await new_house(sandbox)


@pytest_asyncio.fixture(loop_scope="session")
async def guest(house: House) -> Member:
    """A member without any role."""
    return await house.welcome("Ben")


async def challenged(house: House, host: Member, guest: Member, channel: int = 0, /, **options: object) -> Result:
    return await host.command("choccer", {"opponent": guest, "first": "me", **options}, channel=channel or house.games)


async def begun(house: House, host: Member, guest: Member, **options: object) -> Message:
    """The first board of a match on this server."""
    card = (await challenged(house, host, guest, 0, **options)).message
    await guest.click(card, "Accept")
    thread = await host.wait_until(lambda: _thread(host, card), what="the thread")
    return await host.wait_for(lambda one: bool(one.buttons), thread)


async def _thread(member: Member, message: Message) -> int | None:
    return (await member.refresh(message)).thread_id


async def move(member: Member, text: str, board: Message) -> None:
    played = await member.settle(await member.command("move", {"move": text}, channel=board.channel_id))
    assert "Played" in played.text


# ---------------------------------------------------------------------- who may


async def test_only_managers_may_set_up(house: House, guest: Member) -> None:
    """Others do not even see the command; the page is for the manager alone."""
    assert "setup" not in [command["name"] for command in await guest.commands(house.games)]
    assert "setup" in [command["name"] for command in await house.owner.commands(house.games)]
    page = await house.setup()
    assert page.ephemeral
    assert "all channels" in page.text


# ---------------------------------------------------------------------- topics


async def test_matches_are_started_in_the_chosen_channels_only(house: House, guest: Member) -> None:
    await house.decide("channels", [str(house.results)], f"**Channels**: <#{house.results}>")
    refused = await challenged(house, house.owner, guest)
    assert refused.ephemeral
    assert f"<#{house.results}>" in refused.text
    assert not (await challenged(house, house.owner, guest, house.results)).ephemeral


async def test_choosing_no_channel_allows_all_again(house: House, guest: Member) -> None:
    await house.decide("channels", [str(house.results)], f"**Channels**: <#{house.results}>")
    await house.decide("channels", [], "**Channels**: all channels")
    assert not (await challenged(house, house.owner, guest)).ephemeral


async def test_only_the_play_role_may_start_matches(house: House, guest: Member) -> None:
    role = await house.role("Players")
    await house.decide("play-role", [str(role)], f"**Who may play**: <@&{role}>")
    player = await house.welcome("Ana", role)
    refused = await challenged(house, guest, player)
    assert f"<@&{role}>" in refused.text
    card = await challenged(house, player, guest)
    assert not card.ephemeral
    assert "Choccer" in card.text


async def test_the_moderator_role_may_act_on_matches(house: House, guest: Member) -> None:
    role = await house.role("Referees")
    referee = await house.welcome("Eve", role)
    board = await begun(house, house.owner, guest)
    before = await referee.click(board, "⋯")
    assert "Void" not in before.message.labels
    await house.decide("moderator-role", [str(role)], f"**Moderators**: <@&{role}>")
    after = await referee.click(board, "⋯")
    assert "Void" in after.message.labels


async def test_a_game_that_is_off_cannot_be_started(house: House, guest: Member) -> None:
    page = await house.decide("games", ["choccer", "onyx"], "**Games switched off**: Choccer, Onyx")
    assert "Choccer" in page.text
    assert "switched off here" in (await challenged(house, house.owner, guest)).text
    other = await house.owner.command("conquid", {"opponent": guest}, channel=house.games)
    assert "Conquid" in other.text
    assert not other.ephemeral
    listed = await house.owner.autocomplete("challenge", "game", "", {"opponent": guest}, channel=house.games)
    assert [choice.value for choice in listed.choices] == ["conquid", "cyberzul", "piously"]
    asked = (await house.owner.menu("Challenge to a game", guest, channel=house.games)).message
    assert [option.value for option in asked.selects[0].options] == ["conquid", "cyberzul", "piously"]
    await house.decide("games", [], "**Games switched off**: none")
    assert not (await challenged(house, house.owner, await house.welcome("Eve"))).ephemeral


async def test_the_default_time_is_that_of_matches_where_none_is_named(house: House, guest: Member) -> None:
    await house.decide("time", ["7d"], "**Default time**: 7 days a move")
    assert "7 days a move" in (await challenged(house, house.owner, guest)).text
    other = await house.welcome("Eve")
    assert "1 day a move" in (await challenged(house, house.owner, other, time="1d")).text


async def test_posting_edit_keeps_one_board_message(house: House, guest: Member) -> None:
    await house.decide("posting", ["edit"], "**Boards**: one message, edited while it is young")
    board = await begun(house, house.owner, guest)
    await move(house.owner, "h4-g4", board)
    again = await house.owner.wait_for(lambda one: "Move 1 " in one.text, board.channel_id)
    assert again.id == board.id


async def test_posting_always_new_in_a_live_match_too(house: House, guest: Member) -> None:
    await house.decide("posting", ["post"], "**Boards**: always a new message")
    board = await begun(house, house.owner, guest, time="5m+5s")
    await move(house.owner, "h4-g4", board)
    again = await house.owner.wait_for(lambda one: "Move 1 " in one.text and one.buttons, board.channel_id)
    assert again.id != board.id
    assert again.pinged == {guest.id}


async def test_left_to_itself_a_live_match_edits_and_a_slow_one_posts(house: House, guest: Member) -> None:
    for time, same in (("5m+5s", True), ("3d", False)):
        board = await begun(house, house.owner, guest, time=time)
        await move(house.owner, "h4-g4", board)
        again = await guest.wait_for(lambda one: "Move 1 " in one.text and one.buttons, board.channel_id)
        assert (again.id == board.id) is same


async def test_ratings_can_be_switched_off(house: House, guest: Member) -> None:
    assert " · rated" in (await challenged(house, house.owner, guest)).text
    page = await house.setup()
    await house.owner.select(page, ["ranked"])
    await becomes(house.owner, page, "**Ratings**: off")
    other = await house.welcome("Eve")
    assert "unrated" in (await challenged(house, house.owner, other)).text


async def test_the_results_channel_gets_a_line(house: House, guest: Member) -> None:
    await house.decide("results", [str(house.results)], f"**Results channel**: <#{house.results}>")
    board = await begun(house, house.owner, guest, rated=False)
    menu = await guest.click(board, "⋯")
    await guest.click(menu.message, "Resign")
    await guest.click(await becomes(guest, menu.message, "cannot be undone"), "Yes, resign")
    line = await house.owner.wait_for(lambda one: "wins" in one.text, house.results)
    assert house.owner.name in line.text
    assert f"<#{board.channel_id}>" in line.text
    assert line.pinged == frozenset()
    replay = await guest.settle(await guest.click(line, "Replay"))
    assert replay.ephemeral
    assert len([one for one in await house.owner.messages(house.results) if "wins" in one.text]) == 1


async def test_a_german_server_reads_german(house: House, guest: Member) -> None:
    """Public messages follow the server, private ones the person."""
    await house.decide("language", ["de"], "**Language**: Deutsch")
    card = await challenged(house, house.owner, guest)
    assert card.message.labels == ["Annehmen", "Ablehnen", "Regeln", "Zurückziehen"]
    assert "3 Tage pro Zug" in card.text
    await guest.click(card.message, "Annehmen")
    thread = await guest.wait_until(lambda: _thread(guest, card.message), what="the thread")
    board = await guest.wait_for(lambda one: bool(one.buttons), thread)
    assert "Die Partie beginnt" in board.text
    assert "Am Zug" in board.text
    assert "Zug eingeben" in board.labels
    assert "Kreis" in str(board.images[0].description)
    private = await house.owner.settle(await house.owner.select(board, ["Kreis h4"]))
    assert "Where to" in private.text


async def test_the_theme_of_public_pictures_is_the_servers(house: House, guest: Member) -> None:
    dark = await house.owner.image_bytes(await begun(house, house.owner, guest))
    page = await house.setup()
    await house.owner.select(page, ["theme"])
    await house.owner.wait_until(lambda: _edited(house.owner, page), what="the page")
    light = await house.owner.image_bytes(await begun(house, house.owner, guest))
    assert dark != light


async def _edited(member: Member, page: Message) -> Message | None:
    fresh = await member.refresh(page)
    return fresh if fresh.raw != page.raw else None


async def test_back_leads_from_a_topic_to_the_page(house: House) -> None:
    page = await house.setup()
    topic = await house.opened(page, "time")
    await house.owner.click(topic, "Back")
    await becomes(house.owner, page, "**Default time**")


# ---------------------------------------------------------------------- permissions


async def test_the_permission_check_names_each_missing_permission(house: House, sandbox: Sandbox) -> None:
    await sandbox.deny(house.games, "attach_files", "create_public_threads")
    page = await house.setup()
    result = await house.owner.settle(await house.owner.click(page, "Permission check"))
    lines = {line.partition(":")[0]: line for line in result.text.splitlines()}
    assert "**Attach Files**, **Create Public Threads**" in lines[f"<#{house.games}>"]
    assert "all is well" in lines[f"<#{house.results}>"]


async def test_the_test_post_shows_that_all_is_well(house: House) -> None:
    page = await house.setup()
    await house.owner.click(page, "Test post")
    posted = await house.owner.wait_for_text("This is a test post", house.games)
    assert not posted.ephemeral


@pytest.mark.parametrize(
    "permission, name",
    [
        ("create_public_threads", "Create Public Threads"),
        ("create_private_threads", "Create Private Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_the_test_post_names_what_threads_would_lack(
    house: House, sandbox: Sandbox, permission: str, name: str
) -> None:
    """Boards are posted in the channel then: not all is well, and not nothing."""
    await sandbox.deny(house.games, permission)
    page = await house.setup()
    await house.owner.click(page, "Test post")
    posted = await house.owner.wait_for_text("This is a test post", house.games)
    assert f"without **{name}** I can't open threads" in posted.text
    assert "All is well" not in posted.text


async def test_a_test_post_that_cannot_be_made_names_what_is_missing(house: House, sandbox: Sandbox) -> None:
    await sandbox.deny(house.games, "send_messages")
    page = await house.setup()
    await house.owner.click(page, "Test post")
    refused = await house.owner.wait_for_text("**Send Messages**", house.games)
    assert refused.ephemeral


@pytest.mark.parametrize("permission, name", [("attach_files", "Attach Files"), ("embed_links", "Embed Links")])
async def test_a_test_post_says_what_a_board_would_lack(
    house: House, sandbox: Sandbox, permission: str, name: str
) -> None:
    await sandbox.deny(house.games, permission)
    page = await house.setup()
    refused = await house.owner.settle(await house.owner.click(page, "Test post"))
    assert f"I need **{name}**" in refused.text
    assert not any("test post" in message.text for message in await house.owner.messages(house.games))


async def test_the_permission_check_looks_at_the_results_channel_too(house: House, sandbox: Sandbox) -> None:
    """There a line is told: no thread is opened."""
    await house.decide("channels", [str(house.games)], f"**Channels**: <#{house.games}>")
    await house.decide("results", [str(house.results)], f"**Results channel**: <#{house.results}>")
    await sandbox.deny(house.results, "embed_links", "create_public_threads")
    result = await house.owner.settle(await house.owner.click(await house.setup(), "Permission check"))
    assert f"<#{house.results}>: missing **Embed Links**" in result.text.splitlines()
    assert f"<#{house.games}>: all is well" in result.text


async def test_of_many_channels_the_check_names_those_first_that_lack_something(house: House, sandbox: Sandbox) -> None:
    last = [await house.channel(f"more-{number}") for number in range(30)][-1]
    await sandbox.deny(last, "attach_files")
    result = await house.owner.settle(await house.owner.click(await house.setup(), "Permission check"))
    lines = result.text.splitlines()
    assert lines[1] == f"<#{last}>: missing **Attach Files**"
    assert lines[-1] == "… and 13 more"


async def test_a_match_is_not_started_where_the_board_could_not_be_posted(
    house: House, guest: Member, sandbox: Sandbox
) -> None:
    await sandbox.deny(house.games, "attach_files")
    refused = await challenged(house, house.owner, guest)
    assert refused.ephemeral
    assert "**Attach Files**" in refused.text
    assert "/setup" in refused.text


async def test_a_menu_shows_what_is_set(house: House) -> None:
    page = await house.decide("posting", ["edit"], "edited while it is young")
    await house.decide("results", [house.results], f"<#{house.results}>")
    menu = await house.opened(page, "posting")
    assert [option.value for option in menu.selects[0].options if option.default] == ["edit"]
    page = await house.setup()
    menu = await house.opened(page, "results")
    assert "edited while it is young" in (await house.setup()).text


async def test_managers_at_two_pages_do_not_undo_each_other(house: House) -> None:
    first, second = await house.setup(), await house.setup()
    menu = await house.opened(first, "posting")
    await house.owner.select(second, ["theme"])
    await becomes(house.owner, second, "light")
    await house.owner.select(menu, ["post"])
    page = await becomes(house.owner, first, "always a new message")
    assert "light" in page.text
