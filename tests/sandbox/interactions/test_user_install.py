"""An app that people installed for themselves, in places without its bot: conversations, groups and other servers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from sandbox.client import Member, Sandbox
from sandbox.settings import Settings
from sandbox.world.permissions import Permission
from tests.sandbox.api import Api, Json
from tests.sandbox.sockets import connecting

FOR_BOARDS = Permission.EMBED_LINKS | Permission.ATTACH_FILES
COMMAND = {"name": "play", "description": "Play a game", "integration_types": [0, 1], "contexts": [0, 1, 2]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, rate_limits=False)


async def _register(api: Api) -> None:
    application = (await api("GET /applications/@me")).body["id"]
    await api(f"PUT /applications/{application}/commands", [COMMAND])


async def _without_bot(sandbox: Sandbox, owner: Member, *others: Member) -> int:
    """A channel of a server that the bot is not on."""
    made = await sandbox.control("POST", "/guilds", {"name": "Far away", "owner": str(owner.id)})
    for one in others:
        await sandbox.control("PUT", f"/guilds/Far away/members/{one.id}", {})
    return next(int(channel["id"]) for channel in made["channels"] if channel["name"] == "general")


@pytest.fixture(params=["conversation", "group", "server"])
async def place(request: pytest.FixtureRequest, sandbox: Sandbox, ana: Member, ben: Member) -> int:
    """A channel that Ana and Ben are in, and the bot is not."""
    match request.param:
        case "conversation":
            return await ana.direct(ben)
        case "group":
            return await ana.group(ben, sandbox.member("Emil"))
        case _:
            return await _without_bot(sandbox, ana, ben)


async def test_an_app_answers_where_its_bot_is_not(
    api: Api, sandbox: Sandbox, ana: Member, ben: Member, place: int
) -> None:
    """Everybody sees the answer and may use its controls; the channel refuses the bot; follow-ups are five."""
    await ana.install()
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        await _register(api)
        running = asyncio.create_task(ana.command("play", channel=place))
        asked = (await socket.receive("INTERACTION_CREATE"))["d"]
        assert asked["authorizing_integration_owners"] == {"1": str(ana.id)}
        assert asked["context"] == (2 if "guild_id" not in asked else 0)
        assert not FOR_BOARDS & ~Permission(int(asked["app_permissions"]))
        await api(_callback(asked), {"type": 4, "data": {"content": "a board", "components": [_row()]}})
        board = (await running).message
        assert [one.text for one in await ben.messages(place)] == ["a board"]

        clicking = asyncio.create_task(ben.click(board, "Move"))
        clicked = (await socket.receive("INTERACTION_CREATE"))["d"]
        assert clicked["authorizing_integration_owners"] == {"1": str(ana.id)}
        await api(_callback(clicked), {"type": 6})
        await clicking
        followup = f"POST /webhooks/{clicked['application_id']}/{clicked['token']}"
        replies = [await api(followup, {"content": f"board {number}"}) for number in range(6)]
        assert [one.status for one in replies] == [200] * 5 + [400]
        assert replies[-1].code == 40094
        assert (await ana.last(place)).text == "board 4"
        for route in (f"POST /channels/{place}/messages", f"PATCH /channels/{place}/messages/{board.id}"):
            assert (await api(route, {"content": "by the bot"})).code == 50001
        assert (await api(f"GET /channels/{place}/messages")).code == 50001


async def test_without_external_apps_only_the_person_sees_the_answer(
    api: Api, sandbox: Sandbox, ana: Member, ben: Member
) -> None:
    await ana.install()
    place = await _without_bot(sandbox, ben, ana)
    await sandbox.deny(place, "use_external_apps", target="everyone")
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        await _register(api)
        running = asyncio.create_task(ana.command("play", channel=place))
        asked = (await socket.receive("INTERACTION_CREATE"))["d"]
        await api(_callback(asked), {"type": 4, "data": {"content": "a board"}})
        assert (await running).ephemeral
        assert await ben.messages(place) == []


async def test_the_bot_may_write_to_people_who_installed_the_app(api: Api, sandbox: Sandbox, ben: Member) -> None:
    for guild in ("Quintet Lounge", "Elsewhere"):
        await sandbox.control("DELETE", f"/guilds/{guild}/members/{sandbox.bot.id}")
    direct = await ben.direct()
    assert (await api(f"POST /channels/{direct}/messages", {"content": "hello"})).code == 50007
    await ben.install()
    assert (await api(f"POST /channels/{direct}/messages", {"content": "hello"})).status == 200


def _row() -> Json:
    return {"type": 1, "components": [{"type": 2, "style": 1, "label": "Move", "custom_id": "move"}]}


def _callback(asked: Json) -> str:
    return f"POST /interactions/{asked['id']}/{asked['token']}/callback"
