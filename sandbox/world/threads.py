"""Threads: starting, joining, leaving, archiving."""

from __future__ import annotations

from sandbox.strict import errors
from sandbox.strict.errors import ApiError, Json
from sandbox.world import payload
from sandbox.world.model import Channel, ChannelKind, Message, MessageKind, ThreadState
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World

DEFAULT_ARCHIVE_MINUTES = 4320
UNCOUNTED = frozenset({MessageKind.THREAD_STARTER, MessageKind.RECIPIENT_ADD, MessageKind.CHANNEL_NAME_CHANGE})
THREADED = frozenset({ChannelKind.TEXT, ChannelKind.ANNOUNCEMENT, ChannelKind.FORUM})


def require_writable(world: World, user_id: Snowflake, channel: Channel) -> None:
    """Raise 50083 for a locked thread that the user may not open again."""
    state = channel.thread
    if state is None or not state.locked:
        return
    if not world.permissions(user_id, channel) & Permission.MANAGE_THREADS:
        raise ApiError(errors.THREAD_ARCHIVED if state.archived else errors.THREAD_LOCKED)


def start(world: World, parent: Channel, thread: Channel, owner: Snowflake) -> Channel:
    """Open a thread whose owner is its first member."""
    guild = world.guild_of(parent)
    if guild is None or parent.kind not in THREADED:
        raise ApiError(errors.CHANNEL_TYPE)
    guild.threads[thread.id] = thread
    world.channels[thread.id] = thread
    _state(thread).members[owner] = world.now()
    for user_id in world.viewers(thread):
        body = payload.channel(world, thread, reader=user_id) | {"newly_created": True}
        world.publish(Event("THREAD_CREATE", body, frozenset({user_id}), thread.guild_id))
    _publish_joined(world, thread, [owner])
    return thread


def new_state(world: World, owner: Snowflake, parent: Channel, minutes: int | None) -> ThreadState:
    """The state of a thread that begins now."""
    now = world.now()
    minutes = minutes or parent.default_auto_archive_minutes or DEFAULT_ARCHIVE_MINUTES
    return ThreadState(owner, created=now, archive_timestamp=now, auto_archive_minutes=minutes)


def add_members(world: World, thread: Channel, users: list[Snowflake]) -> None:
    """Let users join; those who see a private thread only now get it announced."""
    state = _state(thread)
    joined = [one for one in users if one not in state.members]
    if not joined:
        return
    saw = world.viewers(thread)
    now = world.now()
    state.members |= dict.fromkeys(joined, now)
    for user_id in joined:
        if user_id not in saw or user_id == world.bot_id:
            body = payload.channel(world, thread, reader=user_id)
            world.publish(Event("THREAD_CREATE", body, frozenset({user_id}), thread.guild_id))
    _publish_joined(world, thread, joined)


def _publish_joined(world: World, thread: Channel, users: list[Snowflake]) -> None:
    added = [payload.thread_member(thread, one) | _with_member(world, thread, one) for one in users]
    _members_update(world, thread, world.viewers(thread), {"added_members": added})


def _with_member(world: World, thread: Channel, user_id: Snowflake) -> Json:
    guild = world.guild_of(thread)
    if guild is None or user_id not in guild.members:
        return {}
    return {"member": payload.member(world, guild.members[user_id]), "presence": None}


def remove_member(world: World, thread: Channel, user_id: Snowflake) -> None:
    """Let a user leave. Raises 10007 for one who is not in it."""
    state = _state(thread)
    if user_id not in state.members:
        raise ApiError(errors.UNKNOWN_MEMBER)
    saw = world.viewers(thread)
    del state.members[user_id]
    _members_update(world, thread, saw, {"removed_member_ids": [str(user_id)]})


def _members_update(world: World, thread: Channel, viewers: frozenset[Snowflake], change: Json) -> None:
    body: Json = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": min(len(_state(thread).members), 50),
    }
    world.publish(Event("THREAD_MEMBERS_UPDATE", body | change, viewers, thread.guild_id))


def note_message(world: World, channel: Channel, message: Message) -> None:
    """Note a new message in its thread: it wakes it, counts, and pulls people in."""
    state = channel.thread
    if state is None:
        return
    if message.kind not in UNCOUNTED and message.id != channel.id:  # nor the first message of a forum post
        message.position = state.total_message_sent
        state.message_count += 1
        state.total_message_sent += 1
    if state.archived:
        set_archived(world, channel, archived=False)
    guild = world.guild_of(channel)
    people = (message.author_id, *message.mentions.users)
    parent = world.parent(channel)
    add_members(world, channel, [one for one in people if guild and one in guild.members and world.sees(one, parent)])


def set_archived(world: World, thread: Channel, *, archived: bool) -> None:
    """Archive or wake a thread and tell everyone who sees it."""
    state = _state(thread)
    state.archived = archived
    state.archive_timestamp = world.now()
    publish_update(world, thread)


def publish_update(world: World, thread: Channel) -> None:
    """Tell everyone who sees the thread that it changed."""
    body = payload.channel(world, thread)
    world.publish(Event("THREAD_UPDATE", body, world.viewers(thread), thread.guild_id))


def delete(world: World, thread: Channel) -> None:
    """Remove a thread with everything in it."""
    guild = world.guild_of(thread)
    viewers = world.viewers(thread)
    if guild is not None:
        guild.threads.pop(thread.id, None)
    world.channels.pop(thread.id, None)
    body: Json = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "parent_id": str(thread.parent_id),
        "type": int(thread.kind),
    }
    world.publish(Event("THREAD_DELETE", body, viewers, thread.guild_id))


def archive_idle(world: World) -> None:
    """Archive every thread in which nothing happened for as long as its settings say."""
    now = world.now()
    for guild in world.guilds.values():
        for thread in guild.threads.values():
            state = _state(thread)
            newest = next(reversed(thread.messages.values()), None)
            last = state.created if newest is None else newest.timestamp
            idle = now - max(last, state.archive_timestamp)
            if not state.archived and idle >= state.auto_archive_minutes * 60:
                set_archived(world, thread, archived=True)


def _state(thread: Channel) -> ThreadState:
    if thread.thread is None:
        raise ApiError(errors.CHANNEL_TYPE)
    return thread.thread
