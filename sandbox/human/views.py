"""What a member sees: servers, channels, threads, messages."""

from __future__ import annotations

from sandbox.human.unread import Unread
from sandbox.strict.errors import Json
from sandbox.world import payload, scheduled_events
from sandbox.world.model import MESSAGE_KINDS, PRIVATE_KINDS, Channel, Guild, Message
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World


def world(world: World) -> Json:
    """Everything there is, seen by nobody in particular."""
    return {
        "bot": payload.user(world.users[world.bot_id]),
        "users": [payload.user(one) | {"locale": one.locale} for one in world.users.values()],
        "guilds": [guild(world, one) for one in world.guilds.values()],
        "clock": {"now": world.now(), "shift": world.clock.shift},
    }


def guild(world: World, guild: Guild) -> Json:
    """A server with its roles, members, channels and threads."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "locale": guild.locale,
        "roles": [payload.role(one) for one in guild.roles.values()],
        "members": [payload.member(world, one) for one in guild.members.values()],
        "channels": [payload.channel(world, one) for one in guild.channels.values()],
        "threads": [payload.channel(world, one) for one in guild.threads.values()],
        "events": [scheduled_events.payload(world, guild, one) for one in guild.events.values()],
    }


def home(world: World, unread: Unread, user_id: Snowflake) -> Json:
    """A member's own view: servers with the channels and threads they see, and their conversations."""
    guilds = [one for one in world.guilds.values() if user_id in one.members]
    direct = [one for one in world.channels.values() if one.kind in PRIVATE_KINDS and user_id in one.recipients]
    return {
        "user": payload.user(world.users[user_id]) | {"locale": world.users[user_id].locale},
        "guilds": [_guild(world, unread, user_id, one) for one in guilds],
        "direct": [place(world, unread, user_id, one) for one in direct],
    }


def _guild(world: World, unread: Unread, user_id: Snowflake, guild: Guild) -> Json:
    places = (*guild.channels.values(), *guild.threads.values())
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "roles": [payload.role(one) for one in guild.roles.values()],
        "members": [payload.member(world, one) for one in guild.members.values()],
        "events": [scheduled_events.payload(world, guild, one) for one in guild.events.values()],
        "channels": [place(world, unread, user_id, one) for one in places if world.sees(user_id, one)],
    }


def place(world: World, unread: Unread, user_id: Snowflake, channel: Channel) -> Json:
    """A channel or thread with what the member may do there and has not read."""
    allowed = world.permissions(user_id, channel)
    count = unread.of(user_id, channel.id)
    return payload.channel(world, channel, reader=user_id) | {
        "permissions": str(int(allowed)),
        "can_send": channel.kind in MESSAGE_KINDS and bool(allowed & Permission.SEND_MESSAGES),
        "joined": channel.thread is not None and user_id in channel.thread.members,
        "unread": count.messages,
        "pings": count.pings,
    }


def message(world: World, message: Message, user_id: Snowflake) -> Json:
    """A message as the member sees it; `sandbox` says who was notified and whether it is ephemeral."""
    guild = world.guild_of(world.channels[message.channel_id])
    author = None if guild is None else guild.members.get(message.author_id)
    body = payload.message(world, message, reader=user_id)
    body["sandbox"] = {
        "ephemeral": message.visible_to is not None,
        "pinged": [str(one) for one in sorted(message.pinged)],
        "nick": None if author is None else author.nick,
    }
    return body


def history(world: World, channel: Channel, user_id: Snowflake, *, limit: int, before: int | None) -> list[Json]:
    """The last messages of a channel that the member sees, oldest first, with their own ephemeral ones."""
    seen = [one for one in channel.messages.values() if one.visible_to in {None, user_id}]
    if before is not None:
        seen = [one for one in seen if one.id < before]
    return [message(world, one, user_id) for one in seen[-limit:]]
