"""Scheduled events of a server through the REST API, as strict as Discord's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from sandbox.client import Member, Sandbox
from tests.sandbox.api import Api, Json
from tests.sandbox.rest.test_guilds import grant


@pytest.fixture
async def events(api: Api, sandbox: Sandbox) -> str:
    """Where the events are, for a bot that may make some."""
    await grant(sandbox, "create_events")
    guild = (await api("GET /users/@me/guilds")).body[0]["id"]
    return f"/guilds/{guild}/scheduled-events"


def event(hours: float = 1, length: float = 2, **changes: object) -> Json:
    """An event so many hours from now."""
    starts = datetime.now(UTC) + timedelta(hours=hours)
    return {
        "name": "Autumn cup",
        "scheduled_start_time": starts.isoformat(),
        "scheduled_end_time": (starts + timedelta(hours=length)).isoformat(),
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "https://discord.com/channels/1/2/3"},
        **changes,
    }


async def test_an_event_is_made_moved_begun_and_completed(api: Api, events: str, ana: Member) -> None:
    made = (await api(f"POST {events}", event())).body
    assert (made["status"], made["entity_metadata"]) == (1, {"location": "https://discord.com/channels/1/2/3"})
    assert [one["name"] for one in (await ana.home())["guilds"][0]["events"]] == ["Autumn cup"]
    later = event(3)
    moved = {key: later[key] for key in ("scheduled_start_time", "scheduled_end_time")}
    changed = (await api(f"PATCH {events}/{made['id']}", moved)).body
    assert {key: changed[key] for key in moved} == moved
    assert (await api(f"PATCH {events}/{made['id']}", {"status": 3})).code == 180000, "it has not begun"
    assert (await api(f"PATCH {events}/{made['id']}", {"status": 2})).body["status"] == 2
    assert (await api(f"PATCH {events}/{made['id']}", moved)).code == 50035, "it has begun"
    assert (await api(f"PATCH {events}/{made['id']}", {"status": 3})).body["status"] == 3
    assert (await api(f"GET {events}")).body == []
    assert (await api(f"GET {events}/{made['id']}")).code == 10070


async def test_an_event_is_cancelled_or_deleted(api: Api, events: str) -> None:
    one, other = [(await api(f"POST {events}", event())).body["id"] for _ in range(2)]
    assert (await api(f"PATCH {events}/{one}", {"status": 4})).body["status"] == 4
    assert (await api(f"DELETE {events}/{other}")).status == 204
    assert (await api(f"GET {events}")).body == []


@pytest.mark.parametrize(
    "changes",
    [
        {"scheduled_start_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_end_time": None},
        {"scheduled_end_time": "2020-01-01T00:00:00+00:00"},
        {"entity_metadata": {"location": "x" * 101}},
        {"name": "x" * 101},
        {"scheduled_start_time": "soon"},
    ],
)
async def test_an_event_that_cannot_be_is_refused(api: Api, events: str, sandbox: Sandbox, changes: Json) -> None:
    assert (await api(f"POST {events}", event(**changes))).code == 50035
    await sandbox.forgive("request")


async def test_only_who_may_makes_events(api: Api, sandbox: Sandbox, events: str) -> None:
    await grant(sandbox)
    assert (await api(f"POST {events}", event())).code == 50013
