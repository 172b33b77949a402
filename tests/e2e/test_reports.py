"""/report: from the window to the moderators' answer, on one server and across two."""

from __future__ import annotations

import pytest
import pytest_asyncio

from sandbox.client import Member, Message
from tests.e2e.places import Server
from tests.e2e.playing import becomes
from tests.e2e.sides import Side
from tests.e2e.test_across_servers import begin, secrets_of, sides

__all__ = ["sides"]
pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def guest(server: Server) -> Member:
    return await server.welcome("Gus")


async def report(member: Member, channel: int, **fields: object) -> Message:
    """Fill in the window; what the member is told."""
    window = (await member.command("report", channel=channel)).modal
    told = await member.settle(await member.submit(window, {"reason": "insults", "words": "Rude words."} | fields))
    assert told.ephemeral
    return told.message


async def letter(member: Member, said: str) -> str:
    """The direct message in which this is said."""
    return (await member.wait_for_text(said, await member.direct())).text


async def test_a_member_is_reported_and_a_moderator_answers(server: Server, guest: Member) -> None:
    reported = await server.welcome("Rob")
    await server.decide("moderation-log", [str(server.results)], f"**Moderation log**: <#{server.results}>")
    told = await report(guest, server.games, whom=reported)
    assert "The moderators of this server see it." in told.text
    again = await report(guest, server.games, whom=reported)
    assert "You have already reported that" in again.text
    shown = await server.owner.wait_for_text("reports:", server.results)
    assert f"{guest.mention} reports: {reported.mention} · insults" in shown.text
    assert not shown.pinged
    refused = await reported.settle(await reported.click(shown, "Done"))
    assert "Only moderators of this server" in refused.text
    await server.owner.click(shown, "Done")
    shown = await becomes(server.owner, shown, f"Done by {server.owner.mention}")
    assert not shown.buttons
    assert f"The moderators of {server.name} have looked at your report." in await letter(guest, "your report")


async def test_without_a_moderation_log_it_waits_in_audit(server: Server, guest: Member) -> None:
    await report(guest, server.games, whom=server.owner)
    own = (await server.owner.settle(await server.owner.command("audit", channel=server.games))).message
    assert "Rude words." not in own.text, "nobody reads what is reported about themselves"
    await report(guest, server.games, whom=await server.welcome("Rob"), words="Stops moving when losing.")
    page = (await server.owner.settle(await server.owner.command("audit", channel=server.games))).message
    assert "Stops moving when losing." in page.text
    await server.owner.select(page, [page.selects[0].options[0].value])
    await server.owner.click(await becomes(server.owner, page, "### Report\n"), "No action needed")
    await becomes(server.owner, page, f"No action needed, says {server.owner.mention}")


async def test_bad_input_is_answered_with_what_to_do(server: Server, guest: Member) -> None:
    for fields, said in (
        ({}, "Choose a person, or type the code of the match"),
        ({"whom": guest}, "You can't report yourself"),
        ({"match": "K7QFM"}, "K7QFM"),
    ):
        assert said in (await report(guest, server.games, **fields)).text
    direct = await guest.settle(await guest.command("report", channel=await guest.direct()))
    assert "Reports go to a server's moderators" in direct.text


async def test_across_servers_the_moderators_of_both_answer_for_themselves(sides: tuple[Side, Side]) -> None:
    match = await begin(sides)
    ana, ben = sides
    for side in sides:
        await side.server.decide("moderation-log", [str(side.server.results)], f"<#{side.server.results}>")
    told = await report(ana.player, match.threads[match.sides.index(ana)], reason="stalling")
    assert "those of the other server" in told.text
    here = await ana.server.owner.wait_for_text(match.code, ana.server.results)
    there = await ben.server.owner.wait_for_text(match.code, ben.server.results)
    assert ana.player.mention in here.text
    assert ben.player.mention in there.text
    assert "Spielverzögerung" in there.text
    for side, shown in ((ben, here), (ana, there)):
        assert [one for one in secrets_of(side, match) if one in str(shown.raw["components"])] == []
    await ben.server.owner.click(there, "Kein Handlungsbedarf")
    assert ben.server.name not in await letter(ana.player, "The moderators of the other server")
