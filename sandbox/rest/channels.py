"""Channels of guilds: read, create, change, delete, overwrites."""

from __future__ import annotations

from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.form import Form
from sandbox.world import channels, forums, payload, threads
from sandbox.world.model import Channel, ChannelKind, Overwrite
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.tags import REQUIRE_TAG

routes = Routes()
CHANNEL = "/channels/{channel_id}"
CREATABLE = frozenset(
    {ChannelKind.TEXT, ChannelKind.VOICE, ChannelKind.CATEGORY, ChannelKind.ANNOUNCEMENT, ChannelKind.FORUM}
)


@routes("GET", CHANNEL)
async def get_channel(call: Call) -> Answer:
    """A channel, thread or direct conversation."""
    return Answer(200, payload.channel(call.world, call.channel()))


@routes("PATCH", CHANNEL)
async def edit_channel(call: Call) -> Answer:
    """Change a channel or a thread."""
    channel = call.channel()
    if channel.guild_id is None:
        raise ApiError(errors.DM_ACTION)
    if channel.thread is not None:
        _edit_thread(call, channel)
    else:
        call.world.require(call.bot, channel, Permission.MANAGE_CHANNELS)
        _edit(call, channel)
    return Answer(200, payload.channel(call.world, channel))


def _edit(call: Call, channel: Channel) -> None:
    form, body = Form(), call.body
    name = form.text(("name",), body.get("name"), least=1, most=limits.CHANNEL_NAME)
    topic = form.text(("topic",), body.get("topic"), most=limits.CHANNEL_TOPIC)
    slowmode = _slowmode(form, call)
    position = form.integer(("position",), body.get("position"), least=0, most=2**31 - 1)
    tags = forums.read_tags(form, call.world, channel, body.get("available_tags"))
    flags = form.integer(("flags",), body.get("flags"), least=0, most=2**31 - 1)
    form.settle()
    channel.tags = channel.tags if tags is None else tags
    channel.requires_tag = channel.requires_tag if flags is None else bool(flags & REQUIRE_TAG)
    channel.name = channel.name if name is None else name
    channel.topic = topic if "topic" in body else channel.topic
    channel.slowmode = channel.slowmode if slowmode is None else slowmode
    channel.position = channel.position if position is None else position
    if isinstance(body.get("permission_overwrites"), list):
        found = [channels.read_overwrite(form, one) for one in body["permission_overwrites"]]
        form.settle()
        channel.overwrites = {one.id: one for one in found}
    channels.publish_update(call.world, channel)


def _slowmode(form: Form, call: Call) -> int | None:
    given = call.body.get("rate_limit_per_user")
    return form.integer(("rate_limit_per_user",), given, least=0, most=limits.SLOWMODE_SECONDS)


def _edit_thread(call: Call, thread: Channel) -> None:
    world, body, state = call.world, call.body, thread.thread
    if state is None:
        raise AssertionError(thread)
    form = Form()
    name = form.text(("name",), body.get("name"), least=1, most=limits.CHANNEL_NAME)
    minutes = form.choice(("auto_archive_duration",), body.get("auto_archive_duration"), limits.AUTO_ARCHIVE_MINUTES)
    archived = form.boolean(("archived",), body.get("archived"))
    locked = form.boolean(("locked",), body.get("locked"))
    invitable = form.boolean(("invitable",), body.get("invitable"))
    slowmode = _slowmode(form, call)
    tags = forums.read_applied(form, body.get("applied_tags"))
    form.settle()
    manages = bool(world.permissions(call.bot, thread) & Permission.MANAGE_THREADS)
    owns = state.owner_id == call.bot
    if state.archived and archived is not False:
        raise ApiError(errors.THREAD_ARCHIVED)
    if state.archived and archived is False and body.keys() <= {"archived"} and not state.locked:
        world.require(call.bot, thread, Permission.SEND_MESSAGES)
    elif not manages and (not owns or locked is not None or slowmode is not None or state.locked):
        raise ApiError(errors.MISSING_PERMISSIONS)
    if tags is not None:
        forums.require_tags(world, call.bot, world.parent(thread), tags, thread.applied_tags)
        thread.applied_tags = tags
    thread.name = name or thread.name
    state.auto_archive_minutes = minutes or state.auto_archive_minutes
    state.locked = state.locked if locked is None else locked
    state.invitable = state.invitable if invitable is None else invitable
    thread.slowmode = thread.slowmode if slowmode is None else slowmode
    if archived is not None and archived != state.archived:
        threads.set_archived(world, thread, archived=archived)
    else:
        threads.publish_update(world, thread)


@routes("DELETE", CHANNEL)
async def delete_channel(call: Call) -> Answer:
    """Remove a channel or a thread with everything in it."""
    world = call.world
    channel = call.channel()
    body = payload.channel(world, channel)
    if channel.thread is not None:
        world.require(call.bot, channel, Permission.MANAGE_THREADS)
        threads.delete(world, channel)
    elif channel.guild_id is not None:
        world.require(call.bot, channel, Permission.MANAGE_CHANNELS)
        channels.delete(world, channel)
    return Answer(200, body)


@routes("PUT", CHANNEL + "/permissions/{overwrite_id}")
async def set_overwrite(call: Call) -> Answer:
    """Grant or deny permissions to a role or member in a channel."""
    channel = call.channel(Permission.MANAGE_ROLES)
    form = Form()
    overwrite = channels.read_overwrite(form, call.body | {"id": str(call.id("overwrite_id"))})
    form.settle()
    channel.overwrites[overwrite.id] = overwrite
    channels.publish_update(call.world, channel)
    return NO_CONTENT


@routes("DELETE", CHANNEL + "/permissions/{overwrite_id}")
async def remove_overwrite(call: Call) -> Answer:
    """Forget an overwrite."""
    channel = call.channel(Permission.MANAGE_ROLES)
    channel.overwrites.pop(call.id("overwrite_id"), None)
    channels.publish_update(call.world, channel)
    return NO_CONTENT


@routes("GET", "/guilds/{guild_id}/channels")
async def list_channels(call: Call) -> Answer:
    """All channels of a guild, without threads."""
    return Answer(200, [payload.channel(call.world, one) for one in call.guild().channels.values()])


@routes("POST", "/guilds/{guild_id}/channels")
async def create_channel(call: Call) -> Answer:
    """A new channel."""
    guild, body = call.guild(Permission.MANAGE_CHANNELS), call.body
    form = Form()
    form.require(("name",), body.get("name"))
    name = form.text(("name",), body.get("name"), least=1, most=limits.CHANNEL_NAME) or ""
    kind = form.choice(("type",), body.get("type"), CREATABLE)
    topic = form.text(("topic",), body.get("topic"), most=limits.CHANNEL_TOPIC)
    parent = form.snowflake(("parent_id",), body.get("parent_id"))
    listed = body.get("permission_overwrites")
    found: list[Overwrite] = [channels.read_overwrite(form, one) for one in listed or []]
    form.settle()
    channel = channels.create(call.world, guild, name, ChannelKind(kind or 0))
    channel.tags = forums.read_tags(form, call.world, channel, body.get("available_tags")) or []
    channel.topic = topic
    channel.parent_id = None if parent is None else Snowflake(parent)
    channel.overwrites = {one.id: one for one in found}
    channels.announce(call.world, channel)
    return Answer(201, payload.channel(call.world, channel))
