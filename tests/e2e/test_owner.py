"""/owner: what the host of a bot decides for all servers. The sandbox's application belongs to Mira."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio

from sandbox.client import QUICK, Member, Message, Result, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import CHANNEL, accept, becomes, challenge
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

LOUNGE = "Quintet Lounge"
PERSON_BLOCKED = "You can't use this bot: its host has blocked you. Only they can change that."
SERVER_BLOCKED = "This bot can't be used on this server: its host has blocked it. Only they can change that."


@dataclass
class Realm:
    """A bot whose owner, Mira, has her commands in the Lounge."""

    sandbox: Sandbox
    bot: Bot
    mira: Member
    lounge: int

    async def owner(self, command: str, member: Member | None = None, **options: object) -> Result:
        """`/owner …` by Mira, or by somebody else, with what it comes to."""
        who = member or self.mira
        return await who.settle(await who.command(f"owner {command}", options, channel=CHANNEL))

    async def unblock(self, value: str) -> Message:
        """Undo a block, such as `person-123`."""
        page = await self.owner("blocks")
        await self.mira.select(page.message, [value])
        return await self.mira.wait_until(lambda: self._without(page.message, value), what="the block to go")

    async def _without(self, page: Message, value: str) -> Message | None:
        fresh = await self.mira.refresh(page)
        return None if any(option.value == value for menu in fresh.selects for option in menu.options) else fresh


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def realm(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Realm]:
    async with Sandbox.spawn(QUICK) as sandbox:
        guilds = (await sandbox.world())["guilds"]
        lounge = next(int(guild["id"]) for guild in guilds if guild["name"] == LOUNGE)
        bot = Bot(sandbox, tmp_path_factory.mktemp("realm"), {"QUINTET_OWNER_GUILD": str(lounge)})
        await bot.start()
        mira = sandbox.member("Mira")
        await until(lambda: has_command(mira))
        yield Realm(sandbox, bot, mira, lounge)
        await bot.stop()


async def until(look: Callable[[], Awaitable[bool]]) -> None:
    """Until something is so of which nobody tells the people of the sandbox."""
    for _ in range(300):
        if await look():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it did not come to be")


async def has_command(member: Member) -> bool:
    return "owner" in [one["name"] for one in await member.commands(CHANNEL)]


@pytest_asyncio.fixture(loop_scope="session")
async def ana(realm: Realm) -> Member:
    return await realm.sandbox.add_person("Ana")


@pytest_asyncio.fixture(loop_scope="session")
async def ben(realm: Realm) -> Member:
    return await realm.sandbox.add_person("Ben")


# ---------------------------------------------------------------------- who may


async def test_the_commands_are_on_one_server_and_for_its_administrators(realm: Realm, ana: Member) -> None:
    server = await new_server(realm.sandbox)
    assert "owner" not in [one["name"] for one in await ana.commands(CHANNEL)]
    assert "owner" not in [one["name"] for one in await server.owner.commands(server.games)]


async def test_an_administrator_who_is_no_owner_of_the_application_is_refused(realm: Realm) -> None:
    admin = await realm.sandbox.add_person("Adam")
    role = await realm.sandbox.control(
        "POST", f"/guilds/{realm.lounge}/roles", {"name": "Admins", "permissions": ["administrator"]}
    )
    body = {"roles": [str(role["id"])]}
    await realm.sandbox.control("PATCH", f"/guilds/{realm.lounge}/members/{admin.id}", body)
    for command, options in (
        ("servers", {}), ("leave", {"server": "Elsewhere"}), ("block", {"server": "Elsewhere"}), ("blocks", {}),
        ("announce", {}), ("log", {"level": "debug"}),
    ):  # fmt: skip
        told = await realm.owner(command, admin, **options)
        assert told.ephemeral
        assert told.text == "Only the host of this bot can do that."


# ---------------------------------------------------------------------- servers


async def test_servers_are_listed_with_members_and_matches(realm: Realm, ana: Member, ben: Member) -> None:
    await accept(ana, ben)
    page = await realm.owner("servers")
    assert page.ephemeral
    line = next(line for line in page.text.splitlines() if LOUNGE in line)
    assert f"`{realm.lounge}`" in line
    assert "running matches 0" not in line
    assert "members 0" not in line


async def test_many_servers_fill_several_pages(realm: Realm) -> None:
    servers = [await new_server(realm.sandbox) for _ in range(11)]
    first = await realm.owner("servers")
    assert first.message.labels == ["Next page"]
    await realm.mira.click(first.message, "Next page")
    second = await realm.mira.wait_until(lambda: _with_label(realm.mira, first.message, "Previous page"), what="a page")
    every = first.text + second.text
    assert all(server.name in every for server in servers)
    assert LOUNGE in first.text, "the largest comes first"


async def _with_label(member: Member, message: Message, label: str) -> Message | None:
    fresh = await member.refresh(message)
    return fresh if label in fresh.labels else None


async def test_a_server_is_left_after_a_question(realm: Realm) -> None:
    server = await new_server(realm.sandbox)
    asked = await realm.owner("leave", server=str(server.id))
    assert f"Leave **{server.name}**" in asked.text
    await realm.mira.click(asked.message, "Stay")
    await becomes(realm.mira, asked.message, "Nothing was done.")
    asked = await realm.owner("leave", server=server.name)
    await realm.mira.click(asked.message, "Leave")
    await becomes(realm.mira, asked.message, f"I have left **{server.name}**.")
    assert server.name not in (await realm.owner("servers")).text
    gone = await realm.owner("leave", server=str(server.id))
    assert gone.text == f"I'm not on a server called '{server.id}'. /owner servers lists all with their ids."


async def test_the_server_with_these_commands_is_neither_left_nor_blocked(realm: Realm) -> None:
    assert (await realm.owner("leave", server=LOUNGE)).text == "I'm staying here: this server has these commands."
    told = await realm.owner("block", server=str(realm.lounge))
    assert told.text == "This server has these commands and can't be blocked."


async def test_servers_are_completed_by_name_for_the_owner(realm: Realm) -> None:
    found = await realm.mira.autocomplete("owner leave", "server", "elsew", channel=CHANNEL)
    assert [choice.name for choice in found.choices] == ["Elsewhere"]


# ---------------------------------------------------------------------- blocks


async def test_a_blocked_person_is_refused_at_every_interaction_and_let_in_again(
    realm: Realm, ana: Member, ben: Member
) -> None:
    board = await accept(ana, ben)
    card = await challenge(ana, await realm.sandbox.add_person("Eve"))
    page = (await ben.settle(await ben.command("settings", channel=CHANNEL))).message
    window = await ana.click(board, "Type move")
    told = await realm.owner("block", person=ana, reason="rude")
    assert told.text == f"<@{ana.id}> is blocked. /owner blocks can undo that."
    assert told.ephemeral
    for result in (
        await ana.command("games", channel=CHANNEL),
        await ana.command("move", {"move": "h4-g4"}, channel=board.channel_id),
        await ana.click(board, "More"),
        await ana.click(card, "Cancel"),
        await ana.submit(window.modal, {"answer": "h4-g4"}),
        await ana.menu("Game profile", ben, channel=CHANNEL),
    ):
        refused = await ana.settle(result)
        assert refused.ephemeral
        assert refused.text == PERSON_BLOCKED
    assert (await ana.autocomplete("move", "move", "", channel=board.channel_id)).choices == []
    assert not (await ben.settle(await ben.click(page, page.labels[0]))).failed, "others are let in"
    assert "rude" in (await realm.owner("blocks")).text
    await realm.unblock(f"person-{ana.id}")
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=board.channel_id))
    assert "Played" in played.text


async def test_a_blocked_server_is_refused_and_the_owner_still_gets_in(realm: Realm, ana: Member) -> None:
    server = await new_server(realm.sandbox)
    await realm.owner("block", server=str(server.id))
    for member in (server.owner, await server.welcome("Ben")):
        refused = await member.settle(await member.command("games", channel=server.games))
        assert refused.ephemeral
        assert refused.text == SERVER_BLOCKED
    assert SERVER_BLOCKED not in (await ana.settle(await ana.command("games", channel=CHANNEL))).text
    german = await realm.sandbox.add_person("Emil 2", guild=server.name, locale="de")
    assert "hat den Server gesperrt" in (await german.settle(await german.command("games", channel=server.games))).text
    await realm.sandbox.control("PUT", f"/guilds/{server.id}/members/{realm.mira.id}", {})
    inside = await realm.mira.settle(await realm.mira.command("games", channel=server.games))
    assert inside.text != SERVER_BLOCKED
    await realm.unblock(f"server-{server.id}")
    again = await server.owner.settle(await server.owner.command("games", channel=server.games))
    assert again.text != SERVER_BLOCKED


async def test_blocks_outlive_a_restart_and_can_meet_servers_i_am_not_on(realm: Realm, ben: Member) -> None:
    await realm.owner("block", person=ben)
    assert (await realm.owner("block", server="123456789")).text.startswith("`123456789` is blocked.")
    await realm.bot.stop()
    await realm.bot.start()
    assert (await ben.settle(await ben.command("games", channel=CHANNEL))).text == PERSON_BLOCKED
    await realm.unblock(f"person-{ben.id}")
    await realm.unblock("server-123456789")
    assert (await realm.owner("blocks")).text == "Nobody is blocked."


async def test_contradicting_or_impossible_blocks_are_explained(realm: Realm, ben: Member) -> None:
    one_of_two = "Name a server or a person, one of the two."
    assert (await realm.owner("block")).text == one_of_two
    assert (await realm.owner("block", server="Elsewhere", person=ben)).text == one_of_two
    told = await realm.owner("block", person=realm.mira)
    assert told.text == "Mira is an owner of this bot and can't be blocked."
    assert (await realm.owner("block", server="Nowhere")).text.startswith("I'm not on a server called 'Nowhere'.")
    assert (await realm.owner("blocks")).text == "Nobody is blocked."


@pytest.mark.parametrize("command", ["block", "leave"])
@pytest.mark.parametrize("digits", [str(2**63), "9" * 20, "9" * 30, "0", "0" * 20])
async def test_a_number_that_is_no_id_is_explained(realm: Realm, command: str, digits: str) -> None:
    """Ids are signed 64-bit numbers, in Discord as in the database."""
    told = await realm.owner(command, server=digits)
    assert told.text == f"I'm not on a server called '{digits}'. /owner servers lists all with their ids."
    assert (await realm.owner("blocks")).text == "Nobody is blocked."


# ---------------------------------------------------------------------- announcements


async def _draft(realm: Realm, text: str) -> Message:
    """The page that asks whether this text is to be sent."""
    window = await realm.mira.command("owner announce", channel=CHANNEL)
    return (await realm.mira.settle(await realm.mira.submit(window.modal, {"answer": text}))).message


async def choose_results_channel(realm: Realm) -> Server:
    """A server with a results channel."""
    server = await new_server(realm.sandbox)
    await server.decide("results", [str(server.results)], f"**Results channel**: <#{server.results}>")
    return server


async def test_an_announcement_reaches_the_chosen_channels_and_pings_nobody(realm: Realm) -> None:
    chosen, german, silent, blocked = [await choose_results_channel(realm) for _ in range(4)]
    await german.decide("language", ["de"], "**Language**: Deutsch")
    await realm.sandbox.deny(silent.results, "send_messages")
    await realm.owner("block", server=str(blocked.id))
    page = await _draft(realm, "@everyone **Maintenance** tonight.")
    assert "Maintenance" in page.text
    await realm.mira.click(page, "Send")
    read = await chosen.owner.wait_for_text("Maintenance", chosen.results)
    assert "News from the host of this bot" in read.text
    assert read.pinged == frozenset()
    assert not read.ephemeral
    translated = await german.owner.wait_for_text("Maintenance", german.results)
    assert "Neues vom Betreiber dieses Bots" in translated.text
    shown = await realm.mira.wait_until(lambda: _through(realm, page), what="the end of the announcement")
    assert "not delivered 1" in shown.text
    assert await blocked.owner.messages(blocked.results) == []
    assert len([one for one in await chosen.owner.messages(chosen.results) if "Maintenance" in one.text]) == 1
    await realm.unblock(f"server-{blocked.id}")


async def _through(realm: Realm, page: Message) -> Message | None:
    fresh = await realm.mira.refresh(page)
    if "was sent" not in fresh.text and "Refresh" in fresh.labels:
        await realm.mira.click(fresh, "Refresh")
    return fresh if "was sent" in fresh.text else None


async def test_an_announcement_goes_on_after_a_crash_and_can_be_stopped(realm: Realm) -> None:
    servers = sorted([await choose_results_channel(realm) for _ in range(9)], key=lambda server: server.id)
    page = await _draft(realm, "News of today")
    await realm.mira.click(page, "Send")
    await servers[0].owner.wait_for_text("News of today", servers[0].results)
    await realm.bot.kill()
    await realm.bot.start()
    await servers[1].owner.wait_for_text("News of today", servers[1].results)
    progress = await realm.owner("announce")
    assert "is being sent" in progress.text
    await realm.mira.click(progress.message, "Stop")
    await becomes(realm.mira, progress.message, "The announcement was stopped.")
    count = [len(await server.owner.messages(server.results)) for server in servers]
    assert count[:2] == [1, 1]
    assert count[-1] == 0


async def test_an_outdated_draft_is_not_sent(realm: Realm) -> None:
    old, new = await _draft(realm, "First try"), await _draft(realm, "Second try")
    await realm.mira.click(old, "Send")
    told = await realm.mira.wait_for_text("This announcement is outdated. Write it again", CHANNEL)
    assert told.ephemeral
    await realm.mira.click(new, "Discard")
    await becomes(realm.mira, new, "Nothing was done.")


async def test_an_announcement_without_a_text_is_refused(realm: Realm) -> None:
    assert (await _draft(realm, "   ")).text == "An announcement needs a text. Write it with /owner announce."


# ---------------------------------------------------------------------- log


async def test_the_log_level_changes_at_run_time(realm: Realm) -> None:
    changed = '"event": "log level changed"'
    told = await realm.owner("log", level="error")
    assert told.ephemeral
    assert "error and above" in told.text
    assert changed not in realm.bot.log
    await realm.owner("log", level="info")
    assert changed in realm.bot.log


# ---------------------------------------------------------------------- without the setting


@pytest.mark.parametrize("setting", ["", "123456789"], ids=["none", "a server that I am not on"])
async def test_without_the_setting_the_commands_are_taken_away(realm: Realm, setting: str) -> None:
    given = realm.bot.extra
    await realm.bot.stop()
    realm.bot.extra = {**given, "QUINTET_OWNER_GUILD": setting}
    await realm.bot.start()
    await until(lambda: _lacks_command(realm.mira))
    assert ("QUINTET_OWNER_GUILD names a server that I am not on" in realm.bot.log) == bool(setting)
    await realm.bot.stop()
    realm.bot.extra = given
    await realm.bot.start()
    await until(lambda: has_command(realm.mira))


async def _lacks_command(member: Member) -> bool:
    return not await has_command(member)
