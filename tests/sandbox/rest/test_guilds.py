"""Guilds, channels, roles and members through the REST API."""

from __future__ import annotations

import aiohttp
import pytest

from sandbox.client import Member, Sandbox
from sandbox.gateway.intents import Intent
from sandbox.settings import Settings
from tests.sandbox.api import Api

LOUNGE = "/guilds/Quintet Lounge"


@pytest.fixture
async def guild(api: Api) -> str:
    return str((await api("GET /users/@me/guilds")).body[0]["id"])


async def grant(sandbox: Sandbox, *names: str) -> None:
    await sandbox.control("PATCH", f"{LOUNGE}/roles", {"role": "bot", "permissions": ["view_channel", *names]})


async def test_a_guild_is_read(api: Api, guild: str) -> None:
    read = (await api(f"GET /guilds/{guild}?with_counts=true")).body
    assert (read["name"], read["approximate_member_count"]) == ("Quintet Lounge", 8)
    assert (await api("GET /guilds/1")).code == 10004
    names = [one["name"] for one in (await api(f"GET /guilds/{guild}/channels")).body]
    assert names[:3] == ["Text", "general", "games"]


async def test_members_are_read_one_by_one(api: Api, guild: str, ana: Member) -> None:
    assert (await api(f"GET /guilds/{guild}/members/{ana.id}")).body["user"]["global_name"] == "Ana"
    assert (await api(f"GET /guilds/{guild}/members/1")).code == 10007
    assert (await api(f"GET /guilds/{guild}/members?limit=10")).code == 50001
    found = (await api(f"GET /guilds/{guild}/members/search?query=ch")).body
    assert [one["user"]["username"] for one in found] == ["chloe"]


async def test_the_members_intent_opens_the_list() -> None:
    settings = Settings(privileged=Intent.GUILD_MEMBERS)
    async with Sandbox.start(settings) as sandbox, aiohttp.ClientSession() as session:
        api = Api(sandbox, session)
        guild = (await api("GET /users/@me/guilds")).body[0]["id"]
        assert len((await api(f"GET /guilds/{guild}/members?limit=100")).body) == 8


async def test_nicknames(api: Api, guild: str, sandbox: Sandbox, ana: Member) -> None:
    assert (await api(f"PATCH /guilds/{guild}/members/{ana.id}", {"nick": "A"})).code == 50013
    await grant(sandbox, "manage_nicknames", "change_nickname")
    assert (await api(f"PATCH /guilds/{guild}/members/{ana.id}", {"nick": "A"})).body["nick"] == "A"
    assert (await api(f"PATCH /guilds/{guild}/members/@me", {"nick": "n" * 33})).code == 50035
    assert (await api(f"PATCH /guilds/{guild}/members/@me", {"nick": "Q"})).body["nick"] == "Q"


async def test_roles_are_made_changed_given_and_removed(api: Api, guild: str, sandbox: Sandbox, ana: Member) -> None:
    place = f"/guilds/{guild}/roles"
    assert (await api(f"POST {place}", {"name": "x"})).code == 50013
    await grant(sandbox, "manage_roles")
    role = (await api(f"POST {place}", {"name": "Winners", "mentionable": True})).body
    assert (await api(f"PATCH {place}/{role['id']}", {"color": 255})).body["color"] == 255
    assert (await api(f"GET {place}/{role['id']}")).body["name"] == "Winners"
    # The bot's own role is no higher than the new one, so it cannot hand it out.
    assert (await api(f"PUT /guilds/{guild}/members/{ana.id}/roles/{role['id']}")).code == 50013
    assert (await api(f"DELETE {place}/{role['id']}")).status == 204
    assert (await api(f"GET {place}/{role['id']}")).code == 10011


async def test_channels_are_made_changed_and_removed(api: Api, guild: str, sandbox: Sandbox, ana: Member) -> None:
    place = f"/guilds/{guild}/channels"
    assert (await api(f"POST {place}", {"name": "x"})).code == 50013
    await grant(sandbox, "manage_channels", "manage_roles", "send_messages")
    made = (await api(f"POST {place}", {"name": "arena", "topic": "games"})).body
    assert "arena" in {one["name"] for one in await ana.channels()}
    path = f"/channels/{made['id']}"
    assert (await api(f"PATCH {path}", {"name": "pit", "rate_limit_per_user": 5})).body["name"] == "pit"
    assert (await api(f"PATCH {path}", {"rate_limit_per_user": 99_999})).code == 50035
    overwrite = {"type": 1, "deny": "1024", "allow": "0"}
    assert (await api(f"PUT {path}/permissions/{ana.id}", overwrite)).status == 204
    assert "pit" not in {one["name"] for one in await ana.channels()}
    assert (await api(f"DELETE {path}/permissions/{ana.id}")).status == 204
    assert "pit" in {one["name"] for one in await ana.channels()}
    assert (await api(f"DELETE {path}")).status == 200
    assert (await api(f"GET {path}")).code == 10003


async def test_hidden_channels_are_out_of_reach(api: Api, sandbox: Sandbox) -> None:
    back = await sandbox.channel_id("back-room")
    assert (await api(f"GET /channels/{back}")).code == 50001
    assert (await api.post(back, content="x")).code == 50001


async def test_kicking_and_leaving(api: Api, guild: str, sandbox: Sandbox, ben: Member) -> None:
    assert (await api(f"DELETE /guilds/{guild}/members/{ben.id}")).code == 50013
    await grant(sandbox, "kick_members")
    assert (await api(f"DELETE /guilds/{guild}/members/{ben.id}")).status == 204
    assert (await api(f"GET /guilds/{guild}/members/{ben.id}")).code == 10007
    assert (await api(f"DELETE /users/@me/guilds/{guild}")).status == 204
    assert (await api(f"GET /guilds/{guild}")).code == 50001


async def test_the_gateway_address_and_the_application(api: Api) -> None:
    where = (await api("GET /gateway/bot")).body
    assert where["url"].startswith("ws://127.0.0.1:")
    assert (await api("GET /applications/@me")).body["owner"]["username"] == "mira"
    assert (await api("GET /users/1")).code == 10013


async def test_members_get_and_lose_roles_below_the_bots_own(api: Api, sandbox: Sandbox, ben: Member) -> None:
    await sandbox.control("PATCH", "/guilds/Elsewhere/roles", {"role": "bot", "permissions": ["manage_roles"]})
    guild = next(one["id"] for one in (await api("GET /users/@me/guilds")).body if one["name"] == "Elsewhere")
    role = (await sandbox.control("POST", "/guilds/Elsewhere/roles", {"name": "Low", "position": 0}))["id"]
    olga = sandbox.member("Olga")
    place = f"/guilds/{guild}/members/{olga.id}/roles/{role}"
    assert (await api(f"PUT {place}")).status == 204
    assert (await api(f"GET /guilds/{guild}/members/{olga.id}")).body["roles"] == [role]
    assert (await api(f"DELETE {place}")).status == 204
    assert (await api(f"PUT /guilds/{guild}/members/{olga.id}/roles/1")).code == 10011
    assert (await api(f"PATCH /guilds/{guild}/members/{olga.id}", {"roles": [role]})).body["roles"] == [role]
