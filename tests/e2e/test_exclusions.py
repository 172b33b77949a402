"""/exclude: a member who may not play on a server, as they and its moderators see it."""

from __future__ import annotations

import pytest
import pytest_asyncio

from sandbox.client import Member
from tests.e2e.places import Server
from tests.e2e.playing import becomes, find_card

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def guest(server: Server) -> Member:
    return await server.welcome("Gus")


async def exclude(server: Server, who: Member, reason: str = "plays for others") -> str:
    options: dict[str, object] = {"member": who, "reason": reason}
    told = await server.owner.settle(await server.owner.command("exclude", options, channel=server.games))
    assert told.ephemeral
    return told.text


async def test_a_member_is_excluded_with_a_reason_and_let_in_again(server: Server, guest: Member) -> None:
    card = await find_card(guest, await guest.command("choccer", channel=server.games))
    assert "excluded" in await exclude(server, guest)
    await becomes(guest, card, "cancelled")
    for command, options in (("choccer", {}), ("challenge", {"opponent": server.owner, "game": "onyx"})):
        refused = await guest.settle(await guest.command(command, options, channel=server.games))
        assert refused.ephemeral
        assert "have excluded you from matches here: plays for others" in refused.text
    asked = await server.owner.settle(
        await server.owner.command("challenge", {"opponent": guest, "game": "onyx"}, channel=server.games)
    )
    assert f"{guest.name} is excluded from matches on this server" in asked.text
    page = (await server.owner.settle(await server.owner.command("audit", channel=server.games))).message
    assert "plays for others" in page.text
    await server.owner.select(page, [str(guest.id)])
    await becomes(server.owner, page, "play on this server again")
    begun = await guest.settle(await guest.command("choccer", channel=server.games))
    assert not begun.ephemeral
    page = (await server.owner.settle(await server.owner.command("audit", channel=server.games))).message
    assert "Undone by" in page.text


async def test_it_is_told_in_the_moderation_log(server: Server, guest: Member) -> None:
    await server.decide("moderation-log", [str(server.results)], f"**Moderation log**: <#{server.results}>")
    await exclude(server, guest)
    told = await server.owner.wait_for_text("excluded", server.results)
    assert f"{server.owner.mention} excluded {guest.mention} from matches on this server." in told.text
    assert "Reason: plays for others" in told.text
    assert not told.pinged


async def test_who_manages_the_server_is_not_excluded_and_members_exclude_nobody(server: Server, guest: Member) -> None:
    assert "manages this server and can't be excluded" in await exclude(server, server.owner)
    options: dict[str, object] = {"member": server.owner, "reason": "I lost"}
    refused = await guest.settle(await guest.command("exclude", options, channel=server.games))
    assert "Only moderators" in refused.text
    role = await server.role("Referees")
    referee = await server.welcome("Eve", role)
    await server.decide("moderator-role", [str(role)], "**Moderators**: <@&")
    refused = await referee.settle(await referee.command("exclude", options, channel=server.games))
    assert "manages this server and can't be excluded" in refused.text
