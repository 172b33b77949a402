"""Scheduled events of a guild that take place outside of Discord: they have an address instead of a channel."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.form import Form
from sandbox.world import scheduled_events
from sandbox.world.model import EventStatus, Guild, ScheduledEvent
from sandbox.world.permissions import Permission

routes = Routes()
EVENTS = "/guilds/{guild_id}/scheduled-events"
EVENT = EVENTS + "/{guild_scheduled_event_id}"
_EXTERNAL: Final = 3
_GUILD_ONLY: Final = 2
_FOLLOWING: Final = {
    EventStatus.SCHEDULED: {EventStatus.ACTIVE, EventStatus.CANCELED},
    EventStatus.ACTIVE: {EventStatus.COMPLETED},
}
"""What an event of each status can become."""


def _may_create(call: Call) -> Guild:
    """The guild, if the bot may create events in it, and change its own."""
    return call.guild(Permission.CREATE_EVENTS)


def _find_event(call: Call, guild: Guild) -> ScheduledEvent:
    event = guild.events.get(call.id("guild_scheduled_event_id"))
    if event is None:
        raise ApiError(errors.UNKNOWN_EVENT)
    return event


def _own(call: Call) -> tuple[Guild, ScheduledEvent]:
    """An event that the bot may change: its own, or any if it manages them."""
    guild = _may_create(call)
    event = _find_event(call, guild)
    if event.creator_id != call.bot:
        call.world.require_in_guild(call.bot, guild, Permission.MANAGE_EVENTS)
    return guild, event


@routes("GET", EVENTS)
async def list_events(call: Call) -> Answer:
    """All events that are still to come, or go on."""
    guild = call.guild()
    return Answer(200, [scheduled_events.payload(call.world, guild, one) for one in guild.events.values()])


@routes("GET", EVENT)
async def get_event(call: Call) -> Answer:
    """One event."""
    guild = call.guild()
    return Answer(200, scheduled_events.payload(call.world, guild, _find_event(call, guild)))


@routes("POST", EVENTS)
async def create_event(call: Call) -> Answer:
    """A new event."""
    guild = _may_create(call)
    event = ScheduledEvent(call.world.ids.next(), "", call.bot, 0.0, 0.0, "")
    form = Form()
    for name in ("name", "scheduled_start_time", "scheduled_end_time", "privacy_level", "entity_type"):
        form.require((name,), call.body.get(name))
    form.choice(("entity_type",), call.body.get("entity_type"), {_EXTERNAL})
    form.choice(("privacy_level",), call.body.get("privacy_level"), {_GUILD_ONLY})
    form.require(("entity_metadata", "location"), (call.body.get("entity_metadata") or {}).get("location"))
    form.settle()
    _change(call, event)
    if len(guild.events) >= limits.EVENTS:
        raise ApiError(errors.MAX_EVENTS)
    scheduled_events.add(call.world, guild, event)
    return Answer(200, scheduled_events.payload(call.world, guild, event))


@routes("PATCH", EVENT)
async def edit_event(call: Call) -> Answer:
    """Change an event: what it says, or where it is in its life."""
    guild, event = _own(call)
    form = Form()
    wanted = form.choice(("status",), call.body.get("status"), {int(one) for one in EventStatus})
    form.settle()
    if wanted is not None and wanted != event.status and wanted not in _FOLLOWING.get(event.status, set()):
        raise ApiError(errors.EVENT_STATUS)
    _change(call, event)
    event.status = event.status if wanted is None else EventStatus(wanted)
    scheduled_events.update(call.world, guild, event)
    return Answer(200, scheduled_events.payload(call.world, guild, event))


@routes("DELETE", EVENT)
async def delete_event(call: Call) -> Answer:
    """Remove an event."""
    guild, event = _own(call)
    scheduled_events.remove(call.world, guild, event)
    return NO_CONTENT


def _change(call: Call, event: ScheduledEvent) -> None:
    """Change what the body says; an event that has begun can't begin at another time, and none in the past."""
    form, body = Form(), call.body
    name = form.text(("name",), body.get("name"), least=1, most=limits.EVENT_NAME)
    description = form.text(("description",), body.get("description"), least=1, most=limits.EVENT_DESCRIPTION)
    metadata = body.get("entity_metadata") or {}
    location = form.text(("entity_metadata", "location"), metadata.get("location"), least=1, most=limits.EVENT_LOCATION)
    starts = _moment(form, "scheduled_start_time", body.get("scheduled_start_time"))
    ends = _moment(form, "scheduled_end_time", body.get("scheduled_end_time"))
    if starts is not None and (starts <= call.world.now() or event.status is not EventStatus.SCHEDULED):
        form.complain(
            ("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past."
        )
    if (starts or event.starts) >= (ends or event.ends):
        form.complain(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_TIME_BEFORE_START", "End is before start.")
    form.settle()
    event.name = name or event.name
    event.description = description or event.description
    event.location = location or event.location
    event.starts, event.ends = starts or event.starts, ends or event.ends


def _moment(form: Form, field: str, value: object) -> float | None:
    if value is None:
        return None
    try:
        return datetime.fromisoformat(str(value)).timestamp()
    except ValueError:
        form.complain((field,), "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")
        return None
