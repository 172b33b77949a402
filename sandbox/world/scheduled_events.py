"""Scheduled events of a guild: created, changed, started, and removed when they are over."""

from __future__ import annotations

from datetime import UTC, datetime

from sandbox.strict.errors import Json
from sandbox.world import payload as payloads
from sandbox.world.model import EventStatus, Guild, ScheduledEvent
from sandbox.world.world import Event, World


def add(world: World, guild: Guild, event: ScheduledEvent) -> None:
    """The guild lists a new event."""
    guild.events[event.id] = event
    _publish(world, "GUILD_SCHEDULED_EVENT_CREATE", guild, event)


def update(world: World, guild: Guild, event: ScheduledEvent) -> None:
    """An event has changed; one that is over, or called off, is listed no more."""
    if event.status in {EventStatus.COMPLETED, EventStatus.CANCELED}:
        guild.events.pop(event.id, None)
    _publish(world, "GUILD_SCHEDULED_EVENT_UPDATE", guild, event)


def remove(world: World, guild: Guild, event: ScheduledEvent) -> None:
    """An event is deleted."""
    guild.events.pop(event.id, None)
    _publish(world, "GUILD_SCHEDULED_EVENT_DELETE", guild, event)


def payload(world: World, guild: Guild, event: ScheduledEvent) -> Json:
    """An event as Discord answers it."""
    return {
        "id": str(event.id),
        "guild_id": str(guild.id),
        "channel_id": None,
        "creator_id": str(event.creator_id),
        "creator": payloads.user(world.users[event.creator_id]),
        "name": event.name,
        "description": event.description,
        "image": None,
        "scheduled_start_time": _moment(event.starts),
        "scheduled_end_time": _moment(event.ends),
        "privacy_level": 2,
        "status": int(event.status),
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
        "user_count": 1,
        "user_rsvp": None,
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _publish(world: World, name: str, guild: Guild, event: ScheduledEvent) -> None:
    body = payload(world, guild, event)
    world.publish(Event(name, body, frozenset(guild.members), guild.id))
