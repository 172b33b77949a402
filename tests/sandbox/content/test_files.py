"""Files of messages: whose they are, and how long their addresses hold."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Sandbox, SandboxError
from sandbox.content.addresses import LIFETIME
from sandbox.rest.cdn import flat_png
from tests.sandbox.api import Api, Json

V2 = 1 << 15
GREEN, RED = flat_png(0x3BA55D, 8), flat_png(0xED4245, 8)


@pytest.fixture
async def general(sandbox: Sandbox) -> int:
    return await sandbox.channel_id("general")


def gallery(url: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}}]}


async def post(api: Api, general: int) -> Json:
    body = {"flags": V2, "components": [gallery("attachment://a.png")]}
    answer = await api(f"POST /channels/{general}/messages", body, files=[("a.png", GREEN)])
    assert answer.status == 200, answer.body
    return dict(answer.body)


def media(message: Json) -> Json:
    return dict(message["components"][0]["items"][0]["media"])


async def edit(api: Api, message: Json, body: Json, files: list[tuple[str, bytes]] | None = None) -> Json:
    answer = await api(f"PATCH /channels/{message['channel_id']}/messages/{message['id']}", body, files=files)
    assert answer.status == 200, answer.body
    return dict(answer.body)


async def assert_gone(member: Member, url: str) -> None:
    with pytest.raises(SandboxError) as refused:
        await member.download(url)
    assert refused.value.status == 404


async def test_a_file_that_an_edit_drops_is_gone(api: Api, general: int, ana: Member) -> None:
    message = await post(api, general)
    old = media(message)["url"]
    assert await ana.download(old) == GREEN
    body = {"components": [gallery("attachment://b.png")], "attachments": [{"id": 0, "filename": "b.png"}]}
    fresh = await edit(api, message, body, [("b.png", RED)])
    assert await ana.download(media(fresh)["url"]) == RED
    await assert_gone(ana, old)


async def test_a_kept_file_is_named_by_attachment(api: Api, general: int, ana: Member) -> None:
    """What `attachments` names stays, and `attachment://` finds it; an edit that says nothing of files keeps all."""
    message = await post(api, general)
    kept = {"attachments": [{"id": media(message)["attachment_id"]}]}
    for body in (kept, {}):
        fresh = await edit(api, message, {"components": [gallery("attachment://a.png")], **body})
        assert media(fresh)["attachment_id"] == media(message)["attachment_id"]
        assert await ana.download(media(fresh)["url"]) == GREEN
    dropped = {"components": [gallery("attachment://a.png")], "attachments": []}
    refused = await api(f"PATCH /channels/{general}/messages/{message['id']}", dropped)
    assert refused.status == 400


async def test_an_address_expires_and_a_look_at_the_message_gives_a_fresh_one(
    api: Api, general: int, ana: Member, sandbox: Sandbox
) -> None:
    message = await post(api, general)
    await sandbox.advance(LIFETIME + 1)
    await assert_gone(ana, media(message)["url"])
    read = await api(f"GET /channels/{general}/messages/{message['id']}")
    assert await ana.download(media(read.body)["url"]) == GREEN
    assert await ana.image_bytes(await ana.last()) == GREEN


async def test_an_address_that_was_pasted_expires_for_good(
    api: Api, general: int, ana: Member, sandbox: Sandbox
) -> None:
    """It is an address out there, like any other: nobody makes it again."""
    message = await post(api, general)
    url = media(message)["url"]
    fresh = await edit(api, message, {"components": [gallery(url)]})
    assert media(fresh)["url"] == url
    assert "attachment_id" not in media(fresh)
    assert await ana.download(url) == GREEN
    await sandbox.advance(LIFETIME + 1)
    assert (await ana.last()).images[0].url == url
    await assert_gone(ana, url)


async def test_an_address_without_its_signature_opens_nothing(api: Api, general: int, ana: Member) -> None:
    url = str(media(await post(api, general))["url"])
    await assert_gone(ana, url.partition("?")[0])
    await assert_gone(ana, url.replace("ex=", "ex=f"))
