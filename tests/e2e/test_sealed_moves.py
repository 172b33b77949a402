"""Onyx's removal: sealed until both are in, wherever one looks."""

from __future__ import annotations

import pytest

from sandbox.client import Member
from tests.e2e.playing import CHANNEL, accept, code_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
MOVES = ((0, "2b@a1"), (1, "2w@c3"), (0, "pass"), (1, "pass"))


async def test_a_sealed_removal_is_seen_by_nobody_else(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben, "onyx", board="king-3")
    thread, players = first.channel_id, (ana, ben)
    for seat, move in MOVES:
        played = await players[seat].settle(await players[seat].command("move", {"move": move}, channel=thread))
        assert "Played" in played.text
    await ana.settle(await ana.command("move", {"move": "remove a1"}, channel=thread))
    board = await ben.wait_for(lambda one: "Turn 5 " in one.text and one.buttons, thread)
    assert "a1" not in board.text
    assert ben.mention in board.text
    assert ana.mention not in board.text
    code = code_of(board)
    for watcher in (ben, eve):
        shown = await watcher.settle(await watcher.command("replay", {"code": code}, channel=CHANNEL))
        assert "Turn 4 of 4" in shown.text
        record = await watcher.settle(await watcher.click(shown.message, "Record"))
        assert b"remove" not in await watcher.download(record.message.files[0])
        assert "a1" not in await own_data(watcher)
    refused = await ana.settle(await ana.command("move", {"move": "remove none"}, channel=thread))
    assert "move" in refused.text.lower()
    await ben.settle(await ben.command("move", {"move": "remove none"}, channel=thread))
    end = await ana.wait_for(lambda one: "wins" in one.text or " draw" in one.text, thread)
    assert end.images


async def own_data(member: Member) -> str:
    """What is handed to somebody who asks for everything that is stored about them."""
    page = (await member.settle(await member.command("settings", channel=CHANNEL))).message
    handed = await member.settle(await member.click(page, "Export my data"))
    return (await member.download(handed.message.files[0])).decode()
