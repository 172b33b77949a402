"""How roles and channel overwrites combine to a member's permissions in a channel."""

from __future__ import annotations

from sandbox.world.model import Channel, Guild, Member
from sandbox.world.permissions import ALL, NEEDS_SENDING, NONE, WHEN_TIMED_OUT, Permission


def in_guild(guild: Guild, member: Member, now: float) -> Permission:
    """What the member's roles allow, before any channel has its say."""
    if member.user_id == guild.owner_id:
        return ALL
    allowed = guild.roles[guild.id].permissions
    for role_id in member.roles:
        allowed |= guild.roles[role_id].permissions
    if allowed & Permission.ADMINISTRATOR:
        return ALL
    return allowed & WHEN_TIMED_OUT if member.timed_out(now) else allowed


def in_channel(guild: Guild, member: Member, channel: Channel, now: float) -> Permission:
    """What the member may do in a channel; for a thread pass its parent, then see `in_thread`."""
    allowed = in_guild(guild, member, now)
    if allowed == ALL:
        return ALL
    everyone = channel.overwrites.get(guild.id)
    if everyone is not None:
        allowed = allowed & ~everyone.deny | everyone.allow
    allow = deny = NONE
    for role_id in member.roles:
        if (overwrite := channel.overwrites.get(role_id)) is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    allowed = allowed & ~deny | allow
    if (own := channel.overwrites.get(member.user_id)) is not None:
        allowed = allowed & ~own.deny | own.allow
    if not allowed & Permission.VIEW_CHANNEL:
        return NONE
    if not allowed & Permission.SEND_MESSAGES:
        allowed &= ~NEEDS_SENDING if not allowed & Permission.SEND_MESSAGES_IN_THREADS else ALL
    return allowed & WHEN_TIMED_OUT if member.timed_out(now) else allowed


def in_thread(parent: Permission, thread: Channel, member: Member) -> Permission:
    """What the member may do in a thread, from what the parent channel allows.

    A private thread is seen only by its members and by those who manage threads; sending goes by
    SEND_MESSAGES_IN_THREADS.
    """
    state = thread.thread
    hidden = state is not None and thread.is_private_thread and member.user_id not in state.members
    if hidden and not parent & Permission.MANAGE_THREADS:
        return NONE
    if parent & Permission.SEND_MESSAGES_IN_THREADS:
        return parent | Permission.SEND_MESSAGES
    return parent & ~(Permission.SEND_MESSAGES | NEEDS_SENDING)
