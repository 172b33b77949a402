"""Guild channels: creating, changing and deleting them."""

from __future__ import annotations

from sandbox.strict.errors import Json
from sandbox.strict.form import Form
from sandbox.world import payload, threads
from sandbox.world.model import Channel, ChannelKind, Guild, Overwrite
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World


def create(world: World, guild: Guild, name: str, kind: ChannelKind = ChannelKind.TEXT) -> Channel:
    """A channel at the end of the list, not yet announced."""
    channel = Channel(world.ids.next(), kind, name, guild.id, position=len(guild.channels))
    guild.channels[channel.id] = channel
    world.channels[channel.id] = channel
    return channel


def announce(world: World, channel: Channel) -> None:
    """Tell everyone who sees the channel that it exists."""
    _publish(world, "CHANNEL_CREATE", channel, world.viewers(channel))


def publish_update(world: World, channel: Channel) -> None:
    """Tell the guild that a channel changed; those who lost sight of it hear of that, too."""
    guild = world.guild_of(channel)
    everyone = frozenset(guild.members) if guild is not None else world.viewers(channel)
    _publish(world, "CHANNEL_UPDATE", channel, everyone)


def delete(world: World, channel: Channel) -> None:
    """Remove a channel with its threads."""
    guild = world.guild_of(channel)
    if guild is None:
        return
    for thread in tuple(guild.threads.values()):
        if thread.parent_id == channel.id:
            threads.delete(world, thread)
    viewers = world.viewers(channel)
    del guild.channels[channel.id], world.channels[channel.id]
    for other in guild.channels.values():
        if other.parent_id == channel.id:
            other.parent_id = None
    _publish(world, "CHANNEL_DELETE", channel, viewers)


def read_overwrite(form: Form, body: Json) -> Overwrite:
    """An overwrite from a request."""
    key = form.snowflake(("id",), body.get("id"))
    kind = form.choice(("type",), body.get("type"), {0, 1})
    allow = form.snowflake(("allow",), body.get("allow"))
    deny = form.snowflake(("deny",), body.get("deny"))
    return Overwrite(Snowflake(key or 0), kind or 0, Permission(allow or 0), Permission(deny or 0))


def _publish(world: World, name: str, channel: Channel, viewers: frozenset[Snowflake]) -> None:
    world.publish(Event(name, payload.channel(world, channel), viewers, channel.guild_id))
