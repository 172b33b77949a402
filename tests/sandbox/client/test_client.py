"""The client package: many members, and streams that end."""

from __future__ import annotations

from sandbox.client import Member, Sandbox

CROWD = 120
"""More than the connections that an HTTP client keeps open by itself."""


async def hears(member: Member, text: str) -> None:
    """Waits for a message, and so listens from now on."""
    await member.wait_for_text(text)


async def test_members_beyond_a_hundred_can_listen_at_once(sandbox: Sandbox) -> None:
    author = await sandbox.add_person("Author")
    await author.say("hello")
    for number in range(CROWD):
        await hears(await sandbox.add_person(f"Guest {number}"), "hello")
    assert (await author.last()).text == "hello"


async def test_a_member_whose_stream_has_ended_listens_again(sandbox: Sandbox) -> None:
    author, guest = await sandbox.add_person("Author"), await sandbox.add_person("Guest")
    await author.say("first")
    await hears(guest, "first")
    await guest.close()
    await author.say("second")
    await hears(guest, "second")
