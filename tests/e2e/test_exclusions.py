"""/exclude: a member who may not play on a server, as they and its moderators see it."""

from __future__ import annotations

import pytest
import pytest_asyncio

from sandbox.client import Member, Sandbox
from tests.e2e.places import GuildSettings, new_house
from tests.e2e.playing import becomes
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def house(bot: Bot, sandbox: Sandbox) -> GuildSettings:
    """A server of its own, which its owner moderates."""
    return await new_house(sandbox)


@pytest_asyncio.fixture(loop_scope="session")
async def guest(house: GuildSettings) -> Member:
    return await house.welcome("Gus")


async def exclude(house: GuildSettings, who: Member, reason: str = "plays for others") -> str:
    options: dict[str, object] = {"member": who, "reason": reason}
    told = await house.owner.settle(await house.owner.command("exclude", options, channel=house.games))
    assert told.ephemeral
    return told.text


async def test_a_member_is_excluded_with_a_reason_and_let_in_again(house: GuildSettings, guest: Member) -> None:
    card = (await guest.command("choccer", channel=house.games)).message
    assert "excluded" in await exclude(house, guest)
    await becomes(guest, card, "cancelled")
    for command, options in (("choccer", {}), ("challenge", {"opponent": house.owner, "game": "onyx"})):
        refused = await guest.settle(await guest.command(command, options, channel=house.games))
        assert refused.ephemeral
        assert "have excluded you from matches here: plays for others" in refused.text
    asked = await house.owner.settle(
        await house.owner.command("challenge", {"opponent": guest, "game": "onyx"}, channel=house.games)
    )
    assert f"{guest.name} is excluded from matches on this server" in asked.text
    page = (await house.owner.settle(await house.owner.command("audit", channel=house.games))).message
    assert "plays for others" in page.text
    await house.owner.select(page, [str(guest.id)])
    await becomes(house.owner, page, "play on this server again")
    begun = await guest.settle(await guest.command("choccer", channel=house.games))
    assert not begun.ephemeral
    page = (await house.owner.settle(await house.owner.command("audit", channel=house.games))).message
    assert "Undone by" in page.text


async def test_it_is_told_in_the_moderation_log(house: GuildSettings, guest: Member) -> None:
    await house.decide("moderation-log", [str(house.results)], f"**Moderation log**: <#{house.results}>")
    await exclude(house, guest)
    told = await house.owner.wait_for_text("excluded", house.results)
    assert f"{house.owner.mention} excluded {guest.mention} from matches on this server." in told.text
    assert "Reason: plays for others" in told.text
    assert not told.pinged


async def test_who_manages_the_server_is_not_excluded_and_members_exclude_nobody(
    house: GuildSettings, guest: Member
) -> None:
    assert "manages this server and can't be excluded" in await exclude(house, house.owner)
    options: dict[str, object] = {"member": house.owner, "reason": "I lost"}
    refused = await guest.settle(await guest.command("exclude", options, channel=house.games))
    assert "Only moderators" in refused.text
    role = await house.role("Referees")
    referee = await house.welcome("Eve", role)
    await house.decide("moderator-role", [str(role)], "**Moderators**: <@&")
    refused = await referee.settle(await referee.command("exclude", options, channel=house.games))
    assert "manages this server and can't be excluded" in refused.text
