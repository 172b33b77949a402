"""The human side: what members see, the live stream, and who is kept out."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from sandbox.client import Member, Message, Sandbox, SandboxError
from tests.sandbox.api import Api
from tests.sandbox.specimen import PICTURE


async def test_members_see_the_channels_they_may(sandbox: Sandbox, ana: Member) -> None:
    seen = {one["name"]: one for one in await ana.channels()}
    assert "back-room" not in seen
    assert not seen["announcements"]["can_send"]
    assert seen["general"]["can_send"]
    assert "back-room" in {one["name"] for one in await sandbox.member("Emil").channels()}


async def test_people_talk_reply_react_and_delete(ana: Member, ben: Member) -> None:
    said = await ana.say("hello", files={"a.png": PICTURE})
    assert await ben.image_bytes(said) == PICTURE
    reply = await ben.say("hi", reply_to=said)
    assert reply.pinged == {ana.id}
    await ben.react(said, "🎲")
    assert (await ana.refresh(said)).raw["reactions"][0]["me"] is False
    await ben.react(said, "🎲")
    assert "reactions" not in (await ana.refresh(said)).raw
    with pytest.raises(SandboxError, match="lacks"):
        await ben.delete(said)
    await ana.delete(said)
    with pytest.raises(LookupError):
        await ben.refresh(said)


async def test_unread_counts_messages_and_pings(ana: Member, ben: Member) -> None:
    await ben.say("one")
    await ben.say(f"two {ana.mention}")
    [count] = (await ana.unread()).values()
    assert count == {"unread": 2, "pings": 1}
    await ana.say("I saw it")
    assert await ana.unread() == {}


async def test_a_moderator_deletes_foreign_messages(sandbox: Sandbox, ana: Member) -> None:
    said = await ana.say("spam")
    await sandbox.member("Emil").delete(said)
    assert await ana.messages() == []


async def test_the_stream_tells_what_happens(sandbox: Sandbox, ana: Member, ben: Member) -> None:
    url = f"{sandbox.url}/sandbox/members/ana/stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        assert (await socket.receive_json())["event"] == "HELLO"
        await ben.say(f"hey {ana.mention}")
        message = await socket.receive_json()
        assert message["event"] == "MESSAGE_CREATE"
        assert message["data"]["sandbox"]["pinged"] == [str(ana.id)]
        unread = await socket.receive_json()
        assert (unread["event"], unread["data"]["pings"]) == ("UNREAD", 1)


async def test_waiting_gives_up(ana: Member) -> None:
    with pytest.raises(TimeoutError, match="Ana waited"):
        await ana.wait_for_text("never", patience=0.2)


async def test_waiting_ends_with_the_message(ana: Member, ben: Member) -> None:
    await ben.say("not yet")
    looked = asyncio.Event()

    def is_it(message: Message) -> bool:
        looked.set()
        return message.text == "now"

    waiting = asyncio.create_task(ana.wait_for(is_it))
    await looked.wait()
    said = await ben.say("now")
    assert (await waiting).id == said.id


@pytest.mark.parametrize(
    "method,path,body,status",
    [
        ("GET", "/members/nobody", None, 404),
        ("GET", "/members/ana/channels/back-room/messages", None, 404),
        ("POST", "/members/ana/channels/announcements/messages", {"content": "x"}, 403),
        ("POST", "/members/ana/channels/general/messages", {"content": ""}, 400),
        ("POST", "/members/ana/channels/general/click", {"message": "1", "custom_id": "x"}, 404),
        ("POST", "/members/ana/channels/general/click", {}, 400),
        ("POST", "/members/ana/channels/general/command", {"name": "nothing"}, 404),
        ("POST", "/members/ana/modals/1", {}, 404),
        ("POST", "/gateway", {"action": "explode"}, 400),
        ("POST", "/faults", {"trouble": "explode"}, 400),
        ("PUT", "/channels/1/overwrites", {"target": "bot"}, 400),
        ("PATCH", "/guilds/Elsewhere/roles", {"role": "bot", "permissions": ["fly"]}, 400),
    ],
)
async def test_refusals_are_sentences(
    sandbox: Sandbox, method: str, path: str, body: dict[str, Any] | None, status: int
) -> None:
    with pytest.raises(SandboxError) as refused:
        await sandbox.control(method, path, body)
    assert refused.value.status == status
    assert str(refused.value)


async def test_foreign_pages_are_kept_out(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        foreign = {"Origin": "https://example.org"}
        for path in ("world", "members/ana/stream"):
            async with session.get(f"{sandbox.url}/sandbox/{path}", headers=foreign) as response:
                assert response.status == 403
        async with session.post(
            f"{sandbox.url}/sandbox/clock", json={"advance": 1}, headers={"Origin": sandbox.url}
        ) as own:
            assert own.status == 200


async def test_the_cdn_serves_what_exists(sandbox: Sandbox, ana: Member) -> None:
    assert (await ana.download(f"{sandbox.cdn}/embed/avatars/0.png")).startswith(b"\x89PNG")
    for path in ("attachments/1/2/x.png", "attachments/x/y/z.png"):
        with pytest.raises(SandboxError):
            await ana.download(f"{sandbox.cdn}/{path}")


async def test_newcomers_and_their_roles(sandbox: Sandbox, api: Api) -> None:
    zoe = await sandbox.add_person("Zoe")
    assert (await zoe.say("hello")).author == "Zoe"
    await sandbox.control("POST", "/guilds/Quintet Lounge/roles", {"name": "VIP", "mentionable": True})
    await sandbox.control("PATCH", "/guilds/Quintet Lounge/members/Zoe", {"nick": "Z", "roles": ["VIP"]})
    guild = (await api("GET /users/@me/guilds")).body[0]["id"]
    member = (await api(f"GET /guilds/{guild}/members/{zoe.id}")).body
    assert (member["nick"], len(member["roles"])) == ("Z", 1)
    await sandbox.control("DELETE", "/guilds/Elsewhere")
    assert [one["name"] for one in (await sandbox.world())["guilds"]] == ["Quintet Lounge"]
