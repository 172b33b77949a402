"""Reactions and pins: who may add and remove them."""

from __future__ import annotations

from sandbox.client import Member, Sandbox
from tests.sandbox.api import Api


async def test_reactions_of_others_need_a_moderator(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    said = await ana.say("x")
    await ana.react(said, "🎲")
    place = f"/channels/{general}/messages/{said.id}/reactions"
    dice = f"{place}/%F0%9F%8E%B2"
    assert [one["username"] for one in (await api(f"GET {dice}")).body] == ["ana"]
    assert (await api(f"DELETE {dice}/{ana.id}")).code == 50013
    assert (await api(f"DELETE {dice}/@me")).code == 10014
    await sandbox.control("PUT", f"/channels/{general}/overwrites", {"target": "bot", "allow": ["manage_messages"]})
    assert (await api(f"DELETE {dice}/{ana.id}")).status == 204
    await ana.react(said, "🎲")
    assert (await api(f"DELETE {dice}")).status == 204
    assert (await api(f"DELETE {dice}")).code == 10014
    await ana.react(said, "♟")
    assert (await api(f"DELETE {place}")).status == 204
    assert "reactions" not in (await ana.refresh(said)).raw


async def test_bots_react_where_they_may(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    said = await ana.say("x")
    await sandbox.deny(general, "add_reactions")
    dice = f"/channels/{general}/messages/{said.id}/reactions/%F0%9F%8E%B2/@me"
    assert (await api(f"PUT {dice}")).code == 50013
    await ana.react(said, "🎲")
    await sandbox.advance(1)
    # Somebody else's emoji may be joined all the same.
    assert (await api(f"PUT {dice}")).status == 204


async def test_a_pinned_message_is_unpinned_again(api: Api, sandbox: Sandbox) -> None:
    general = await sandbox.channel_id("general")
    await sandbox.control("PUT", f"/channels/{general}/overwrites", {"target": "bot", "allow": ["pin_messages"]})
    posted = (await api.post(general, content="x")).body["id"]
    place = f"/channels/{general}/pins"
    assert (await api(f"PUT {place}/{posted}")).status == 204
    assert (await api(f"PUT {place}/{posted}")).status == 204
    assert [one["id"] for one in (await api(f"GET {place}")).body] == [posted]
    assert (await api(f"DELETE {place}/{posted}")).status == 204
    assert (await api(f"GET {place}")).body == []
