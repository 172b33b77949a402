"""Forums through the REST API: posts, the message each begins with, and tags."""

from __future__ import annotations

import discord
import pytest

from sandbox.client import Member, Sandbox
from tests.sandbox.api import Api, Json, Reply
from tests.sandbox.specimen import Specimen


@pytest.fixture
async def forum(sandbox: Sandbox) -> int:
    return await sandbox.add_forum("posts", "Running", "Over")


async def tags(api: Api, forum: int) -> dict[str, str]:
    return {one["name"]: one["id"] for one in (await api(f"GET /channels/{forum}")).body["available_tags"]}


async def post(api: Api, forum: int, **body: object) -> Reply:
    given = {"name": "a match", "message": {"content": "it begins"}} | body
    return await api(f"POST /channels/{forum}/threads", given)


async def allow(sandbox: Sandbox, forum: int, permission: str) -> None:
    await sandbox.control("PUT", f"/channels/{forum}/overwrites", {"target": "bot", "allow": [permission]})


async def test_a_post_begins_with_a_message_of_its_own_id(api: Api, forum: int, ana: Member) -> None:
    made = (await post(api, forum)).body
    assert (made["type"], made["parent_id"], made["message"]["id"]) == (11, str(forum), made["id"])
    assert made["message_count"] == 0
    [starter] = await ana.messages(int(made["id"]))
    assert (starter.id, starter.content) == (int(made["id"]), "it begins")
    await api.post(int(made["id"]), content="a move")
    assert (await api(f"GET /channels/{made['id']}")).body["message_count"] == 1


async def test_nothing_is_posted_in_the_forum_itself(api: Api, forum: int) -> None:
    assert (await api.post(forum, content="here?")).code == 40058


async def test_a_post_without_its_message_is_refused(api: Api, forum: int) -> None:
    assert (await api(f"POST /channels/{forum}/threads", {"name": "empty"})).code == 50035
    assert (await post(api, forum, message={"content": ""})).code == 50006


async def test_a_post_with_a_picture(api: Api, forum: int, ana: Member) -> None:
    body: Json = {"name": "a match", "message": {"attachments": [{"id": 0, "filename": "board.png"}]}}
    made = await api(f"POST /channels/{forum}/threads", body, files=[("board.png", b"a picture")])
    [starter] = await ana.messages(int(made.body["id"]))
    assert [one["filename"] for one in starter.raw["attachments"]] == ["board.png"]


async def test_a_post_needs_the_permission_to_write_in_the_forum(api: Api, forum: int, sandbox: Sandbox) -> None:
    await sandbox.deny(forum, "send_messages")
    assert (await post(api, forum)).code == 50013


async def test_tags_are_given_and_changed_by_who_opened_the_post(api: Api, forum: int) -> None:
    offered = await tags(api, forum)
    made = (await post(api, forum, applied_tags=[offered["Running"]])).body
    assert made["applied_tags"] == [offered["Running"]]
    changed = await api(f"PATCH /channels/{made['id']}", {"applied_tags": [offered["Over"]]})
    assert changed.body["applied_tags"] == [offered["Over"]]


async def test_a_tag_that_is_gone_is_refused_and_shown_no_longer(api: Api, forum: int, sandbox: Sandbox) -> None:
    offered = await tags(api, forum)
    made = (await post(api, forum, applied_tags=list(offered.values()))).body
    await sandbox.control("PATCH", f"/channels/{forum}", {"tags": ["Over"]})
    assert (await api(f"GET /channels/{made['id']}")).body["applied_tags"] == [offered["Over"]]
    assert (await post(api, forum, applied_tags=[offered["Running"]])).code == 10087


async def test_a_forum_that_requires_a_tag(api: Api, sandbox: Sandbox) -> None:
    strict = await sandbox.add_forum("strict", "Running", requires_tag=True)
    assert (await api(f"GET /channels/{strict}")).body["flags"] == 1 << 4
    assert (await post(api, strict)).code == 40067
    assert (await post(api, strict, applied_tags=list((await tags(api, strict)).values()))).status == 201
    bare = await sandbox.add_forum("bare", requires_tag=True)
    assert (await post(api, bare)).code == 40066


async def test_a_post_has_five_tags_at_most_and_a_forum_twenty(api: Api, sandbox: Sandbox) -> None:
    forum = await sandbox.add_forum("many", *(f"tag {n}" for n in range(20)))
    offered = list((await tags(api, forum)).values())
    assert (await post(api, forum, applied_tags=offered[:5])).status == 201
    assert (await post(api, forum, applied_tags=offered[:6])).code == 50035
    await allow(sandbox, forum, "manage_channels")
    more = [{"name": f"tag {n}"} for n in range(21)]
    assert (await api(f"PATCH /channels/{forum}", {"available_tags": more})).code == 50035


async def test_new_tags_need_their_permission_and_a_name_of_their_own(api: Api, forum: int, sandbox: Sandbox) -> None:
    present = (await api(f"GET /channels/{forum}")).body["available_tags"]
    wanted = {"available_tags": [*present, {"name": "Choccer"}]}
    assert (await api(f"PATCH /channels/{forum}", wanted)).code == 50013
    await allow(sandbox, forum, "manage_channels")
    before = await tags(api, forum)
    assert (await api(f"PATCH /channels/{forum}", wanted)).status == 200
    after = await tags(api, forum)
    assert after.items() > before.items()
    assert after.keys() - before.keys() == {"Choccer"}
    again = {"available_tags": [*present, {"name": "over"}]}
    assert (await api(f"PATCH /channels/{forum}", again)).code == 40061


async def test_moderated_tags_are_for_those_who_manage_threads(api: Api, forum: int, sandbox: Sandbox) -> None:
    await allow(sandbox, forum, "manage_channels")
    await api(f"PATCH /channels/{forum}", {"available_tags": [{"name": "Official", "moderated": True}]})
    official = list((await tags(api, forum)).values())
    assert (await post(api, forum, applied_tags=official)).code == 50013
    await allow(sandbox, forum, "manage_threads")
    assert (await post(api, forum, applied_tags=official)).status == 201


async def test_people_open_posts(forum: int, ana: Member, ben: Member) -> None:
    opened = await ana.open_post("Who plays?", forum, tags=["Running"])
    assert [one.content for one in await ben.messages(opened)] == ["Who plays?"]


async def test_a_library_opens_a_post(bot: Specimen, sandbox: Sandbox, ana: Member) -> None:
    forum = await bot.fetch_channel(await sandbox.add_forum("posts", "Running", requires_tag=True))
    assert isinstance(forum, discord.ForumChannel)
    assert forum.flags.require_tag
    made = await forum.create_thread(name="a match", content="it begins", applied_tags=forum.available_tags)
    assert made.message.id == made.thread.id
    assert [one.name for one in made.thread.applied_tags] == ["Running"]
    assert [one.content for one in await ana.messages(made.thread.id)] == ["it begins"]
