"""A private note on a match: written in its menu, seen by nobody else, changed and deleted."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message
from tests.e2e.playing import CHANNEL, accept, becomes, code_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
NOTE = "Watch the left wing, *always*\nThen the goal"


async def menu_of(player: Member, shown: Message) -> Message:
    """The menu More of a board."""
    return (await player.settle(await player.click(shown, "More"))).message


async def write(player: Member, menu: Message, label: str, text: str) -> dict[str, object]:
    """Write the note in its window, which is returned as it was opened."""
    opened = (await player.click(menu, label)).modal
    (field,) = opened.fields
    await player.submit(opened, {field["custom_id"]: text})
    return dict(field)


async def test_a_note_is_written_read_by_its_writer_alone_changed_and_deleted(
    ana: Member, ben: Member, eve: Member
) -> None:
    shown = await accept(ana, ben)
    menu = await menu_of(ana, shown)
    assert "Your note" not in menu.text
    await write(ana, menu, "Write a note", NOTE)
    noted = await becomes(ana, menu, "Your note")
    assert "Watch the left wing, \\*always\\*\nThen the goal" in noted.text
    assert "Edit note" in noted.labels
    for other in (ben, eve):  # a player, and somebody who watches
        theirs = await menu_of(other, shown)
        assert "left wing" not in theirs.text
        assert "Write a note" in theirs.labels
    page = await ana.settle(await ana.command("games", {"code": code_of(shown)}, channel=CHANNEL))
    again = await menu_of(ana, page.message)
    assert "left wing" in again.text
    field = await write(ana, again, "Edit note", "  ")
    assert field["value"] == NOTE

    async def is_gone() -> bool:
        fresh = await ana.refresh(again)
        return "Write a note" in fresh.labels and "Your note" not in fresh.text

    await ana.wait_until(is_gone, what="the menu without a note")
