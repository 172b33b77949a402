"""Threads through the REST API."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Sandbox
from tests.sandbox.api import Api, Json


@pytest.fixture
async def games(sandbox: Sandbox) -> int:
    return await sandbox.channel_id("games")


async def on_message(api: Api, channel: int) -> tuple[Json, Json]:
    posted = (await api.post(channel, content="match")).body
    place = f"POST /channels/{channel}/messages/{posted['id']}/threads"
    return posted, (await api(place, {"name": "the match", "auto_archive_duration": 10080})).body


async def test_a_thread_on_a_message_has_its_id(api: Api, games: int, ana: Member) -> None:
    posted, thread = await on_message(api, games)
    assert (thread["id"], thread["type"], thread["parent_id"]) == (posted["id"], 11, str(games))
    assert thread["thread_metadata"]["auto_archive_duration"] == 10080
    assert (await ana.last("games")).thread_id == int(thread["id"])
    # Inside, the thread begins with a system message that points at the message it hangs on.
    [starter] = (await api(f"GET /channels/{thread['id']}/messages")).body
    assert (starter["type"], starter["referenced_message"]["id"]) == (21, posted["id"])


async def test_a_message_has_one_thread(api: Api, games: int) -> None:
    posted, _ = await on_message(api, games)
    again = await api(f"POST /channels/{games}/messages/{posted['id']}/threads", {"name": "again"})
    assert (again.status, again.code) == (400, 160004)


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "n" * 101}, {"name": "n", "auto_archive_duration": 61}])
async def test_bad_threads(api: Api, games: int, body: Json) -> None:
    assert (await api(f"POST /channels/{games}/threads", body)).code == 50035


async def test_voice_channels_have_no_threads(api: Api, sandbox: Sandbox) -> None:
    voice = await sandbox.channel_id("Table talk")
    assert (await api.post(voice, content="hi")).status == 200
    assert (await api(f"POST /channels/{voice}/threads", {"name": "n", "type": 11})).code == 50024


@pytest.mark.parametrize("kind,permission", [(11, "create_public_threads"), (12, "create_private_threads")])
async def test_starting_a_thread_needs_its_permission(
    api: Api, games: int, sandbox: Sandbox, kind: int, permission: str
) -> None:
    await sandbox.deny(games, permission)
    assert (await api(f"POST /channels/{games}/threads", {"name": "n", "type": kind})).code == 50013


async def test_writing_in_a_thread_needs_its_permission(api: Api, games: int, sandbox: Sandbox) -> None:
    _, thread = await on_message(api, games)
    await sandbox.deny(games, "send_messages_in_threads")
    assert (await api.post(int(thread["id"]), content="x")).code == 50013


async def test_a_public_thread_announces_itself(api: Api, games: int, ana: Member) -> None:
    thread = (await api(f"POST /channels/{games}/threads", {"name": "open", "type": 11})).body
    note = await ana.last("games")
    assert (note.raw["type"], note.content) == (18, "open")
    assert note.raw["message_reference"]["channel_id"] == thread["id"]


async def test_a_private_thread_is_seen_by_its_members(api: Api, games: int, ana: Member, ben: Member) -> None:
    thread = (await api(f"POST /channels/{games}/threads", {"name": "secret", "type": 12})).body
    assert await ana.threads() == []
    assert (await api(f"PUT /channels/{thread['id']}/thread-members/{ana.id}")).status == 204
    assert [one["name"] for one in await ana.threads()] == ["secret"]
    assert await ben.threads() == []
    assert (await api(f"DELETE /channels/{thread['id']}/thread-members/{ana.id}")).status == 204
    assert await ana.threads() == []


async def test_a_mention_brings_people_into_a_thread(api: Api, games: int, ana: Member) -> None:
    _, thread = await on_message(api, games)
    await api.post(int(thread["id"]), content=f"{ana.mention} {ana.mention}")
    members = (await api(f"GET /channels/{thread['id']}/thread-members")).body
    assert str(ana.id) in {one["user_id"] for one in members}
    assert (await api(f"GET /channels/{thread['id']}")).body["message_count"] == 1


async def test_bots_and_people_join_and_leave(api: Api, games: int, ana: Member) -> None:
    _, thread = await on_message(api, games)
    place = f"/channels/{thread['id']}/thread-members"
    await ana.join(int(thread["id"]))
    assert (await api(f"GET {place}/{ana.id}")).status == 200
    await ana.leave(int(thread["id"]))
    assert (await api(f"GET {place}/{ana.id}")).code == 10007
    assert (await api(f"DELETE {place}/@me")).status == 204
    assert (await api(f"PUT {place}/@me")).status == 204


async def test_lists_of_threads(api: Api, games: int, sandbox: Sandbox) -> None:
    guild = (await api(f"GET /channels/{games}")).body["guild_id"]
    _, thread = await on_message(api, games)
    active = (await api(f"GET /guilds/{guild}/threads/active")).body
    assert [one["id"] for one in active["threads"]] == [thread["id"]]
    assert [one["id"] for one in active["members"]] == [thread["id"]]
    await sandbox.advance(8 * 24 * 3600)
    assert (await api(f"GET /guilds/{guild}/threads/active")).body["threads"] == []
    asleep = (await api(f"GET /channels/{games}/threads/archived/public")).body
    assert [one["id"] for one in asleep["threads"]] == [thread["id"]]


async def test_its_owner_renames_and_archives_but_does_not_lock(api: Api, games: int) -> None:
    _, thread = await on_message(api, games)
    place = f"PATCH /channels/{thread['id']}"
    assert (await api(place, {"locked": True})).code == 50013
    changed = (await api(place, {"name": "over", "archived": True})).body
    assert (changed["name"], changed["thread_metadata"]["archived"]) == ("over", True)
    assert (await api(f"DELETE /channels/{thread['id']}")).code == 50013
