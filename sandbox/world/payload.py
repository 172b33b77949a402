"""The state as JSON, as the REST API and the gateway send it."""

from __future__ import annotations

import urllib.parse
from typing import Any, Final

from sandbox.content import addresses
from sandbox.strict.errors import Json
from sandbox.world import tags
from sandbox.world.clock import iso
from sandbox.world.model import (
    PRIVATE_KINDS,
    THREAD_KINDS,
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Member,
    Message,
    MessageFlag,
    Role,
    User,
)
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

DEFAULT_BITRATE = 64_000
PICTURED: Final = {"image", "thumbnail"}
"""The parts of an embed that have an address of a picture."""


def user(account: User) -> Json:
    """A user as others see it."""
    body: Json = {
        "id": str(account.id),
        "username": account.username,
        "discriminator": "0",
        "global_name": account.global_name,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if account.bot:
        body |= {"bot": True, "discriminator": "5005"}
    return body


def own_user(account: User) -> Json:
    """The account that is logged in."""
    return user(account) | {"mfa_enabled": False, "locale": account.locale, "verified": True, "email": None}


def partial_member(member: Member) -> Json:
    """A member without its user, as messages and interactions carry it."""
    until = member.timed_out_until
    return {
        "avatar": None,
        "banner": None,
        "nick": member.nick,
        "roles": [str(role) for role in member.roles],
        "joined_at": iso(member.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None if until is None else iso(until),
    }


def member(world: World, member: Member) -> Json:
    """A member with its user."""
    return partial_member(member) | {"user": user(world.users[member.user_id])}


def role(role: Role) -> Json:
    """A role."""
    body: Json = {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": role.hoist,
        "managed": role.bot_id is not None,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if role.bot_id is not None:
        body["tags"] = {"bot_id": str(role.bot_id)}
    return body


def channel(world: World, channel: Channel, *, reader: Snowflake | None = None) -> Json:
    """A channel or thread; `reader` is whose thread membership and whose conversation partner are named."""
    last = None if channel.last_message_id is None else str(channel.last_message_id)
    body: Json = {"id": str(channel.id), "type": int(channel.kind), "flags": 0}
    if channel.kind is not ChannelKind.CATEGORY:
        body["last_message_id"] = last
    if channel.last_pin is not None:
        body["last_pin_timestamp"] = iso(channel.last_pin)
    if channel.kind in PRIVATE_KINDS:
        others = [one for one in channel.recipients if one != (reader or world.bot_id)]
        body["recipients"] = [user(world.users[one]) for one in others]
        owner = str(channel.recipients[0])
        return body if channel.kind is ChannelKind.DIRECT else body | {"name": None, "icon": None, "owner_id": owner}
    body |= {"guild_id": str(channel.guild_id), "name": channel.name}
    body["parent_id"] = None if channel.parent_id is None else str(channel.parent_id)
    if channel.kind in THREAD_KINDS:
        return body | _thread(world, channel, reader or world.bot_id)
    body |= {
        "position": channel.position,
        "nsfw": channel.nsfw,
        "permission_overwrites": [
            {"id": str(one.id), "type": one.kind, "allow": str(int(one.allow)), "deny": str(int(one.deny))}
            for one in channel.overwrites.values()
        ],
    }
    if channel.kind is not ChannelKind.CATEGORY:
        body |= {"rate_limit_per_user": channel.slowmode, "topic": channel.topic}
    if channel.kind is ChannelKind.FORUM:
        body |= tags.of_forum(channel)
    if channel.kind is ChannelKind.VOICE:
        body |= {"bitrate": DEFAULT_BITRATE, "user_limit": 0, "rtc_region": None}
    if channel.default_auto_archive_minutes is not None:
        body["default_auto_archive_duration"] = channel.default_auto_archive_minutes
    return body


def _thread(world: World, channel: Channel, reader: Snowflake) -> Json:
    state = channel.thread
    if state is None:
        raise AssertionError(channel)
    metadata: Json = {
        "archived": state.archived,
        "archive_timestamp": iso(state.archive_timestamp),
        "auto_archive_duration": state.auto_archive_minutes,
        "locked": state.locked,
        "create_timestamp": iso(state.created),
    }
    if channel.is_private_thread:
        metadata["invitable"] = state.invitable
    body: Json = {
        "owner_id": str(state.owner_id),
        "rate_limit_per_user": channel.slowmode,
        "thread_metadata": metadata,
        # Discord stops counting at 50.
        "message_count": state.message_count,
        "member_count": min(len(state.members), 50),
        "total_message_sent": state.total_message_sent,
    }
    if (parent := world.parent(channel)).kind is ChannelKind.FORUM:
        body["applied_tags"] = tags.of_post(parent, channel)
    if reader in state.members:
        body["member"] = thread_member(channel, reader)
    return body


def thread_member(channel: Channel, user_id: Snowflake) -> Json:
    """A member of a thread."""
    if channel.thread is None:
        raise AssertionError(channel)
    joined = channel.thread.members[user_id]
    return {"id": str(channel.id), "user_id": str(user_id), "join_timestamp": iso(joined), "flags": 0}


# The same for every guild of the sandbox.
GUILD: Final[Json] = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "us-central",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}


def guild(guild: Guild) -> Json:
    """A guild as the REST API words it."""
    system = guild.system_channel_id
    return GUILD | {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "system_channel_id": None if system is None else str(system),
        "roles": [role(one) for one in guild.roles.values()],
        "preferred_locale": guild.locale,
    }


def guild_create(world: World, guild_: Guild, reader: Snowflake, *, members: list[Member]) -> Json:
    """A guild as the gateway announces it to `reader`, with the channels and threads that user sees."""
    return guild(guild_) | {
        "joined_at": iso(guild_.members[reader].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild_.members),
        "members": [member(world, one) for one in members],
        "voice_states": [],
        "channels": [channel(world, one) for one in guild_.channels.values() if world.sees(reader, one)],
        "threads": [
            channel(world, one, reader=reader)
            for one in guild_.threads.values()
            if one.thread is not None and not one.thread.archived and world.sees(reader, one)
        ],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(world: World, attachment: Attachment) -> Json:
    """An attachment, with the address it is served from."""
    url = attachment_url(world, attachment)
    body: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.width is not None:
        body |= {"width": attachment.width, "height": attachment.height}
    if attachment.ephemeral:
        body["ephemeral"] = True
    return body


def attachment_url(world: World, attachment: Attachment) -> str:
    """Where the attachment's bytes are served for a while."""
    folder = "ephemeral-attachments" if attachment.ephemeral else "attachments"
    path = f"/cdn/{folder}/{attachment.channel_id}/{attachment.id}/{attachment.filename}"
    return f"{world.origin}{urllib.parse.quote(path)}?{addresses.signature(path, world.began, world.now())}"


def _components(world: World, message: Message) -> list[Json]:
    """The components, with fresh addresses of the message's own files; other addresses are as they were given."""
    own = {str(one.id): attachment_url(world, one) for one in message.attachments}
    return [_with_addresses(one, own) for one in message.components] if own else message.components


def _with_addresses(value: Any, own: dict[str, str]) -> Any:  # noqa: ANN401 - what JSON holds
    if isinstance(value, list):
        return [_with_addresses(one, own) for one in value]
    if not isinstance(value, dict):
        return value
    url = own.get(str(value.get("attachment_id")))
    fresh = {} if url is None else {"url": url, "proxy_url": url}
    return {key: _with_addresses(one, own) for key, one in value.items()} | fresh


def _embeds(world: World, message: Message) -> list[Json]:
    """The embeds, with fresh addresses of the message's own files."""
    if message.flags & MessageFlag.SUPPRESS_EMBEDS:
        return []
    own = {url.partition("?")[0]: url for url in (attachment_url(world, one) for one in message.attachments)}
    return [
        {
            key: one | {"url": own.get(one["url"].partition("?")[0], one["url"])} if key in PICTURED else one
            for key, one in embed.items()
        }
        for embed in message.embeds
    ]


def emoji(text: str) -> Json:
    """An emoji: a plain character, or `name:id` for a custom one."""
    name, _, emoji_id = text.partition(":")
    return {"id": emoji_id or None, "name": name}


def message(world: World, message: Message, *, reader: Snowflake | None = None, gateway: bool = False) -> Json:
    """A message as `reader` gets it; `gateway` adds what only events carry (guild_id, member)."""
    reader = reader or world.bot_id
    place = world.channels.get(message.channel_id)
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": int(message.kind),
        "author": user(world.users[message.author_id]),
        "content": message.content,
        "timestamp": iso(message.timestamp),
        "edited_timestamp": None if message.edited is None else iso(message.edited),
        "tts": message.tts,
        "mention_everyone": message.mentions.everyone,
        "mentions": [user(world.users[one]) for one in message.mentions.users],
        "mention_roles": [str(one) for one in message.mentions.roles],
        "attachments": [attachment(world, one) for one in _loose(message)],
        "embeds": _embeds(world, message),
        "components": _components(world, message),
        "pinned": message.pinned,
        "flags": int(message.flags),
    }
    body |= _optional(message)
    if message.reactions:
        body["reactions"] = [_reaction(one, by, reader) for one, by in message.reactions.items()]
    if message.kind in {19, 21} and message.reference is not None:
        body["referenced_message"] = _message_reference(world, message)
    thread = world.channels.get(message.id)
    if message.flags & MessageFlag.HAS_THREAD and thread is not None:
        body["thread"] = channel(world, thread, reader=reader)
    if gateway and place is not None and place.guild_id is not None:
        body |= _for_gateway(world, world.guilds[place.guild_id], message, body["mentions"])
    elif gateway and place is not None:
        body["channel_type"] = int(place.kind)
    return body


def _loose(message: Message) -> list[Attachment]:
    # In a Components V2 message files show only where a component refers to them.
    return [] if message.flags & MessageFlag.IS_COMPONENTS_V2 else message.attachments


def _optional(message: Message) -> Json:
    body: dict[str, Any] = {
        "nonce": message.nonce,
        "message_reference": message.reference,
        "interaction_metadata": message.interaction_metadata,
        "interaction": message.interaction,
        "application_id": None if message.application_id is None else str(message.application_id),
        "webhook_id": None if message.webhook_id is None else str(message.webhook_id),
        "position": message.position,
    }
    return {key: value for key, value in body.items() if value is not None}


def _reaction(name: str, by: list[Snowflake], reader: Snowflake) -> Json:
    return {
        "emoji": emoji(name),
        "count": len(by),
        "count_details": {"burst": 0, "normal": len(by)},
        "me": reader in by,
        "me_burst": False,
        "burst_me": False,
        "burst_count": 0,
        "burst_colors": [],
    }


def _message_reference(world: World, message_: Message) -> Json | None:
    reference = message_.reference or {}
    place = world.channels.get(Snowflake(int(reference.get("channel_id", 0))))
    original = None if place is None else place.messages.get(Snowflake(int(reference.get("message_id", 0))))
    if original is None:
        return None
    body = message(world, original)
    body.pop("referenced_message", None)
    return body


def _for_gateway(world: World, guild: Guild, message: Message, mentions: list[Json]) -> Json:
    body: Json = {"guild_id": str(guild.id), "channel_type": int(world.channels[message.channel_id].kind)}
    author = guild.members.get(message.author_id)
    if author is not None:
        body["member"] = partial_member(author)
    body["mentions"] = [one | _membership(guild, Snowflake(int(one["id"]))) for one in mentions]
    return body


def _membership(guild: Guild, user_id: Snowflake) -> Json:
    found = guild.members.get(user_id)
    return {} if found is None else {"member": partial_member(found)}
