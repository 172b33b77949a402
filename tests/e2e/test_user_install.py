"""Matches where the bot is not: in conversations, groups and on servers to which people have brought the app along."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import select

from bot.store.schema import match, match_message
from sandbox.client import Member, Message, Sandbox
from tests.e2e.clicking import Clicker, is_over
from tests.e2e.playing import CHANNEL, becomes, code_of, find_card, vanishes
from tests.e2e.running import Bot
from tests.e2e.test_clocks import HOUR, LONG, Look, look_up, pass_time
from tests.e2e.test_every_game import SMALL, play_typed

__all__ = ["look_up"]
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]
_number = count(1)


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def brought_along(ana: Member) -> None:
    """Ana has installed the app for herself; the others have not."""
    await ana.install()


@pytest_asyncio.fixture(loop_scope="session")
async def conversation(ana: Member, ben: Member) -> int:
    """Ana and Ben write to each other."""
    return await ana.direct(ben)


async def foreign_server(sandbox: Sandbox, *people: Member) -> int:
    """The channel of a server that these people are on, and the bot is not."""
    name = f"Far away {next(_number)}"
    made = await sandbox.control("POST", "/guilds", {"name": name, "owner": str(people[0].id)})
    for one in people[1:]:
        await sandbox.control("PUT", f"/guilds/{name}/members/{one.id}", {})
    return int(made["channels"][0]["id"])


async def ask(host: Member, place: int, guests: list[Member], game: str = "choccer", **options: object) -> Message:
    """The host has challenged the guests there; returns the card."""
    named = {f"opponent{number or ''}": guest for number, guest in zip((0, 2, 3), guests, strict=False)}
    return await find_card(host, await host.command(game, {**named, "first": "me", **options}, channel=place))


async def begin(host: Member, place: int, guests: list[Member], game: str = "choccer", **options: object) -> Message:
    """All have accepted; returns the first board."""
    card = await ask(host, place, guests, game, **options)
    for guest in guests:
        await guest.click(card, "Accept")
    return await host.wait_for(lambda one: "The match begins" in one.text and one.buttons, place)


async def play(player: Member, place: int, move: str) -> None:
    played = await player.settle(await player.command("move", {"move": move}, channel=place))
    assert "Played" in played.text, played.text


# ---------------------------------------------------------------------- whole matches


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_a_match_of_every_game_is_played_to_its_end_in_a_conversation(
    ana: Member, ben: Member, bot: Bot, conversation: int, game: str
) -> None:
    """By typed moves; Ben, who has not installed anything, answers by the buttons of the boards."""
    await ben.install()
    first = await begin(ana, conversation, [ben], game, **SMALL.get(game, {}))
    assert first.pinged == {ana.id}
    await play_typed((ana, ben), first, bot, game)
    last = await ana.wait_for(is_over, conversation, patience=30)
    assert "wins" in last.text or " draw" in last.text
    assert last.images


@pytest.mark.parametrize("place", ["conversation", "group", "server"])
async def test_a_match_is_played_by_clicks_alone_by_people_who_have_installed_nothing(
    ana: Member, ben: Member, sandbox: Sandbox, place: str
) -> None:
    match place:
        case "conversation":
            channel = await ana.direct(ben)
        case "group":
            channel = await ana.group(ben, sandbox.member("Emil"))
        case _:
            channel = await foreign_server(sandbox, ana, ben)
    await begin(ana, channel, [ben], "onyx", **SMALL["onyx"])
    shown = await Clicker([ana, ben], channel, 5).play(2000)
    assert is_over(shown)
    assert shown.images


async def test_three_play_in_a_group(ana: Member, ben: Member, eve: Member) -> None:
    group = await ana.group(ben, eve)
    await begin(ana, group, [ben, eve], "cyberzul")
    shown = await Clicker([ana, ben, eve], group, 7).play(6)
    assert "Turn 6 " in shown.text


async def test_somebody_of_the_group_joins_an_open_table_and_nobody_else_can(
    ana: Member, ben: Member, eve: Member
) -> None:
    group = await ana.group(ben)
    table = await ask(ana, group, [])
    assert not (await ben.click(table, "Join")).failed
    await ana.wait_for(lambda one: "The match begins" in one.text, group)
    elsewhere = await eve.settle(await eve.command("games", {"code": code_of(table)}, channel=CHANNEL))
    assert "is private" in elsewhere.text


# ---------------------------------------------------------------------- boards


async def test_each_move_posts_its_board_and_pings_the_next_player(ana: Member, ben: Member, conversation: int) -> None:
    first = await begin(ana, conversation, [ben])
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    target = next(button for button in opened.message.buttons if "g4" in str(button.label))
    await ana.click(opened.message, custom_id=target.custom_id)
    await ana.click(await becomes(ana, opened.message, "Play it?"), "Confirm")
    await vanishes(ana, opened.message)
    second = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, conversation)
    assert second.id != first.id
    assert second.pinged == {ben.id}
    old = await ana.wait_for(lambda one: one.id == first.id and not one.buttons, conversation)
    assert old.images, "the old board keeps its picture"


async def test_the_board_before_loses_its_controls_however_much_was_looked_up_meanwhile(
    ana: Member, ben: Member, conversation: int
) -> None:
    first = await begin(ana, conversation, [ben])
    for _ in range(6):
        await ana.settle(await ana.click(first, "More"))
    await play(ana, conversation, "h4-g4")

    async def has_none() -> bool | None:
        return not (await ana.refresh(first)).buttons or None

    await ana.wait_until(has_none, what="the controls of the old board to go", patience=10)


async def test_an_ai_answers_in_the_board_of_the_move(ana: Member, conversation: int) -> None:
    await ana.command("choccer", {"ai": "easy", "first": "me"}, channel=conversation)
    await ana.wait_for(lambda one: "The match begins" in one.text and one.buttons, conversation)
    await play(ana, conversation, "h4-g4")
    answered = await ana.wait_for(lambda one: "Turn 2 " in one.text and one.buttons, conversation, patience=60)
    assert "AI (easy)" in answered.text
    boards = [one for one in await ana.messages(conversation) if one.images]
    assert [one.id for one in boards][-1] == answered.id
    assert len(boards) == 2, "the first board, and the one of the move"


async def test_a_request_is_asked_and_answered_there(ana: Member, ben: Member, conversation: int) -> None:
    first = await begin(ana, conversation, [ben])
    menu = await ana.settle(await ana.click(first, "More"))
    await ana.click(menu.message, "Offer draw")
    request = await ben.wait_for(lambda one: "Accept draw" in one.labels and not one.images, conversation)
    assert request.pinged == {ben.id}
    await ben.click(request, "Accept draw")
    last = await ana.wait_for(is_over, conversation)
    assert "draw" in last.text


async def test_it_is_shown_in_the_language_of_its_players(sandbox: Sandbox) -> None:
    uwe, jutta = [await sandbox.add_person(f"{name} U{next(_number)}", locale="de") for name in ("Uwe", "Jutta")]
    await uwe.install()
    there = await uwe.direct(jutta)
    card = await ask(uwe, there, [jutta])
    assert "Ich bin hier kein Mitglied" in card.text
    await jutta.click(card, "Annehmen")
    await uwe.wait_for(lambda one: "Die Partie beginnt" in one.text and one.buttons, there)
    for one in (uwe, jutta):
        await one.close()


# ---------------------------------------------------------------------- what Discord does not allow there


async def _end_by_clock(bot: Bot, shown: Message, look: Look) -> None:
    await pass_time(bot, shown, LONG, "turn_began_at", "next_check_at", "deadline")
    await look()


async def test_what_happens_while_nobody_uses_the_bot_is_told_directly_and_shown_with_the_next_use(
    ana: Member, ben: Member, bot: Bot, conversation: int, look_up: Look
) -> None:
    """All tokens are gone, here by a restart; then the clock runs out."""
    first = await begin(ana, conversation, [ben])
    for player, move in ((ana, "h4-g4"), (ben, "d4-e4"), (ana, "h3-g3"), (ben, "d3-e3")):
        await player.install()
        await play(player, conversation, move)
    await ana.wait_for(lambda one: "Turn 4 " in one.text and one.buttons, conversation)
    await bot.stop()
    await bot.start()
    await _end_by_clock(bot, first, look_up)
    for one in (ana, ben):
        letter = await one.wait_for_text(f"#{code_of(first)}", await one.direct())
        assert "Your match is over" in letter.text
        assert "Type /games there" in letter.text
        assert letter.labels == ["To the board"]
    assert not [one for one in await ana.messages(conversation) if is_over(one)]
    await ben.command("games", channel=conversation)
    assert "ran out of time" in (await ana.wait_for(is_over, conversation)).text


async def test_a_reminder_goes_by_direct_message(
    ana: Member, ben: Member, bot: Bot, conversation: int, look_up: Look
) -> None:
    first = await begin(ana, conversation, [ben])
    await pass_time(bot, first, 3 * 24 * HOUR * 8 // 10, "turn_began_at", "next_check_at", "deadline")
    await look_up()
    letter = await ana.wait_for_text("Your time is running out", await ana.direct())
    assert f"#{code_of(first)}" in letter.text
    assert not [one for one in await ana.messages(conversation) if "it is your move in" in one.text]


async def test_what_comes_of_one_move_needs_no_more_than_one_follow_up(
    ana: Member, sandbox: Sandbox, bot: Bot, conversation: int
) -> None:
    """Three AIs answer one after the other: each changes the board of the move. Discord allows five messages only."""
    ais = {"opponent": sandbox.bot, "opponent2": sandbox.bot, "opponent3": sandbox.bot}
    await ana.command("cyberzul", {**ais, "ai": "easy", "first": "me"}, channel=conversation)
    first = await ana.wait_for(lambda one: "The match begins" in one.text and one.buttons, conversation)
    for turn in (4, 8):
        shown = await ana.wait_for(lambda one: ana.mention in one.text and one.buttons, conversation)
        await Clicker([ana], conversation, turn).move(ana, shown)
        await ana.wait_for_text(f"Turn {turn} ", conversation, patience=60)
    assert len([one for one in await ana.messages(conversation) if one.images]) == 3
    lost = select(match_message.c.post_refused).join(match, match.c.id == match_message.c.match)
    assert not await bot.database.value(lost.where(match.c.code == code_of(first)))


async def test_a_private_match_is_refused_with_the_next_step(
    ana: Member, ben: Member, sandbox: Sandbox, conversation: int
) -> None:
    """There are no threads; in a conversation nobody else watches anyway."""
    server = await foreign_server(sandbox, ana, ben)
    for place, said in ((conversation, "Leave out `private`"), (server, "Play it in a direct message")):
        result = await ana.settle(await ana.command("choccer", {"opponent": ben, "private": True}, channel=place))
        assert result.ephemeral
        assert said in result.text


async def test_who_is_not_in_the_conversation_cannot_be_challenged_there(
    ana: Member, eve: Member, conversation: int
) -> None:
    result = await ana.settle(await ana.command("choccer", {"opponent": eve}, channel=conversation))
    assert result.ephemeral
    assert "isn't in this conversation" in result.text


async def test_where_nobody_else_would_see_the_card_nobody_is_challenged(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    channel = await foreign_server(sandbox, ben, ana)
    await sandbox.deny(channel, "use_external_apps", target="everyone")
    result = await ana.settle(await ana.command("choccer", {"opponent": ben}, channel=channel))
    assert "shows my answers to you alone" in result.text


async def test_commands_are_where_they_work(ana: Member, ben: Member, sandbox: Sandbox, conversation: int) -> None:
    found = {one["name"] for one in await ana.commands(conversation)}
    assert {"choccer", "challenge", "move", "games", "Challenge to a game", "Describe this board"} <= found
    assert not found & {"setup", "audit", "tournament"}
    assert await ben.commands(conversation) == []
    channel = await foreign_server(sandbox, ana, ben)
    refused = await ana.settle(await ana.command("play", channel=channel))
    assert "I'm not on this server" in refused.text


async def test_commands_are_for_servers_only_where_the_host_has_not_allowed_more(tmp_path: Path) -> None:
    async with Sandbox.spawn(["--identify-seconds", "0", "--no-user-install"]) as sandbox:
        started = Bot(sandbox, tmp_path)
        await started.start()
        found = await sandbox.member("Ana").commands()
        await started.stop()
    assert {"choccer", "games"} <= {one["name"] for one in found}
    assert all(one["integration_types"] == [0] for one in found)
