"""Messages through the REST API: limits, error trees, permissions, nonces."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Sandbox
from tests.sandbox.api import Api, Json
from tests.sandbox.components import V2, button, menu, row, text
from tests.sandbox.specimen import PICTURE


@pytest.fixture
async def general(sandbox: Sandbox) -> int:
    return await sandbox.channel_id("general")


async def test_a_posted_message_is_read_back(api: Api, general: int, ana: Member) -> None:
    posted = await api.post(general, content="hello")
    assert posted.status == 200
    assert posted.body["author"]["bot"]
    read = await api(f"GET /channels/{general}/messages/{posted.body['id']}")
    assert read.body == posted.body
    assert (await ana.last()).text == "hello"


async def test_the_token_is_checked(api: Api) -> None:
    assert (await api("GET /users/@me", token="wrong")).status == 401
    assert (await api("GET /users/@me")).body["username"] == "quintet"


async def test_unknown_routes_and_broken_json(api: Api, general: int) -> None:
    assert (await api("GET /nothing/here")).status == 404
    broken = await api(f"POST /channels/{general}/messages", "{")
    assert (broken.status, broken.code) == (400, 50109)


BAD_MESSAGES: list[tuple[Json, int, str]] = [
    ({}, 50006, ""),
    ({"content": "  "}, 50006, ""),
    ({"content": "x" * 2001}, 50035, "content"),
    ({"content": 7}, 50035, "content"),
    ({"content": "x", "nonce": "n" * 26}, 50035, "nonce"),
    ({"embeds": [{"title": "t" * 257}]}, 50035, "embeds/0/title"),
    ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, 50035, "embeds/0/fields/0/value"),
    ({"embeds": [{"description": "d" * 4000}, {"description": "d" * 4000}]}, 50035, "embeds"),
    ({"embeds": [{"title": "t"}] * 11}, 50035, "embeds"),
    ({"content": "x", "components": [button("a")]}, 50035, "components/0"),
    ({"content": "x", "components": [row(button("a"))] * 6}, 50035, "components"),
    ({"content": "x", "components": [row(*[button(str(n)) for n in range(6)])]}, 50035, "components/0/components"),
    ({"content": "x", "components": [row(button("a"), menu(1))]}, 50035, "components/0/components"),
    ({"content": "x", "components": [row(button("a"), button("a"))]}, 50035, "components/0/components/1/custom_id"),
    ({"content": "x", "components": [row(button("a" * 101))]}, 50035, "components/0/components/0/custom_id"),
    ({"content": "x", "components": [row(button("a", "l" * 81))]}, 50035, "components/0/components/0/label"),
    ({"content": "x", "components": [row(button("a", ""))]}, 50035, "components/0/components/0"),
    (
        {"content": "x", "components": [row(button("a") | {"emoji": {"name": "⬡"}})]},
        50035,
        "components/0/components/0/emoji/name",
    ),
    (
        {"content": "x", "components": [row({"type": 2, "style": 5, "label": "go"})]},
        50035,
        "components/0/components/0/url",
    ),
    ({"content": "x", "components": [row(menu(26))]}, 50035, "components/0/components/0/options"),
    ({"content": "x", "components": [row(menu(0))]}, 50035, "components/0/components/0/options"),
    ({"content": "x", "components": [row(menu(2, max_values=3))]}, 50035, "components/0/components/0/max_values"),
    (
        {"content": "x", "components": [row(menu(2, placeholder="p" * 151))]},
        50035,
        "components/0/components/0/placeholder",
    ),
    ({"flags": V2, "content": "x", "components": [text("a")]}, 50035, "content"),
    ({"flags": V2, "embeds": [{"title": "t"}], "components": [text("a")]}, 50035, "embeds"),
    ({"flags": V2, "components": [text("a")] * 41}, 50035, "components"),
    ({"flags": V2, "components": [{"type": 17, "components": [text("a")] * 40}]}, 50035, "components"),
    ({"flags": V2, "components": [text("a" * 2001), text("b" * 2000)]}, 50035, "components"),
    ({"flags": V2, "components": [text("")]}, 50035, "components/0/content"),
    ({"flags": V2, "components": [button("a")]}, 50035, "components/0"),
    (
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [text("a")]}]}]},
        50035,
        "components/0/components/0",
    ),
    ({"flags": V2, "components": [{"type": 9, "components": [text("a")]}]}, 50035, "components/0/accessory"),
    (
        {"flags": V2, "components": [{"type": 9, "components": [text("a")] * 4, "accessory": button("a")}]},
        50035,
        "components/0/components",
    ),
    (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}]},
        50035,
        "components/0/items/0/media/url",
    ),
    (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "ftp://a"}}]}]},
        50035,
        "components/0/items/0/media/url",
    ),
    ({"components": [text("no flag")]}, 50035, "components/0"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, 50035, "allowed_mentions"),
    ({"content": "x", "message_reference": {"message_id": "1"}}, 50035, "message_reference"),
    ({"content": "x", "attachments": [{"id": 0}]}, 50035, "attachments/0/id"),
]


@pytest.mark.parametrize("body,code,path", BAD_MESSAGES)
async def test_what_discord_would_refuse_is_refused(api: Api, general: int, body: Json, code: int, path: str) -> None:
    refused = await api.post(general, **body)
    assert (refused.status, refused.code) == (400, code)
    node = refused.body.get("errors", {})
    for step in path.split("/") if path else ():
        assert step in node, refused.body
        node = node[step]
    assert not path or "_errors" in node


GOOD_MESSAGES: list[Json] = [
    {"content": "x" * 2000},
    {"content": "x", "components": [row(*[button(str(n)) for n in range(5)]), row(menu(25))]},
    {"content": "x", "components": [row(button("a") | {"emoji": {"name": "1️⃣"}})]},
    {"flags": V2, "components": [{"type": 17, "components": [text("a")] * 39}]},
    {"flags": V2, "components": [text("a" * 2000), text("b" * 2000)]},
    {"flags": V2, "components": [{"type": 9, "components": [text("a")], "accessory": button("a")}]},
    {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}] * 10}]},
    {"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}] * 25, "footer": {"text": "f"}}]},
]


@pytest.mark.parametrize("body", GOOD_MESSAGES)
async def test_what_discord_takes_is_taken(api: Api, general: int, body: Json) -> None:
    posted = await api.post(general, **body)
    assert posted.status == 200, posted.body


async def test_the_v2_flag_cannot_be_taken_back(api: Api, general: int) -> None:
    posted = await api.post(general, flags=V2, components=[text("a")])
    place = f"PATCH /channels/{general}/messages/{posted.body['id']}"
    assert (await api(place, {"content": "plain"})).code == 50035
    assert (await api(place, {"flags": 0, "components": [text("b")]})).code == 50035
    edited = await api(place, {"components": [text("b")]})
    assert edited.body["flags"] & V2


async def test_a_plain_message_becomes_v2_only_without_its_old_fields(api: Api, general: int) -> None:
    posted = await api.post(general, content="old")
    place = f"PATCH /channels/{general}/messages/{posted.body['id']}"
    assert (await api(place, {"flags": V2, "components": [text("new")]})).code == 50035
    assert (await api(place, {"flags": V2, "content": None, "components": [text("new")]})).status == 200


async def test_an_enforced_nonce_posts_once(api: Api, general: int, ana: Member, sandbox: Sandbox) -> None:
    first = await api.post(general, content="once", nonce="n1", enforce_nonce=True)
    again = await api.post(general, content="twice", nonce="n1", enforce_nonce=True)
    assert again.body["id"] == first.body["id"]
    assert [one.text for one in await ana.messages()] == ["once"]
    await sandbox.advance(301)
    later = await api.post(general, content="later", nonce="n1", enforce_nonce=True)
    assert later.body["id"] != first.body["id"]


async def test_edits_append_files_unless_attachments_are_named(api: Api, general: int) -> None:
    place = f"/channels/{general}/messages"
    posted = await api(f"POST {place}", {"content": "x"}, files=[("a.png", PICTURE)])
    message = f"PATCH {place}/{posted.body['id']}"
    appended = await api(message, {"content": "y"}, files=[("b.png", PICTURE)])
    assert [one["filename"] for one in appended.body["attachments"]] == ["a.png", "b.png"]
    kept = await api(message, {"attachments": [{"id": appended.body["attachments"][1]["id"]}]})
    assert [one["filename"] for one in kept.body["attachments"]] == ["b.png"]
    assert (await api(message, {"attachments": []})).body["attachments"] == []


async def test_files_are_limited_in_number_and_size(api: Api, general: int) -> None:
    place = f"POST /channels/{general}/messages"
    many = await api(place, {}, files=[(f"{n}.png", PICTURE) for n in range(11)])
    assert (many.status, many.code) == (400, 50035)
    large = await api(place, {}, files=[("large.bin", bytes(10 * 1024 * 1024 + 1))])
    assert (large.status, large.code) == (413, 40005)


async def test_mentions_ping_only_whom_allowed_mentions_names(
    api: Api, general: int, ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    both = f"{ana.mention} {ben.mention} @everyone"
    await api.post(general, content=both, allowed_mentions={"parse": []})
    assert (await ana.last()).pinged == frozenset()
    await api.post(general, content=both, allowed_mentions={"parse": [], "users": [str(ben.id)]})
    assert (await ana.last()).pinged == {ben.id}
    await api.post(general, content=both)
    # The bot may not mention everyone.
    assert (await ana.last()).pinged == {ana.id, ben.id}


async def test_an_edit_never_pings(api: Api, general: int, ben: Member) -> None:
    posted = await api.post(general, content="who?")
    await api(f"PATCH /channels/{general}/messages/{posted.body['id']}", {"content": ben.mention})
    edited = await ben.last()
    assert ben.id in edited.mentions
    assert edited.pinged == frozenset()
    assert await ben.pings() == 0


async def test_text_displays_ping_like_content(api: Api, general: int, ben: Member) -> None:
    await api.post(general, flags=V2, components=[text(f"your turn, {ben.mention}")])
    assert (await ben.last()).pinged == {ben.id}


async def test_a_role_pings_its_members_when_it_is_mentionable(api: Api, general: int, ana: Member) -> None:
    guild = (await api("GET /users/@me/guilds")).body[0]["id"]
    roles = {one["name"]: one["id"] for one in (await api(f"GET /guilds/{guild}/roles")).body}
    await api.post(general, content=f"<@&{roles['Players']}>")
    assert ana.id in (await ana.last()).pinged
    await api.post(general, content=f"<@&{roles['Moderators']}>")
    assert (await ana.last()).pinged == frozenset()


async def test_only_own_messages_are_edited(api: Api, general: int, ana: Member) -> None:
    said = await ana.say("mine")
    place = f"/channels/{general}/messages/{said.id}"
    assert (await api(f"PATCH {place}", {"content": "yours"})).code == 50005
    assert (await api(f"DELETE {place}")).code == 50013
    assert (await api(f"DELETE /channels/{general}/messages/1")).code == 10008


@pytest.mark.parametrize(
    "denied,body,code",
    [
        ("view_channel", {"content": "x"}, 50001),
        ("send_messages", {"content": "x"}, 50013),
        ("embed_links", {"embeds": [{"title": "t"}]}, 50013),
        ("read_message_history", {"content": "x", "message_reference": {"message_id": "1"}}, 160002),
    ],
)
async def test_missing_permissions(
    api: Api, general: int, sandbox: Sandbox, denied: str, body: Json, code: int
) -> None:
    await sandbox.deny(general, denied)
    assert (await api.post(general, **body)).code == code


async def test_files_need_attach_files(api: Api, general: int, sandbox: Sandbox) -> None:
    await sandbox.deny(general, "attach_files")
    refused = await api(f"POST /channels/{general}/messages", {}, files=[("a.png", PICTURE)])
    assert (refused.status, refused.code) == (403, 50013)


async def test_reading_the_history_needs_its_permission(api: Api, general: int, sandbox: Sandbox) -> None:
    posted = await api.post(general, content="x")
    await sandbox.deny(general, "read_message_history")
    assert (await api(f"GET /channels/{general}/messages")).body == []
    assert (await api(f"GET /channels/{general}/messages/{posted.body['id']}")).code == 50013


async def test_edits_of_old_messages_are_rationed(api: Api, general: int, sandbox: Sandbox) -> None:
    posted = await api.post(general, content="x")
    place = f"PATCH /channels/{general}/messages/{posted.body['id']}"
    await sandbox.advance(3700)
    for number in range(3):
        assert (await api(place, {"content": str(number)})).status == 200
    refused = await api(place, {"content": "too much"})
    assert (refused.status, refused.code) == (429, 30046)
    assert 0 < refused.body["retry_after"] <= 20


async def test_lists_run_backwards_and_page(api: Api, general: int) -> None:
    ids = [(await api.post(general, content=str(number))).body["id"] for number in range(4)]
    place = f"GET /channels/{general}/messages"
    assert [one["id"] for one in (await api(place)).body] == ids[::-1]
    assert [one["id"] for one in (await api(f"{place}?before={ids[2]}&limit=1")).body] == [ids[1]]
    assert [one["id"] for one in (await api(f"{place}?after={ids[1]}")).body] == [ids[3], ids[2]]
    assert [one["id"] for one in (await api(f"{place}?around={ids[1]}&limit=3")).body] == [ids[2], ids[1], ids[0]]
    assert (await api(f"{place}?limit=101")).code == 50035


async def test_several_messages_are_deleted_at_once(api: Api, general: int, sandbox: Sandbox, ana: Member) -> None:
    ids = [(await api.post(general, content=str(number))).body["id"] for number in range(3)]
    place = f"POST /channels/{general}/messages/bulk-delete"
    assert (await api(place, {"messages": ids})).code == 50013
    await sandbox.control("PUT", f"/channels/{general}/overwrites", {"target": "bot", "allow": ["manage_messages"]})
    assert (await api(place, {"messages": ids[:1]})).code == 50035
    assert (await api(place, {"messages": ids[:2]})).status == 204
    assert [one.text for one in await ana.messages()] == ["2"]


async def test_reactions_and_pins(api: Api, general: int, ana: Member, sandbox: Sandbox) -> None:
    posted = await api.post(general, content="x")
    place = f"/channels/{general}/messages/{posted.body['id']}"
    assert (await api(f"PUT {place}/reactions/%F0%9F%8E%B2/@me")).status == 204
    await sandbox.advance(1)
    assert (await api(f"PUT {place}/reactions/zz/@me")).code == 10014
    [reaction] = (await ana.last()).raw["reactions"]
    assert (reaction["emoji"]["name"], reaction["count"], reaction["me"]) == ("🎲", 1, False)
    pins = f"/channels/{general}/messages/pins"
    assert (await api(f"PUT {pins}/{posted.body['id']}")).code == 50013
    await sandbox.control("PUT", f"/channels/{general}/overwrites", {"target": "bot", "allow": ["pin_messages"]})
    assert (await api(f"PUT {pins}/{posted.body['id']}")).status == 204
    assert [one["message"]["id"] for one in (await api(f"GET {pins}")).body["items"]] == [posted.body["id"]]
    assert (await ana.last()).raw["type"] == 6


async def test_direct_messages_and_closed_doors(api: Api, ana: Member, sandbox: Sandbox) -> None:
    opened = await api("POST /users/@me/channels", {"recipient_id": str(ana.id)})
    channel = int(opened.body["id"])
    assert (await api.post(channel, content="psst")).status == 200
    assert (await ana.last(channel)).text == "psst"
    assert await ana.pings(channel) == 1
    await sandbox.control("PATCH", f"/users/{ana.id}", {"accepts_messages": False})
    assert (await api.post(channel, content="hello?")).code == 50007


async def test_slow_mode_asks_for_patience(api: Api, sandbox: Sandbox) -> None:
    games = await sandbox.channel_id("games")
    await sandbox.control("PATCH", f"/channels/{games}", {"slowmode": 10})
    assert (await api.post(games, content="one")).status == 200
    refused = await api.post(games, content="two")
    assert (refused.status, refused.code) == (429, 20016)
    await sandbox.advance(11)
    assert (await api.post(games, content="three")).status == 200


async def test_an_edit_without_flags_keeps_them(api: Api, general: int) -> None:
    posted = await api.post(general, content="x", flags=4, embeds=[{"title": "t"}])
    assert posted.body["embeds"] == []
    edited = await api(f"PATCH /channels/{general}/messages/{posted.body['id']}", {"content": "y"})
    assert edited.body["flags"] == 4
