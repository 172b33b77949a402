"""Reactions: who reacted to which message, and with what."""

from __future__ import annotations

from sandbox.content.emoji import is_emoji
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError, Json
from sandbox.world import messages, payload
from sandbox.world.model import Message
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World


def check_emoji(text: str) -> str:
    """The emoji, or 10014 for what is none."""
    if not is_emoji(text):
        raise ApiError(errors.UNKNOWN_EMOJI)
    return text


def add(world: World, message: Message, user_id: Snowflake, emoji: str) -> None:
    """React. Raises 30010 for a twenty-first emoji."""
    if emoji not in message.reactions and len(message.reactions) >= limits.REACTIONS:
        raise ApiError(errors.MAX_REACTIONS)
    by = message.reactions.setdefault(emoji, [])
    if user_id in by:
        return
    by.append(user_id)
    extra: Json = {"message_author_id": str(message.author_id)}
    guild = world.guild_of(world.channel(message.channel_id))
    if guild is not None and user_id in guild.members:
        extra["member"] = payload.member(world, guild.members[user_id])
    _publish(world, "MESSAGE_REACTION_ADD", message, _about(user_id, emoji) | extra)


def remove(world: World, message: Message, user_id: Snowflake, emoji: str) -> None:
    """Take a reaction back. Raises 10014 if there is none."""
    by = message.reactions.get(emoji, [])
    if user_id not in by:
        raise ApiError(errors.UNKNOWN_EMOJI)
    by.remove(user_id)
    if not by:
        del message.reactions[emoji]
    _publish(world, "MESSAGE_REACTION_REMOVE", message, _about(user_id, emoji))


def clear(world: World, message: Message) -> None:
    """Remove all reactions."""
    message.reactions.clear()
    _publish(world, "MESSAGE_REACTION_REMOVE_ALL", message, {})


def _about(user_id: Snowflake, emoji: str) -> Json:
    return {"user_id": str(user_id), "emoji": payload.emoji(emoji), "burst": False, "type": 0}


def _publish(world: World, name: str, message: Message, extra: Json) -> None:
    body: Json = {"channel_id": str(message.channel_id), "message_id": str(message.id)} | extra
    guild_id = world.channel(message.channel_id).guild_id
    if guild_id is not None:
        body["guild_id"] = str(guild_id)
    world.publish(Event(name, body, messages.audience(world, message), guild_id))
