"""The first five minutes: /help, /about, a mention, the page after the first command, and the four ways to begin."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.ui.components.custom_id import Click
from sandbox.client import QUICK, Member, Message, Sandbox
from tests.e2e.places import Server
from tests.e2e.playing import CHANNEL, becomes, vanishes
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

WAYS_TO_MATCH = ["Find an opponent", "Challenge a friend", "Play the easy AI"]
WAYS = ["Learn", "Play the easy AI", "Challenge a friend", "Open tables"]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sandbox]:
    """A sandbox whose bot greets newcomers."""
    async with Sandbox.spawn(QUICK) as sandbox:
        bot = Bot(sandbox, tmp_path_factory.mktemp("town"), {"QUINTET_WELCOME": "yes", "QUINTET_HOST": "The *club*"})
        await bot.start()
        yield sandbox
        await bot.stop()
        bot.check_log()


def is_welcome(message: Message) -> bool:
    """Whether a message is the first page."""
    return "Board games, right here" in message.text


def pictures(message: Message) -> list[str]:
    """The descriptions of the small pictures beside the games."""
    accessories = [one["accessory"] for one in message.raw["components"] if "accessory" in one]
    return [one["description"] for one in accessories]


async def test_help_shows_every_game_with_a_picture_and_four_ways_to_begin(ana: Member) -> None:
    shown = (await ana.settle(await ana.command("help", channel=CHANNEL))).message
    assert shown.ephemeral
    assert is_welcome(shown)
    assert shown.labels == WAYS
    assert len(pictures(shown)) == 5
    for game in ("Choccer", "Conquid", "Cyberzul", "Onyx", "Piously"):
        assert game in shown.text


async def test_in_direct_messages_only_what_one_can_do_alone_is_offered(ana: Member) -> None:
    direct = await ana.direct()
    assert (await ana.settle(await ana.command("help", channel=direct))).message.labels == WAYS[:2]
    assert (await ana.settle(await ana.command("games", channel=direct))).message.labels == WAYS_TO_MATCH[2:]


async def test_text_first_shows_no_picture(ana: Member) -> None:
    settings = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message
    await ana.click(settings, custom_id=str(Click("set", rest="text")))
    await becomes(ana, settings, "**Text boards**: on")
    shown = (await ana.settle(await ana.command("help", channel=CHANNEL))).message
    assert pictures(shown) == []
    assert "Choccer" in shown.text


async def test_a_mention_opens_the_page_for_everybody(ana: Member, sandbox: Sandbox) -> None:
    bot = sandbox.member("Quintet")
    said = await ana.say(f"hello <@{bot.id}>, what is this?", channel="general")
    shown = await ana.wait_for(lambda one: is_welcome(one) and one.id > said.id, "general")
    assert not shown.ephemeral
    assert shown.labels == WAYS
    assert shown.pinged == set()


async def test_about_tells_version_host_source_and_privacy(ana: Member) -> None:
    shown = (await ana.settle(await ana.command("about", channel=CHANNEL))).message
    for word in ("Quintet 0.", "Host", "Source", "Privacy", "/settings"):
        assert word in shown.text
    assert is_welcome((await ana.settle(await ana.click(shown, "What can I play?"))).message)


async def test_learning_opens_the_tutorial_of_the_game(ana: Member) -> None:
    shown = (await ana.settle(await ana.command("help", channel=CHANNEL))).message
    asked = (await ana.settle(await ana.click(shown, "Learn"))).message
    await ana.click(asked, "Onyx")
    await becomes(ana, asked, "Step 1 of 5")


async def test_the_easy_ai_is_two_taps_away(ana: Member) -> None:
    shown = (await ana.settle(await ana.command("help", channel=CHANNEL))).message
    asked = (await ana.settle(await ana.click(shown, "Play the easy AI"))).message
    card = (await ana.click(asked, "Choccer")).message
    assert "Choccer" in card.text
    assert "AI (easy)" in card.text


async def test_a_friend_is_challenged_in_one_window(ana: Member, ben: Member) -> None:
    shown = (await ana.settle(await ana.command("help", channel=CHANNEL))).message
    window = (await ana.click(shown, "Challenge a friend")).modal
    answer = {"friend": [str(ben.id)], "game": ["onyx"], "time": ["1d"], "rated": False}
    card = (await ana.settle(await ana.submit(window, answer))).message
    assert card.pinged == {ben.id}
    assert "Onyx" in card.text
    assert "unrated" in card.text
    assert "1 day" in card.text


async def test_no_open_table_says_how_to_open_one(server: Server, guest: Member) -> None:
    shown = (await guest.settle(await guest.command("help", channel=server.games))).message
    tables = (await guest.settle(await guest.click(shown, "Open tables"))).message
    assert "No table is open here. Open one with a game's command" in tables.text
    assert tables.labels == WAYS_TO_MATCH
    assert (await guest.click(tables, "Find an opponent")).modal.title == "Find an opponent"


async def test_the_first_command_is_followed_by_the_page_and_the_second_is_not(town: Sandbox) -> None:
    nora = await town.add_person("Nora")
    first = await nora.settle(await nora.command("games", channel="games"))
    assert "No matches yet" in first.text
    page = await nora.wait_for(is_welcome, "games")
    assert page.ephemeral
    assert "No matches yet" in (await nora.messages("games"))[-2].text
    await nora.settle(await nora.command("games", channel="games"))
    await nora.settle(await nora.command("about", channel="games"))
    assert sum(is_welcome(one) for one in await nora.messages("games")) == 1
    about = await nora.settle(await nora.command("about", channel="games"))
    assert "The *club*" in about.text
    await nora.close()


async def test_help_right_after_the_first_command_leaves_one_page(town: Sandbox) -> None:
    """The one that was asked for, at the end."""
    pia = await town.add_person("Pia")
    await pia.settle(await pia.command("games", channel="games"))
    page = await pia.wait_for(is_welcome, "games")
    asked = await pia.settle(await pia.command("help", channel="games"))
    await vanishes(pia, page)
    assert [one.id for one in await pia.messages("games") if is_welcome(one)] == [asked.message.id]
    await pia.close()


async def test_who_has_no_match_is_shown_the_ways_to_one(server: Server, guest: Member) -> None:
    for command, options in (("games", {}), ("profile", {}), ("leaderboard", {"game": "onyx"})):
        shown = (await guest.settle(await guest.command(command, options, channel=server.games))).message
        assert shown.labels == WAYS_TO_MATCH, command
        assert (await guest.click(shown, "Find an opponent")).modal.title == "Find an opponent"
        assert (await guest.click(shown, "Challenge a friend")).modal.title == "Challenge a friend"
        asked = await guest.settle(await guest.click(shown, "Play the easy AI"))
        assert "Which game do you want to play?" in asked.text
    other = await server.welcome("Ola")
    theirs = await guest.settle(await guest.command("profile", {"member": other}, channel=server.games))
    assert theirs.message.labels == []


async def test_who_has_seen_help_is_not_greeted(town: Sandbox) -> None:
    otto = await town.add_person("Otto")
    await otto.settle(await otto.command("help", channel="games"))
    await otto.settle(await otto.command("games", channel="games"))
    assert sum(is_welcome(one) for one in await otto.messages("games")) == 1
    await otto.close()


async def test_a_first_command_in_a_match_is_answered_and_not_buried_under_the_page(town: Sandbox) -> None:
    """Rob has played with buttons so far. His first command asks him something, and the page would hide it."""
    rob = await town.add_person("Rob")
    card = await town.member("Ben").command("onyx", {"opponent": rob, "first": "My opponent"}, channel="games")
    await rob.click(card.message, "Accept")
    thread = (await becomes(rob, card.message, "Played in")).thread_id
    assert thread is not None
    for command, options in (("move", {"move": "c3"}), ("ask", {"question": "who leads?"})):
        await rob.settle(await rob.command(command, options, channel=thread))
    await rob.settle(await rob.command("games", channel="games"))
    await rob.wait_for(is_welcome, "games")
    assert not any(is_welcome(one) for one in await rob.messages(thread))
    await rob.close()
