"""Guilds: joining and leaving, members and roles."""

from __future__ import annotations

from sandbox.strict.errors import Json
from sandbox.world import channels, payload
from sandbox.world.model import Guild, Member, Role
from sandbox.world.permissions import EVERYONE, Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World


def create(world: World, name: str, owner: Snowflake) -> Guild:
    """A new server with one channel, which the bot is not in yet."""
    guild = Guild(world.ids.next(), name, owner)
    guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
    guild.members[owner] = Member(owner, world.now())
    world.guilds[guild.id] = guild
    channel = channels.create(world, guild, "general")
    guild.system_channel_id = channel.id
    return guild


def add_member(world: World, guild: Guild, user_id: Snowflake, *, permissions: Permission | None = None) -> Member:
    """A user joins; the bot comes with a role of its own that has `permissions`."""
    member = Member(user_id, world.now())
    guild.members[user_id] = member
    if user_id == world.bot_id:
        role = Role(world.ids.next(), world.application.name, permissions or EVERYONE, position=1, bot_id=user_id)
        guild.roles[role.id] = role
        member.roles.append(role.id)
        body = payload.guild_create(world, guild, user_id, members=[member])
        # Only a guild that was known before has the field `unavailable`.
        del body["unavailable"]
        world.publish(Event("GUILD_CREATE", body, frozenset({user_id}), guild.id))
    _tell(world, "GUILD_MEMBER_ADD", guild, payload.member(world, member))
    return member


def remove_member(world: World, guild: Guild, user_id: Snowflake) -> None:
    """A user leaves or is removed; the bot loses sight of the guild."""
    world.member(guild, user_id)
    everyone = frozenset(guild.members)
    for thread in guild.threads.values():
        if thread.thread is not None:
            thread.thread.members.pop(user_id, None)
    del guild.members[user_id]
    body = {"guild_id": str(guild.id), "user": payload.user(world.users[user_id])}
    world.publish(Event("GUILD_MEMBER_REMOVE", body, everyone - {user_id}, guild.id))
    if user_id == world.bot_id:
        guild.roles = {key: role for key, role in guild.roles.items() if role.bot_id != user_id}
    gone: Json = {"id": str(guild.id)}
    world.publish(Event("GUILD_DELETE", gone, frozenset({user_id}), guild.id))


def delete(world: World, guild: Guild) -> None:
    """The server is gone."""
    everyone = frozenset(guild.members)
    for channel in (*guild.threads.values(), *guild.channels.values()):
        world.channels.pop(channel.id, None)
    del world.guilds[guild.id]
    world.publish(Event("GUILD_DELETE", {"id": str(guild.id)}, everyone, guild.id))


def publish_member(world: World, guild: Guild, member: Member) -> None:
    """Tell the guild that a member changed."""
    _tell(world, "GUILD_MEMBER_UPDATE", guild, payload.member(world, member))


def publish_guild(world: World, guild: Guild) -> None:
    """Tell the guild that it changed."""
    _tell(world, "GUILD_UPDATE", guild, payload.guild(guild))


def publish_role(world: World, guild: Guild, name: str, role: Role) -> None:
    """Tell the guild of a role."""
    _tell(world, name, guild, {"role": payload.role(role)})


def delete_role(world: World, guild: Guild, role: Role) -> None:
    """Remove a role from the guild, its members and its channels."""
    del guild.roles[role.id]
    for member in guild.members.values():
        if role.id in member.roles:
            member.roles.remove(role.id)
    for channel in guild.channels.values():
        channel.overwrites.pop(role.id, None)
    _tell(world, "GUILD_ROLE_DELETE", guild, {"role_id": str(role.id)})


def _tell(world: World, name: str, guild: Guild, body: Json) -> None:
    body = body | {"guild_id": str(guild.id)} if name != "GUILD_UPDATE" else body
    world.publish(Event(name, body, frozenset(guild.members), guild.id))
