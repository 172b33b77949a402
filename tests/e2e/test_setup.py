"""/setup: what the manager of a server decides, and that it is kept to. Each test has a server of its own."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message, Result, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import becomes, find_card

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def challenge(server: Server, host: Member, guest: Member, channel: int = 0, /, **options: object) -> Result:
    return await host.command("choccer", {"opponent": guest, "first": "me", **options}, channel=channel or server.games)


async def begin(server: Server, host: Member, guest: Member, **options: object) -> Message:
    """The first board of a match on this server."""
    card = await find_card(host, await challenge(server, host, guest, 0, **options))
    await guest.click(card, "Accept")
    thread = await host.wait_until(lambda: _thread(host, card), what="the thread")
    return await host.wait_for(lambda one: bool(one.buttons), thread)


async def _thread(member: Member, message: Message) -> int | None:
    return (await member.refresh(message)).thread_id


async def move(member: Member, text: str, board: Message) -> None:
    played = await member.settle(await member.command("move", {"move": text}, channel=board.channel_id))
    assert "Played" in played.text


# ---------------------------------------------------------------------- who may


async def test_only_managers_may_set_up(server: Server, guest: Member) -> None:
    """Others do not even see the command; the page is for the manager alone."""
    assert "setup" not in [command["name"] for command in await guest.commands(server.games)]
    assert "setup" in [command["name"] for command in await server.owner.commands(server.games)]
    page = await server.setup()
    assert page.ephemeral
    assert "all channels" in page.text


# ---------------------------------------------------------------------- topics


async def test_matches_are_started_in_the_chosen_channels_only(server: Server, guest: Member) -> None:
    await server.decide("channels", [str(server.results)], f"**Channels**: <#{server.results}>")
    refused = await challenge(server, server.owner, guest)
    assert refused.ephemeral
    assert f"<#{server.results}>" in refused.text
    assert not (await challenge(server, server.owner, guest, server.results)).ephemeral


async def test_choosing_no_channel_allows_all_again(server: Server, guest: Member) -> None:
    await server.decide("channels", [str(server.results)], f"**Channels**: <#{server.results}>")
    await server.decide("channels", [], "**Channels**: all channels")
    assert not (await challenge(server, server.owner, guest)).ephemeral


async def test_only_the_play_role_may_start_matches(server: Server, guest: Member) -> None:
    role = await server.role("Players")
    await server.decide("play-role", [str(role)], f"**Who can start matches**: <@&{role}>")
    player = await server.welcome("Ana", role)
    refused = await challenge(server, guest, player)
    assert f"<@&{role}>" in refused.text
    card = await challenge(server, player, guest)
    assert not card.ephemeral
    assert "Choccer" in card.text


async def test_the_moderator_role_may_act_on_matches(server: Server, guest: Member) -> None:
    role = await server.role("Referees")
    referee = await server.welcome("Eve", role)
    board = await begin(server, server.owner, guest)
    before = await referee.settle(await referee.click(board, "More"))
    assert "Void" not in before.message.labels
    await server.decide("moderator-role", [str(role)], f"**Moderators**: <@&{role}>")
    after = await referee.settle(await referee.click(board, "More"))
    assert "Void" in after.message.labels


async def test_a_game_that_is_off_cannot_be_started(server: Server, guest: Member) -> None:
    page = await server.decide("games", ["choccer", "onyx"], "**Games switched off**: Choccer and Onyx")
    assert "Choccer" in page.text
    assert "switched off here" in (await challenge(server, server.owner, guest)).text
    other = await server.owner.command("conquid", {"opponent": guest}, channel=server.games)
    assert "Conquid" in other.text
    assert not other.ephemeral
    listed = await server.owner.autocomplete("challenge", "game", "", {"opponent": guest}, channel=server.games)
    assert [choice.value for choice in listed.choices] == ["conquid", "cyberzul", "piously"]
    asked = (await server.owner.menu("Challenge to a game", guest, channel=server.games)).message
    assert [option.value for option in asked.selects[0].options] == ["conquid", "cyberzul", "piously"]
    await server.decide("games", [], "**Games switched off**: none")
    assert not (await challenge(server, server.owner, await server.welcome("Eve"))).ephemeral


async def test_the_default_time_is_that_of_matches_where_none_is_named(server: Server, guest: Member) -> None:
    await server.decide("time", ["7d"], "**Default time**: 7 days a move")
    assert "7 days a move" in (await challenge(server, server.owner, guest)).text
    other = await server.welcome("Eve")
    assert "1 day a move" in (await challenge(server, server.owner, other, time="1d")).text


async def test_posting_edit_keeps_one_board_message(server: Server, guest: Member) -> None:
    await server.decide("posting", ["edit"], "**Boards**: one message, edited; a new one after 50 minutes")
    board = await begin(server, server.owner, guest)
    await move(server.owner, "h4-g4", board)
    again = await server.owner.wait_for(lambda one: "Turn 1 " in one.text, board.channel_id)
    assert again.id == board.id


async def test_posting_always_new_in_a_live_match_too(server: Server, guest: Member) -> None:
    await server.decide("posting", ["post"], "**Boards**: always a new message")
    board = await begin(server, server.owner, guest, time="5m+5s")
    await move(server.owner, "h4-g4", board)
    again = await server.owner.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, board.channel_id)
    assert again.id != board.id
    assert again.pinged == {guest.id}


async def test_left_to_itself_a_live_match_edits_and_a_slow_one_posts(server: Server, guest: Member) -> None:
    for time, same in (("5m+5s", True), ("3d", False)):
        board = await begin(server, server.owner, guest, time=time)
        await move(server.owner, "h4-g4", board)
        again = await guest.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, board.channel_id)
        assert (again.id == board.id) is same


async def test_ratings_can_be_switched_off(server: Server, guest: Member) -> None:
    assert " · rated" in (await challenge(server, server.owner, guest)).text
    page = await server.setup()
    await server.owner.select(page, ["ranked"])
    await becomes(server.owner, page, "**Ratings**: off")
    other = await server.welcome("Eve")
    assert "unrated" in (await challenge(server, server.owner, other)).text


async def test_the_results_channel_gets_a_line(server: Server, guest: Member) -> None:
    await server.decide("results", [str(server.results)], f"**Results channel**: <#{server.results}>")
    board = await begin(server, server.owner, guest, rated=False)
    menu = await guest.settle(await guest.click(board, "More"))
    await guest.click(menu.message, "Resign")
    await guest.click(await becomes(guest, menu.message, "Resign?"), "Resign")
    line = await server.owner.wait_for(lambda one: "wins" in one.text, server.results)
    assert server.owner.name in line.text
    assert f"<#{board.channel_id}>" in line.text
    assert line.pinged == frozenset()
    replay = await guest.settle(await guest.click(line, "Replay"))
    assert replay.ephemeral
    assert len([one for one in await server.owner.messages(server.results) if "wins" in one.text]) == 1


async def test_a_german_server_reads_german(server: Server) -> None:
    """Public messages follow the server where people share no language, private ones the person."""
    await server.decide("language", ["de"], "**Language**: Deutsch")
    guest = await server.welcome("Uwe", locale="de")
    card = await challenge(server, server.owner, guest)
    assert card.message.labels == ["Annehmen", "Ablehnen", "Regeln", "Zurückziehen"]
    assert "3 Tage pro Zug" in card.text
    await guest.click(card.message, "Annehmen")
    thread = await guest.wait_until(lambda: _thread(guest, card.message), what="the thread")
    board = await guest.wait_for(lambda one: bool(one.buttons), thread)
    assert "Die Partie beginnt" in board.text
    assert "Am Zug" in board.text
    assert "Zug eingeben" in board.labels
    assert "Kreis" in str(board.images[0].description)
    private = await server.owner.settle(await server.owner.click(board, "Kreis h4"))
    assert "Where does the circle on h4 go?" in private.text


async def test_the_theme_of_public_pictures_is_the_servers(server: Server, guest: Member) -> None:
    dark = await server.owner.image_bytes(await begin(server, server.owner, guest))
    page = await server.setup()
    await server.owner.select(page, ["theme"])
    await server.owner.wait_for_change(page)
    light = await server.owner.image_bytes(await begin(server, server.owner, guest))
    assert dark != light


async def test_back_leads_from_a_topic_to_the_page(server: Server) -> None:
    page = await server.setup()
    topic = await server.open_page(page, "time")
    await server.owner.click(topic, "Back")
    await becomes(server.owner, page, "**Default time**")


# ---------------------------------------------------------------------- permissions


async def test_the_permission_check_names_each_missing_permission(server: Server, sandbox: Sandbox) -> None:
    await sandbox.deny(server.games, "attach_files", "create_public_threads")
    page = await server.setup()
    result = await server.owner.settle(await server.owner.click(page, "Permission check"))
    lines = {line.partition(":")[0]: line for line in result.text.splitlines()}
    assert "**Attach Files** and **Create Public Threads**" in lines[f"<#{server.games}>"]
    assert "everything is fine" in lines[f"<#{server.results}>"]


async def test_the_test_post_shows_that_all_is_well(server: Server) -> None:
    page = await server.setup()
    await server.owner.click(page, "Test post")
    posted = await server.owner.wait_for_text("This is a test post", server.games)
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
    server: Server, sandbox: Sandbox, permission: str, name: str
) -> None:
    """Boards are posted in the channel then: not all is well, and not nothing."""
    await sandbox.deny(server.games, permission)
    page = await server.setup()
    await server.owner.click(page, "Test post")
    posted = await server.owner.wait_for_text("This is a test post", server.games)
    assert f"without **{name}** I can't open threads" in posted.text
    assert "Everything works" not in posted.text


async def test_a_test_post_that_cannot_be_made_names_what_is_missing(server: Server, sandbox: Sandbox) -> None:
    await sandbox.deny(server.games, "send_messages")
    page = await server.setup()
    await server.owner.click(page, "Test post")
    refused = await server.owner.wait_for_text("**Send Messages**", server.games)
    assert refused.ephemeral


@pytest.mark.parametrize("permission, name", [("attach_files", "Attach Files"), ("embed_links", "Embed Links")])
async def test_a_test_post_says_what_a_board_would_lack(
    server: Server, sandbox: Sandbox, permission: str, name: str
) -> None:
    await sandbox.deny(server.games, permission)
    page = await server.setup()
    refused = await server.owner.settle(await server.owner.click(page, "Test post"))
    assert f"I need **{name}**" in refused.text
    assert not any("test post" in message.text for message in await server.owner.messages(server.games))


async def test_the_permission_check_looks_at_the_results_channel_too(server: Server, sandbox: Sandbox) -> None:
    """There a line is told: no thread is opened."""
    await server.decide("channels", [str(server.games)], f"**Channels**: <#{server.games}>")
    await server.decide("results", [str(server.results)], f"**Results channel**: <#{server.results}>")
    await sandbox.deny(server.results, "embed_links", "create_public_threads")
    result = await server.owner.settle(await server.owner.click(await server.setup(), "Permission check"))
    assert f"<#{server.results}>: missing **Embed Links**" in result.text.splitlines()
    assert f"<#{server.games}>: everything is fine" in result.text


async def test_a_chosen_channel_that_lacks_permissions_is_told_at_once(server: Server, sandbox: Sandbox) -> None:
    await sandbox.deny(server.results, "send_messages")
    page = await server.decide("results", [str(server.results)], f"**Results channel**: <#{server.results}>")
    assert f"I'm missing permissions in <#{server.results}>: press **Permission check**." in page.text
    await sandbox.control("PUT", f"/channels/{server.results}/overwrites", {"target": "bot", "allow": [], "deny": []})
    assert "I'm missing permissions" not in (await server.setup()).text


async def test_of_many_channels_the_check_names_those_first_that_lack_something(
    server: Server, sandbox: Sandbox
) -> None:
    last = [await server.channel(f"more-{number}") for number in range(30)][-1]
    await sandbox.deny(last, "attach_files")
    result = await server.owner.settle(await server.owner.click(await server.setup(), "Permission check"))
    lines = result.text.splitlines()
    assert lines[1] == f"<#{last}>: missing **Attach Files**"
    assert lines[-3] == "… and 13 more"
    assert "Edit Channel → Permissions → " in lines[-2]
    assert "Create Events" in lines[-1]


async def test_a_match_is_not_started_where_the_board_could_not_be_posted(
    server: Server, guest: Member, sandbox: Sandbox
) -> None:
    await sandbox.deny(server.games, "attach_files")
    refused = await challenge(server, server.owner, guest)
    assert refused.ephemeral
    assert "**Attach Files**" in refused.text
    assert "/setup" in refused.text


async def test_a_menu_shows_what_is_set(server: Server) -> None:
    page = await server.decide("posting", ["edit"], "edited; a new one after 50 minutes")
    await server.decide("results", [server.results], f"<#{server.results}>")
    menu = await server.open_page(page, "posting")
    assert [option.value for option in menu.selects[0].options if option.default] == ["edit"]
    page = await server.setup()
    menu = await server.open_page(page, "results")
    assert "edited; a new one after 50 minutes" in (await server.setup()).text


async def test_managers_at_two_pages_do_not_undo_each_other(server: Server) -> None:
    first, second = await server.setup(), await server.setup()
    menu = await server.open_page(first, "posting")
    await server.owner.select(second, ["theme"])
    await becomes(server.owner, second, "light")
    await server.owner.select(menu, ["post"])
    page = await becomes(server.owner, first, "always a new message")
    assert "light" in page.text


async def test_the_basics_are_set_in_one_window(sandbox: Sandbox) -> None:
    made = await new_server(sandbox)
    page = await made.setup()
    window = (await made.owner.click(page, "Basics")).modal
    answer = {"channels": [str(made.games)], "play-role": [], "time": ["7d"], "posting": "edit", "language": "de"}
    await made.owner.submit(window, answer)
    shown = await becomes(made.owner, page, "Deutsch")
    for part in (f"<#{made.games}>", "7 days a move", "**Boards**: one message"):
        assert part in shown.text


async def test_games_and_roles_are_set_in_one_window(sandbox: Sandbox) -> None:
    made = await new_server(sandbox)
    page = await made.setup()
    window = (await made.owner.click(page, "Games and roles")).modal
    answer = {"games": ["onyx", "piously"], "moderator-role": [], "results": [str(made.results)], "moderation-log": []}
    await made.owner.submit(window, answer)
    shown = await becomes(made.owner, page, "Onyx")
    assert "Piously" in shown.text
    assert f"**Results channel**: <#{made.results}>" in shown.text
    again = (await made.owner.click(shown, "Games and roles")).modal
    chosen = [one["value"] for field in again.fields for one in field.get("options", []) if one.get("default")]
    assert chosen == ["onyx", "piously"]
