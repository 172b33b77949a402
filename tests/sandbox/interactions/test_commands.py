"""Registering application commands, and who may use them where."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Sandbox, SandboxError
from tests.sandbox.api import Api, Json


@pytest.fixture
async def place(api: Api) -> str:
    return f"/applications/{(await api('GET /applications/@me')).body['id']}/commands"


def command(**extra: object) -> Json:
    return {"name": "play", "description": "Play a game"} | extra


def option(**extra: object) -> Json:
    return {"type": 3, "name": "move", "description": "A move"} | extra


BAD_COMMANDS: list[tuple[Json, str]] = [
    ({"description": "no name"}, "0/name"),
    (command(name="Play"), "0/name"),
    (command(name="p" * 33), "0/name"),
    (command(name="two words"), "0/name"),
    (command(description=""), "0/description"),
    (command(description="d" * 101), "0/description"),
    (command(type=2), "0/description"),
    (command(options=[option()] * 26), "0/options"),
    (command(options=[option(), option()]), "0/options/1"),
    (command(options=[option(), option(name="b", required=True)]), "0/options/1"),
    (command(options=[option(type=12)]), "0/options/0/type"),
    (command(options=[option(), {"type": 1, "name": "sub", "description": "d"}]), "0/options"),
    (command(options=[option(choices=[{"name": "a", "value": "a"}] * 26)]), "0/options/0/choices"),
    (command(options=[option(choices=[{"name": "a", "value": "v" * 101}])]), "0/options/0/choices/0/value"),
    (command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]), "0/options/0/choices"),
    (command(name_localizations={"xx": "spiel"}), "0/name_localizations/xx"),
    (command(name_localizations={"de": "Spiel"}), "0/name_localizations/de"),
    (
        command(
            options=[
                option(name=f"o{n}", choices=[{"name": f"{m}" * 90, "value": "v"} for m in range(4)]) for n in range(25)
            ]
        ),
        "0",
    ),
]


@pytest.mark.parametrize("body,path", BAD_COMMANDS)
async def test_what_discord_would_refuse_is_refused(api: Api, place: str, body: Json, path: str) -> None:
    refused = await api(f"PUT {place}", [body])
    assert (refused.status, refused.code) == (400, 50035)
    node = refused.body["errors"]
    for step in path.split("/"):
        assert step in node, refused.body
        node = node[step]
    assert "_errors" in node


async def test_overwriting_keeps_the_ids_of_what_stays(api: Api, place: str) -> None:
    first = (await api(f"PUT {place}", [command(), command(name="watch")])).body
    second = (await api(f"PUT {place}", [command(description="Play on")])).body
    assert [one["id"] for one in second] == [first[0]["id"]]
    assert second[0]["version"] != first[0]["version"]
    assert (await api(f"GET {place}/{first[1]['id']}")).code == 10063


async def test_names_are_unique_and_a_hundred_at_most(api: Api, place: str) -> None:
    assert (await api(f"PUT {place}", [command(), command()])).code == 50035
    assert (await api(f"PUT {place}", [command(name=f"c{n}") for n in range(101)])).code == 50035


async def test_single_commands(api: Api, place: str) -> None:
    made = await api(f"POST {place}", command())
    assert made.status == 201
    assert (await api(f"POST {place}", command(description="again"))).status == 200
    path = f"{place}/{made.body['id']}"
    assert (await api(f"PATCH {path}", {"description": "changed"})).body["description"] == "changed"
    assert (await api(f"GET {path}")).body["description"] == "changed"
    assert (await api(f"DELETE {path}")).status == 204
    assert (await api(f"GET {place}")).body == []


async def test_localisations_are_listed_on_demand(api: Api, place: str) -> None:
    await api(f"PUT {place}", [command(name_localizations={"de": "spielen"})])
    [plain] = (await api(f"GET {place}")).body
    assert "name_localizations" not in plain
    [full] = (await api(f"GET {place}?with_localizations=true")).body
    assert full["name_localizations"] == {"de": "spielen"}


async def test_a_guild_command_hides_the_one_for_everywhere(api: Api, place: str, ana: Member) -> None:
    guild = (await api("GET /users/@me/guilds")).body[0]["id"]
    local = place.replace("/commands", f"/guilds/{guild}/commands")
    await api(f"PUT {place}", [command()])
    await api(f"PUT {local}", [command(description="here")])
    assert [one["description"] for one in await ana.commands()] == ["here"]
    assert [one["description"] for one in await ana.commands("lobby")] == ["Play a game"]
    assert (await api(f"GET {local}/permissions")).body == []


async def test_contexts_decide_where_a_command_is_found(api: Api, place: str, ana: Member) -> None:
    await api(f"PUT {place}", [command(name="here", contexts=[0]), command(name="there", contexts=[1])])
    assert [one["name"] for one in await ana.commands()] == ["here"]
    assert [one["name"] for one in await ana.commands(await ana.direct())] == ["there"]


async def test_an_app_that_a_person_installed_follows_them(
    api: Api, place: str, ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    await api(f"PUT {place}", [command(integration_types=[1], contexts=[0, 1, 2])])
    assert await ana.commands() == []
    await sandbox.control("PATCH", f"/users/{ana.id}", {"installed": True})
    assert [one["name"] for one in await ana.commands()] == ["play"]
    between = await sandbox.control("POST", f"/members/{ana.id}/direct", {"user": "Ben"})
    assert [one["name"] for one in await ana.commands(int(between["id"]))] == ["play"]
    assert await ben.commands(int(between["id"])) == []


async def test_default_permissions_and_channel_permissions(api: Api, place: str, ana: Member, sandbox: Sandbox) -> None:
    await api(f"PUT {place}", [command(name="all"), command(name="some", default_member_permissions="32"),
                               command(name="none", default_member_permissions="0")])  # fmt: skip
    mira = sandbox.member("Mira")
    assert [one["name"] for one in await ana.commands()] == ["all"]
    assert [one["name"] for one in await mira.commands()] == ["all", "some", "none"]
    general = await sandbox.channel_id("general")
    await sandbox.deny(general, "use_application_commands", target="everyone")
    assert await ana.commands() == []


async def test_commands_are_found_by_their_local_name(api: Api, place: str, sandbox: Sandbox) -> None:
    await api(f"PUT {place}", [command(name_localizations={"de": "spielen"})])
    emil, ana = sandbox.member("Emil"), sandbox.member("Ana")
    assert (await emil.command("spielen")).failed
    with pytest.raises(SandboxError, match="finds no command"):
        await ana.command("spielen")
