"""The typing indicator."""

from __future__ import annotations

from sandbox.strict.errors import Json
from sandbox.world import payload
from sandbox.world.model import Channel
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World


def start_typing(world: World, channel: Channel, user_id: Snowflake) -> None:
    """Tell everyone who sees the channel."""
    body: Json = {"channel_id": str(channel.id), "user_id": str(user_id), "timestamp": int(world.now())}
    guild = world.guild_of(channel)
    if guild is not None:
        body |= {"guild_id": str(guild.id), "member": payload.member(world, guild.members[user_id])}
    world.publish(Event("TYPING_START", body, world.viewers(channel), channel.guild_id))
