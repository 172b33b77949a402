"""Permission bits, and how roles and channel overwrites add up to what a member may do in a channel."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.model import Channel, Guild, Member


class Permission(IntFlag):
    """The permissions that the sandbox looks at, with Discord's bits."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    USE_EXTERNAL_STICKERS = 1 << 37
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_VOICE_MESSAGES = 1 << 46
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


NONE = Permission(0)
ALL = ~NONE

P = Permission
EVERYONE = (
    P.CREATE_INSTANT_INVITE | P.ADD_REACTIONS | P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY | P.USE_EXTERNAL_EMOJIS | P.CONNECT | P.SPEAK | P.CHANGE_NICKNAME
    | P.USE_APPLICATION_COMMANDS | P.CREATE_PUBLIC_THREADS | P.CREATE_PRIVATE_THREADS | P.USE_EXTERNAL_STICKERS
    | P.SEND_MESSAGES_IN_THREADS | P.SEND_VOICE_MESSAGES | P.SEND_POLLS | P.USE_EXTERNAL_APPS
)  # fmt: skip
DIRECT_MESSAGE = (
    P.ADD_REACTIONS | P.VIEW_CHANNEL | P.SEND_MESSAGES | P.SEND_TTS_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS | P.USE_APPLICATION_COMMANDS
    | P.USE_EXTERNAL_STICKERS | P.SEND_VOICE_MESSAGES | P.SEND_POLLS | P.USE_EXTERNAL_APPS | P.PIN_MESSAGES
)  # fmt: skip
WHEN_TIMED_OUT = P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY
NEEDS_SENDING = P.MENTION_EVERYONE | P.SEND_TTS_MESSAGES | P.ATTACH_FILES | P.EMBED_LINKS


def in_guild(guild: Guild, member: Member, now: float) -> Permission:
    """What the member's roles allow, before any channel has its say."""
    if member.user_id == guild.owner_id:
        return ALL
    allowed = guild.roles[guild.id].permissions
    for role_id in member.roles:
        allowed |= guild.roles[role_id].permissions
    if allowed & P.ADMINISTRATOR:
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
    if not allowed & P.VIEW_CHANNEL:
        return NONE
    if not allowed & P.SEND_MESSAGES:
        allowed &= ~NEEDS_SENDING if not allowed & P.SEND_MESSAGES_IN_THREADS else ALL
    return allowed & WHEN_TIMED_OUT if member.timed_out(now) else allowed


def in_thread(parent: Permission, thread: Channel, member: Member) -> Permission:
    """What the member may do in a thread, from what the parent channel allows.

    A private thread is seen only by its members and by those who manage threads; sending goes by
    SEND_MESSAGES_IN_THREADS.
    """
    state = thread.thread
    hidden = state is not None and thread.is_private_thread and member.user_id not in state.members
    if hidden and not parent & P.MANAGE_THREADS:
        return NONE
    if parent & P.SEND_MESSAGES_IN_THREADS:
        return parent | P.SEND_MESSAGES
    return parent & ~(P.SEND_MESSAGES | NEEDS_SENDING)
